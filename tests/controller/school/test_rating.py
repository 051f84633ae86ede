"""The rating at the virtual table: its value, how sure it is, and its curve."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sabot.school.dealing.rating import Coup, Known, curve, rated, strength
from sabot.school.today.day import day_of

NOON_S = 1_800_014_400.0
DAY_S = 86_400.0


def test_the_formula_is_that_of_glickman_s_own_example() -> None:
    """The first game of the example in *The Glicko system* (M. Glickman): 1500 with a deviation of 200 beats
    1400; here the opponent's strength is known, so its factor g is 1: worked out by hand."""
    after = Known(1500.0, 200.0, 0.0).after(Coup(0.0, 4, right=True))
    expected = 1 / (1 + 10 ** ((strength(4) - 1500) / 400))
    variance = 1 / (1 / 200**2 + 0.0057565**2 * expected * (1 - expected))
    assert after.deviation == pytest.approx(variance**0.5, rel=1e-4)
    assert after.value == pytest.approx(1500 + 0.0057565 * variance * (1 - expected), rel=1e-5)


def test_a_trainee_of_known_strength_is_found_and_the_range_holds_it_19_times_in_20() -> None:
    inside = 0
    for seed in range(200):
        rng, true = Random(seed), 1400
        level = 4
        chance = 1 / (1 + 10 ** ((strength(level) - true) / 400))
        found = rated(Coup(NOON_S + nth, level, rng.random() < chance) for nth in range(60))
        inside += abs(found.value - true) <= found.within
    assert inside >= 180, "of 200; 190 are expected"


def test_each_coup_makes_it_surer_down_to_the_least_and_each_day_without_one_less_sure() -> None:
    sure = [rated([Coup(NOON_S, 3, right=bool(nth % 2))] * nth).deviation for nth in range(0, 60, 10)]
    assert all(before > after for before, after in pairwise(sure))
    many = Known()
    for nth in range(400):
        many = many.after(Coup(NOON_S, 3, right=bool(nth % 2)))
    assert many.deviation == 50
    assert 50 < many.later(NOON_S + 30 * DAY_S).deviation < many.later(NOON_S + 60 * DAY_S).deviation
    assert many.later(NOON_S + 365 * DAY_S).deviation == pytest.approx(350)
    assert many.later(NOON_S + 999 * DAY_S).deviation == 350
    assert many.later(NOON_S - DAY_S).deviation == 50, "a clock that was set back"


def test_after_a_long_pause_a_coup_moves_the_rating_more() -> None:
    coups = [Coup(NOON_S, 3, right=True)] * 20
    at_once, later = (rated([*coups, Coup(NOON_S + days * DAY_S, 3, right=False)]) for days in (0, 200))
    assert later.change < 2 * at_once.change < 0


def test_a_right_coup_at_a_hard_level_is_worth_more_and_nobody_falls_below_the_lowest() -> None:
    assert rated([Coup(0.0, 8, right=True)]).change > rated([Coup(0.0, 1, right=True)]).change > 0
    assert rated([Coup(0.0, 1, right=False)]).change < rated([Coup(0.0, 8, right=False)]).change < 0
    assert rated([Coup(0.0, 1, right=False)] * 500).value >= 100


def test_the_curve_has_a_point_for_each_day_with_a_coup() -> None:
    assert curve([]) == []
    coups = [
        Coup(NOON_S, 1, right=True),
        Coup(NOON_S + 60, 1, right=True),
        Coup(NOON_S + 3 * DAY_S, 1, right=False),
    ]
    first, last = curve(coups)
    assert (first.day, first.rating.coups) == (day_of(NOON_S), 2)
    assert (last.day, last.rating) == (day_of(NOON_S + 3 * DAY_S), rated(coups))
    assert len(curve(coups[:1])) == 1
    set_back = curve([coups[2], coups[0]])
    assert [each.day for each in set_back] == [first.day, last.day], "the days stay in order"
