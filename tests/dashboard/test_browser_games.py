"""The cloths of the other games in a real browser: the coup, a fault and its way out, who is to speak."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sabot.core.observations import Acknowledged, BallSeen, Noted, Said, WheelFault
from sabot.core.surroundings import COUP_ABANDONED
from sabot_dashboard.words.languages import LANGUAGES
from tests import packages
from tests.dashboard import tables
from tests.dashboard.conftest import (
    CHROMIUM,
    OPTIONS,
    PHONE,
    PORTRAIT,
    TABLET,
    TELEVISION,
    pages,
    reloaded,
    violations,
    visitor,
)
from tests.dashboard.house import House
from tests.dashboard.touch import beyond, covered, too_small
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if CHROMIUM is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

expect = playwright.expect

chemin = pytest.mark.parametrize("game", ["chemin-de-fer"])
banque = pytest.mark.parametrize("game", ["baccarat-banque"])
trente = pytest.mark.parametrize("game", ["trente-et-quarante"])
roulette = pytest.mark.parametrize("game", ["roulette"])

NUMBERS = tables.taille("roulette", 14)
"""As many as a strip of the last ones holds."""

BUSY = {
    "chemin-de-fer": (tables.CHEMIN_BANKER, tables.CHEMIN_FAULT, tables.CHEMIN_DECIDED),
    "baccarat-banque": (tables.BANQUE_FREE, tables.BANQUE_FAULT, tables.BANQUE_DECIDED),
    "trente-et-quarante": (tables.TRENTE_MIDST, tables.TRENTE_FAULT, tables.TRENTE_ROUGE),
    "roulette": (NUMBERS + tables.ROULETTE_STAKES, NUMBERS + "40", NUMBERS + tables.ROULETTE_STAKES + "\n17"),
}
"""For each game a coup in its midst, a fault, and a coup that is decided."""


def cards(page: Any, place: str) -> list[str]:
    found: list[str] = page.locator(f"[data-place={place}] [data-card]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    return found


def words(page: Any) -> list[str]:
    found: list[str] = page.locator("#side .way").evaluate_all("all => all.map(one => one.dataset.words)")
    return found


# --- chemin de fer -----------------------------------------------------------------------------------


@chemin
def test_those_who_look_on_see_the_backs_of_hands_that_lie_face_down(opened: Any, house: House) -> None:
    pages = opened("croupier"), opened("display", size=TELEVISION)
    house.tell(tables.CHEMIN_FREE)
    for page in pages:
        expect(page.locator("[data-place=banque] .back")).to_have_count(2)
        assert cards(page, "ponte") == ["back", "back"]
        assert page.locator(".points").all_inner_texts() == ["", ""]
    expect(pages[0].locator("#text")).to_have_text("La parole est au ponte")
    expect(pages[0].locator("#why")).to_be_empty()
    assert pages[0].locator(".ghost").count() == 0


@chemin
@pytest.mark.parametrize("ponte", ["4C 3D AH KS", "3C 3D KH KS"])
def test_nothing_on_the_page_tells_a_free_ponte_from_one_who_must_draw(
    opened: Any, house: House, ponte: str
) -> None:
    page = opened("croupier")
    house.tell("say banque 3 100\nbet ponte 40 5\nrnvp " + ponte)
    expect(page.locator("#text")).to_have_text("La parole est au ponte")
    assert words(page) == ["ponte carte", "ponte non", "ponte abat"]
    assert page.locator(".ghost").count() == 0


@chemin
def test_what_the_ponte_says_is_one_press(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.tell(tables.CHEMIN_FREE)
    page.get_by_role("button", name="Carte", exact=False).first.click()
    expect(page.locator("#text")).to_have_text("Carte pour le ponte")
    assert house.pressed == [Said("ponte carte")]


@chemin
def test_the_bank_and_what_lies_against_it_stand_beside_the_invitation(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.tell("say banque 3 100\nbet ponte 40 5")
    expect(page.locator("#text")).to_have_text("Il y a 100 à la banque, faites vos jeux")
    expect(page.locator("#bank")).to_have_text("bank 100.00, seat 3")
    expect(page.locator("#side .paid tr")).to_have_text("seat 5ponte40.00")


@chemin
def test_a_ponte_who_asks_against_the_rules_is_told_why_and_the_coup_goes_on(
    opened: Any, house: House
) -> None:
    page = opened("croupier", lang="en", stands=True)
    house.tell(tables.CHEMIN_FAULT)
    expect(page.locator("#band")).to_have_attribute("data-tone", "fault")
    expect(page.locator("#why")).to_contain_text(
        "the ponte drew: ponte has 6 and stands on 6 and 7; a card that comes for this"
    )
    way = page.locator("[data-way=acknowledge]")
    way.hover()
    page.mouse.down()
    page.clock.run_for(810)
    expect(page.locator("#band")).not_to_have_attribute("data-tone", "fault")
    assert house.pressed == [Acknowledged("chef de table", "")]
    page.mouse.up()


SOLD = {"en": "Sold", "fr": "Adjugé", "nl": "Verkocht", "de": "Zuschlag erteilt"}
PASSED = "say banque 1 16\nbet ponte 3 2\nKC 9D KH KD\nend\nsay passe"


@pytest.mark.parametrize(("game", "for_sale"), [("chemin-de-fer", PASSED), ("baccarat-banque", "")])
@pytest.mark.parametrize(("lang", "word"), SOLD.items())
def test_a_bank_is_sold_by_a_button_that_is_there_while_somebody_bids(
    opened: Any, house: House, for_sale: str, lang: str, word: str
) -> None:
    page = opened("croupier", lang=lang)
    button = page.locator("[data-words=adjuge]")
    house.tell(for_sale)
    expect(page.locator("body")).not_to_have_class("croupier stale")
    expect(button).to_have_count(0)
    house.tell("say enchere 3 4\nsay enchere 5 5")
    expect(page.locator("#text")).to_have_text("5, place 5. Qui dit mieux ?")
    expect(button).to_contain_text(word)
    assert too_small(page) == [] == beyond(page, TABLET)
    assert button.evaluate("one => one.scrollHeight <= one.clientHeight")
    button.click()
    expect(page.locator("#text")).to_have_text("Il y a 5 à la banque, faites vos jeux")
    expect(button).to_have_count(0)
    assert house.pressed == [Said("adjuge")]


# --- baccarat banque ---------------------------------------------------------------------------------


@banque
def test_the_banker_who_is_free_is_told_why_and_speaks_by_a_press(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.tell(tables.BANQUE_FREE)
    expect(page.locator("[data-place=banque] .points")).to_have_text("5")
    expect(page.locator("#why")).to_contain_text("banque has 5, against a 4 on droite: as they like")
    assert words(page) == ["banque carte", "banque non"]
    page.locator("[data-words='banque non']").click()
    expect(page.locator("#band")).to_have_attribute("data-tone", "decided")
    assert cards(page, "droite") == ["2C", "3S", "4S"]
    assert house.pressed == [Said("banque non")]


@banque
def test_the_two_sides_win_and_lose_apart(opened: Any, house: House) -> None:
    pages = opened("croupier"), opened("display", size=TELEVISION)
    house.tell(tables.BANQUE_DECIDED)
    for page in pages:
        expect(page.locator("[data-place=droite].won")).to_be_visible()
        expect(page.locator("[data-place=banque].lost")).to_have_count(1)
    assert pages[1].locator("[data-count='droite ponte']").inner_text() == "1"


@banque
def test_a_side_that_draws_on_seven_is_a_fault(opened: Any, house: House) -> None:
    page = opened("croupier", lang="fr")
    house.tell(tables.BANQUE_FAULT)
    expect(page.locator("#text")).to_contain_text("Faux tirage")
    expect(page.locator("#why")).to_contain_text("le ponte a tiré\u00a0: droite a 7 et reste à 6 et 7")


# --- trente et quarante ------------------------------------------------------------------------------


@trente
def test_ten_cards_in_a_row_stay_within_it_and_the_index_of_each_is_seen(opened: Any, house: House) -> None:
    pages = opened("croupier"), opened("display", size=TELEVISION), opened("croupier", size=PHONE)
    house.tell(tables.TRENTE_ROUGE)
    for page in pages:
        expect(page.locator("[data-place=rouge] .points")).to_have_text("31")
        boxes = [each.bounding_box() for each in page.locator("[data-place=rouge] .face").all()]
        place = page.locator("[data-place=rouge]").bounding_box()
        assert len(boxes) == 10
        assert boxes[-1]["x"] + boxes[-1]["width"] <= place["x"] + place["width"]
        steps = [after["x"] - before["x"] for before, after in pairwise(boxes)]
        assert min(steps) >= 0.24 * boxes[0]["width"]


@trente
def test_the_chances_that_won_light_up_and_the_call_is_written(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.tell(tables.TRENTE_ROUGE)
    expect(page.locator("#text")).to_have_text("Rouge gagne et couleur")
    assert page.locator(".prints .won").all_inner_texts() == ["ROUGE", "COULEUR"]
    expect(page.locator(".calls li")).to_have_text("Un")


@trente
def test_after_a_refait_the_stakes_lie_in_prison(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.tell(tables.TRENTE_REFAIT + "\nend")
    expect(page.locator("#prison li")).to_have_text(
        ["in prison", "rouge 40.00 · seat 2", "noir 20.00 · seat 4"]
    )


@trente
def test_a_row_that_is_stopped_short_leads_back_to_its_card(opened: Any, house: House) -> None:
    page = opened("croupier", lang="nl")
    house.tell(tables.TRENTE_FAULT)
    expect(page.locator("#why")).to_contain_text("de rij van rouge is niet af")
    page.locator("[data-way=acknowledge]").click()
    expect(page.locator("#text")).to_have_text("Carte pour rouge")


@trente
def test_the_card_has_a_dot_in_each_tableau_and_names_the_runs(opened: Any, house: House) -> None:
    page = opened("display", size=TELEVISION)
    house.tell(tables.taille("trente-et-quarante", 17))
    expect(page.locator("#over")).to_contain_text("17")
    dots = page.locator("[data-dot]").count()
    assert dots and dots % 2 == 0
    assert page.locator("#runs li").count() >= 1


# --- roulette ----------------------------------------------------------------------------------------


@roulette
def test_the_number_stands_in_its_colour_on_wheel_and_cloth(opened: Any, house: House) -> None:
    croupier, display = opened("croupier"), opened("display", size=TELEVISION)
    house.tell(tables.taille("roulette", 5) + "17")
    for page in (croupier, display):
        expect(page.locator("#number")).to_have_text("17")
        expect(page.locator("#number")).to_have_attribute("data-tone", "noir")
        assert page.locator("[data-pocket='17'].here").count() == 2
        assert page.locator(".box.won").count() == 5
    expect(croupier.locator("#text")).to_have_text("Dix-sept, noir, impair et manque")
    expect(display.locator("#fell li").first).to_have_text("17")


@roulette
def test_every_pocket_is_on_the_wheel_and_on_the_cloth(opened: Any, house: House) -> None:
    page = opened("display", size=TELEVISION)
    house.tell("17")
    assert page.locator(".cylinder .pocket").count() == page.locator(".layout .box:not(.field)").count() == 37


@roulette
def test_twenty_numbers_dozens_columns_and_the_warmth_of_each_sector_are_shown_with_their_window(
    opened: Any, house: House
) -> None:
    page = opened("display", size=TELEVISION, lang="en")
    house.tell("17\nend\n" * 12 + "34\nend\n" * 12)
    expect(page.locator("#over")).to_have_text("over 24 coups")
    assert page.locator("#fell li").all_inner_texts() == ["34"] * 12 + ["17"] * 8
    assert page.locator("[data-count='douzaine:2']").inner_text() == "50%"
    assert page.locator("[data-count='colonne:1']").inner_text() == "50%"
    warmth = dict(
        page.locator("[data-heat]").evaluate_all(
            "all => all.map(one => [one.dataset.heat, one.style.opacity])"
        )
    )
    assert (warmth["17"], warmth["27"], warmth["0"], len(warmth)) == ("1", "0.5", "0", 37)
    wheel = page.locator(".cylinder").bounding_box()
    assert min(wheel["width"], wheel["height"]) > 700
    assert page.locator("[data-window]").all_text_contents() == ["Sectors", "over 24 coups"]


@roulette
def test_a_number_entered_by_hand_is_on_record_as_such(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.tell("bet rouge 10 1")
    expect(page.locator("body")).to_have_class("croupier")  # live: what is pressed before is not sent
    page.get_by_role("button", name="Number by hand").click()
    page.locator("#numbers [data-pick='32']").click()
    expect(page.locator("#number")).to_have_text("32")
    assert house.pressed == [BallSeen("32", "manual")]
    expect(page.locator("#last li")).to_have_class("rouge by-hand")
    display = opened("display", lang="en")
    expect(display.locator("#fell li")).to_have_class("rouge by-hand")
    expect(display.locator("#fell").get_by_label("32, entered by hand")).to_be_visible()


@roulette
def test_a_number_that_no_wheel_has_is_refused_in_words(opened: Any, house: House) -> None:
    page = opened("croupier", lang="de")
    house.tell("40")
    expect(page.locator("#band")).to_have_attribute("data-tone", "refused")
    expect(page.locator("#why")).to_contain_text("ein Kessel mit 37 Fächern hat 1 bis 36 und 0")
    page.locator("[data-way=acknowledge]").click()
    expect(page.locator("#text")).to_have_text("Faites vos jeux")


@roulette
def test_a_fault_of_the_wheel_is_answered_for_by_its_name(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.tell("bet rouge 10 1")
    house.put(WheelFault("wrong-direction", "the rotor turned the same way twice"))
    expect(page.locator("#text")).to_contain_text("The wheel reports a fault")
    expect(page.locator("#why")).to_have_text("the rotor turned the same way twice.")
    page.locator("[data-way=acknowledge]").click()
    expect(page.locator("#text")).to_have_text("Faites vos jeux")
    assert house.pressed[1:] == [Acknowledged("croupier", "", "wrong-direction")]


# --- all of them ---------------------------------------------------------------------------------------


LINES = """all => all.filter((one) => one.innerText).map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const { left, top, right, bottom } = range.getBoundingClientRect();
  return [one.innerText, left, top, right, bottom];
})"""
"""Each text with the edges of what is written."""


@pytest.mark.parametrize("game", BUSY)
@pytest.mark.parametrize("size", [TELEVISION, PORTRAIT])
def test_a_result_stands_alone_large_and_fits(
    opened: Any, house: House, game: str, size: dict[str, int]
) -> None:
    page = opened("display", size=size, stands=True)  # or the four seconds are over before it is measured
    midst, _, decided = BUSY[game]
    house.tell(midst if decided.startswith(midst) else "")
    expect(page.locator("body")).not_to_have_class("display stale")
    house.tell(decided.removeprefix(midst))
    winner = page.locator("#result .winner")
    expect(winner).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert 0.66 * winner.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 150
    for text, left, top, right, bottom in page.locator("#result *").evaluate_all(LINES):
        assert left >= 0 and right <= size["width"], text
        assert top >= 0 and bottom <= size["height"], text


WIDEST = (("chemin-de-fer", "Banque"), ("baccarat-banque", "Gauche"), ("trente-et-quarante", "Refait"))


@pytest.mark.parametrize(("game", "word"), WIDEST)
def test_the_widest_word_fits_an_upright_screen(opened: Any, house: House, game: str, word: str) -> None:
    page = opened("display", size=PORTRAIT)
    house.tell("")
    expect(page.locator("body")).not_to_have_class("display stale")
    page.evaluate("document.fonts.ready")
    width = page.evaluate(
        "word => { const alone = document.getElementById('result'); alone.hidden = false;"
        " const one = alone.querySelector('.winner'); one.textContent = word;"
        " const r = document.createRange(); r.selectNodeContents(one);"
        " return r.getBoundingClientRect().width }",
        word,
    )
    assert 0 < width <= PORTRAIT["width"]


EN_CARTES = "bet ponte 40 5\nrnvp 4C 3D AH KS\nsay ponte carte\n4D\n6H"
CUT = """() => [...document.querySelectorAll(".past > *")].filter((one) =>
  one.getBoundingClientRect().right > innerWidth - 8).length"""
CROWDED = """() => [...document.querySelectorAll(".place")].filter((one) => {
  const bottom = (box) => box.getBoundingClientRect().bottom;
  return bottom(one.querySelector(".hand")) > bottom(one) - 20; }).length"""


@chemin
def test_an_upright_display_cuts_no_count_and_no_name_when_its_sentence_is_long(
    opened: Any, house: House
) -> None:
    house.tell(tables.CHEMIN_DECIDED)
    page = opened("display", size=PORTRAIT)
    expect(page.locator("#says")).to_have_text("En cartes, neuf partout")
    assert page.evaluate(CROWDED) == 0
    house.tell("\n".join(["end", EN_CARTES] * 12))
    expect(page.locator("#over")).to_have_text(re.compile("over 1. coups"))
    assert page.evaluate(CUT) == 0


LAY = "noir 4♦ K♠ 2♥ 7♣ A♥ 3♣ 4♠ A♦ · rouge 2♣ 5♥ A♠ 6♦ 3♥ A♣ 5♠ 4♥ · mises 1250.00 · prison 500.00"
"""As much as may lie on a table that is opened for another game."""


@pytest.mark.parametrize(
    ("game", "script"),
    [
        ("punto-banco", "rnvp"),
        ("roulette", tables.ROULETTE_STAKES),
        ("trente-et-quarante", "bet rouge 40 2\nrnvp"),
        ("chemin-de-fer", "say banque 3 100\nbet ponte 40 5\nrnvp"),
        ("baccarat-banque", tables.BANQUE_FREE),
        ("baccarat-banque", tables.BANQUE_DECIDED),
    ],
    ids=["punto-banco", "roulette", "trente-et-quarante", "chemin-de-fer", "banker-free", "sides-decided"],
)
def test_what_the_table_was_opened_over_is_told_to_its_end_beside_a_call_and_what_is_owed(
    opened: Any, house: House, script: str
) -> None:
    house.tell(script)
    house.put(Noted(COUP_ABANDONED, text=LAY, about=7))
    page = opened("croupier")
    for lang in LANGUAGES:
        reloaded(page, lang)
        expect(page.locator("#notice")).to_contain_text("4♥")
        page.evaluate("document.fonts.ready")
        band, told = (page.locator(each).bounding_box() for each in ("#band", "#notice"))
        assert told["y"] + told["height"] <= band["y"] + band["height"], lang
        assert page.locator("#text").bounding_box()["y"] >= band["y"], lang


INDEX_OF_HEIGHT = 85 / 336
"""How high the figure of the index is. At five metres 25 mm are read: 50 units of a screen of 43 inches."""


class State(NamedTuple):
    """A table in one state, with the croupier's page and a display."""

    house: House
    opens: Any
    croupier: Any
    display: Any


@pytest.fixture(scope="module")
def state(browser: Any, request: pytest.FixtureRequest) -> Iterator[State]:
    """The pages of a game in one state, for all tests that look at them."""
    game, script = request.param
    house = House(game, options=OPTIONS.get(game, {}), limits="10 – 500", person="M. Laurent")
    with pages(browser, f"{house.address}/") as opens:
        both = opens("croupier", lang="fr"), opens("display", size=TELEVISION)
        house.tell(script)
        yield State(house, opens, *both)
    house.close()


every_state = pytest.mark.parametrize(
    "state",
    [(game, script) for game, scripts in BUSY.items() for script in scripts],
    ids=[f"{game}-{nth}" for game in BUSY for nth in ("midst", "fault", "decided")],
    indirect=True,
    scope="module",
)


@every_state
def test_axe_finds_nothing_against_wcag_on_any_cloth(state: State) -> None:
    for page in (state.croupier, state.display):
        expect(page.locator("#stale")).to_be_hidden()
        assert violations(page) == []


@every_state
def test_what_is_touched_is_fourteen_millimetres_and_within_the_tablet(state: State) -> None:
    page = state.croupier
    expect(page.locator("#coup")).not_to_have_text("–")
    assert too_small(page) == []
    assert beyond(page, TABLET) == []
    strip, gear = page.locator("#instruments").bounding_box(), page.locator("#gear").bounding_box()
    assert strip["x"] + strip["width"] <= gear["x"] + 28


@every_state
@pytest.mark.parametrize("size", [TELEVISION, PORTRAIT], ids=["television", "upright"])
def test_nothing_of_a_display_is_cut_off_or_too_small(state: State, size: dict[str, int]) -> None:
    page = state.display
    page.set_viewport_size(size)
    expect(page.locator("#says")).not_to_be_empty()
    page.evaluate("document.fonts.ready")
    assert within(page, size)
    faces = page.locator("#cloth .face").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert all(height * INDEX_OF_HEIGHT >= 50 for height in faces)


@every_state
def test_the_croupiers_page_fits_small_and_large_screens_in_the_longest_words(state: State) -> None:
    page = state.opens("croupier", size=TABLET, lang="de")
    expect(page.locator("#coup")).not_to_have_text("–")
    for size in ({"width": 1024, "height": 768}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)
        wide, high = page.evaluate(
            "[document.body.scrollWidth - innerWidth, document.body.scrollHeight - innerHeight]"
        )
        assert (wide <= 0, high <= 0, beyond(page, size)) == (True, True, [])
        assert covered(page) == [], size


def within(page: Any, size: dict[str, int]) -> list[str]:
    """What is said on a display: large enough, all of it, and within the screen."""
    found = page.locator("#past *, #cloth *").evaluate_all(
        "all => all.filter(one => one.innerText && !one.children.length && one.checkVisibility()"
        "  && !one.closest('.unseen')).map(one => { const r = one.getBoundingClientRect();"
        "  return [one.innerText, parseFloat(getComputedStyle(one).fontSize), r.right, r.bottom] })"
    )
    for said, letters, right, bottom in found:
        assert letters >= 75 * 0.79, said
        assert right <= size["width"] + 1, said
        assert bottom <= size["height"] + 1, said
    return [said for said, *_ in found]


@pytest.mark.parametrize("game", ["punto-banco", *BUSY])
def test_a_display_of_the_coup_or_of_the_past_alone_shows_that_and_the_line_of_the_house(
    opened: Any, house: House, game: str
) -> None:
    house.tell(tables.taille(game, 5) + (BUSY[game][2] if game in BUSY else ""))
    for shown, other in (("coup", "#past"), ("past", "#says")):
        page = opened(f"display?show={shown}", size=TELEVISION)
        expect(page.locator("body")).not_to_have_class("display stale")
        for size in (TELEVISION, PORTRAIT):
            page.set_viewport_size(size)
            drawn = "() => document.getElementById('past').getBoundingClientRect().bottom <= innerHeight + 1"
            page.wait_for_function(drawn)  # the roads follow the new size with the next frame
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            assert {"Table 3", "10 – 500"} < set(within(page, size))
            expect(page.locator(other)).to_be_hidden()


@pytest.mark.parametrize("game", ["punto-banco", *BUSY])
def test_every_window_over_the_cloth_is_touched_with_gloves_too(opened: Any, house: House, game: str) -> None:
    page = opened("croupier", size=TABLET)
    house.tell("")
    for button in ("gear", "payout", "by-hand"):
        if page.locator(f"#{button}").count():
            page.locator(f"#{button}").click()
            expect(page.locator("dialog[open]")).to_be_visible()
            assert too_small(page) == [], button
            page.locator("dialog[open] [data-close]").click()
    page.evaluate("document.getElementById('pad').showModal()")
    assert too_small(page) == []


# --- a game of another package -----------------------------------------------------------------------


@pytest.fixture
def high_card(tmp_path: Path) -> Iterator[str]:
    """The toy game is installed; its name."""
    with packages.high_card(tmp_path):
        yield "high-card"


@pytest.fixture
def toy(high_card: str) -> Iterator[House]:
    """A table of it."""
    found = House(high_card)
    yield found
    found.close()


def test_a_game_of_another_package_is_drawn_on_both_pages(browser: Any, toy: House) -> None:
    croupier, display = visitor(browser).new_page(), visitor(browser, TELEVISION).new_page()
    for page, path in ((croupier, "croupier"), (display, "display")):
        page.goto(f"{toy.address}/{path}?lang=en")
    toy.tell("bet left 20 3\nrnvp KC 4D")
    croupier.locator("[data-place=right] [data-card='4D']").wait_for()
    expect(croupier.locator("#band")).to_contain_text("Left wins")
    expect(display.locator("#says")).to_have_text("Left wins")
    toy.tell("end")
    expect(display.locator("[data-count=left]")).to_have_text("1")
    croupier.context.close()
    display.context.close()
