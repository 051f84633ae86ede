"""Who may look at the pit: one rule for each route, and a password for everybody.

Nobody looks at a floor without one, at the pit's own machine either. Two things are open there: the wall,
which a television shows and where there is nothing to press, and the numbers for the house's monitoring. The
house may name further addresses for them.
"""

from __future__ import annotations

from concurrent.futures import Future
from urllib.parse import quote

from flask import request
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.observations import Observation
from sabot.core.shapes.floor import AUDITOR, BOSS, ROLES, TECHNICIAN
from sabot_dashboard.access import ANYBODY, Rule
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.office import People
from sabot_dashboard.refusals import opens_page
from sabot_dashboard.refused_entries import RefusedEntries
from sabot_dashboard.roles import Roles, at_the_table
from sabot_dashboard.stream import Feed
from sabot_dashboard.words.sentence import plain

LOOKS, DECIDES = Rule(ROLES), Rule((BOSS, TECHNICIAN))
COUNTS, LOOKS_BACK = Rule((BOSS, TECHNICIAN, AUDITOR)), Rule((BOSS, AUDITOR))
TEACHES = Rule((BOSS,))
WALL = Rule(ROLES, is_at_table=True, is_watched=True)
MONITORING = Rule(is_at_table=True, is_watched=True)

RULES: dict[str, Rule] = {
    **dict.fromkeys(("/enter", "/leave", "/healthz", "/favicon.ico"), ANYBODY),
    "/assets/<version>/<path:name>": ANYBODY,
    **dict.fromkeys(("/enter/house", "/enter/house/back"), ANYBODY),  # the login of the house, if it has one
    **dict.fromkeys(("/", "/floor"), LOOKS),
    "/see": DECIDES,
    **dict.fromkeys(("/figures", "/wheels"), COUNTS),
    **dict.fromkeys(("/report", "/seen"), LOOKS_BACK),
    "/training": TEACHES,  # how people do at school is for those who plan who deals, and for nobody else
    **dict.fromkeys(("/wall", "/wall/now"), WALL),
    "/metrics": MONITORING,
}
"""The rule of each route; `is_at_table` is the pit's own machine here."""

PAGES = (
    ("/", "Floor"),
    ("/figures", "Figures"),
    ("/wheels", "Wheels"),
    ("/report", "Report"),
    ("/training", "School"),
    ("/seen", "Seen and answered"),
    ("/wall", "Wall"),
)
"""The links at the top of each page: path and name."""

WHYS = ("Your role does not open this page.",)


class _Nowhere:
    """In the place of a journal: the pit has none, and the log names who was refused."""

    def put(self, observation: Observation, *, role: str = "") -> Future[int]:
        """Keep nothing."""
        done: Future[int] = Future()
        done.set_result(0)
        return done


class Entry(Roles):
    """Who uses this browser, and what they may do at the pit."""

    def __init__(self, people: People, feed: Feed, *, watchers: tuple[str, ...]) -> None:
        self.refused = RefusedEntries(_Nowhere())
        super().__init__(people, feed, self.refused, watchers=watchers)
        self._named = watchers

    def refusal(self, rule: Rule) -> AnyResponse | None:
        """The answer to a browser that may not go on: the log-in page or a refusal. None if it may go on."""
        if rule.is_public or (rule.is_at_table and at_the_table(request)):
            return None
        if rule.is_watched and request.remote_addr in self._named:
            return None
        person = self.person()
        if person is not None:
            return None if person.role in rule.roles else refused(plain(WHYS[0]), 403)
        if request.method in ("GET", "HEAD") and opens_page():
            return redirect(f"/enter?to={quote(request.full_path.rstrip('?'), safe='/')}")
        return answered({"taken": False, "why": plain("Log in first."), "enter": True}, 401)

    def missing_pin(self) -> str:
        """Nothing is open here because somebody has no password."""
        return ""

    def pages(self) -> list[tuple[str, str]]:
        """The pages that are open to the person who is logged in."""
        person = self.person()
        return [each for each in PAGES if person is not None and person.role in RULES[each[0]].roles]
