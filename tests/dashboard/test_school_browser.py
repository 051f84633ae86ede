"""The school in a real browser: a drill by finger and by keyboard, an examination to its report."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from sabot.core.observations import Staked
from tests.dashboard import views
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if browsers.chromium() is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

from tests.dashboard.learner import casino, page  # noqa: E402
from tests.dashboard.office import Casino  # noqa: E402

__all__ = ["casino", "page"]

expect = playwright.expect


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same questions every time."""
    seeds = count(1)
    monkeypatch.setattr(secrets, "randbelow", lambda below: next(seeds) % below)


def truth(casino: Casino, drill: str) -> str:
    """What is right to the question that lies open."""
    kept = casino.school._store.open_question(1, drill)
    found = casino.school._drills[drill]
    return found.judge(found.ask(kept.cell, kept.seed), "").truth


def answers(casino: Casino, drill: str) -> int:
    return len(casino.school._store.answers(1, drill))


def test_a_drill_by_finger(page: Callable[..., Any], casino: Casino) -> None:
    here = page("", trainee="")
    here.get_by_role("button", name="Marie").click()
    here.get_by_role("link", name="Banco draws or stands").first.click()
    expect(here.locator("#ask")).to_have_text("Does banco draw?")
    right = truth(casino, "tirage-banco")
    here.locator(f"[data-answer={right}]").dblclick()
    expect(here.locator("#count")).to_have_text("Right: 1 of 1")
    expect(here.locator("#ask")).to_have_text("Does banco draw?")
    wrong = "stand" if truth(casino, "tirage-banco") == "draw" else "draw"
    here.locator(f"[data-answer={wrong}]").click()
    expect(here.locator("#word")).to_have_text("▲ Wrong")
    expect(here.locator("#table td.here")).to_have_count(1)
    expect(here.locator("#why")).to_contain_text("anco has")
    assert answers(casino, "tirage-banco") == 2
    here.get_by_role("button", name="Next").click()
    expect(here.locator("#verdict")).to_be_hidden()


def test_a_drill_by_keyboard_alone(page: Callable[..., Any], casino: Casino) -> None:
    here = page("/drill/tirage-banco")
    keys = {"draw": "d", "stand": "s"}
    for nth in range(1, 4):
        expect(here.locator(".act")).to_have_count(2)
        expect(here.locator("#ask")).to_have_text("Does banco draw?")
        here.keyboard.press(keys[truth(casino, "tirage-banco")])
        expect(here.locator("#count")).to_have_text(f"Right: {nth} of {nth}")
    expect(here.locator("#ask")).to_have_text("Does banco draw?")
    here.keyboard.press(keys["stand" if truth(casino, "tirage-banco") == "draw" else "draw"])
    expect(here.locator("#verdict")).to_be_visible()
    here.keyboard.press("Enter")
    expect(here.locator("#verdict")).to_be_hidden()
    here.goto(f"{casino.address}/school/drill/rows")
    expect(here.locator("#typed")).to_be_visible()
    here.keyboard.type(truth(casino, "rows"))
    here.keyboard.press("Enter")
    expect(here.locator("#count")).to_have_text("Right: 1 of 1")
    here.goto(f"{casino.address}/school/drill/faults-punto-banco")
    expect(here.locator(".act")).to_have_count(4)
    nth_act, _, kind = truth(casino, "faults-punto-banco").rpartition(" ")
    if nth_act:
        here.keyboard.press(nth_act[-1])
    here.keyboard.press(kind[0] if kind != "wrong-announcement" else "w")
    expect(here.locator("#count")).to_have_text("Right: 1 of 1")


def test_two_tabs_and_the_back_button_ask_the_same_question_once(
    page: Callable[..., Any], casino: Casino
) -> None:
    one = page("/drill/tirage-punto")
    expect(one.locator(".act")).to_have_count(2)
    two = page("/drill/tirage-punto", beside=one)
    expect(two.locator(".act")).to_have_count(2)
    right = truth(casino, "tirage-punto")
    wrong = "stand" if right == "draw" else "draw"
    one.locator(f"[data-answer={wrong}]").click()
    expect(one.locator("#word")).to_have_text("▲ Wrong")
    two.locator(f"[data-answer={right}]").click()
    expect(two.locator("#word")).to_have_text("▲ Wrong")  # the first answer counts
    assert answers(casino, "tirage-punto") == 1
    one.goto(f"{casino.address}/school")
    one.go_back()
    expect(one.locator("#ask")).to_have_text("Does punto draw?")
    assert answers(casino, "tirage-punto") == 1
    one.locator(".ghost").click()  # a card is drawn on the cloth itself
    expect(one.locator("#count")).to_contain_text(" of 1")
    assert answers(casino, "tirage-punto") == 2


def withdraws_coups(here: Any) -> None:
    """The trainer issues a paper of coups and withdraws it. The script is there once the times are."""
    expect(here.locator("[name=opens]")).not_to_have_value("")
    here.get_by_label("Marie").check()
    here.get_by_label("Coups at the virtual table").check()
    here.get_by_label("Coups", exact=True).fill("10")
    here.get_by_role("button", name="Issue").click()
    expect(here.locator(".issued tbody tr")).to_have_count(2)
    expect(here.locator("[name=opens]")).not_to_have_value("")
    here.locator(".withdraw summary").first.click()
    here.get_by_role("button", name="Withdraw the paper").first.click()
    expect(here.locator(".issued tbody tr").first).to_contain_text("Withdrawn by E. Maes")


def test_an_examination_from_the_trainer_s_paper_to_its_report_and_each_question(
    page: Callable[..., Any], casino: Casino, cheap_pins: None
) -> None:
    casino.office.people.add("E. Maes", "trainer", "8830")
    here = page("/exams")
    expect(here.locator("main")).to_contain_text("No paper is issued for you now")
    act = {"X-Sabot": "act"}
    here.request.post(f"{casino.address}/enter", data={"name": "E. Maes", "pin": "8830"}, headers=act)
    here.goto(f"{casino.address}/school/trainer/papers")
    here.get_by_label("Marie").check()
    here.get_by_text("Chips", exact=True).click()
    here.get_by_label("Stacks of chips").check()
    here.get_by_label("Questions", exact=True).fill("10")
    here.get_by_role("button", name="Issue").click()
    expect(here.locator(".issued tbody tr")).to_contain_text("not begun")
    withdraws_coups(here)
    here.request.post(f"{casino.address}/leave", data={}, headers=act)
    here.goto(f"{casino.address}/school/exams")
    here.get_by_role("link", name="Sit it").click()
    expect(here.locator(".name")).to_have_text("E. Maes")
    here.keyboard.type("8831")
    here.keyboard.press("Enter")
    expect(here.locator(".pad-message")).to_have_text("That is not the PIN.")
    here.keyboard.type("8830")
    here.keyboard.press("Enter")
    for nth in range(1, 11):
        expect(here.locator("#count")).to_have_text(f"Question {nth} of 10")
        expect(here.locator("#clock")).to_be_visible()
        state = casino.school.exams.state(here.url.rpartition("/")[2])
        found = casino.school._drills["stacks"]
        here.keyboard.type(found.judge(state["question"], "").truth)
        here.keyboard.press("Enter")
    expect(here.locator(".passed")).to_have_text("✓ Passed – 100%")
    report = here.request.get(casino.address + here.locator("#pdf").get_attribute("href"))
    assert report.headers["content-type"] == "application/pdf"
    assert casino.school.exams.is_genuine(report.body())
    here.go_back()
    here.go_forward()
    expect(here.locator(".passed")).to_be_visible()
    here.locator("#review").click()
    expect(here.locator("#questions li")).to_have_count(10)
    here.locator("#questions button").nth(4).click()
    expect(here.locator("#questions [aria-current='true'] b")).to_have_text("5")
    expect(here.locator("#answer")).to_have_text(here.locator("#truth").inner_text())


def test_in_coach_mode_the_croupier_s_page_warns_before_the_wrong_card(
    page: Callable[..., Any], casino: Casino
) -> None:
    casino.school.table.seat("coach", 1)
    here = page("/table")
    here.goto(f"{casino.address}/croupier")
    casino.play("rnvp 2C 3S 3D 2H 3H")
    expect(here.locator("#coach")).to_have_text("Banco has 5 against a 3 and stands.")
    casino.play("end")
    casino.tell(Staked("banco", 5000, 4))
    casino.play("rnvp JD 2H KD 6H")
    expect(here.locator("#coach")).to_contain_text("8 or 9 in two cards ends the deal")
    rule, band = (here.locator(each).bounding_box() for each in ("#coach", ".band"))
    assert rule["y"] + rule["height"] <= band["y"] + band["height"]  # read whole, beside what is paid
    casino.school.table.seat("silent", 1)
    casino.play("end rnvp 2C 3S 3D 2H 3H")
    expect(here.locator("#coach")).to_be_hidden()
    here.goto(f"{casino.address}/school/table")
    expect(here.locator("#coups tbody tr")).to_have_count(2)


def test_silent_is_silent_on_every_screen_of_the_table_and_the_supervisor_s_page_sees_all(
    page: Callable[..., Any], casino: Casino
) -> None:
    casino.school.table.changed = casino.loop.show_again
    casino.school.table.seat("silent", 1)
    here = page("/table")
    public = page("/table", beside=here)
    supervisor = page("/table", beside=here)
    for each, path in ((here, "croupier"), (public, "display"), (supervisor, "supervisor")):
        each.goto(f"{casino.address}/{path}")
    casino.play(views.FAUX_TIRAGE)
    expect(supervisor.locator("#now-faults li")).to_have_count(1)
    for each in (here, public):
        expect(each.locator('[data-card="5C"]')).to_be_visible()
    expect(here.locator("#text")).to_have_text("Silent: you deal")
    expect(here.locator("#band button, .ghost")).to_have_count(0)
    assert here.locator("body").get_attribute("data-heard") == ""  # no alarm has sounded
    casino.school.table.seat("off", None)
    expect(here.locator("#text")).to_have_text("▲ Faux tirage")
    expect(here.locator("#band button")).to_have_count(3)


def test_a_drill_weighs_less_than_200_kb(page: Callable[..., Any], casino: Casino) -> None:
    here = page("/../favicon.ico")
    answered: list[Any] = []
    here.on("requestfinished", lambda one: answered.append(one))
    here.goto(f"{casino.address}/school/drill/payout-punto-banco", wait_until="networkidle")
    weight = sum(one.sizes()["responseBodySize"] + one.sizes()["responseHeadersSize"] for one in answered)
    assert 60_000 < weight < 200_000, weight


def test_a_fault_that_a_trainee_made_stands_at_the_table_page(
    page: Callable[..., Any], casino: Casino
) -> None:
    casino.school.table.seat("silent", 1)
    here = page("/table")
    expect(here.locator("#seated")).to_have_text("Marie deals; the table records.")
    casino.play(views.FAUX_TIRAGE + " end")
    expect(here.locator("#coups")).to_contain_text("the banker drew: banco has 7 against a 2 and stands")


def test_five_minutes_from_their_button_to_their_last_page(page: Callable[..., Any], casino: Casino) -> None:
    """The bar has no figures; a reload asks the same question; the last page says what was right."""

    def asked() -> list[str]:
        return [each.key for each in casino.school.daily._parts(casino.school.daily._newest(1)[0])]

    here = page("")
    here.get_by_role("button", name="Today’s five minutes").click()
    expect(here.locator(".act")).to_have_count(2)
    expect(here.locator("#of")).to_have_text("Punto draws or stands")
    expect(here.locator("#pace")).to_be_visible()
    expect(here.locator("#pace")).to_have_text("")
    expect(here.locator("#clock")).to_be_hidden()
    wrong = "stand" if truth(casino, "tirage-punto") == "draw" else "draw"
    here.locator(f"[data-answer={wrong}]").click()
    expect(here.locator("#word")).to_have_text("▲ Wrong")
    expect(here.locator("#table td.here")).to_have_count(1)
    here.keyboard.press("Enter")
    expect(here.locator("#verdict")).to_be_hidden()
    expect(here.locator("#ask")).not_to_be_empty()
    two = asked()
    assert len(two) == 2
    here.reload()
    expect(here.locator("#count")).to_have_text("Right: 0 of 1")
    assert asked() == two
    here.goto(f"{casino.address}/school")
    here.get_by_role("button", name="End them here").click()
    expect(here.get_by_role("heading", name="What goes to tomorrow")).to_be_visible()
    expect(here.locator(".sum dd").first).to_have_text("0 / 1")


def test_every_card_that_may_be_played_is_marked_before_the_answer_goes(
    page: Callable[..., Any], casino: Casino
) -> None:
    here = page("/drill/cards-nap")
    here.locator(".finished").click()
    expect(here.locator("#said")).to_have_text("Touch at least one.")
    here.locator("[data-mark]").first.dblclick()  # a mark is taken away again
    for card in truth(casino, "cards-nap").split(","):
        here.locator(f'[data-mark="{card}"]').click()
    here.keyboard.press("Enter")
    expect(here.locator("#count")).to_have_text("Right: 1 of 1")


def test_what_ends_a_row_of_the_class_is_in_sight(page: Callable[..., Any]) -> None:
    here = page("/trainer")
    for width in (1280, 390):
        here.set_viewport_size({"width": width, "height": 800})
        box = here.locator("[data-remove]").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert box["width"] <= 60, "on a telephone it covers little of the row"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_stake_lies_on_the_cloth_and_on_no_card(page: Callable[..., Any], width: int) -> None:
    here = page("/drill/payout-punto-banco", size={"width": width, "height": 800})
    pile = here.locator(".stake").bounding_box()
    cloth = here.locator(".cloth").bounding_box()
    assert cloth["y"] < pile["y"]
    for card in here.locator(".hands .face").all():
        assert pile["y"] + pile["height"] <= card.bounding_box()["y"]


def test_five_minutes_without_an_answer_have_no_score(page: Callable[..., Any], casino: Casino) -> None:
    casino.school.daily.begin(1)
    casino.school.daily.end(1)
    told = page("/daily").get_by_role("region", name="What was right")
    expect(told).to_contain_text("Nothing has been answered yet.")
    expect(told).not_to_contain_text("0 / 0")
