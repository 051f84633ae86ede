"""The croupier's page on smaller screens than its tablet: nothing is covered or cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sabot.core.observations import DeviceLost
from sabot_dashboard.words.languages import LANGUAGES
from tests.dashboard import tables, views
from tests.dashboard.conftest import CHROMIUM, PHONE, TABLET, reloaded
from tests.dashboard.house import House
from tests.dashboard.touch import WRITTEN, covered, leaving
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if CHROMIUM is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

expect = playwright.expect

OPTIONS = {"baccarat-banque": {"decks": "6"}, "roulette": {"zero-rule": "prison"}}
SMALL = {"width": 1024, "height": 768}
TABLETS = pytest.mark.parametrize("size", [TABLET, SMALL], ids=["1280", "1024"])


@pytest.fixture
def house(game: str) -> Iterator[House]:
    """A table whose zero, at roulette, takes even chances prisoner."""
    found = House(game, options=OPTIONS.get(game, {}), limits="10 – 500", person="M. Laurent")
    yield found
    found.close()


def shown(opened: Any, size: dict[str, int], lang: str = "de") -> Any:
    """The croupier's page, live and in its own letters."""
    page = opened("croupier", size=size, lang=lang)
    ready(page)
    return page


def ready(page: Any) -> None:
    """Wait until the page is live and in its own letters."""
    expect(page.locator("body")).not_to_have_class("croupier stale")
    page.evaluate("document.fonts.ready")


def in_every_language(opened: Any, size: dict[str, int]) -> Iterator[tuple[str, Any]]:
    """The croupier's page, in one language after another."""
    page = opened("croupier", size=size)
    for lang in LANGUAGES:
        reloaded(page, lang)
        ready(page)
        yield lang, page


def test_the_tableau_of_a_fault_is_seen_whole_beside_the_answers(opened: Any, house: House) -> None:
    house.play(views.FAUX_TIRAGE)
    for lang, page in in_every_language(opened, SMALL):
        expect(page.locator(".tableau:visible tr:visible > td.here")).to_be_visible()
        assert covered(page) == [], lang
    house.play("end " + views.FAUX_TIRAGE)  # and the fault before it is open still
    page = shown(opened, SMALL, "fr")
    expect(page.locator("#why")).to_contain_text("Aussi ouvertes")
    assert covered(page) == []


@pytest.mark.parametrize("game", ["punto-banco"])
def test_the_card_that_is_owed_is_named_in_one_line_on_a_small_tablet(opened: Any, house: House) -> None:
    house.play(views.BANCO_OWED)
    text, why = (shown(opened, SMALL).locator(each) for each in ("#text", "#why"))
    assert text.evaluate(WRITTEN)[2] == 1
    bottom = "one => one.closest('.band').getBoundingClientRect().bottom - one.getBoundingClientRect().bottom"
    assert why.evaluate(bottom) >= 7, "the reason does not touch the keys"


LOST = {
    "punto-banco": views.BANCO_OWED,
    "chemin-de-fer": tables.CHEMIN_BANKER,
    "baccarat-banque": tables.BANQUE_FREE,
    "trente-et-quarante": tables.TRENTE_MIDST,
    "roulette": tables.ROULETTE_STAKES,
}
"""A coup of each game in which its instrument is lost."""


@pytest.mark.parametrize("game", LOST)
def test_what_is_lost_is_told_to_its_end(opened: Any, house: House, game: str) -> None:
    house.tell(LOST[game])
    role = "wheel" if game == "roulette" else "sabot"
    house.put(DeviceLost(role, "the cable was pulled, or the instrument switched off"))
    for lang, page in in_every_language(opened, SMALL):
        expect(page.locator("#notice")).to_be_visible()
        assert covered(page) == [], lang


WITHIN = """keys => {
  const cloth = document.getElementById("cloth").getBoundingClientRect();
  const boxes = keys.map((key) => document.querySelector(key).getBoundingClientRect());
  return boxes.every(({ top, bottom }) => bottom <= innerHeight && top >= cloth.bottom);
}"""
"""Whether these keys are in sight, and under the cloth."""


@pytest.mark.parametrize("game", ["baccarat-banque"])
def test_on_a_telephone_the_first_keys_are_in_sight_and_cover_no_card(opened: Any, house: House) -> None:
    undo, chef, first = '[data-act="undo"]', "#chef", ['[data-act="rnvp"]', '[data-act="end"]']
    house.tell(tables.BANQUE_DECIDED)
    page = shown(opened, PHONE)
    assert page.evaluate(WITHIN, [undo, chef, *first])
    result, keys = page.locator("#text").bounding_box(), page.locator(".keys").bounding_box()
    assert result["y"] + result["height"] <= keys["y"], "what both tableaux have won stands above them"
    house.tell(tables.BANQUE_FAULT)
    page = shown(opened, PHONE)
    expect(page.locator(".way").first).to_be_attached()
    assert page.evaluate(WITHIN, [undo, chef]), "with answers to give, the two that help"
    page.locator(".way").last.scroll_into_view_if_needed()
    page.locator(".way").last.click(trial=True)


UNSEEN = """() => {
  const box = (one) => one.getBoundingClientRect(), keys = box(document.querySelector(".keys"));
  return [...document.querySelectorAll(".place .points, .place .face, .way, #text, #why")].filter((one) => {
    const { left, top, width, height } = box(one), on = document.elementFromPoint(left + width / 2, top + 4);
    return !(one.contains(on) || on?.closest(".face")) || top + height > keys.top;
  }).map((one) => one.textContent || one.alt);
}"""
"""Which cards, points, words and answers lie under something else, or under the edge of the screen."""
RASPBERRY = {"width": 800, "height": 480}
LOW = {"width": 1024, "height": 600}


def test_on_small_screens_the_cards_the_points_and_all_three_answers_are_in_sight(
    opened: Any, house: House
) -> None:
    house.play(views.FAUX_TIRAGE)
    house.put(DeviceLost("sabot", "the cable was pulled, or the instrument switched off"))
    page = shown(opened, PHONE)
    expect(page.locator(".way")).to_have_count(3)
    for size in (PHONE, RASPBERRY, LOW):
        page.set_viewport_size(size)
        assert page.evaluate(UNSEEN) == [], size


def test_a_card_fills_as_much_of_a_screen_of_3840_by_2160_as_of_half_of_it(opened: Any, house: House) -> None:
    house.play("rnvp 8C")
    page, large = shown(opened, {"width": 1920, "height": 1080}), {"width": 3840, "height": 2160}
    one = page.locator("[data-card='8C']").bounding_box()
    page.set_viewport_size(large)
    assert page.locator("[data-card='8C']").bounding_box()["height"] == pytest.approx(
        2 * one["height"], abs=2
    )
    assert page.locator(".keys").bounding_box()["y"] < large["height"] - 100


@pytest.mark.parametrize("game", ["punto-banco"])
def test_on_a_small_tablet_held_upright_all_keys_are_in_sight(opened: Any, house: House) -> None:
    house.play(views.FAUX_TIRAGE)
    keys = [
        '[data-act="rnvp"]',
        '[data-act="undo"]',
        "#chef",
        "#payout",
        "#misdeal",
        '[data-act="new-sabot"]',
    ]
    assert shown(opened, {"width": 768, "height": 1024}).evaluate(WITHIN, keys)


@pytest.mark.parametrize("game", ["punto-banco"])
def test_on_a_telephone_cards_that_lie_aside_cover_no_place(opened: Any, house: House) -> None:
    house.play(views.FAUX_TIRAGE + " 9H 4D")
    page = shown(opened, PHONE)
    expect(page.locator("#aside")).to_be_visible()
    aside = page.locator("#aside").bounding_box()
    places = [each.bounding_box() for each in page.locator(".place").all()]
    assert all(each["y"] + each["height"] <= aside["y"] for each in places)


POINTS_ARE_FREE = """() => {
  const aside = document.getElementById("aside").getBoundingClientRect(), text = document.createRange();
  return [...document.querySelectorAll(".place .points")].every((points) => {
    text.selectNodeContents(points);
    const { left, right } = text.getBoundingClientRect();
    return right <= aside.left || left >= aside.right;
  });
}"""
"""Whether the cards aside cover none of the points."""


@TABLETS
@pytest.mark.parametrize("game", ["punto-banco"])
def test_three_cards_that_lie_aside_leave_the_points_free(
    opened: Any, house: House, size: dict[str, int]
) -> None:
    house.play(views.FAUX_TIRAGE + " 9H 4D")
    page = shown(opened, size)
    expect(page.locator("#aside")).to_be_visible()
    assert page.evaluate(POINTS_ARE_FREE)


@TABLETS
@pytest.mark.parametrize("game", ["roulette"])
def test_a_stake_is_laid_within_the_window_of_the_payout(
    opened: Any, house: House, size: dict[str, int]
) -> None:
    house.tell("")
    page = shown(opened, size)
    page.locator("#payout").click()
    for number in range(13, 19):
        page.locator(f".felt [data-number='{number}']").click()
    page.locator("[data-chip='1000']").click(click_count=12)
    assert leaving(page) == []
    page.locator("#stake-add").click()
    expect(page.locator("#returns tbody tr")).to_have_count(1)
    assert leaving(page) == []


IN_PRISON = {
    "trente-et-quarante": tables.TRENTE_REFAIT + "\nend\n" + tables.TRENTE_ROUGE,
    "roulette": tables.taille("roulette", 14) + "bet rouge 40 3\nbet pair 10 2\n0\nend",
}


@TABLETS
@pytest.mark.parametrize("game", IN_PRISON)
def test_stakes_in_prison_lie_on_nothing(opened: Any, house: House, game: str, size: dict[str, int]) -> None:
    house.tell(IN_PRISON[game])
    page = shown(opened, size)
    expect(page.locator("#prison")).to_be_visible()
    lowest = "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
    over = page.locator(".place, .prints li, .ball, .last li").evaluate_all(lowest)
    assert over <= page.locator("#prison").bounding_box()["y"]
    assert covered(page) == []


@pytest.mark.parametrize("game", ["baccarat-banque"])
def test_on_a_phone_a_third_card_and_the_outline_of_one_leave_the_points_free(
    opened: Any, house: House
) -> None:
    house.tell(tables.BANQUE_FREE + "\nsay banque carte")
    page = shown(opened, PHONE)
    expect(page.locator("[data-place=banque] .ghost")).to_be_visible()
    for place in ("droite", "banque"):
        card = page.locator(f"[data-place={place}] .slot").nth(2).bounding_box()
        assert card["x"] + card["width"] <= page.locator(f"[data-place={place}] .points").bounding_box()["x"]


def test_the_ring_of_a_key_that_is_held_does_not_touch_its_word(opened: Any, house: House) -> None:
    house.tell("")
    page = shown(opened, SMALL)
    for key in page.locator(".keys .key.hold").all():
        ring = key.locator(".ring").bounding_box()
        assert key.bounding_box()["x"] + key.evaluate(WRITTEN)[0] >= ring["x"] + ring["width"] + 6


@pytest.mark.parametrize("game", ["trente-et-quarante"])
def test_on_a_phone_the_names_of_the_chances_stand_free_in_their_boxes(opened: Any, house: House) -> None:
    house.tell("")
    page = shown(opened, PHONE)
    for chance in page.locator(".prints li").all():
        assert min(chance.evaluate(WRITTEN)[:2]) >= 6


@pytest.mark.parametrize("game", ["roulette"])
def test_on_a_phone_few_numbers_are_no_bars_and_the_example_of_a_chance_is_read(
    opened: Any, house: House
) -> None:
    house.tell("17\nend\n5\nend")
    page = shown(opened, PHONE)
    assert [each.bounding_box()["width"] < 60 for each in page.locator("#last li").all()] == [True, True]
    page.locator("#payout").click()
    page.locator("#other-chance").fill("transversale simple 13")
    assert page.locator("#other-chance").evaluate("one => one.scrollWidth <= one.clientWidth")
