"""Two telephones and a display on one evening, in a real browser: one way through, by touch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if browsers.chromium() is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

from sabot.core.observations import Said  # noqa: E402
from sabot_dashboard import telephones  # noqa: E402
from sabot_dashboard.pages import seats  # noqa: E402
from tests.dashboard.conftest import PHONE, pages, violations  # noqa: E402
from tests.dashboard.office import Casino  # noqa: E402

expect = playwright.expect
HANDS = ("hand 1 AS KS QS JS TS", "hand 2 2C 3C 4C 5C 6C", "hand 3 2D 3D 4D 5D 6D", "hand 4 2H 3H 4H 5H 6H")
RANKS = "23456789TJQKA"
SUITS = ((1, "S"), (2, "H"), (3, "C"), (4, "D"))
SMALL = {"width": 320, "height": 568}
SIDEWAYS = ({"width": 844, "height": 390}, {"width": 667, "height": 375})
HIDDEN = """() => [
    ...document.querySelectorAll(".own-card, .others li, .links > *, .trick-row figure, .key, #whose")
  ].filter((each) => {
    const { left, top, right, bottom, width } = each.getBoundingClientRect();
    const box = each.closest(".around, .acts-at-home")?.getBoundingClientRect();
    return width && (left < 0 || top < 0 || right > innerWidth || bottom > (box?.bottom ?? innerHeight));
  })
  .map(({ textContent }) => textContent)"""
"""What of a telephone's page is not in sight."""
HIGHER = "() => document.documentElement.scrollHeight - innerHeight"
LONG_NAMES = """() => document.querySelectorAll(".others b, #who, #contract, .trick-row figcaption").forEach(
    (each) => { each.textContent = "Wilhelmina Oldenbarneveldt" })"""
RUNS_OUT = """() => [...document.querySelectorAll(".others li, #contract, .strip, .trick-row figure")].filter(
    (each) => each.scrollWidth > each.clientWidth + 1).map(({ textContent }) => textContent)"""
"""What of the names runs out of its box."""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def game() -> str:
    """The game of `casino`; a test of another game has a parameter of this name."""
    return "nap"


@pytest.fixture
def casino(tmp_path: Path, cheap_pins: None, monkeypatch: pytest.MonkeyPatch, game: str) -> Iterator[Casino]:
    """A table that telephones reach by its public address."""
    found = Casino(tmp_path, game=game)
    monkeypatch.setattr(seats, "_address", lambda settings: found.server.public.address)
    monkeypatch.setattr(telephones, "ASKED_S", 600.0)  # an answer counts, however busy the machine
    yield found
    found.close()


@pytest.fixture
def opened(browser: Any, casino: Casino) -> Iterator[Callable[..., Any]]:
    """Open a page that other devices see."""
    with pages(browser, f"{casino.server.public.address}/", lang="en") as found:
        yield found


@pytest.fixture
def tablet(browser: Any, casino: Casino) -> Iterator[Any]:
    """The tablet on the table, at the window with the telephones."""
    with pages(browser, f"{casino.address}/", lang="en") as found:
        page = found("croupier")
        expect(page.locator("body")).not_to_have_class("croupier stale")
        page.locator("#telephones").click()
        yield page


def letters(tablet: Any, seat: int) -> str:
    """The letters that the tablet shows for this seat."""
    tablet.locator(".seats-listed .key").nth(seat - 1).click()
    expect(tablet.locator(".address")).to_contain_text(f"/seat/{seat}")
    return str(tablet.locator(".letters").inner_text())


def test_a_key_of_the_seats_stays_under_a_finger_while_the_list_changes(tablet: Any) -> None:
    key = tablet.locator(".seats-listed .key").nth(2).element_handle()
    assert letters(tablet, 2)
    expect(tablet.locator(".seats-listed .key").nth(1)).to_have_attribute("aria-pressed", "true")
    assert key.evaluate("key => key.isConnected")


def says(casino: Casino, *acts: str) -> None:
    casino.tell(*map(Said, acts))


def test_two_telephones_play_a_trick_while_a_display_looks_on(
    casino: Casino, tablet: Any, opened: Any
) -> None:
    display = opened("display")
    second = opened(f"seat/2#{letters(tablet, 2)}", size=PHONE)
    expect(second.locator("#playing")).to_be_visible()
    assert "#" not in second.url
    third = opened("seat/3", size=PHONE)
    third.locator("#seat-code").fill(letters(tablet, 3).lower())
    third.locator("#join button").click()
    expect(third.locator("#playing")).to_be_visible()
    for telephone in (second, third):  # they ask for their hand by themselves too, before the picture is live
        expect(telephone.locator("body.stale")).to_have_count(0)

    says(casino, *HANDS)
    expect(second.locator("#own-hand .own-card")).to_have_count(5)
    expect(third.locator("#whose")).to_have_text("Seat 2 is to act")
    second.locator("#acts-at-home .key", has_text="1").first.dblclick()
    expect(third.locator("#whose")).to_contain_text("Your turn")
    third.locator("#acts-at-home .key", has_text="pass").click()
    expect(third.locator("#whose")).to_have_text("Seat 4 is to act")
    says(casino, "bid 4 pass", "bid 1 pass")

    expect(second.locator(".own-card.may")).to_have_count(5)
    second.locator(".own-card.may").first.click()
    expect(second.locator(".play")).to_have_text("Play: 6 of clubs")
    assert violations(second) == []
    second.set_viewport_size(SMALL)
    assert second.evaluate(WIDER) == 0
    second.locator(".play").dblclick()
    expect(display.locator("#trick figure")).to_have_count(1)
    expect(second.locator("#own-hand .own-card")).to_have_count(4)
    assert casino.loop.table.play.coup.faults == ()

    third.locator(".own-card.may").first.click()
    second.reload()  # it slept, and the game went on
    third.locator(".play").click()
    expect(second.locator("#trick figure")).to_have_count(2)
    expect(second.locator("#own-hand .own-card")).to_have_count(4)

    other = opened(f"seat/3#{another(tablet, 3)}", size=PHONE)
    expect(other.locator("#waiting")).to_contain_text("Another telephone holds this seat.")
    says(casino, "play 4 2H")
    third.locator("#keep-seat").click()
    expect(third.locator("#asked")).to_be_hidden()
    expect(other.locator("#door-why")).to_have_text("The telephone at this seat keeps it.")


@pytest.mark.parametrize("game", ["rikken"])
def test_a_telephone_held_sideways_has_the_hand_and_the_acts_in_sight(
    casino: Casino, tablet: Any, opened: Any
) -> None:
    page = opened(f"seat/2#{letters(tablet, 2)}", size=SIDEWAYS[0])
    says(casino, *[f"hand {seat} " + " ".join(f"{rank}{suit}" for rank in RANKS) for seat, suit in SUITS])
    expect(page.locator("#acts-at-home .key")).to_have_count(9)
    for size in SIDEWAYS:
        page.set_viewport_size(size)
        assert (page.evaluate(HIDDEN), page.evaluate(HIGHER), page.evaluate(WIDER)) == ([], 0, 0)
    says(casino, "bid 2 rik", "bid 3 pas", "bid 4 pas", "bid 1 pas", "name 2 H AS", "play 2 2H")
    says(casino, "play 3 2C", "play 4 2D", "play 1 2S")
    page.locator(".own-card.may").first.click()
    for size in SIDEWAYS:
        page.set_viewport_size(size)
        assert (page.evaluate(HIDDEN), page.evaluate(HIGHER), page.evaluate(WIDER)) == ([], 0, 0)
    page.evaluate(LONG_NAMES)
    for size in (*SIDEWAYS, PHONE):
        page.set_viewport_size(size)
        assert (page.evaluate(RUNS_OUT), page.evaluate(WIDER)) == ([], 0)
    page.locator(".play").click()
    expect(page.locator("#own-hand .own-card")).to_have_count(11)


def test_what_another_tablet_did_at_the_same_moment_is_told_as_done(casino: Casino, browser: Any) -> None:
    says(casino, *HANDS)
    with pages(browser, f"{casino.address}/", lang="en") as opened:
        tablet = opened("croupier")
        expect(tablet.locator("body")).not_to_have_class("croupier stale")

        def other_first(route: Any) -> None:
            body = {**route.request.post_data_json, "key": "another-tablet-1"}
            route.fetch(post_data=json.dumps(body))
            route.continue_()

        tablet.route("**/acts", other_first)
        tablet.locator("#acts-at-home .key", has_text="1").first.click()
        expect(tablet.locator("#message")).to_have_text("This was already done on another screen.")
    assert casino.loop.table.play.coup.faults == ()


def another(tablet: Any, seat: int) -> str:
    """The letters of another code for a seat that has its telephone."""
    tablet.locator(".seats-listed .key").nth(seat - 1).click()
    tablet.get_by_text("Another code for this seat").click()
    expect(tablet.locator(".address")).to_contain_text(f"/seat/{seat}")
    return str(tablet.locator(".letters").inner_text())
