"""The pages behind the table in a real browser: PINs on the spot, the supervisor's day."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from sabot.core.observations import Acknowledged, CardSeen, Noted
from sabot.core.script import read
from sabot_dashboard.roles import COOKIE
from tests.dashboard import views
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if browsers.chromium() is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

from tests.dashboard.conftest import PHONE, TABLET, pages, violations  # noqa: E402
from tests.dashboard.office import Casino  # noqa: E402
from tests.dashboard.test_technician import Line, Service  # noqa: E402

expect = playwright.expect


@pytest.fixture
def casino(tmp_path: Path, cheap_pins: None, request: pytest.FixtureRequest) -> Iterator[Casino]:
    """A table of punto banco, or of the game that the test names."""
    found = Casino(tmp_path, game=getattr(request, "param", "punto-banco"))
    yield found
    found.close()


@pytest.fixture
def page(browser: Any, casino: Casino) -> Iterator[Callable[..., Any]]:
    """Open a page of `casino`."""
    with pages(browser, casino.address, lang="en") as found:
        yield found


def enter(page: Any, pin: str) -> None:
    for digit in pin:
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="OK", exact=True).click()


def test_that_nobody_has_a_pin_stands_on_no_open_page_once_a_supervisor_has_one(
    casino: Casino, page: Callable[..., Any]
) -> None:
    croupier, technician = page("/croupier"), page("/technician")
    expect(croupier.locator("#no-pins")).to_have_text("no PINs")
    expect(technician.locator("#missing-pin")).to_contain_text("have no PIN yet")
    casino.office.people.add("M. Dupont", "supervisor", "4711")
    expect(croupier.locator("#no-pins")).to_be_hidden()
    expect(technician.locator("#missing-pin")).to_be_hidden()


def types(page: Any, pin: str) -> None:
    """As `enter`, on the page for it, by keyboard: it listens once the focus is there."""
    expect(page.locator("#pad")).to_be_focused()
    page.keyboard.type(pin)
    page.keyboard.press("Enter")


def test_the_supervisor_gives_their_pin_at_the_fault_and_the_record_has_their_name(
    casino: Casino, page: Callable[..., Any]
) -> None:
    casino.office.people.add("M. Dupont", "supervisor", "4711")
    croupier = page("/croupier")
    casino.play(views.FAUX_TIRAGE)
    way = croupier.locator("#side .way").first
    expect(way).to_be_visible()
    way.focus()
    croupier.keyboard.down("Enter")
    pad = croupier.locator("dialog.keypad")
    expect(pad).to_be_visible()
    croupier.keyboard.up("Enter")
    for key in pad.locator(".digit").all():
        box = key.bounding_box()
        assert min(box["width"], box["height"]) >= 82
        assert box["y"] + box["height"] <= TABLET["height"]
    enter(croupier, "4712")
    expect(pad.locator(".pad-message")).to_have_text("That is not the PIN.")
    enter(croupier, "4711")
    expect(pad).to_be_hidden()
    expect(croupier.locator("#band")).to_have_attribute("data-tone", "decided")
    signature = f"{casino.office.people.pseudonym_of('M. Dupont')} (supervisor)"
    assert next(iter(casino.loop.table.acts)) == Acknowledged(signature, "", "")


def test_a_page_elsewhere_whose_person_is_removed_asks_by_itself_who_is_there(
    browser: Any, casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, elsewhere = casino.office.people, casino.server.public.address
    people.add("M. Dupont", "supervisor", "471180")
    people.add("N. Peeters", "croupier", "471181")
    with pages(browser, elsewhere, lang="en") as page:
        croupier = page("/croupier")
        croupier.locator("#pad input").first.fill("N. Peeters")
        enter(croupier, "471181")
        expect(croupier).to_have_url(f"{elsewhere}/croupier")
        expect(croupier.locator("#stale")).to_be_hidden()
        monkeypatch.setattr("sabot_dashboard.stream.HEARTBEAT_S", 0.05)
        people.remove("N. Peeters")
        expect(croupier).to_have_url(f"{elsewhere}/enter?for=supervisor&to=/croupier")


def test_a_supervisor_comes_in_replays_a_coup_and_leaves(casino: Casino, page: Callable[..., Any]) -> None:
    casino.office.people.add("M. Dupont", "supervisor", "4711")
    casino.play("rnvp 8C 4S QD KH end")
    desk = page("/supervisor")
    expect(desk).to_have_url(f"{casino.address}/enter?for=supervisor&to=/supervisor")
    types(desk, "4711")
    expect(desk).to_have_url(f"{casino.address}/supervisor")
    desk.get_by_role("button", name="1 ", exact=False).first.wait_for()
    desk.locator("[data-coup='1']").click()
    expect(desk.locator("#lying img")).to_have_count(4)
    desk.locator("#at").focus()
    desk.keyboard.press("Home")
    expect(desk.locator("#lying img")).to_have_count(0)
    for count in (1, 2):
        desk.get_by_role("button", name="One step on").click()
        expect(desk.locator("#lying img")).to_have_count(count)
    desk.locator("[data-do=remark][data-about]").click()
    desk.get_by_label("Reason").fill("a card was bent")
    desk.context.clear_cookies(name=COOKIE)  # a quarter of an hour went by
    casino.play("rnvp")
    expect(desk).to_have_url(f"{casino.address}/enter?for=supervisor&to=/supervisor")
    types(desk, "4711")
    expect(desk.get_by_label("Reason")).to_have_value("a card was bent")
    desk.get_by_role("button", name="Put on record").click()
    expect(desk.locator("#said")).to_have_text("✓ On record.")
    (note,) = casino.office.shifts.report()["notes"]
    assert (note["about"], note["text"]) == (1, "a card was bent")
    desk.get_by_role("button", name="Log out").click()
    expect(desk).not_to_have_url(f"{casino.address}/supervisor")
    desk.goto(f"{casino.address}/supervisor")
    expect(desk).to_have_url(f"{casino.address}/enter?for=supervisor&to=/supervisor")


def test_a_new_fault_is_on_the_supervisor_s_page_by_itself_and_is_answered_there(
    casino: Casino, page: Callable[..., Any]
) -> None:
    desk = page("/supervisor")
    casino.play(views.FAUX_TIRAGE)
    expect(desk.locator("#now-faults li")).to_have_count(1)
    expect(desk.locator("#coups .marks").first).to_have_text("▲ 1")
    desk.locator("#now-faults button").click()
    expect(desk.locator("#steps [aria-current] .bad")).to_contain_text("▲ Faux tirage")
    desk.locator("#acknowledge").click()
    desk.get_by_label("Your name").fill("M. Dupont")
    desk.get_by_role("button", name="Put on record").click()
    expect(desk.locator("#act-said")).to_have_text("Say why: it goes on record.")
    desk.get_by_label("Reason").fill("the card lies aside")
    desk.get_by_role("button", name="Put on record").click()
    expect(desk.locator("#now-faults li")).to_have_count(0)
    signature = f"{casino.office.people.pseudonym_of('M. Dupont')} (claimed)"
    assert next(iter(casino.loop.table.acts)) == Acknowledged(signature, "the card lies aside", "")


def test_a_table_is_set_up_from_the_first_question_to_the_file(
    casino: Casino, page: Callable[..., Any]
) -> None:
    casino.office.people.claimed("E. Maes")
    casino.play("rnvp 8C")
    desk = page("/setup")
    desk.get_by_label("What is this table called?").fill("Salon 2")
    desk.get_by_label("Nederlands").check()
    following = desk.get_by_role("button", name="Next")
    following.click()
    desk.get_by_label("Roulette").check()
    desk.get_by_label("The smallest stake").fill("5")
    following.click()
    desk.locator("#option-zero-rule input[value=prison]").check()
    levels = desk.locator("#option-prison-levels")
    expect(levels).to_have_attribute("min", "0")
    levels.fill("-1")
    following.click()
    expect(levels).to_be_visible()  # a number outside its limits goes no further
    levels.fill("3")
    for _ in range(3):
        following.click()
    desk.get_by_label("Yes, use these pins").check()
    following.click()
    expect(desk.locator("#missing-pin")).to_contain_text("have no PIN yet")
    desk.get_by_label("Name", exact=True).fill("A. Claes")
    desk.get_by_label("Role").select_option("technician")
    desk.get_by_label("PIN, 4 to 12 digits").fill("2805")
    desk.get_by_role("button", name="Add").click()
    expect(desk.locator("#people")).to_contain_text("A. Claes")
    expect(desk.locator("#missing-pin")).to_contain_text("No supervisor has a PIN yet")
    address = desk.locator(".tongues a[lang=nl]").get_attribute("href")
    assert address.endswith("/setup?lang=nl#people"), "the same question in another language"
    desk.get_by_role("button", name="Erase the name E. Maes").click()
    expect(desk.locator("#people")).to_contain_text("E. Maes")  # nothing is erased by one touch
    desk.get_by_role("button", name="Erase E. Maes for ever").click()
    expect(desk.locator("#people")).not_to_contain_text("E. Maes")
    following.click()
    expect(desk.locator("#sum")).to_contain_text("0: as deep as zeros come: 3")
    assert {"Nederlands", "Roulette", "5 – ∞"} <= {*desk.locator("#sum dd").all_inner_texts()}
    expect(desk.locator("#sum")).to_contain_text("Yes, use these pins")
    desk.get_by_role("button", name="Save the configuration").click()
    expect(desk.locator("#said")).to_contain_text("Saved")
    text = casino.settings.file.read_text()
    assert 'name = "Salon 2"' in text and 'game = "roulette"' in text
    assert 'zero-rule = "prison"' in text and "prison-levels = 3" in text
    assert 'use = "on"' in text
    desk.get_by_role("button", name="Reopen the table with it").click()
    expect(desk.get_by_role("alertdialog")).to_contain_text("what is on it counts no more: punto 8♣")
    desk.get_by_role("button", name="Finish it first").click()
    expect(desk.get_by_role("alertdialog")).to_be_hidden()
    assert not casino.renewed.is_set()
    desk.get_by_role("button", name="Reopen the table with it").click()
    desk.get_by_role("button", name="Reopen and give it up").click()
    assert casino.renewed.wait(60)


def test_an_update_takes_two_touches_outlasts_the_table_and_says_what_came_of_it(
    casino: Casino, page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service()
    monkeypatch.setattr(casino.office.workshop, "updating", service)
    casino.tell(Noted("table-closed", "M. Dupont"))
    desk = page("/technician")
    desk.get_by_role("button", name="Update now").click()
    desk.get_by_role("button", name="No", exact=True).click()
    desk.get_by_role("button", name="Update now").click()
    assert service.asked == 0
    desk.get_by_role("button", name="Yes, update").click()
    expect(desk.locator("#came")).to_have_text("Asked for. It begins in a moment.")
    desk.context.set_offline(True)
    expect(desk.locator("#came")).to_have_text("It is being updated: the table does not answer for now.")
    service.now = {"state": "done", "before": "0.1.0 1a2b3c4", "after": "0.1.0 5d6e7f8", "at_s": 1}
    desk.context.set_offline(False)
    expect(desk.locator("#came")).to_contain_text("Up to date: 0.1.0 1a2b3c4 became 0.1.0 5d6e7f8.")
    service.now = {"state": "back", "before": "0.1.0 1a2b3c4", "why": "make setup: no network"}
    other = page("/technician")
    expect(other.locator("#came")).to_have_text("Put back as it was, 0.1.0 1a2b3c4: make setup: no network")
    assert service.asked == 1


@pytest.mark.parametrize(
    ("language", "mark", "older"),
    [("en", ".", "is older"), ("de", ",", "ist älter"), ("nl", ",", "is ouder"), ("fr", ",", "plus ancien")],
)
def test_bytes_came_at_a_time_of_24_hours_with_thousandths_and_an_old_board_is_named(
    casino: Casino,
    page: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    mark: str,
    older: str,
) -> None:
    at_evening_ns = int(datetime(2026, 11, 22, 20, 35, 12, 196_000).timestamp() * 1e9)  # noqa: DTZ001
    line = Line()
    line.recent = deque([(at_evening_ns, b"8C", ())])
    counted = {"bytes": 2, "frames": 0, "repeats": 0, "refused": {}, "about": ""}
    monkeypatch.setattr(line, "status", lambda: Line.status(line) | counted)
    monkeypatch.setattr(casino.office.workshop, "_readers", [line])
    desk = page("/technician", lang=language)
    expect(desk.locator("#lines time")).to_have_text(f"20:35:12{mark}196")
    expect(desk.locator("#lines .lost").last).to_contain_text(older)


def test_a_payout_is_worked_out_by_touch(casino: Casino, page: Callable[..., Any]) -> None:
    croupier = page("/croupier")
    casino.play(views.BANCO_OWED + " 5D")
    expect(croupier.locator("#band")).to_have_attribute("data-tone", "decided")
    croupier.get_by_role("button", name="Payout").click()
    croupier.locator("#paying").get_by_role("button", name="Banco", exact=True).click()
    for chip in ("100", "25"):
        croupier.get_by_role("button", name=chip, exact=True).click()
    croupier.get_by_role("button", name="Lay the stake").click()
    expect(croupier.locator("#returns tbody tr")).to_have_text(["banco125.006.25243.75"])
    for key in croupier.locator(".chip, .key.chance").all():
        box = key.bounding_box()
        assert min(box["width"], box["height"]) >= 82


def test_alarms_are_heard_where_a_device_wants_them_and_each_is_its_own(
    casino: Casino, page: Callable[..., Any]
) -> None:
    silent, loud = page("/croupier", sound="off"), page("/croupier")
    casino.play("found rnvp")
    for each in (silent, loud):
        expect(each.locator("#text")).to_have_text("Carte pour punto")
    casino.play("lost")
    expect(loud.locator("body")).to_have_attribute("data-heard", "lost")
    casino.play("found 2C 3S 3D 4H 2H 5C")
    expect(loud.locator("body")).to_have_attribute("data-heard", "lost fault")
    assert silent.locator("body").get_attribute("data-heard") is None


def test_a_card_entered_by_hand_is_marked_on_the_croupier_s_page_and_on_the_display(
    casino: Casino, page: Callable[..., Any]
) -> None:
    croupier, display = page("/croupier"), page("/display")
    casino.play("rnvp 8C")
    casino.tell(CardSeen(views.observation("4S").card, source="manual"))
    for each in (croupier, display):
        expect(each.locator("[data-card='4S']")).to_have_class("slot by-hand")
        expect(each.locator("[data-card='8C']")).to_have_class("slot")
        expect(each.get_by_alt_text("entered by hand")).to_have_count(1)


def test_two_tablets_at_once_close_one_coup(casino: Casino, page: Callable[..., Any]) -> None:
    tablets = [page("/croupier"), page("/croupier")]
    casino.play(views.BANCO_OWED + " 5D")
    for tablet in tablets:
        expect(tablet.locator("#band")).to_have_attribute("data-tone", "decided")
    held: list[Any] = []
    for tablet in tablets:
        tablet.route("**/acts", lambda route: held.append(route))
        with tablet.expect_request("**/acts"):
            tablet.locator("[data-act=end]").click()
    for route in held:
        route.continue_()
    for tablet in tablets:
        expect(tablet.locator("#text")).to_have_text("Faites vos jeux")
    assert casino.loop.table.play.number == 1
    assert casino.loop.table.play.taille.alerts == ()


def test_a_tablet_that_slept_an_hour_is_stale_at_once_and_then_right(
    casino: Casino, page: Callable[..., Any]
) -> None:
    croupier = page("/croupier", stands=True, alone=True)
    casino.play("rnvp 8C")
    expect(croupier.locator("[data-card='8C']")).to_be_visible()
    croupier.context.set_offline(True)
    croupier.clock.fast_forward("01:00:00")
    expect(croupier.locator("#stale")).to_be_visible()
    casino.play("4S QD")
    croupier.context.set_offline(False)
    croupier.clock.fast_forward("00:10")
    croupier.clock.resume()
    expect(croupier.locator("[data-card='QD']")).to_be_visible()
    expect(croupier.locator("#stale")).to_be_hidden()


def test_eight_pages_of_one_browser_are_live_at_once_and_what_is_pressed_on_the_last_gets_through(
    casino: Casino, page: Callable[..., Any]
) -> None:
    pages = [page("/display")]
    for path in ("/croupier", "/display", "/supervisor", "/croupier", "/display", "/display", "/croupier"):
        pages.append(pages[0].context.new_page())
        pages[-1].goto(f"{casino.address}{path}")
    casino.play(views.BANCO_OWED + " 5D")
    for each in pages:
        expect(each.locator("#stale")).to_be_hidden()
    pages[-1].locator("[data-act=end]").click()
    expect(pages[1].locator("#text")).to_have_text("Faites vos jeux")
    pages[1].dispatch_event("body", "freeze")
    expect(pages[1].locator("#stale")).to_be_visible()
    casino.play("rnvp 8C")
    expect(pages[-1].locator("[data-card='8C']")).to_be_visible()
    expect(pages[1].locator("[data-card='8C']")).to_have_count(0)
    pages[1].dispatch_event("body", "resume")
    expect(pages[1].locator("[data-card='8C']")).to_be_visible()
    expect(pages[1].locator("#stale")).to_be_hidden()


def test_a_page_that_nobody_sees_gives_its_line_back_and_is_stale_until_the_table_has_spoken_again(
    casino: Casino, page: Callable[..., Any]
) -> None:
    croupier = page("/croupier", alone=True)
    casino.play("rnvp 8C")
    expect(croupier.locator("[data-card='8C']")).to_be_visible()
    look = "how => { Object.defineProperty(document, 'visibilityState', {value: how, configurable: true});"
    look += " document.dispatchEvent(new Event('visibilitychange')); }"
    croupier.evaluate(look, "hidden")
    expect(croupier.locator("#stale")).to_be_visible()
    with croupier.expect_request("**/events?for=croupier"):
        croupier.evaluate(look, "visible")
    expect(croupier.locator("#stale")).to_be_hidden()


@pytest.mark.parametrize("casino", ["roulette"], indirect=True)
def test_numbers_that_are_touched_together_are_one_stake(casino: Casino, page: Callable[..., Any]) -> None:
    croupier = page("/croupier")
    croupier.locator("#payout").click()
    for numbers, stake in {
        "17": "plein 17",
        "17 20": "cheval 17-20",
        "20 16 17 19": "carré 16-20",
        "31 32 33 34 35 36": "transversale simple 31",
        "5 30": "plein 30",  # no chip lies on both
    }.items():
        for number in numbers.split():
            croupier.locator(f"#paying [data-number='{number}']").click()
        expect(croupier.locator("#stake-chance")).to_have_text(stake)
        croupier.locator("[data-chip='5']").click()
        croupier.locator("#stake-add").click()
        expect(croupier.locator("#stake-chance")).to_have_text("")
    croupier.locator("#if-number").fill("20")
    croupier.locator("#if-number").press("Tab")
    carre = croupier.locator("#returns tbody tr").filter(has_text="carré 16-20")
    expect(carre).to_contain_text("45.00")  # eight to one, and the stake


def test_a_window_that_the_network_lost_opens_at_the_next_touch(
    casino: Casino, page: Callable[..., Any]
) -> None:
    croupier = page("/croupier")
    croupier.context.set_offline(True)
    croupier.locator("#payout").click()
    expect(croupier.locator("#message")).to_contain_text("the table does not answer")
    croupier.context.set_offline(False)
    croupier.locator("#payout").dblclick()
    expect(croupier.locator("#paying")).to_be_visible()
    style = "grid => getComputedStyle(grid).display"
    assert croupier.locator("#paying .paying-grid").evaluate(style) == "grid"


def test_the_second_half_of_a_double_tap_touches_nothing_that_the_first_brought(
    casino: Casino, page: Callable[..., Any]
) -> None:
    croupier = page("/croupier")
    casino.play("rnvp ??")
    name = croupier.locator("[data-way='name-card']")
    expect(name).to_be_visible()
    acts: list[str] = []
    croupier.on("request", lambda sent: acts.append(sent.post_data_json["act"]) if sent.post_data else None)
    below = "key => { key.style.position = 'fixed'; key.style.inset = 0; key.style.zIndex = 1; }"
    croupier.locator("#pad [data-pick='AS']").evaluate(below)
    name.dblclick()
    expect(croupier.locator("#pad")).to_be_visible()
    croupier.locator("[data-act='end']").evaluate(below)
    croupier.locator("#pad [data-pick='AS']").dblclick()
    expect(croupier.locator("[data-card='AS']")).to_be_visible()
    assert acts == ["name-card"]


def test_axe_finds_nothing_in_the_dialogs_of_the_croupier(casino: Casino, page: Callable[..., Any]) -> None:
    casino.office.people.add("M. Dupont", "supervisor", "4711")
    croupier = page("/croupier")
    casino.play(views.FAUX_TIRAGE)
    croupier.locator("#payout").click()
    croupier.locator("#paying").wait_for(state="visible")
    assert violations(croupier) == []
    croupier.locator("#paying [data-close]").click()
    croupier.locator("#side .way").first.focus()
    croupier.keyboard.down("Enter")
    croupier.locator("dialog.keypad").wait_for(state="visible")
    croupier.keyboard.up("Enter")
    assert violations(croupier) == []


def test_a_household_evening_is_set_up_without_a_question_about_a_croupier(page: Callable[..., Any]) -> None:
    desk = page("/setup#game")
    desk.get_by_label("Roulette").check()
    expect(desk.get_by_label("The smallest stake")).to_be_visible()
    desk.get_by_label("Rikken").check()
    expect(desk.get_by_label("The smallest stake")).to_be_hidden()
    desk.get_by_label("Name at seat 1").fill("Anna")
    desk.get_by_label("Who plays at seat 1").select_option("")
    desk.get_by_label("Who deals first?").select_option("1")
    desk.get_by_label("Chips of each player").fill("5")
    desk.locator("[data-to=rules]").click()
    expect(desk.locator("#options .option")).not_to_have_count(0)
    expect(desk.locator("#options")).not_to_contain_text("rien ne va plus")
    expect(desk.locator("#options")).not_to_contain_text("croupier")
    desk.locator("[data-to=write]").click()
    shown = [desk.locator("#sum").get_by_text(name, exact=True) for name in ("The seats", "Limits")]
    expect(shown[0]).to_have_count(1)
    expect(shown[1]).to_have_count(0)
    seats = "Anna, Seat 2 (simulated), Seat 3 (simulated), Seat 4 (simulated)"
    told = desk.locator("#sum dd").all_inner_texts()
    assert {seats, "the house, on screens", "Anna", "5.00"} <= {*told}


def test_a_browser_without_network_for_ten_minutes_shows_no_past_as_the_present(
    casino: Casino, page: Callable[..., Any]
) -> None:
    display = page("/display", stands=True, alone=True)
    casino.play("rnvp 8C")
    expect(display.locator("[data-card='8C']")).to_be_visible()
    display.context.set_offline(True)
    casino.server.own.hang_up()
    display.clock.run_for(600_000)
    expect(display.locator("body")).to_have_class("display stale")
    expect(display.locator("#stale")).to_contain_text("Not live")
    casino.play("4S QD")
    display.context.set_offline(False)
    display.clock.resume()
    expect(display.locator("[data-card='QD']")).to_be_visible()
    expect(display.locator("#stale")).to_be_hidden()


@pytest.mark.parametrize(
    ("path", "answered"), [("/technician", "No line is read."), ("/school/trainer", "No trainee is seated")]
)
def test_what_is_asked_again_and_again_says_how_old_it_is_while_no_answer_comes(
    casino: Casino, page: Callable[..., Any], path: str, answered: str
) -> None:
    desk = page(path, stands=True)
    expect(desk.locator("main")).to_contain_text(answered)
    desk.context.set_offline(True)
    desk.clock.run_for(8_000)
    expect(desk.locator("#stale")).to_contain_text("Not live: this picture is")
    expect(desk.locator("#stale")).to_be_in_viewport()
    desk.context.set_offline(False)
    desk.clock.run_for(2_000)
    desk.clock.resume()
    expect(desk.locator("#stale")).to_be_hidden()


def test_a_table_at_home_is_set_up_in_four_steps_and_who_has_a_name_is_a_person(
    page: Callable[..., Any],
) -> None:
    desk = page("/setup#game")
    desk.get_by_label("Rikken").check()
    desk.get_by_label("Name at seat 2").fill("Anna")
    desk.get_by_label("Name at seat 2").press("Tab")
    expect(desk.get_by_label("Who plays at seat 2")).to_have_value("")
    for _ in range(2):
        desk.get_by_role("button", name="Next").click()
    said = "Seat 1 (simulated), Anna, Seat 3 (simulated), Seat 4 (simulated)"
    expect(desk.locator("#sum")).to_contain_text(said)
    desk.get_by_role("button", name="Back").click()
    expect(desk.locator("#step-rules")).to_be_visible()


@pytest.mark.parametrize("casino", ["nap"], indirect=True)
def test_at_home_the_supervisor_reads_of_deals_in_their_own_language(
    casino: Casino, page: Callable[..., Any]
) -> None:
    play, deal = casino.loop.table.play, "deal\nbid 2 pass\nbid 3 pass\nbid 4 pass\nbid 1 pass\ndeal"
    casino.tell(*read(deal.splitlines(), play.game, play.options))
    desk = page("/supervisor", lang="nl")
    desk.locator("[data-coup='1']").click()
    expect(desk.locator("#coup-title")).to_have_text("Spel 1, stap voor stap")
    expect(desk.locator("[data-coup='1'] .cards")).to_be_empty()
    said = desk.locator("main").inner_text()
    assert [word for word in ("coup", "sabot", "Seat") if word.lower() in said.lower()] == []


@pytest.mark.parametrize("casino", ["roulette"], indirect=True)
def test_a_coup_of_roulette_is_not_shown_card_by_card(casino: Casino, page: Callable[..., Any]) -> None:
    title = page("/supervisor").locator("#coup-title")
    expect(title).to_have_text("Choose a coup: it is shown step by step.")


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_what_is_done_with_a_name_fits_a_telephone(
    casino: Casino, page: Callable[..., Any], language: str
) -> None:
    casino.office.people.add("Mevrouw Vandenbroucke", "technician", "4711")
    casino.office.people.remove("Mevrouw Vandenbroucke")
    setup = page("/setup#people", size=PHONE, lang=language)
    expect(setup.locator("#people button")).to_have_count(1)
    assert setup.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_technician_reads_bytes_in_lines_on_a_telephone(
    casino: Casino, page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line()
    counted = {"bytes": 2, "frames": 0, "repeats": 0, "refused": {"bare": 3, "noise": 1}, "about": ""}
    monkeypatch.setattr(line, "status", lambda: Line.status(line) | counted)
    monkeypatch.setattr(casino.office.workshop, "_readers", [line])
    desk = page("/technician", size=PHONE, lang="fr")
    told = desk.locator("#lines .hex")
    expect(told).to_have_text("05 43 30 38 0d")
    expect(desk.locator(".line-head")).to_contain_text("refusé\u00a0: 3 × un numéro seul, 1 × illisible")
    assert told.bounding_box()["height"] < 40
