"""The school over HTTP: who learns, what is refused, who may see the class, and what the coach says."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.games.lessons import Dealt
from sabot.games.wheel.layout import WHEELS
from sabot.school.catalogue import drills
from sabot_dashboard.pages.school import cloth_values
from sabot_dashboard.picture import projection, school_cloth
from sabot_dashboard.picture.coach import coach
from sabot_dashboard.picture.wheel import layout
from tests.dashboard import tables as games
from tests.dashboard import views
from tests.dashboard.doors import ELSEWHERE
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

LONG = "x" * 10_000


@pytest.fixture
def marie(client: FlaskClient) -> FlaskClient:
    """A browser in which Marie learns."""
    assert post(client, "trainee", name="Marie").json["taken"]
    return client


def post(client: FlaskClient, path: str, **body: Any) -> Any:
    return client.post(f"/school/{path}", json=body, headers=ACT)


@pytest.mark.parametrize(("nth", "lang"), [*enumerate(["en", "fr", "nl", "de"])])
def test_every_page_of_the_school_opens_in_every_language(marie: FlaskClient, nth: int, lang: str) -> None:
    """All drills have the same pages: each is opened in one of the languages, its record in the next one."""
    key = post(marie, "exams", group="all", questions=1).json["to"].rpartition("/")[2]
    pages: tuple[str, ...] = (
        "",
        "/exams",
        f"/exams/{key}",
        "/table",
        "/trainer",
        "/trainer/1",
        "/trainer/1/rows",
    )
    names = [*drills()]
    pages += tuple(f"/drill/{drill}" for drill in names[nth::4])
    pages += tuple(f"/record/{drill}" for drill in names[(nth + 1) % 4 :: 4])
    for page in pages:
        answer = marie.get(f"/school{page}?lang={lang}")
        assert (answer.status_code, answer.mimetype) == (200, "text/html"), page
        assert f'<html lang="{lang}"' in answer.text


def test_a_visitor_without_a_name_is_asked_for_it_and_led_on(client: FlaskClient) -> None:
    answer = client.get("/school/drill/tirage-banco")
    assert (answer.status_code, answer.location) == (303, "/school?to=/school/drill/tirage-banco")
    assert 'data-to="/school/drill/tirage-banco"' in client.get(answer.location).text
    assert 'data-to="/school"' in client.get("/school?to=//elsewhere.example").text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("trainee", {"name": LONG}),
        ("trainee", {"name": ["Marie"]}),
        ("trainee", {}),
        ("ask", {"drill": LONG}),
        ("ask", {"drill": None}),
        ("ask", {}),
        ("answer", {"question": LONG, "answer": LONG, "ms": "x"}),
        ("answer", {"question": {"a": 1}, "answer": [], "ms": {}}),
        ("answer", {}),
        ("exams", {"group": LONG}),
        ("exams", {"group": "all", "questions": 10**30}),
        ("exams/none/next", {}),
        ("exams/none/answer", {"question": LONG, "answer": LONG}),
        ("trainer/seat", {"mode": LONG}),
        ("trainer/seat", {"mode": 3, "trainee": {"id": 1}}),
        ("trainer/fault", {"fault": LONG}),
        ("trainer/fault", {"fault": ["unread"]}),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(marie: FlaskClient, path: str, body: dict[str, Any]) -> None:
    answer = post(marie, path, **body)
    assert answer.status_code == 400
    assert answer.json["taken"] is False
    assert 0 < len(answer.json["why"]["id"]) < 120


@pytest.mark.parametrize("path", ["trainee", "ask", "answer", "exams", "trainer/seat", "trainer/fault"])
def test_no_foreign_page_acts_in_the_school(marie: FlaskClient, path: str) -> None:
    assert marie.post(f"/school/{path}", json={"name": "Jan"}).status_code == 403
    assert marie.post(f"/school/{path}", data="nonsense", headers=ACT).status_code in (400, 403)


@pytest.mark.parametrize(
    "page", ["drill/tarot", "record/tarot", "exams/none", "trainer/99", "trainer/1/tarot"]
)
def test_a_page_that_is_not_there_is_said_so(marie: FlaskClient, page: str) -> None:
    assert marie.get(f"/school/{page}").status_code == 404


def test_a_made_up_cookie_is_nobody(casino: Casino, client: FlaskClient) -> None:
    assert casino.school.enrol("Marie")["id"] == 1
    sealed = "1." + "0" * 64
    for value in ("1", sealed, "99", "x" * 4000, "-1", "1.5", "٣"):
        client.set_cookie("trainee", value)
        assert client.get("/school/exams").status_code == 303
        assert post(client, "ask", drill="rows").status_code == 400


def test_an_answer_counts_once_however_often_it_is_sent(marie: FlaskClient) -> None:
    question = post(marie, "ask", drill="tirage-punto").json["question"]
    assert post(marie, "ask", drill="tirage-punto").json["question"] == question
    first = post(marie, "answer", question=question["id"], answer="draw", ms=900).json
    second = post(marie, "answer", question=question["id"], answer="stand", ms=1).json
    assert (first["again"], second["again"]) == (False, True)
    assert (second["right"], second["ms"]) == (first["right"], first["ms"])


def test_nobody_sits_somebody_else_s_examination(marie: FlaskClient) -> None:
    path = post(marie, "exams", group="all", questions=2).json["to"].removeprefix("/school/")
    assert post(marie, "trainee", name="Jan").json["taken"]
    assert post(marie, f"{path}/next").status_code == 400
    assert post(marie, f"{path}/answer", question="x", answer="draw").status_code == 400


def test_the_report_waits_for_the_end(marie: FlaskClient) -> None:
    path = post(marie, "exams", group="all", questions=1).json["to"]
    assert marie.get(f"{path}.pdf").status_code == 409


def test_the_class_is_for_a_trainer_once_there_is_one(casino: Casino, marie: FlaskClient) -> None:
    assert marie.get("/school/trainer").status_code == 200
    assert marie.get("/school/trainer", **ELSEWHERE).status_code == 403
    casino.office.people.add("E. Maes", "trainer", "8830")
    for page in ("/school/trainer", "/school/trainer/1", "/school/trainer/1/rows"):
        answer = marie.get(page, headers={"Accept": "text/html"})
        assert answer.status_code == 302
        assert "/enter?for=trainer" in answer.location
    assert post(marie, "trainer/seat", mode="silent", trainee=1).status_code == 401
    marie.post("/enter", json={"name": "E. Maes", "pin": "8830"}, headers=ACT)
    assert post(marie, "trainer/seat", mode="silent", trainee=1).json["table"]["who"]["name"] == "Marie"


def test_the_class_has_the_number_of_each_trainee_which_is_what_a_pit_shows(marie: FlaskClient) -> None:
    page = marie.get("/school/trainer").text
    assert '<a href="/school/trainer/1">Marie</a> <small>1</small>' in page
    assert "The number beside a name is what a pit shows in its place." in page


def test_a_browser_that_leaves_forgets_who_learnt_there(casino: Casino, client: FlaskClient) -> None:
    client.post("/school/trainee", json={"name": "Jan"}, headers=ACT)
    assert "somebody-else" in client.get("/school").text
    assert client.get("/school/leave").status_code == 405, (
        "a link or a picture of another site changes nothing"
    )
    assert "somebody-else" in client.get("/school").text
    assert client.post("/school/leave", headers=ACT).json == {"taken": True, "to": "/school"}
    assert "somebody-else" not in client.get("/school").text


def test_elsewhere_a_trainee_learns_under_the_name_of_their_pin(casino: Casino, client: FlaskClient) -> None:
    casino.office.people.add("Jan", "trainee", "831557")
    away = client.application.test_client()
    assert away.get("/school", **ELSEWHERE).status_code == 401
    away.post("/enter", json={"name": "Jan", "pin": "831557"}, headers=ACT, **ELSEWHERE)
    page = away.get("/school", **ELSEWHERE).text
    assert "Jan" in page and "somebody-else" not in page
    answer = away.post("/school/trainee", json={"name": "Marie"}, headers=ACT, **ELSEWHERE)
    assert answer.json["taken"]
    assert [each["name"] for each in casino.school.trainees()] == ["Jan"], "not under another's name"
    assert away.get("/school/trainer", **ELSEWHERE).status_code == 403


def test_the_trainer_removes_a_trainee_who_comes_back_with_what_they_had_learnt(
    casino: Casino, marie: FlaskClient
) -> None:
    question = post(marie, "ask", drill="tirage-punto").json["question"]
    post(marie, "answer", question=question["id"], answer="draw", ms=900)
    assert "Marie" in marie.get("/school/trainer").text
    assert post(marie, "trainer/remove", trainee=1).json["taken"]
    assert "Marie" not in marie.get("/school/trainer").text
    assert marie.get("/school/exams").status_code == 303, "the device no longer knows them"
    assert post(marie, "trainer/remove", trainee=1).status_code == 400
    assert post(marie, "trainer/remove", trainee="1").status_code == 400
    post(marie, "trainee", name="Marie")
    assert len(casino.school._store.answers(1, "tirage-punto")) == 1
    assert [each["id"] for each in casino.school.trainees()] == [1]


def test_a_trainee_at_the_table_finds_their_coups_there(casino: Casino, marie: FlaskClient) -> None:
    post(marie, "trainer/seat", mode="silent", trainee=1)
    casino.play(views.FAUX_TIRAGE + " end")
    watched = threading.Event()
    waited = (watched.wait(0.01) for _ in range(6000))
    states = (marie.get("/school/table/state").json for _ in waited)
    (coup,) = next(state["coups"] for state in states if state["coups"])
    assert coup["faults"][0]["id"] == "the banker drew: {why}"


def test_the_trainer_sees_the_class_and_each_trainee(marie: FlaskClient) -> None:
    asked = post(marie, "ask", drill="tirage-punto").json["question"]
    post(marie, "answer", question=asked["id"], answer="x", ms=900)
    page = marie.get("/school/trainer?lang=en").text
    assert "Marie" in page
    assert "<b>100%</b>" in page, "as English writes it, and as the results beside it"
    assert "Marie" in marie.get("/school/trainer/1?lang=en").text


def test_a_question_of_an_examination_comes_with_its_place_and_the_time_that_is_left(
    marie: FlaskClient,
) -> None:
    path = post(marie, "exams", group="all", questions=2).json["to"].removeprefix("/school/")
    asked = post(marie, f"{path}/next").json
    assert (asked["taken"], asked["nth"], asked["of"]) == (True, 1, 2)
    assert asked["question"]["id"] == path.rpartition("/")[2] + "-0"
    assert asked["left_s"] > 0
    after = post(marie, f"{path}/answer", question=asked["question"]["id"], answer="draw").json
    assert (after["taken"], after["nth"]) == (True, 2)


def test_the_learning_curve_draws_every_share_of_errors_at_its_own_height(
    casino: Casino, marie: FlaskClient
) -> None:
    """Twenty wrong answers, then 14 wrong of twenty: 100 % is not drawn like 70 %."""
    for nth in range(40):
        asked = casino.school.ask(1, "tirage-punto")
        kept = casino.school._store.question(str(asked["id"]))
        drill = casino.school._drills["tirage-punto"]
        assert kept is not None
        right = drill.judge(drill.ask(kept.cell, kept.seed), "").truth
        casino.school.answer(1, asked["id"], right if nth >= 34 else "?", None)
    page = marie.get("/school/record/tirage-punto").text
    assert re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', page) == [("107.0", "0.0"), ("214.0", "27.0")]
    assert re.findall(r'class="axis">(.*?)<', page) == [f"{n}\u00a0%" for n in (0, 25, 50, 75, 100)]


def test_the_cloth_of_the_school_has_37_pockets_unless_the_table_has_others() -> None:
    assert cloth_values()["pockets"] == 37
    assert cloth_values(38)["boxes"] == layout(38)


# --- the coach


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (views.BANCO_STANDS, "banco has 7 against a 2 and stands"),
        ("rnvp 2C 3S 3D 2H 3H", "banco has 5 against a 3 and stands"),
        ("rnvp 2C 4S 4D AH", "punto has 6 and stands on 6 and 7"),
        ("rnvp 2C 4S 4D 3H", "banco has 7 against no third card and stands"),
        (views.FIRST_FOUR, "a draw after a natural: 8 or 9 in two cards ends the deal and nobody draws"),
        (views.BANCO_OWED, ""),
        (views.BANCO_OWED + " 5D", ""),
        (views.FAUX_TIRAGE, ""),
        ("rnvp 2C 4S", ""),
        ("", ""),
    ],
)
def test_the_coach_says_why_a_hand_stands_before_a_card_is_drawn(script: str, says: str) -> None:
    view = views.view_of(script)
    assert coach(view) is coach(view | {"training": "silent"}) is None
    told = coach(view | {"training": "coach"})
    assert (filled(told) if told else "") == says
    assert projection.croupier(view | {"training": "coach"})["coach"] == told
    assert "coach" not in projection.public(view | {"training": "coach"})


def filled(sentence: dict[str, Any]) -> str:
    values = {name: filled(value) if isinstance(value, dict) else value
              for name, value in sentence["values"].items()}  # fmt: skip
    return str(sentence["id"]).format(**values)


@pytest.mark.parametrize(
    ("game", "script", "says"),
    [
        ("trente-et-quarante", "rnvp 4D KS 2H", ""),
        (
            "trente-et-quarante",
            "rnvp 4D KS 2H 7C 9H",
            "noir has 32: its row is full, and the next card goes to rouge",
        ),
        ("trente-et-quarante", games.TRENTE_MIDST, ""),
        (
            "trente-et-quarante",
            games.TRENTE_ROUGE,
            "noir has 33 and rouge 31, and a row takes no card once it has 31 or more",
        ),
        ("roulette", "bet rouge 40 3", ""),
        ("roulette", "bet rouge 40 3\nrnvp", "no stake after rien ne va plus"),
        ("roulette", "rnvp\n17", "the coup is decided and not yet closed: the next stakes come after it"),
    ],
)
def test_the_coach_says_when_a_row_is_full_and_when_no_stake_counts(
    game: str, script: str, says: str
) -> None:
    view = games.view_of(game, script)
    assert coach(view) is None
    told = coach(view | {"training": "coach"})
    assert (filled(told) if told else "") == says


# --- chips on the cloth


@pytest.mark.parametrize("pockets", WHEELS)
def test_every_bet_has_a_place_of_its_own_on_the_cloth(pockets: int) -> None:
    bets = [bet for bet in WHEELS[pockets].bets if not (bet[:5] in ("colon", "douza") and "-" in bet)]
    places = {bet: school_cloth.chip_at(pockets, bet) for bet in bets}
    if pockets == 37:
        assert len(set(places.values())) == len(places)
    assert all(0 <= x <= 143 and 0 <= y <= 64 for x, y in places.values())


def test_a_cheval_lies_on_the_line_and_a_carre_on_the_corner() -> None:
    boxes = {box.name: box for box in layout(37)}
    assert school_cloth.chip_at(37, "cheval:17-20") == (boxes["20"].x, boxes["20"].y + boxes["20"].h / 2)
    assert school_cloth.chip_at(37, "carre:17-21") == (boxes["21"].x, boxes["20"].y)
    assert school_cloth.chip_at(37, "transversale-simple:13") == (boxes["16"].x, school_cloth.EDGE)


def test_the_coach_is_silent_while_the_banker_s_cards_lie_face_down() -> None:
    """The ponte is free on 5: nobody may learn yet what the banker has."""
    hidden = games.view_of("chemin-de-fer", games.CHEMIN_FREE) | {"training": "coach"}
    assert coach(hidden) is None
    owed = games.view_of("chemin-de-fer", games.CHEMIN_BANKER) | {"training": "coach"}
    assert coach(owed) is None
    assert coach(games.view_of("baccarat-banque", games.BANQUE_DROITE) | {"training": "coach"}) is None
    stands = games.view_of("baccarat-banque", games.BANQUE_OPEN + "\nrnvp 6C 7D 6S TH TS KD")
    told = coach(stands | {"training": "coach"})
    assert told is not None
    assert filled(told).endswith("against no third card on gauche: stand; banque stands")
    both_stand = games.view_of("chemin-de-fer", "say banque 3 100\nrnvp 6C 3D KH 4S")
    told = coach(both_stand | {"training": "coach"})
    assert told is not None
    assert filled(told) == "banque has 7 against no third card and stands"


def test_a_screen_remembers_its_trainee_for_a_year_and_tells_no_script(client: FlaskClient) -> None:
    cookie = post(client, "trainee", name="Marie").headers["Set-Cookie"]
    assert "Max-Age=31536000" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def waited(client: FlaskClient, path: str, is_there: Callable[[Any], Any]) -> Any:
    """What a page of the school says as soon as this is there."""
    watched = threading.Event()
    found = (client.get(f"/school/{path}").json for _ in range(6000) if not watched.wait(0.01))
    return next(state for state in found if is_there(state))


def test_a_trainee_deals_by_touch_at_a_simulated_table_alone(casino: Casino, client: FlaskClient) -> None:
    assert casino.school is not None
    table, drawn = casino.school.table, []
    who = casino.school.enrol("Marie")["id"]
    table.hands = {"draw punto": lambda: drawn.append("punto"), "spin": int, "rnvp": int, "end": int,
                   "new-sabot": int}  # fmt: skip
    assert client.get("/school/table/state").json["hands"] == []
    assert post(client, "table/deal", hand="draw punto").status_code == 400
    table.seat("silent", who)
    hands = client.get("/school/table/state").json["hands"]
    assert [each["label"]["id"] for each in hands] == [
        *("Card to {place}", "Launch the ball", "Rien ne va plus", "End of the coup", "New sabot")
    ]
    assert post(client, "table/deal", hand="draw punto").json == {"taken": True}
    assert drawn == ["punto"]
    assert post(client, "table/deal", hand=["draw"]).status_code == 400


def test_the_trainee_s_page_keeps_silent_and_the_trainer_s_sees_all(
    casino: Casino, client: FlaskClient
) -> None:
    assert casino.school is not None
    casino.school.table.seat("silent", casino.school.enrol("Marie")["id"])
    casino.play("rnvp 2C 3S 3D 4H 2H 5C")
    now = waited(client, "trainer/state", lambda state: state["now"]["faults"])["now"]
    assert now["text"]["id"] == "Faux tirage"
    assert [step["right"] for step in now["steps"]] == [*[True] * 6, False]
    state = dict(client.get("/school/table/state").json or {})
    assert [state.get(key) for key in ("coach", "due", "coups", "now")] == [None, None, [], None]
    assert state["places"][1]["cards"] == ["3S", "4H", "5C"]  # as it lies
    casino.play("end")
    coup = waited(client, "table/state", lambda state: state["coups"])["coups"][0]
    texts = [(step["text"]["id"], step["right"]) for step in coup["steps"]]
    assert texts[:2] == [("Rien ne va plus", True), ("{card} to {place}", True)]
    assert texts[-2:] == [("{card} from the sabot", False), ("End of the coup", True)]
    assert coup["steps"][-2]["why"]["id"]


def test_the_coach_warns_on_the_page_of_the_trainee_too(casino: Casino, client: FlaskClient) -> None:
    assert casino.school is not None
    casino.school.table.seat("coach", casino.school.enrol("Marie")["id"])
    casino.play("rnvp 2C 3S 3D 2H 3H")
    state = waited(client, "table/state", lambda state: state["coach"])
    assert state["coach"]["id"]
    assert state["due"]["text"]["id"]


def test_elsewhere_nobody_draws_cards_for_another(casino: Casino, client: FlaskClient) -> None:
    """Jan sits at another device while Marie is seated; then Jan is seated."""
    assert casino.school is not None
    table, drawn = casino.school.table, list[str]()
    table.hands = {"spin": lambda: drawn.append("spin")}
    casino.office.people.add("Jan", "trainee", "831557")
    away = client.application.test_client()
    away.post("/enter", json={"name": "Jan", "pin": "831557"}, headers=ACT, **ELSEWHERE)
    away.get("/school", **ELSEWHERE)
    for who, status in (("Marie", 400), ("Jan", 200)):
        table.seat("silent", casino.school.enrol(who)["id"])
        answer = away.post("/school/table/deal", json={"hand": "spin"}, headers=ACT, **ELSEWHERE)
        assert answer.status_code == status
    assert drawn == ["spin"]


def test_the_first_page_leads_to_what_is_due_today(casino: Casino, marie: FlaskClient) -> None:
    assert '<a class="press" href="/school/drill/' not in marie.get("/school?lang=en").text
    cell = casino.school._drills["tirage-banco"].cells()[0]
    for _ in range(2):
        casino.school._dealt(1, Dealt("tirage-banco", cell, right=False, seconds=2.0))
    now_s = casino.school._now_s()
    casino.school._now_s = lambda: now_s + 86_400
    page = marie.get("/school?lang=en").text
    assert '<a class="press" href="/school/drill/tirage-banco">' in page
    assert "Due: 1 (drills: 1)" in page
    assert "Unsteady: 1." in page
    assert "Days with practice: 1 of the last 14" in page
