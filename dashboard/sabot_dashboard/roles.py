"""Who may do what on the screens: the croupier at the table, and the people with a PIN.

While nobody has a PIN, the table's own screen asks for none, and says so. Once a supervisor has one, an
answer that needs a supervisor (`sabot_dashboard.picture.faults`) asks for that PIN at once and goes on record
under their name. On another device every page but the public display asks for a PIN
(`sabot_dashboard.access`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from flask import Flask, Request, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.observations import Observation
from sabot.core.shapes.people import Person, Refused, claimed
from sabot.core.shapes.silence import hushed
from sabot_dashboard.access import CROUPIER, SUPERVISOR, TECHNICIAN, Rule
from sabot_dashboard.acts import Act
from sabot_dashboard.answers import answered, not_let_in, refused, why_refused
from sabot_dashboard.encrypted import cookies
from sabot_dashboard.office import People
from sabot_dashboard.picture.faults import CHEF, chef_is_asked
from sabot_dashboard.refusals import opens_page
from sabot_dashboard.refused_entries import RefusedEntries
from sabot_dashboard.stream import OWN, Feed
from sabot_dashboard.words.sentence import plain

COOKIE = "sabot"
LONGEST_NAME, LONGEST_PIN = 40, 128
ASKED_KEPT = 64

BUTTON_NAMES = (CROUPIER, CHEF)
"""What a button of the croupier's page says instead of a name: whose act it is."""

WHYS = (
    "Nobody of that name may do this.",
    "That is not the PIN.",
    "The name or the PIN is wrong.",
    "Too many wrong PINs. Wait {n} s.",
    "From another device a PIN has six digits or more.",
    "Too many wrong PINs from other devices. Log in at the table’s own screen first.",
)
"""Why a name and PIN are refused."""


NO_PIN = (
    "Supervisor and technician have no PIN yet: anyone at this screen can do what they do. "
    "Set PINs in the set-up."
)
NO_SUPERVISOR = "No supervisor has a PIN yet: anyone at the table can press what a supervisor decides."


class Roles:
    """Who uses this browser, and what they may do. `people` is None in a dashboard without an office."""

    def __init__(
        self,
        people: People | None,
        feed: Feed,
        refused_entries: RefusedEntries,
        *,
        watchers: tuple[str, ...] = (),
    ) -> None:
        self._people, self._feed, self._refused = people, feed, refused_entries
        self._watchers = watchers
        self._shown_when_asked: OrderedDict[str, object] = OrderedDict()

    @property
    def is_staffed(self) -> bool:
        """Whether there is an office with pages behind the table."""
        return self._people is not None

    def guards(self, role: str) -> bool:
        """Whether somebody of this role has a PIN, so that its pages ask for one."""
        return self._people is not None and self._people.guards(role)

    def is_unguarded(self) -> bool:
        """Whether there is an office, but no supervisor with a PIN: anybody may press the supervisor's
        buttons."""
        return self._people is not None and not self.guards(SUPERVISOR)

    def missing_pin(self) -> str:
        """What anybody at the table's own screen may do because nobody has a PIN for it. Empty elsewhere, and
        where a supervisor has one."""
        if not self.is_unguarded() or not at_the_table(request):
            return ""
        return NO_SUPERVISOR if self.roles_with_pin(TECHNICIAN) else NO_PIN

    def person(self) -> Person | None:
        """Who is logged in with this browser; None if nobody."""
        return self._people.inside(cookies.kept(COOKIE)) if self._people else None

    def roles_with_pin(self, *roles: str) -> tuple[str, ...]:
        """Those of `roles` that have a PIN. If none has, the supervisor, or else the technician, if they have
        one. Empty if there is no PIN to ask for."""
        theirs = tuple(role for role in roles if self.guards(role))
        return theirs or next(((role,) for role in (SUPERVISOR, TECHNICIAN) if self.guards(role)), ())

    def refusal(self, rule: Rule) -> AnyResponse | None:
        """The answer to a browser that may not go on: the log-in page or a refusal. None if it may go on."""
        if rule.is_public or (rule.is_at_table and at_the_table(request)):
            return None
        if rule.is_watched and request.remote_addr in self._watchers:
            return None
        wanted = self.roles_with_pin(*rule.roles)
        if not wanted:
            return None if at_the_table(request) else self._only_here()
        person = self.person()
        if person is not None and person.role in wanted:
            return None
        if request.method in ("GET", "HEAD") and opens_page():
            to = quote(request.full_path.rstrip("?"), safe="/")
            return redirect(f"/enter?for={'+'.join(wanted)}&to={to}")
        return answered({"taken": False, "why": plain("Log in first."), "enter": True}, 401)

    def lasting(self, rule: Rule) -> Callable[[], bool] | None:
        """What says, also when this request is over, whether the browser may still do what it was let in to
        do; to ask is no act of the person. None where that does not end."""
        here, cookie = at_the_table(request), cookies.kept(COOKIE)
        is_watcher = rule.is_watched and request.remote_addr in self._watchers
        if rule.is_public or (rule.is_at_table and here) or is_watcher:
            return None

        def may() -> bool:
            wanted = self.roles_with_pin(*rule.roles)
            person = self._people.inside(cookie, acts=False) if self._people else None
            return here if not wanted else person is not None and person.role in wanted

        return may

    def _only_here(self) -> Response:
        why = plain("Nobody has a PIN for this page yet. Until then it opens only at the table’s own screen.")
        return refused(why, 403)

    def claimed(self, name: str) -> str:
        """A typed name as the record has it: nobody proved it with a PIN."""
        return self._people.claimed(name) if self._people else claimed(name)

    # --- acts at the table

    def authorise(self, body: dict[str, object], wanted: Act) -> Act | AnyResponse:
        """The act, signed by the person who is responsible for it; or the answer that refuses it, or asks for
        a PIN."""
        view = hushed(self._feed.newest.view)
        if not self.guards(SUPERVISOR):
            person = self.person()
            return signed(wanted, str(person)) if person else unproved(wanted, self.claimed)
        if not chef_is_asked(view, wanted.name, wanted.observations):
            return signed(wanted, str(self.person() or CROUPIER))
        return self._with_pin(body, wanted, shown=(view["coup"], view["places"], view["faults"]))

    def _with_pin(self, body: dict[str, object], wanted: Act, *, shown: object) -> Act | AnyResponse:
        """The act, signed by the supervisor whose PIN came with it. It is refused if the table has changed
        since the page asked for the PIN: they sign only what they saw."""
        given = body.get("pin")
        if given is None:
            self._shown_when_asked[wanted.key] = shown
            while len(self._shown_when_asked) > ASKED_KEPT:
                self._shown_when_asked.popitem(last=False)
            return self._ask(plain("The supervisor decides this."))
        if self._shown_when_asked.get(wanted.key, shown) != shown:
            return refused(plain("The table went on meanwhile. Look at it again."), 409)
        found = self.identify(given, roles=(SUPERVISOR,))
        if isinstance(found, Refused):
            return self._ask(why_refused(found), wait_s=found.wait_s)
        return signed(wanted, str(found))

    def identify(self, given: object, *, roles: tuple[str, ...]) -> Person | Refused:
        """The person whose name and PIN were given, or why they are refused (`why`, `wait_s`)."""
        name, pin = (given.get("name"), given.get("pin")) if isinstance(given, dict) else (None, None)
        if not isinstance(name, str) or not isinstance(pin, str):
            name = pin = ""
        if len(name) > LONGEST_NAME or len(pin) > LONGEST_PIN:
            name = pin = ""
        place = place_of(request)
        found = self._people.known(name, pin, roles=roles, place=place) if self._people else Refused(WHYS[0])
        if isinstance(found, Refused):
            who = self._people.pseudonym_of(name) if self._people else ""
            self._refused.note(name, place, found.why, pseudonym=who)
        return found

    def _ask(self, why: dict[str, object], *, wait_s: float = 0.0) -> Response:
        """Who decides this is asked for their PIN. On another device nobody is told who works here."""
        listed = self._people.listed(SUPERVISOR) if self._people and at_the_table(request) else []
        return answered(
            {
                "taken": False,
                "why": why,
                "needs": SUPERVISOR,
                "people": [each.name for each in listed],
                "wait_s": wait_s,
            },
            403,
        )


def signed(wanted: Act, who: str) -> Act:
    """The act signed by `who`, if it has a field for a name."""
    return wanted._replace(observations=tuple(_named(each, who) for each in wanted.observations))


def unproved(wanted: Act, claim: Callable[[str], str]) -> Act:
    """The act with each name in it as `claim` puts it on record; what our own buttons say stays as it is."""
    return wanted._replace(observations=tuple(_claimed(each, claim) for each in wanted.observations))


def _claimed(seen: Observation, claim: Callable[[str], str]) -> Observation:
    name: str = getattr(seen, "by", "")
    return seen if name in ("", *BUTTON_NAMES) else _named(seen, claim(name))


def _named(seen: Observation, who: str) -> Observation:
    by: dict[str, Any] = {"by": who} if "by" in seen._fields else {}
    return seen._replace(**by)


def at_the_table(asked: Request) -> bool:
    """Whether the browser stands at the table's own screen: the request came through that listener. No header
    says so, and no address."""
    return bool(asked.environ.get(OWN))


def place_of(asked: Request) -> str:
    """The address of the browser; empty for the table's own screen."""
    return "" if at_the_table(asked) else asked.remote_addr or "?"


def login_routes(app: Flask, roles: Roles, people: People) -> None:
    """Log in and log out: `/enter`, `/leave`."""

    @app.get("/enter")
    def enter() -> str:
        wanted = request.args.get("for", "").split()
        listed = [each for each in people.listed() if not wanted or each.role in wanted]
        return staff_page(
            "enter",
            roles,
            people=listed if at_the_table(request) else [],
            is_empty=not listed,
            to=own_path(request.args.get("to", "/")),
        )

    @app.post("/enter")
    def come_in() -> Response:
        body = request.get_json(silent=True)
        found = roles.identify(body, roles=tuple(each.role for each in people.listed()))
        if isinstance(found, Refused):
            return not_let_in(found)
        answer = answered({"taken": True, "to": own_path(str((body or {}).get("to", "/")))})
        cookies.keep(answer, COOKIE, people.let_in(found))
        return answer

    @app.post("/leave")
    def leave() -> Response:
        people.let_out(cookies.kept(COOKIE))
        answer = answered({"taken": True, "to": "/"})
        cookies.forget(answer, COOKIE)
        return answer


STAFF_PAGES = (
    ("/supervisor", "Supervisor"),
    ("/technician", "Technician"),
    ("/setup", "Set-up"),
    ("/croupier", "Croupier"),
)
"""The links at the top of each staff page: path and name."""


def staff_page(name: str, roles: Roles, **values: object) -> str:
    """The staff page `name`."""
    return render_template(
        f"{name}.html",
        pages=STAFF_PAGES,
        here=request.path,
        missing_pin=roles.missing_pin(),
        **values,
    )


def own_path(path: str) -> str:
    """The path if it is one of this table's own, otherwise the first page: no link leads to another site."""
    fine = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if fine and len(path) < 200 else "/"
