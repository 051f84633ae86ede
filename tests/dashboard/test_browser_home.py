"""The tablet of a table at home in a real browser: a deal by touch, a fault and what answers for it, keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sabot.core.observations import Said
from tests.dashboard.conftest import CHROMIUM, PHONE, TABLET, TELEVISION, pages, violations
from tests.dashboard.house import House
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if CHROMIUM is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

expect = playwright.expect
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
TOO_HIGH = "document.documentElement.scrollHeight - innerHeight"


@pytest.fixture
def house() -> Iterator[House]:
    """Two play nap."""
    found = House("nap", options={"players": "2"}, lang="en")
    yield found
    found.close()


@pytest.fixture
def opened(browser: Any, house: House) -> Iterator[Any]:
    with pages(browser, f"{house.address}/", lang="en") as found:
        yield found


def touch(page: Any, act: str, card: str = "") -> None:
    """Touch an act of the seat whose turn it is, and a card for it; the hand comes from elsewhere."""
    page.locator("#text").click()
    page.locator("#acts-at-home").get_by_role("button", name=act, exact=True).first.click()
    if card:
        page.locator("dialog[open] .pad").get_by_role("button", name=card).click()


def next_seat(page: Any, name: str) -> None:
    """Wait until it is the turn of this seat."""
    expect(page.locator(".seat-at-home.next h2")).to_have_text(name)


def test_a_deal_is_played_by_touch_on_a_tablet_and_on_a_telephone(opened: Any, house: House) -> None:
    page, display = opened("croupier", size=TABLET), opened("display", size=TELEVISION)
    house.tell("")
    next_seat(page, "Seat 1● dealer")
    touch(page, "The cards are dealt")
    next_seat(page, "Seat 2")
    page.locator("#acts-at-home").get_by_role(
        "button", name="2", exact=True
    ).dblclick()  # one act all the same
    expect(page.locator(".bid.stands")).to_have_text("2")
    assert violations(page) == []
    touch(page, "pass")
    next_seat(page, "Seat 2")
    touch(page, "Play a card", "A♠")
    expect(page.locator(".laid")).to_have_count(1)
    expect(page.locator(".bid.stands")).to_contain_text("♠")
    page.set_viewport_size(PHONE)
    assert violations(page) == []
    assert (page.evaluate(TOO_WIDE), page.evaluate(TOO_HIGH)) == (0, 0)
    touch(page, "Play a card", "2♠")
    expect(page.locator(".laid.wins img")).to_have_attribute("alt", "ace of spades")
    touch(page, "Play a card", "K♠")
    expect(display.locator(".laid")).to_have_count(1)
    next_seat(page, "Seat 1● dealer")
    touch(page, "Play a card", "3♠")
    expect(page.locator("#text")).to_have_text("Seat 2 wins")
    expect(page.locator("#why")).to_have_text("The deal is over; seat 2 begins the next one.")
    expect(display.locator("#says")).to_have_text("Seat 2 wins")
    assert [each.words for each in house.pressed if isinstance(each, Said)] == [
        *("deal", "bid 2 2", "bid 1 pass", "play 2 AS", "play 1 2S", "play 2 KS", "play 1 3S")
    ]
    page.get_by_role("link", name="Score sheet").click()
    expect(page.locator(".sum td")).to_have_text(["−0.20", "+0.20"])
    page.get_by_role("link", name="Back to the table").click()
    next_seat(page, "Seat 2")


def test_the_second_half_of_a_double_touch_is_no_act_of_the_next_seat(opened: Any, house: House) -> None:
    page = opened("croupier", stands=True)
    house.tell("deal")
    next_seat(page, "Seat 2")
    box = page.locator("#acts-at-home").get_by_role("button", name="pass", exact=True).bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*place)
    next_seat(page, "Seat 1● dealer")
    page.mouse.click(*place)
    touch(page, "3")
    next_seat(page, "Seat 1● dealer")
    expect(page.locator("#acts-at-home .due")).to_have_text("Play a card")
    assert [each.words for each in house.pressed if isinstance(each, Said)] == ["bid 2 pass", "bid 1 3"]


def test_a_refusal_is_explained_and_the_right_act_answers_for_it(opened: Any, house: House) -> None:
    page = opened("croupier", size=PHONE)
    house.tell("deal\nbid 1 2")
    expect(page.locator("#band")).to_have_attribute("data-tone", "refused")
    expect(page.locator("#why")).to_contain_text("turn of seat 2")
    expect(page.locator("#ruling")).to_have_text(
        "Seat 1 · 2 Nothing has changed. Take it back; now it is the turn of seat 2."
    )
    expect(page.locator("#side .way")).to_have_count(1)
    assert (page.evaluate(TOO_WIDE), page.evaluate(TOO_HIGH)) == (0, 0)
    touch(page, "1")
    expect(page.locator("#ruling")).to_be_hidden()
    expect(page.locator("#band")).to_have_attribute("data-tone", "owed")


def test_the_keyboard_alone_plays_a_card(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.tell("deal\nbid 2 1\nbid 1 pass")
    expect(page.locator("#acts-at-home .due")).to_have_text("Play a card")
    focused = page.locator(":focus")
    for _ in range(12):
        page.keyboard.press("Tab")
        if focused.evaluate("one => one.classList.contains('due')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#acts-at-home .due").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("x")  # a wrong key does nothing
    expect(focused).to_contain_text("A♠")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".laid img")).to_have_attribute("alt", "2 of spades")
    assert house.pressed == [Said("play 2 2S")]
