"""What the house keeps at roulette, as fractions, under every rule of zero and of prison."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from sabot.games.roulette.odds import edge, edge_of_chips, figures
from sabot.games.roulette.stakes import Options
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS
from tests.shared import vectors


def prison(levels: int, full: str = "lost", pockets: int = 37) -> Options:
    return Options(zero_rule="prison", prison_levels=levels, prison_full=full, pockets=pockets)


HOUSES = {
    "straight_etc_single_zero": ("plein:17", Options()),
    "even_money_no_rule": ("rouge", Options(zero_rule="lose")),
    "la_partage": ("rouge", Options(zero_rule="half")),
    "en_prison_second_zero_loses": ("rouge", prison(1)),
    "en_prison_second_zero_stays_until_decided": ("rouge", prison(1, "stays")),
    "en_prison_second_zero_half_returned": ("rouge", prison(1, "half")),
    "double_prison_zero_in_level2_loses": ("rouge", prison(2)),
    "triple_prison_zero_in_level3_loses": ("rouge", prison(3)),
    "double_zero_any": ("plein:17", Options(pockets=38)),
    "double_zero_even_money_surrender_half": ("rouge", Options(pockets=38)),
    "double_zero_five_number_6to1": ("cinq-premiers", Options(pockets=38)),
}


@pytest.mark.parametrize("name", HOUSES)
def test_the_house_keeps_the_fraction_of_the_reference(name: str) -> None:
    bet, house = HOUSES[name]
    theirs = vectors("odds")["roulette"][name]
    assert edge(house, bet) == Fraction(theirs["fraction"])


def test_prison_without_a_deepest_level_is_the_root_of_its_equation() -> None:
    """At level n a stake is worth x**n, where 37 x = 18 + x**2: the win frees a level, the zero locks one."""
    worth = (37 - sqrt(37**2 - 4 * 18)) / 2
    theirs = vectors("odds")["roulette"]["prison_unlimited_levels"]
    ours = edge(prison(0), "rouge")
    assert float(ours) == pytest.approx((1 - worth) / 37, rel=1e-14)
    assert float(ours) == pytest.approx(theirs["float"], rel=1e-14)
    x = 1 - 37 * ours
    assert abs(37 * x - 18 - x**2) < Fraction(1, 10**20)


@pytest.mark.parametrize("pockets", WHEELS)
def test_every_bet_but_those_that_zero_spares_or_shorts_keeps_the_zeros(pockets: int) -> None:
    zeros = pockets - 36
    for bet in WHEELS[pockets].bets:
        kept = edge(Options(pockets=pockets), bet)
        if bet in SIMPLE_CHANCES:
            assert kept == Fraction(zeros, 2 * pockets)
        elif bet != "cinq-premiers":
            assert kept == Fraction(zeros, pockets), bet


def test_an_announced_bet_keeps_what_its_chips_keep() -> None:
    assert edge_of_chips(Options(), "voisins") == Fraction(1, 37)
    assert edge_of_chips(Options(pockets=38), "voisins") is None


def test_simple_chances_are_worth_the_same_to_the_house() -> None:
    for house in (prison(0), prison(2, "half"), Options(zero_rule="choice")):
        assert len({edge(house, bet) for bet in SIMPLE_CHANCES}) == 1


def test_two_dozens_are_told_only_where_the_house_takes_them() -> None:
    for taken in (False, True):
        names = {each.name for each in figures(Options(double_dozen=taken))}
        assert ("douzaine à cheval" in names) is taken
