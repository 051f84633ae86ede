"""Every page of the screens in every state that looks like nothing else: one list, for the tests that look at
all of them. A page that is not in it fails `test_every_page`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from sabot.games.lessons import Dealt
from sabot.school.dealing.sitting import rated_in
from tests.controller.school.papers import DEVICE, MAES, form
from tests.dashboard import views
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino

Do = Callable[[Any, Casino], None]


class State(NamedTuple):
    """A page to be looked at: its path, what is done there first, what is done `then`, to look once more, and
    who looks.

    `{sitting}` and `{ended}` in a path are examinations, `{paper}` is one to be begun; `staffed`: looked at
    once the people have PINs, by the trainer; `learns`: by a trainee.
    `{dealing}` and the names beside it are sittings at the virtual table.
    """

    path: str
    do: Do | None = None
    then: Do | None = None
    learns: bool = True
    staffed: bool = False


def truth(casino: Casino, drill: str) -> tuple[Any, str]:
    """The question that lies open for Marie, and what is right."""
    kept, found = casino.school._store.open_question(1, drill), casino.school._drills[drill]
    question = found.ask(kept.cell, kept.seed)
    return question, found.judge(question, "").truth


def _asked(page: Any, casino: Casino) -> None:
    page.locator("#acts .act, #typed:not([hidden])").first.wait_for()


def _wrong(page: Any, casino: Casino) -> None:
    """Answer as nobody should: the verdict with its table."""
    question, right = truth(casino, page.url.rpartition("/")[2])
    if question.acts:
        if question.typed == "act":
            page.locator("[data-nth='1']").click()
        answers = [
            act.answer for act in question.acts if act.answer not in ("none", right.split(" ")[-1], right)
        ]
        page.locator(f'[data-answer="{answers[0]}"]').click()
    else:
        page.keyboard.type("1" if right != "1" else "2")
        page.keyboard.press("Enter")
    page.locator("#verdict").wait_for()


def _seen(selector: str) -> Do:
    return lambda page, casino: page.locator(selector).first.wait_for()


def _coup(page: Any, casino: Casino) -> None:
    page.locator("[data-coup='1']").click()
    page.locator("#lying img").first.wait_for()


def _players(page: Any, casino: Casino) -> None:
    page.locator("#talk").click()
    page.locator("#players [data-where][aria-disabled]").first.wait_for()


def _elsewhere(page: Any, casino: Casino) -> None:
    """What another machine is shown while nobody has a PIN."""
    client = at_the_table(casino.app)
    refusal = client.get("/technician", headers={"Accept": "text/html"}, **ELSEWHERE)
    assert refusal.status_code == 403
    page.route("**/technician", lambda route: route.fulfill(content_type="text/html", body=refusal.data))
    page.reload()
    page.unroute("**/technician")


def _five_minutes(page: Any, casino: Casino) -> None:
    casino.school.daily.begin(1)
    page.goto(f"{casino.address}/school/daily")
    _asked(page, casino)


def _five_minutes_over(page: Any, casino: Casino) -> None:
    casino.school.daily.end(1)
    page.reload()
    page.locator("#tomorrow").wait_for()


STEPS = ("table", "game", "rules", "instruments", "camera", "people", "write")
DRILLS = {
    "hands": "tirage-banco",
    "two sides": "tirage-two-sides",
    "stake": "payout-punto-banco",
    "rows": "procedure-trente-et-quarante",
    "row": "rows",
    "coup": "faults-punto-banco",
    "order": "order-roulette",
    "wheel": "wheel-order",
    "layout": "payout-roulette",
    "stacks": "stacks",
}
"""One drill for each picture that a question draws, none against the clock: a slow machine would miss it."""

STATES: dict[str, State] = {
    "start": State("/"),
    "croupier": State("/croupier", _seen("#side .way")),
    "croupier, calls and stakes": State("/croupier", _players),
    "display": State("/display", _seen("[data-card]")),
    "display of the coup": State("/display?show=coup", _seen("[data-card]")),
    "display of the past": State("/display?show=past", _seen("[data-cell]")),
    "display for a stream": State("/display?for=overlay", _seen("[data-card]")),
    "enter": State("/enter"),
    "rules of a game at home": State("/rules/nap"),
    "score sheet": State("/sheet"),
    "a player's telephone": State("/seat/1"),
    "supervisor": State("/supervisor", _coup),
    "technician": State("/technician"),
    "camera": State("/technician/camera"),
    "barred": State("/technician", _elsewhere),
    **{f"setup {step}": State(f"/setup#{step}") for step in STEPS},
    "who learns": State("/school", learns=False),
    "school": State("/school"),
    **{f"drill of {name}": State(f"/school/drill/{drill}", _asked, _wrong) for name, drill in DRILLS.items()},
    "five minutes": State("/school/daily", _five_minutes, _five_minutes_over),
    "progress": State("/school/progress"),
    "deals": State("/school/deals"),
    "record": State("/school/record/tirage-punto"),
    "record, the tableau": State("/school/record/tirage-banco"),
    "record with gaps": State("/school/record/tirage-two-sides"),
    "a sitting begins": State("/school/deal"),
    "virtual table": State("/school/deal/{dealing}", _seen("#seats .take")),
    "virtual table of the wheel": State("/school/deal/{spinning}", _seen("#acts .act")),
    "virtual table with a fault": State("/school/deal/{faulty}", _seen("#review-text")),
    "virtual table replayed": State("/school/deal/{replayed}/replay", _seen("#review-text")),
    "trainee's sitting": State("/school/trainer/1/deal/{replayed}", _seen("#review-text")),
    "examinations": State("/school/exams"),
    "sitting": State("/school/exams/{sitting}", _asked),
    "result": State("/school/exams/{ended}", _seen(".passed")),
    "every question": State("/school/exams/{ended}/review", _seen("#questions li")),
    "at the table": State("/school/table", _seen("#coups tbody tr")),
    "trainer": State("/school/trainer", _seen("#coups tbody tr")),
    "trainee": State("/school/trainer/1"),
    "trainee's record": State("/school/trainer/1/tirage-punto"),
    "who comes in": State("/enter", staffed=True),
    "trainer with a PIN": State("/school/trainer", _seen("#coups tbody tr"), staffed=True),
    "paper": State("/school/papers/{paper}", _seen(".name"), staffed=True),
    "papers": State("/school/trainer/papers", staffed=True),
}

NO_PAGES = {
    "/assets/<version>/<path:name>": "/assets/1/css/base.css",
    "/supervisor/coup/<int:number>": "/supervisor/coup/1",
    "/seat/<int:seat>/place": "/seat/1/place",
    "/seat/<int:seat>/now": "/seat/1/now",
    "/pictures/<name>": "/pictures/none",
    "/house/pictures/<name>": "/house/pictures/none.jpg",
    "/school/exams/<key>.pdf": "/school/exams/{ended}.pdf",
    "/school/deal/<key>/state": "/school/deal/none/state",
    "/school/exams/<key>/state": "/school/exams/none/state",
    **{
        path: path
        for path in (
            *(
                "/favicon.ico",
                "/events",
                "/spoken",
                "/players",
                "/offers",
                "/pins",
                "/seats",
                "/supervisor/shift",
                "/supervisor/report.csv",
            ),
            *("/supervisor/report.pdf", "/setup/heard", "/setup/people", "/technician/lines"),
            "/pit-offers",
            *("/technician/wheel", "/technician/log", "/technician/backup", "/technician/camera/status"),
            *("/technician/update", "/technician/update/came"),
            *("/technician/camera/picture", "/school/table/state", "/school/trainer/state"),
            *("/api/v1/table", "/api/v1/coups", "/api/v1/faults", "/api/v1/events", "/api/v1/openapi.json"),
            *("/healthz", "/readyz", "/metrics", "/house/mark", "/house/colours.css", "/house/idle"),
        )
    },
}
"""What is asked for by a page and is none, with a path that asks for it."""


def examined(school: Any, who: int) -> dict[str, str]:
    """What stands for `{sitting}`, `{ended}` and `{paper}`: an examination under way, one that has ended, and
    a paper that a trainer issued for later."""
    sitting = {"group": "chips", "questions": 1, "minutes": 180, "pass_percent": 50, "seed": 1}
    given = form(school, who, drills=["stacks"])
    ended = school.exams.admit(who, school.exams.papers.issue(given, by=MAES), device=DEVICE, place="")
    while "result" not in (state := school.exams.state(ended)):
        school.exams.answer(ended, state["key"], "1")
    paper = school.exams.papers.issue(given | {"minutes": 180}, by=MAES)
    return {"sitting": school.exams.begin(who, sitting), "ended": ended, "paper": paper}


WRONG_CARD = ({"act": "close"}, {"act": "draw"}, {"act": "lay", "to": "banco"})


def dealt(school: Any, who: int) -> dict[str, str]:
    """Sittings at the virtual table: with players, at a wheel, with a fault, and one that was stopped."""

    def begun(game: str, *acts: dict[str, str], level: int = 1) -> str:
        key: str = school.sittings.begin(who, {"game": game, "level": level, "mode": "coach"}, seed=2)
        for nth, act in enumerate(acts):
            school.sittings.act(who, key, act | {"n": nth})
        return key

    return {
        "dealing": begun("punto-banco", level=3),
        "spinning": begun("roulette"),
        "faulty": begun("punto-banco", *WRONG_CARD),
        "replayed": begun("punto-banco", *WRONG_CARD, {"act": "stop"}),
    }


def rated(school: Any, who: int, *, days: int) -> None:
    """Some days of coups at the virtual table, four a day, better from day to day."""
    clock = school._now_s
    for day, nth in product(range(days), range(4)):
        school._now_s = lambda back=days - 1 - day: clock() - 86_400 * back
        school._dealt(who, Dealt(rated_in("punto-banco"), str(1 + day % 3), right=nth <= day, seconds=9.0))
    school._now_s = clock


def prepared(casino: Casino) -> dict[str, str]:
    """Marie has learnt a little, sat one examination and begun another, and dealt a coup with a fault; the
    next coup has one too. What stands for the names in the paths."""
    school = casino.school
    who = school.enrol("Marie")["id"]
    for nth in range(24):  # every tone of the heat map
        asked = school.ask(who, "tirage-punto")
        right = truth(casino, "tirage-punto")[1]
        school.answer(who, asked["id"], right if nth % 4 else "?", None)
    rated(school, who, days=5)
    keys = examined(school, who) | dealt(school, who)
    school.table.seat("coach", who)
    casino.play(views.FAUX_TIRAGE + " end rnvp 8C 4S QD KH end " + views.FAUX_TIRAGE)
    return keys
