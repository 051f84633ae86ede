"""The rows of trente et quarante counted by composition, against the reference and against the referee
itself."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isclose
from typing import Any

import pytest

from sabot.core.cards import DECK, Card, card_named
from sabot.games.odds.composition import Composition, full, left, without
from sabot.games.odds.figures import Figure
from sabot.games.trente_et_quarante import rules as trente_et_quarante
from sabot.games.trente_et_quarante.coup import Coup
from sabot.games.trente_et_quarante.odds import figures
from sabot.games.trente_et_quarante.odds_rows import Rows, chances
from sabot.games.trente_et_quarante.rules import Options
from tests.shared import vectors

ENDLESS, SIX = "infinite", "6_decks"


def reference(which: str) -> dict[str, Any]:
    found: dict[str, Any] = vectors("odds")["trente_et_quarante"][which]
    return found


@cache
def ours(decks: int) -> dict[tuple[str, str], Figure]:
    return {(each.section, each.name): each for each in figures(full(decks), Options())}


CASES = [
    pytest.param(0, ENDLESS, id="without end"),
    pytest.param(6, SIX, id="six packs", marks=pytest.mark.slow),
]
OTHER = "house keeps of noir, other options"
NAMES = {
    "refait_31": ("wins", "refait"),
    "tie_32_to_40": ("wins", "apres"),
    "any_tie": ("wins", "refait or apres"),
    "noir_wins": ("wins", "noir"),
    "rouge_wins": ("wins", "rouge"),
    "edge_half_loss_per_coup": (OTHER, "half is lost"),
    "edge_half_loss_per_decided_coup_31_counts": (
        OTHER,
        "half is lost, of coups that are no après of 32 to 40",
    ),
    "edge_prison_31_again_loses": (OTHER, "prison, refait at the deepest level: lost"),
    "edge_prison_31_again_stays": (OTHER, "prison, refait at the deepest level: stays"),
    "edge_double_prison_third_31_lost": (OTHER, "double prison, refait at the deepest level: lost"),
    "edge_insured_1pct_premium_lost_every_coup": (OTHER, "insured, premium lost in every coup"),
    "edge_insured_1pct_premium_kept_on_refait": (OTHER, "insured, premium back at a refait"),
    "edge_insured_1pct_premium_kept_on_ties_32_40": (OTHER, "insured, premium back at an après of 32 to 40"),
    "edge_insured_1pct_premium_lost_only_on_decided_coups": (
        OTHER,
        "insured, premium lost only in coups that decide",
    ),
}
BY_TOTAL = {"total_31_to_40": "noir has", "red_row_total_31_to_40": "rouge has", "tie_31_to_40": "both have"}


@pytest.mark.parametrize(("decks", "which"), CASES)
def test_every_chance_and_advantage_is_that_of_the_reference(decks: int, which: str) -> None:
    theirs, known = reference(which), ours(decks)
    for name, key in NAMES.items():
        assert float(known[key].exact) == pytest.approx(theirs[name], rel=1e-12), name
    for name, section in BY_TOTAL.items():
        for total, chance in theirs[name].items():
            assert float(known[section, total].exact) == pytest.approx(chance, rel=1e-12), (name, total)


def test_a_row_without_end_has_as_many_cards_as_in_the_reference() -> None:
    theirs, known = reference(ENDLESS), ours(0)
    for cards, chance in theirs["cards_per_row"].items():
        assert float(known["cards in noir", cards].exact) == pytest.approx(chance, rel=1e-12)
    assert float(known["cards in noir", "on average"].exact) == pytest.approx(theirs["mean_cards_per_row"])


@pytest.mark.slow
def test_the_chances_of_six_packs_add_up_to_one_exactly() -> None:
    counted = chances(full(6))
    assert sum(counted.rows.values()) == sum(counted.cards.values()) == 1


# --- against the referee, card by card ---------------------------------------------------------------


def dealt_by_the_referee(cards: dict[Card, int]) -> dict[Rows, Fraction]:
    """Every order in which these cards can leave the sixain, through the rules; cards alike count
    together."""
    found: dict[Rows, Fraction] = {}

    def deal(coup: Coup, chance: Fraction) -> None:
        if (result := trente_et_quarante.result(coup)) is not None and result["winner"] is not None:
            points = result["points"]
            rows = Rows(points["noir"], points["rouge"], coup.noir[0].is_red)
            if rows.rouge >= 31:
                found[rows] = found.get(rows, Fraction(0)) + chance
            return
        whole = sum(cards.values())
        for card, number in cards.items():
            if number:
                cards[card] -= 1
                deal(trente_et_quarante.dealt(coup, card, None)[0], chance * Fraction(number, whole))
                cards[card] += 1

    deal(trente_et_quarante.opening(Options(decks=1)), Fraction(1))
    return found


def composed(text: str) -> tuple[dict[Card, int], Composition]:
    pairs = [each.split("=") for each in text.split()]
    cards = {card: int(number) for name, number in pairs if (card := card_named(name))}
    return cards, left(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("TC=4 TH=4 9S=2", id="values that are red in different parts"),
        pytest.param("TC=5 TD=5", id="one value, half of it red"),
        pytest.param("TD=7 4C=2 9C=1", id="a red value among black ones"),
        pytest.param("TD=3 8C=3", id="cards that run out"),
        pytest.param("7D=5 8C=4 AS=1", id="rows of five"),
    ],
)
def test_counting_gives_what_the_referee_finds_by_dealing_every_order(text: str) -> None:
    cards, composition = composed(text)
    counted = {rows: chance for rows, chance in chances(composition).rows.items() if chance}
    assert counted == {rows: chance for rows, chance in dealt_by_the_referee(cards).items() if chance}


def test_cards_that_run_out_are_told() -> None:
    told = {(each.section, each.name): each.exact for each in figures(left("TD=3 7C=5"), Options())}
    kinds = ("noir", "rouge", "refait", "apres", "the cards run out")
    assert 0 < told["wins", "the cards run out"] < 1
    assert sum(told["wins", kind] for kind in kinds) == 1


def test_a_sixain_with_no_red_ten_favours_no_row_but_a_colour() -> None:
    """Six of the ten cards left are black tens: the first card is mostly black, no matter which row wins."""
    told = {(each.section, each.name): each.exact for each in figures(left("TC=6 9D=2 AD=2"), Options())}
    assert told["wins", "noir"] == told["wins", "rouge"]
    assert told["wins", "couleur"] != told["wins", "inverse"]


@pytest.mark.slow
def test_what_is_left_after_half_of_two_packs_in_equal_parts_is_one_pack() -> None:
    """Counting by the first card's colour and without it must agree where both can be used."""
    half = without(2, [str(card) for card in DECK])
    assert half == full(1)
    assert isclose(sum(map(float, chances(half).rows.values())), 1)
