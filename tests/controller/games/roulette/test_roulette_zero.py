"""Zero at roulette: half, prison and the choice between them, and what they cost.

Prison is that of trente et quarante: HS is *Hazardspelen*, p. 79, TT the treatise of Baden-Baden (1854).
The rest is the house's choice and says so.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from sabot.games.roulette.rules import Options
from sabot.games.roulette.stakes import Lot, fate
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS
from tests.controller.dealing import because, dealt, faults, lines_of, only, prison, settled
from tests.shared import vectors

GAME = "roulette"


# --- zero: half, prison, choice ---------------------------------------------------------------------


def fates(script: str, bet: str = "rouge", **options: str) -> list[tuple[str, str | None]]:
    """What came back of the stake on `bet`, and where it stays, coup by coup."""
    lines = lines_of(GAME, script, **({"zero_rule": "prison"} | options))
    assert faults(lines) == []
    return [(back, held) for _, name, back, held in settled(lines) if name == bet]


FREE, LOST, STAYS = ("100.00", None), ("0.00", None), ("0.00", "prison")


def test_a_stake_in_prison_comes_back_without_gain_when_its_chance_wins() -> None:
    """HS p. 79, TT."""
    assert fates("bet rouge 100\n0 1 1") == [STAYS, FREE]


def test_a_stake_in_prison_is_lost_when_its_chance_loses() -> None:
    """HS p. 79, TT."""
    assert fates("bet rouge 100\n0 2 1") == [STAYS, LOST]


def test_double_prison_is_left_by_winning_twice() -> None:
    """TT: two zeros, then the chance must win twice before it loses."""
    assert fates("bet rouge 100\n0 0 1 1 1") == [STAYS, STAYS, STAYS, FREE]
    assert fates("bet rouge 100\n0 0 1 2") == [STAYS, STAYS, STAYS, LOST]


def test_a_new_permanence_tells_how_deep_a_stake_lay() -> None:
    lines = lines_of(GAME, "bet rouge 100\n0 0 new", zero_rule="prison")
    last = only(lines, "settlement")[-1]
    assert (last["returned"], last["prison"]) == ("25.00", 2)


def test_prison_has_as_many_levels_as_zeros_come() -> None:
    lines = lines_of(GAME, "bet rouge 100\n0 0 0 1 0 1 1 1", zero_rule="prison")
    assert [line["level"] for line in prison(lines)] == [1, 2, 3, 2, 3, 2, 1]
    before = [line.get("prison") for line in only(lines, "settlement")]
    assert before == [None, 1, 2, 3, 2, 3, 2, 1]
    assert settled(lines)[-1] == (8, "rouge", "100.00", None)


@pytest.mark.parametrize(
    ("full", "expected"),
    [
        ("lost", [STAYS, LOST]),
        ("stays", [STAYS, STAYS, FREE]),
        ("half", [STAYS, ("50.00", None)]),
    ],
)
def test_the_deepest_level_is_the_houses_choice(full: str, expected: list[Any]) -> None:
    assert fates("bet rouge 100\n0 0 1", prison_levels="1", prison_full=full) == expected


@pytest.mark.parametrize("bet", SIMPLE_CHANCES)
def test_every_simple_chance_goes_to_prison_and_no_other(bet: str) -> None:
    assert fates(f"bet {bet} 100\n0", bet) == [STAYS]
    assert fates("bet douzaine:1 100\n0", "douzaine:1") == [LOST]


def test_a_player_may_take_half_instead_of_prison() -> None:
    assert fates("bet rouge 100 3\n0\nsay moitie rouge 3\n1") == [("50.00", None)]
    assert fates("bet rouge 100\n0\nsay moitie rouge\n1") == [("50.00", None)]


def test_a_player_may_change_their_mind_before_the_next_coup() -> None:
    script = "bet rouge 100 3\n0\nsay moitie rouge 3\nsay prison rouge 3\n1"
    assert fates(script) == [("50.00", None), STAYS, FREE]


def test_a_stake_for_which_a_player_may_choose_is_settled_when_they_have_or_the_coup_closes() -> None:
    _, lines = dealt(GAME, "bet rouge 100 3\nbet noir 20 4\nbet pair 5 4\n0", zero_rule="prison")
    assert not only(lines, "settlement")
    script = "bet rouge 100 3\nbet noir 20 4\nbet pair 5 4\n0\nsay moitie noir 4\nend"
    lines = lines_of(GAME, script, zero_rule="prison")
    assert [line["bet"] for line in only(lines, "settlement")] == ["noir", "rouge", "pair"]


def test_a_word_that_changes_nothing_settles_nothing_again() -> None:
    assert fates("bet rouge 100 3\n0\nsay prison rouge 3\n1") == [STAYS, FREE]


def test_half_is_the_default_where_the_player_chooses() -> None:
    assert fates("bet rouge 100 3\n0\n1", zero_rule="choice") == [("50.00", None)]
    chosen = fates("bet rouge 100 3\n0\nsay prison rouge 3\n1", zero_rule="choice")
    assert chosen == [STAYS, FREE]


def test_the_choice_of_one_seat_is_not_that_of_another() -> None:
    script = "bet rouge 100 3\nbet rouge 100 4\nbet noir 100 3\n0\nsay moitie rouge 3\n1"
    lines = only(lines_of(GAME, script, zero_rule="prison"), "settlement")
    assert [(line["bet"], line["seat"], line["returned"]) for line in lines if line["coup"] == 2] == [
        *[("rouge", 4, "100.00"), ("noir", 3, "0.00")]
    ]


def test_at_a_further_zero_a_prisoner_may_leave_with_half_of_what_they_are_worth() -> None:
    """The house's choice, as at trente et quarante: worth half at the first level, a quarter is left."""
    script = "bet rouge 100 3\n0 0\nsay moitie rouge 3\n1"
    assert fates(script) == [STAYS, ("25.00", None)]


@pytest.mark.parametrize(
    ("script", "rule", "why"),
    [
        ("bet rouge 5 3\nsay prison rouge 3", "choice", "after zero has come"),
        ("bet rouge 5 3\n1\nsay prison rouge 3", "choice", "after zero has come"),
        ("bet rouge 5 3\n0\nsay prison rouge 3", "half", "option zero-rule"),
        ("bet rouge 5 3\n0\nsay moitie rouge 3", "lose", "option zero-rule"),
        ("bet rouge 5 3\n0\nsay moitie rouge 4", "prison", "seat 4 has no stake on rouge"),
        ("bet rouge 5 3\n0\nsay moitie rouge", "prison", "nobody without a seat has"),
        ("bet rouge 5 3\n0\nsay moitie plein:0 3", "prison", "only a simple chance"),
        ("0\nsay confirme", "prison", "nothing waits to be confirmed"),
    ],
)
def test_a_choice_that_nobody_has_is_refused_and_changes_nothing(script: str, rule: str, why: str) -> None:
    lines = lines_of(GAME, script, zero_rule=rule)
    assert faults(lines) == ["wrong-order"]
    assert why in because(lines)
    unsaid = lines_of(GAME, script.rpartition("\n")[0], zero_rule=rule)
    assert only(lines, "settlement") == only(unsaid, "settlement")


def test_a_held_settlement_waits_for_the_choice_and_is_told_once() -> None:
    house = {"zero_rule": "prison", "faux_tirage": "hold", "close": "croupier"}
    assert fates("bet rouge 100 3\n0\nsay moitie rouge 3\nend", **house) == [("50.00", None)]


def test_a_new_permanence_lets_prisoners_go_with_what_they_are_worth() -> None:
    """TT and the house: half for each level, as at the end of a taille."""
    lines = lines_of(GAME, "bet rouge 100\n0 0\nbet noir 7\nnew\n1", zero_rule="prison")
    assert faults(lines) == ["wrong-order"]
    assert settled(lines)[-2:] == [(3, "noir", "7.00", None), (3, "rouge", "25.00", None)]
    assert [line["returned"] for line in only(lines, "settlement")][:2] == ["0.00", "0.00"]


def test_a_new_permanence_after_a_closed_coup_returns_no_stake_twice() -> None:
    lines = lines_of(GAME, "bet rouge 100\n1\nnew", zero_rule="prison")
    assert [back for _, _, back, _ in settled(lines)] == ["200.00"]


# --- odds, from the code that referees --------------------------------------------------------------


STAKE = 2**80


@cache
def expected(options: Options, level: int, leaves: bool, coups: int) -> Fraction:
    """What a stake on rouge brings back in the mean, as a part of itself, within this many coups."""
    order = WHEELS[options.pockets].order
    total = Fraction(0)
    for pocket in order:
        zero = pocket.startswith("0")
        word = "moitie" if leaves and zero else None
        now = fate(options, Lot("rouge", STAKE, None, level), pocket, word=word)
        total += Fraction(now.returned, STAKE)
        if now.level and coups:
            total += expected(options, now.level, leaves, coups - 1)
    return total / len(order)


@pytest.mark.parametrize(
    ("published", "options", "leaves"),
    [
        ("even_money_no_rule", Options(zero_rule="lose"), False),
        ("la_partage", Options(), False),
        ("en_prison_second_zero_loses", Options(zero_rule="prison", prison_levels=1), False),
        (
            "en_prison_second_zero_stays_until_decided",
            Options(zero_rule="prison", prison_levels=1, prison_full="stays"),
            False,
        ),
        (
            "en_prison_second_zero_half_returned",
            Options(zero_rule="prison", prison_levels=1, prison_full="half"),
            False,
        ),
        ("double_prison_zero_in_level2_loses", Options(zero_rule="prison", prison_levels=2), False),
        ("triple_prison_zero_in_level3_loses", Options(zero_rule="prison", prison_levels=3), False),
        ("prison_unlimited_levels", Options(zero_rule="prison"), False),
        ("partage_at_level_values_half_then_quarter", Options(zero_rule="prison"), True),
        ("double_zero_any", Options(pockets=38, zero_rule="lose"), False),
        ("double_zero_even_money_surrender_half", Options(pockets=38), False),
    ],
)
def test_the_advantage_of_the_house_is_the_published_one(
    published: str, options: Options, leaves: bool
) -> None:
    figures = vectors("odds")["roulette"][published]
    edge = 1 - expected(options, 0, leaves, 60)
    exact = Fraction(figures["fraction"]) if figures["fraction"] else Fraction(figures["float"])
    assert abs(edge - exact) < Fraction(1, 10**15)


def test_the_five_of_a_double_zero_cost_most() -> None:
    figures = vectors("odds")["roulette"]["double_zero_five_number_6to1"]
    back = sum(fate(Options(pockets=38), Lot("cinq-premiers", 1), name).returned for name in WHEELS[38].order)
    assert 1 - Fraction(back, 38) == Fraction(figures["fraction"])
