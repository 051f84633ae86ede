"""Every figure of punto banco against the reference counts, for each number of packs that they have."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sabot.games.baccarat.points import VALUE
from sabot.games.odds.composition import full, without
from sabot.games.odds.figures import Figure
from sabot.games.punto_banco.odds import counts, figures, pairs
from sabot.games.punto_banco.options import Options
from tests.shared import vectors

DECKS = [1, 2, 4, 6, 8]
Known = dict[tuple[str, str], Figure]


def reference(decks: int | str) -> dict[str, Any]:
    found: dict[str, Any] = vectors("odds")["punto_banco"][str(decks)]
    return found


@pytest.fixture(scope="module", params=DECKS, ids=lambda decks: f"{decks} packs")
def known(request: pytest.FixtureRequest) -> tuple[int, Known]:
    told = figures(full(request.param), Options())
    return request.param, {(each.section, each.name): each for each in told}


NAMES = {"player": "punto", "banker": "banco", "tie": "egalite"}

WAYS = {
    **{name: ("wins", ours) for name, ours in NAMES.items()},
    "total_permutations": ("wins", "all"),
    **{f"cards{n}": ("cards", f"{n} cards") for n in (4, 5, 6)},
    **{f"player{p}_banker{b}_cards": ("cards", f"punto {p}, banco {b}") for p in (2, 3) for b in (2, 3)},
    **{
        f"{name}_wins_with_{n}": ("wins with", f"{NAMES[name]} {n}")
        for name in ("player", "banker")
        for n in range(1, 10)
    },
    **{f"tie_on_{n}": ("wins with", f"egalite {n}") for n in range(10)},
    **{
        f"{name}_wins_by_{n}": ("wins by", f"{NAMES[name]} by {n}")
        for name in ("player", "banker")
        for n in range(1, 10)
    },
    "banker_wins_6_two_cards": ("wins with so many cards", "banco 6 in 2"),
    "banker_wins_6_three_cards": ("wins with so many cards", "banco 6 in 3"),
    "dragon7_banker_wins_3card_7": ("wins with so many cards", "banco 7 in 3"),
    "panda8_player_wins_3card_8": ("wins with so many cards", "punto 8 in 3"),
    "player_natural": ("naturals", "punto"),
    "banker_natural": ("naturals", "banco"),
    "any_natural": ("naturals", "either"),
    "tie_by_naturals": ("naturals", "decides: egalite"),
    "player_wins_natural": ("naturals", "decides: punto"),
    "banker_wins_natural": ("naturals", "decides: banco"),
}


def test_every_number_of_ways_is_the_reference_to_the_last_digit(known: tuple[int, Known]) -> None:
    decks, ours = known
    theirs = reference(decks)["permutations"]
    assert set(WAYS) == set(theirs)
    assert {name: ours[key].ways for name, key in WAYS.items()} == theirs


def test_every_pair_of_totals_comes_as_often_as_in_the_reference(known: tuple[int, Known]) -> None:
    decks, ours = known
    theirs = reference(decks)["joint_player_total_by_banker_total_probability"]
    for punto, row in enumerate(theirs):
        for banco, chance in enumerate(row):
            assert float(ours["totals", f"punto {punto}, banco {banco}"].exact) == pytest.approx(
                chance, rel=1e-13
            )


EDGES = {
    "player_1to1": ("house keeps", "punto"),
    "banker_5pct": ("house keeps", "banco"),
    "banker_4pct": ("house keeps, other options", "banco, tax 4 %"),
    "banker_5pct_ex_ties": ("house keeps of a decided stake", "banco"),
    "player_ex_ties": ("house keeps of a decided stake", "punto"),
    "tie_8to1": ("house keeps", "egalite"),
    "tie_9to1": ("house keeps, other options", "egalite, 9 to 1"),
    "ez_banker_push_on_3card7": ("house keeps, other options", "banco, no tax, nothing on 7 in three cards"),
    "pair_11to1": ("house keeps", "paire-punto"),
    **{
        f"banker_half_on_{n}": ("house keeps, other options", f"banco, no tax, half on {n}")
        for n in range(1, 10)
    },
}


def test_the_house_keeps_what_the_reference_says_of_every_bet_and_both_taxes(
    known: tuple[int, Known],
) -> None:
    decks, ours = known
    theirs = reference(decks)["house_edge_is_minus_ev"]
    for name, key in EDGES.items():
        assert float(ours[key].exact) == pytest.approx(-theirs[name], rel=1e-12), name


def test_pairs_come_as_often_as_in_the_reference(known: tuple[int, Known]) -> None:
    decks, ours = known
    theirs = reference(decks)["pairs"]
    names = {"player_pair": "punto", "banker_pair": "banco", "both_pairs": "both", "either_pair": "either"}
    for name, our in {**names, "exactly_one_pair": "exactly one"}.items():
        assert float(ours["pairs", our].exact) == pytest.approx(theirs[name], rel=1e-14), name


def test_a_coup_takes_as_many_cards_on_average_as_in_the_reference(known: tuple[int, Known]) -> None:
    decks, ours = known
    assert float(ours["cards", "on average"].exact) == pytest.approx(
        reference(decks)["mean_cards"], rel=1e-14
    )


def test_a_sabot_without_end_gives_the_reference() -> None:
    ours = {(each.section, each.name): each.exact for each in figures(full(0), Options())}
    for name, chance in reference("infinite").items():
        assert float(ours[WAYS[name]]) == pytest.approx(chance, rel=1e-14), name


def test_what_is_left_is_counted_like_a_full_sabot_of_those_cards() -> None:
    """One pack out of two, card for card, leaves one pack."""
    one = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]
    assert without(2, one) == full(1)
    assert pairs(without(2, one)) == pairs(full(1))


def test_many_packs_are_counted_without_overflow() -> None:
    """Six of 5,200 cards can be chosen in more ways than 63 bits hold."""
    by_value = full(100).by_value(VALUE)
    counted = counts([by_value[value] for value in range(10)])
    whole = 1
    for gone in range(6):
        whole *= 5200 - gone
    assert sum(counted.values()) == whole


def test_a_tax_of_nothing_gives_banco_what_it_wins() -> None:
    free = {(each.section, each.name): each.exact for each in figures(full(8), Options(tax_percent=0))}
    won = free["wins", "punto"] - free["wins", "banco"]
    assert free["house keeps", "banco"] == won < Fraction(0)
