"""The tablet of a table at home in a real browser: a deal by touch, a fault and what answers for it, keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sabot.core.observations import Said
from tests.dashboard.conftest import CHROMIUM, PHONE, PORTRAIT, TABLET, TELEVISION, pages, violations
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
    page.set_viewport_size({"width": 800, "height": 480})  # the Raspberry Pi's own display
    assert (page.evaluate(TOO_WIDE), page.evaluate(TOO_HIGH)) == (0, 0)
    page.set_viewport_size(PHONE)
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


def test_at_poker_exchanging_nothing_has_a_name_and_a_raise_says_its_limits(browser: Any) -> None:
    table = House("poker", options={"players": "2"}, lang="en")
    with pages(browser, f"{table.address}/", lang="en") as opened:
        page = opened("croupier")
        table.tell("hand 1 AS KS QS JS 9S\nhand 2 AH KH QH JH 9H\nsee 2\nsee 1")
        touch(page, "Exchange none")
        next_seat(page, "Seat 1● dealer")
        touch(page, "Exchange none")
        expect(page.locator("#why")).to_contain_text("a raise is 0.10 to 5.00", ignore_case=True)
        touch(page, "Raise")
        expect(page.locator("dialog[open] p")).to_have_text("0.10 – 5.00")
    table.close()


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
    expect(page.locator("#acts-at-home .due")).to_have_count(1)  # the six bids are gone
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


# --- rikken, with a score of bids, and trumps named apart from the asked ace

SMALL_TABLET = {"width": 1024, "height": 768}
AUCTION = "deal\nbid 2 rik\nbid 3 pas\nbid 4 pas\nbid 1 pas"
MEETS = """() => { const box = (one) => one.getBoundingClientRect();
  const all = (what) => [...document.querySelectorAll(what)].map(box);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const plates = all(".seat-at-home"), head = all("body.display .house > :not(:empty)");
  const between = all("#contract:not(:empty), #turned .face, #pots > li").filter((one) => one.width);
  const lying = [...all(".laid"), ...head, ...between];
  const under = plates.filter((one, nth) => plates.slice(nth + 1).some((other) => meet(one, other)));
  const isOut = (one) => one.left < 0 || one.top < 0 || one.right > innerWidth || one.bottom > innerHeight;
  const covered = lying.filter((card) => plates.some((plate) => meet(card, plate)));
  return covered.length + under.length + plates.filter(isOut).length }"""
"""How much covers a seat: cards of a trick, the bid that stands, cards that were turned up, the pots, what a
display says of itself, another seat, the border."""
CLEAR = f"""() => new Promise((clear) => {{ let frames = 0;
  const look = () => {{ const met = ({MEETS})();
    if (met && ++frames < 200) requestAnimationFrame(look); else clear(!met); }}; look(); }})"""


@pytest.fixture
def rikken(browser: Any) -> Iterator[Any]:
    """A table of rikken, and what opens its pages."""
    found = House("rikken", lang="en")
    with pages(browser, f"{found.address}/", lang="en") as opens:
        yield found, opens
    found.close()


def test_every_bid_is_within_reach_of_a_thumb_and_trumps_are_named_before_the_asked_ace(rikken: Any) -> None:
    house, opens = rikken
    house.tell("deal\nbid 2 rik")
    page = opens("croupier", size=PHONE)
    acts = page.locator("#acts-at-home .acts-of").first
    expect(acts.get_by_role("button")).to_have_count(9)
    assert (page.evaluate(TOO_WIDE), page.evaluate(TOO_HIGH)) == (0, 0)
    acts.get_by_role("button", name="More …").click()
    assert violations(page) == []
    page.locator("dialog[open]").get_by_role("button", name="solo", exact=True).click()
    expect(page.locator(".bid.stands")).to_have_text("solo")
    house.tell("undo\nbid 3 pas\nbid 4 pas\nbid 1 pas")
    next_seat(page, "Plaats 2")
    expect(acts.get_by_role("button")).to_have_text(["Trump ♣", "Trump ♦", "Trump ♥", "Trump ♠"])
    acts.get_by_role("button", name="Trump ♣").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("h2")).to_have_text("Trump ♣: which card is asked?")
    expect(dialog.locator(".words button")).to_have_text(["Ask A♦", "Ask A♥", "Ask A♠"])
    dialog.get_by_role("button", name="Ask A♥").click()
    expect(page.locator(".asks")).to_have_text("asks A♥")
    assert house.pressed == [Said("bid 3 solo"), Said("name 2 C AH")]


def test_no_card_of_a_trick_covers_a_seat_whatever_the_band_says(rikken: Any) -> None:
    house, opens = rikken
    house.tell(f"{AUCTION}\nname 2 C AH\nplay 2 2S\nplay 3 3S\nplay 4 4H\nplay 1 5S")
    page = opens("croupier", size=SMALL_TABLET)
    expect(page.locator(".laid")).to_have_count(4)
    assert page.evaluate(MEETS) == 0
    house.tell("play 3 6S")  # not their turn: the band grows
    expect(page.locator("#ruling")).to_be_visible()
    page.locator("#acts-at-home summary").click()
    assert page.evaluate(CLEAR)


TWELVE = "KC 9C 4D,QD TS 3H,7H 8S 8D,AD 8H 5H,2C 3C 4C,5C 6C 7C,8C TC JC,QC AC 2D,3D 5D 6D,7D 9D TD,JD KD 2H"


@pytest.mark.parametrize(("players", "least"), [(4, 56), (8, 56), (12, 50)])
def test_many_seats_are_read_from_afar_and_none_covers_another(
    browser: Any, players: int, least: int
) -> None:
    house = House("zeilen", options={"players": str(players)}, lang="nl")
    hands = TWELVE.split(",")[: players - 1]
    house.tell("\n".join(f"show {seat} {cards}" for seat, cards in enumerate(hands, start=2)))
    with pages(browser, f"{house.address}/", lang="nl") as opens:
        page = opens("display", size=TELEVISION)
        expect(page.locator(".open .face")).to_have_count(3 * (players - 1))
        size = page.locator("#home").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert size >= least
        assert page.evaluate(MEETS) == 0
        page.set_viewport_size(PORTRAIT)
        assert page.evaluate(CLEAR)
        page = opens("croupier", size=SMALL_TABLET)
        expect(page.locator(".open .face")).to_have_count(3 * (players - 1))
        assert page.evaluate(MEETS) == 0
    house.close()


LOTTERY = "2H\nbuy 2 1.00\n3H\nbuy 3 1.00\n4H\nbuy 3 1.00\n5H\nbuy 3 1.00\n6H\nbuy 2 1.00\n7H"


@pytest.mark.parametrize(
    ("game", "players", "script", "between"),
    [
        ("commetten", 5, "deal\n6H", "#pots > li:nth-child(5)"),
        ("commetten", 7, "deal\n6H", "#pots > li:nth-child(5)"),
        ("napoleonnen", 4, "deal\nbid 2 pass\nbid 3 pass\nbid 4 2", "#contract"),
        ("loterijen", 6, LOTTERY, ".stake"),
    ],
)
def test_neither_the_pots_nor_the_bid_that_stands_cover_a_seat(
    browser: Any, game: str, players: int, script: str, between: str
) -> None:
    house = House(game, options={"players": str(players)}, lang="nl")
    house.tell(script)
    with pages(browser, f"{house.address}/", lang="nl") as opens:
        page = opens("display", size=TELEVISION)
        expect(page.locator(between).first).to_be_visible()
        for size in (TELEVISION, PORTRAIT):
            page.set_viewport_size(size)
            assert page.evaluate(CLEAR), size
    house.close()


def test_a_card_that_stands_as_the_bid_is_written_as_a_card(browser: Any) -> None:
    house = House("handelen", options={"players": "5"}, lang="nl")
    house.tell("deal\n4D\n2:9D\nanswer 2 houdt")
    with pages(browser, f"{house.address}/", lang="nl") as opens:
        expect(opens("display").locator("#contract")).to_have_text("Plaats 2: 9♦♦ troef")
    house.close()


OPEN_POKER = """hand 2 AS KS 9C 8C 7D\nhand 3 AC KC 9S 8S 7H\ndeal\nsee 2\nsee 3\nfold 4\nfold 5\nfold 1
swap 2 0\nswap 3 0\nsee 2\nsee 3"""


def test_neither_open_cards_nor_the_score_sheet_lie_over_the_line_of_the_house(browser: Any) -> None:
    house = House("poker", options={"players": "5"}, lang="en", limits="0.10 – 5.00")
    house.tell(OPEN_POKER)
    with pages(browser, f"{house.address}/", lang="en") as opens:
        page = opens("display?show=coup", size=TELEVISION)
        expect(page.locator(".open .face")).to_have_count(10)
        assert page.evaluate(MEETS) == 0
        page = opens("display", size=TELEVISION)
        for size in (TELEVISION, PORTRAIT):
            page.set_viewport_size(size)
            sheet, line = page.locator("#score-sheet"), page.locator(".house")
            expect(sheet).to_be_visible()
            assert line.bounding_box()["y"] + line.bounding_box()["height"] <= sheet.bounding_box()["y"]
    house.close()


WIDER_THAN_SEAT = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"


def test_a_bank_in_chips_is_not_cut_on_a_telephone(browser: Any) -> None:
    house = House("banken-variaties", options={"players": "3", "variation": "2"}, lang="de")
    house.tell("bet kaart 6.53 2\nbet kaart 1.37 3\nhand 2 AS\nhand 3 9C\nhand 1 AD")
    with pages(browser, f"{house.address}/", lang="de") as opens:
        page = opens("croupier", size=PHONE)
        expect(page.locator(".held-bank")).to_be_visible()
        assert page.locator(".seat-at-home").evaluate_all(WIDER_THAN_SEAT) == 0
    house.close()


def test_a_display_says_quietly_what_was_broken(rikken: Any) -> None:
    house, opens = rikken
    house.tell(f"{AUCTION}\nname 2 C AH\nplay 2 2S\nplay 3 3S\nplay 4 4H\nplay 1 5S")
    display = opens("display", size=TELEVISION)
    expect(display.locator(".laid")).to_have_count(4)
    expect(display.locator("#ruling")).to_be_hidden()
    house.tell("play 1 6S\nplay 2 7S\nplay 3 8S\nplay 4 9S")
    expect(display.locator("#ruling b")).to_have_text("Suit not followed · Plaats 4 · trick 1")
    expect(display.locator("#ruling")).to_contain_text("9♠")
    assert display.evaluate(MEETS) == 0
    assert violations(display) == []


def test_upright_a_trick_of_four_lies_below_the_seats_beside_it_and_is_large(rikken: Any) -> None:
    house, opens = rikken
    house.tell(f"{AUCTION}\nname 2 C AH\nplay 2 2S\nplay 3 3S\nplay 4 4H")
    display = opens("display", size=PORTRAIT)
    expect(display.locator(".laid")).to_have_count(3)
    display.wait_for_function("() => document.querySelector('.laid .face').offsetWidth > innerWidth / 9")
    assert display.evaluate(MEETS) == 0


def test_a_press_is_heard_though_its_button_changes_under_the_finger(opened: Any, house: House) -> None:
    page = opened("croupier")
    other = opened("croupier", beside=page)  # what it shows, the worker of both has told the first
    house.tell("deal")
    next_seat(page, "Seat 2")
    box = page.locator("#acts-at-home").get_by_role("button", name="3", exact=True).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    house.tell("bid 2 1\nundo")  # other buttons, and the same ones again
    house.tell("bid 1 4")  # refused: the band grows, and all beneath it moves
    expect(other.locator("#ruling")).to_be_visible()
    expect(page.locator("#ruling")).to_be_hidden()
    page.mouse.up()
    expect(page.locator(".bid.stands")).to_have_text("3")
    assert house.pressed == [Said("bid 2 3")]
