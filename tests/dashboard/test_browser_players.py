"""Stakes and calls by touch in a real browser: a seat, a place, chips. Each test is a whole way through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if browsers.chromium() is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

from tests.dashboard.conftest import TABLET, pages, violations  # noqa: E402
from tests.dashboard.office import Casino  # noqa: E402
from tests.dashboard.touch import WRITTEN, beyond, leaving, too_small  # noqa: E402

expect = playwright.expect
RULES = 'minimum = "2"\nmaximum = "500"\n'


@pytest.fixture
def casino(tmp_path: Path, game: str) -> Iterator[Casino]:
    """A table of `game` with limits of 2 and 500."""
    found = Casino(tmp_path, game=game, config=f"[rules.{game}]\n{RULES}")
    yield found
    found.close()


@pytest.fixture
def opened(browser: Any, casino: Casino) -> Iterator[Callable[..., Any]]:
    with pages(browser, f"{casino.address}/") as found:
        yield found


def at_the_cloth(page: Any) -> Any:
    """The page once it is live and the cloth for players is open."""
    expect(page.locator("body")).not_to_have_class("croupier stale")
    page.locator("#talk").click()
    expect(page.locator("#players")).to_be_visible()
    return page


def stakes(casino: Casino) -> list[tuple[str, int, int | None]]:
    return [(stake.where, stake.amount, stake.seat) for stake in casino.loop.table.play.coup.stakes]


@pytest.mark.parametrize("game", ["chemin-de-fer"])
def test_a_bank_a_banco_and_stakes_are_entered_by_touch(casino: Casino, opened: Any) -> None:
    page = at_the_cloth(opened("croupier", lang="fr"))
    ponte, lay, aimed = page.locator("[data-where=ponte]"), page.locator("#lay"), page.locator("#aimed")
    page.locator("[data-seat='3']").click()
    page.locator("[data-words='banque 3 AMOUNT']").click()
    for chip in (10000, 10000, 5000):
        page.locator(f"[data-jeton='{chip}']").click()
    expect(aimed).to_have_text("place 3 · Banque · 250")
    on_their_way: list[Any] = []
    page.route("**/offers*", lambda route: on_their_way.append(route))
    lay.click()
    expect(page.locator("#bank")).to_have_text("banque 250,00, place 3")
    ponte.click(force=True)
    expect(aimed).to_have_text("personne ne tient la banque")  # what was known when it was touched
    for each in on_their_way:
        each.continue_()
    page.unroute("**/offers*")
    expect(aimed).to_contain_text("la place 3 a part à la banque")  # why not, in words
    page.locator("[data-seat='5']").click()
    expect(page.locator("[data-words='banco 5']")).to_contain_text("joue contre toute la banque")
    expect(page.locator("[data-words='avec-la-table 5'] b")).to_have_text("Avec la table")
    assert (too_small(page), beyond(page, TABLET)) == ([], [])
    assert violations(page) == []
    ponte.click()
    page.locator("[data-jeton='2000']").click(click_count=2)
    page.locator("[data-jeton='1000']").click()
    page.locator("#unlay").click()  # the chip of ten goes back
    lay.click()
    expect(page.locator("[data-seat='5'] .lies")).to_have_text("40")
    assert stakes(casino) == [("ponte", 4000, 5)]
    page.locator("#unlay").click()  # and now the stake itself
    expect(page.locator("[data-seat='5'] .lies")).to_be_empty()
    expect(page.locator("[data-words='banco 5']")).to_be_visible()
    page.locator("[data-words='banco 5']").click()
    expect(page.locator("#text")).to_have_text("Banco, place 5")
    assert stakes(casino) == [("ponte", 25000, 5)]
    words = "import(`${document.body.dataset.assets}js/words.mjs`)"
    both = "({chance, notation}) => names.map((name) => [chance(name), notation(chance(name))])"
    read = f"names => {words}.then({both})"
    names = {"paire-punto": "paire punto", "cheval:17-20": "cheval 17-20", "egalite": "égalité"}
    names |= {"transversale-simple:13": "transversale simple 13", "voisins-de:17:2": "voisins de 17:2"}
    names |= {
        "finale-a-cheval:4-7": "finale à cheval 4-7",
        "jeu-zero": "jeu zéro",
        "carre:16-20": "carré 16-20",
    }
    assert page.evaluate(read, [*names]) == [[shown, name] for name, shown in names.items()]
    casino.play("rnvp")
    expect(page.locator("[data-words='banco 5']")).to_have_count(0)


@pytest.mark.parametrize("game", ["roulette"])
def test_chips_lie_between_the_numbers_and_announced_bets_on_the_racetrack(
    casino: Casino, opened: Any
) -> None:
    page = at_the_cloth(opened("croupier", lang="nl"))
    aimed, felt = page.locator("#aimed"), page.locator("#felt").bounding_box()
    unit = min(felt["width"] / 155, felt["height"] / 66)
    left, top = felt["x"] + (felt["width"] - 155 * unit) / 2, felt["y"] + (felt["height"] - 66 * unit) / 2
    page.locator("[data-seat='4']").click()
    for (x, y), text in {
        (65, 21): "Plein 17",
        (70, 21): "Cheval 17-20",
        (70, 28): "Carré 16-20",
        (65, 42): "Transversale 16-18",
        (60, 42): "Transversale simple 13-18",
        (5, 30): "Plein 0",
        (60, 58): "Rouge",
        (70, 47): "Douzaine 2",
    }.items():
        page.mouse.click(left + (x + 1) * unit, top + (y + 1) * unit)
        expect(aimed).to_have_text(f"plaats 4 · {text}")
    page.mouse.click(left + 71 * unit, top + 22 * unit)
    page.locator("[data-jeton='500']").click()
    page.locator("#lay").click()
    expect(page.locator("#felt .lying text")).to_have_text("5")
    page.locator("#felt").focus()  # by the keyboard alone, from the chip that was touched last
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(aimed).to_have_text("plaats 4 · Plein 20")
    page.locator(".sum").focus()
    page.keyboard.type("7,50")
    page.keyboard.press("Enter")
    expect(page.locator("#felt .lying text")).to_have_count(2)
    page.locator("#turn").click()
    page.locator("[data-where=tiers]").click()
    page.locator("[data-jeton='200']").click()
    assert violations(page) == []
    page.locator("#lay").click()
    expect(page.locator("[data-seat='4'] .lies")).to_have_text("24,50")
    assert stakes(casino)[:3] == [("cheval:17-20", 500, 4), ("plein:20", 750, 4), ("cheval:5-8", 200, 4)]
    page.locator("[data-where='finale-a-cheval:4-7']").click()
    expect(aimed).to_have_text("plaats 4 · Finale à cheval 4-7")
    page.locator("[data-jeton='200']").click()
    assert (too_small(page), beyond(page, TABLET)) == ([], [])
    page.locator("#lay").click()
    expect(page.locator("[data-seat='4'] .lies")).to_have_text("32,50")
    page.keyboard.press("Escape")  # and by the keyboard to the end of the coup
    expect(page.locator("#players")).to_be_hidden()
    press(page, "[data-act=rnvp]")
    press(page, "#by-hand")
    press(page, "#numbers [data-pick='17']")
    expect(page.locator("#number")).to_have_text("17")
    press(page, "[data-act=end]")
    expect(page.locator("#number")).to_be_empty()
    assert stakes(casino) == []


@pytest.mark.parametrize("game", ["roulette"])
@pytest.mark.parametrize("size", [TABLET, {"width": 1024, "height": 768}], ids=["1280", "1024"])
def test_cloth_and_racetrack_fit_and_no_word_is_broken(
    casino: Casino, opened: Any, size: dict[str, int]
) -> None:
    page = at_the_cloth(opened("croupier", size=size, lang="de"))
    page.evaluate("document.fonts.ready")
    for _ in range(2):
        assert leaving(page) == []
        page.locator("#turn").click()
    expect(page.locator("#unlay")).to_have_text("Zurücknehmen")
    assert page.locator("#unlay").evaluate(WRITTEN)[2] == 1


def press(page: Any, selector: str) -> None:
    """Reach it with the tabulator and press Enter: no mouse, no finger, no focus by a script."""
    for _ in range(250):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"{selector} cannot be reached")
    page.keyboard.press("Enter")


def stake(page: Any, seat: int, place: str, chip: int) -> None:
    """Stake a chip, or say with it what wants a sum."""
    press(page, f"[data-seat='{seat}']")
    expect(page.locator(f"{place}:not([aria-disabled=true])")).to_be_visible()  # it is this seat's now
    press(page, place)
    press(page, f"[data-jeton='{chip}']")
    press(page, "#lay")
    expect(page.locator("#rack .sum")).to_have_value("")  # the table has taken it


KEYED = {
    "punto-banco": ([(3, "[data-where=banco]")], "8C 4S QD KH", ""),
    "trente-et-quarante": ([(3, "[data-where=rouge]")], "4D KS 2H 7C TH 3C 4S AD 2C 5H AS 6D 3H AC 5S", ""),
    "chemin-de-fer": (
        [(3, "[data-words='banque 3 AMOUNT']"), (5, "[data-where=ponte]")],
        "4C 3D AH KS",
        "[data-words='ponte non']",
    ),
    "baccarat-banque": (
        [(9, "[data-words='banque 9 AMOUNT']"), (2, "[data-where=droite]")],
        "2C 6D 4H 3S KD AH",
        "[data-words='droite non']",
    ),
}
"""At each game of cards: who stakes on what, the cards, and what a player who is free says."""


@pytest.mark.parametrize("game", KEYED)
def test_a_whole_coup_with_its_stakes_is_entered_by_the_keyboard_alone(
    casino: Casino, opened: Any, game: str
) -> None:
    staked, cards, words = KEYED[game]
    page = opened("croupier", lang="en")
    expect(page.locator("body")).not_to_have_class("croupier stale")
    press(page, "#talk")
    expect(page.locator("#players")).to_be_visible()
    for seat, place in staked:
        stake(page, seat, place, 10000 if "banque " in place else 2000)
    where, seat = staked[-1][1].partition("=")[2].rstrip("]"), staked[-1][0]
    expect(page.locator(f"[data-seat='{seat}'] .lies")).to_have_text("20")
    assert stakes(casino) == [(where, 2000, seat)]
    page.keyboard.press("Escape")
    expect(page.locator("#players")).to_be_hidden()
    press(page, "[data-act=rnvp]")
    expect(page.locator("#band")).to_have_attribute("data-tone", "owed")
    casino.play(cards)
    if words:
        expect(page.locator(words)).to_be_visible()
        press(page, words)
        expect(page.locator(words)).to_have_count(0)
        casino.play("6H")  # the banker draws
    expect(page.locator("#band")).to_have_attribute("data-tone", "decided")
    press(page, "[data-act=end]")
    expect(page.locator("#coup")).to_have_text("1")
    expect(page.locator("#band")).to_have_attribute("data-tone", "open")
    assert stakes(casino) == []


@pytest.mark.parametrize("game", ["punto-banco"])
def test_the_cloth_for_players_uncovers_the_page_when_a_card_or_a_fault_comes(
    casino: Casino, opened: Any
) -> None:
    page = at_the_cloth(opened("croupier"))
    casino.play("rnvp 8C")
    expect(page.locator("#players")).to_be_hidden()
    page.locator("#talk").click()
    expect(page.locator("#players")).to_be_visible()
    casino.play("end")
    expect(page.locator("#players")).to_be_hidden()
    expect(page.locator("#band")).to_have_attribute("data-tone", "fault")
