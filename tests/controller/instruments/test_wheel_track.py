"""The laps of a ball, from passes for which some are missed (sabot/instruments/wheel/track.py)."""

from __future__ import annotations

import itertools
import random

import pytest

from sabot.instruments.wheel.physics import HABITS, spin
from sabot.instruments.wheel.track import Run, _apart, _backward, _is_hand, _laps_in, _slows, runs


def passes(seed: int, missed: float) -> tuple[int, float, list[float]]:
    """The laps that a ball made, the length of its last, and the passes that the beam saw: all but this part,
    but the first two and the last always."""
    rng = random.Random(seed)
    truth, pulses = spin(rng, clockwise=True, habits=HABITS._replace(hand=0.0))
    every = [at_s for at_s, sensor in pulses if sensor == "track"]
    seen = [each for each in every[2:-1] if rng.random() > missed]
    return truth.laps, every[-1] - every[-2], [*every[:2], *seen, every[-1]]


@pytest.mark.parametrize(("missed", "least"), [(0.0, 300), (0.1, 298), (0.3, 272)])
def test_the_laps_of_a_ball_are_counted_although_some_passes_are_missed(missed: float, least: int):
    counted = 0
    for seed in range(300):
        laps, last_lap_s, seen = passes(seed, missed)
        found = runs(seen)
        counted += [run.laps for run in found] == [laps] and abs(found[0].last_lap_s - last_lap_s) < 0.05
    assert counted >= least


@pytest.mark.parametrize(("last_lap_s", "over_after_s"), [(0.3, 0.8), (0.4, 0.92), (1.0, 2.3)])
def test_a_ball_has_dropped_when_two_of_its_passes_are_overdue(last_lap_s: float, over_after_s: float):
    run = Run((0.0, 1.0), 2, last_lap_s)
    assert not run.over(1.0 + over_after_s - 0.01)
    assert run.over(1.0 + over_after_s + 0.01)


def test_a_ball_would_have_passed_once_more_before_it_dropped_but_never_after_the_slowest_lap():
    assert Run((0.0, 1.0), 2, 1.0, growth=1.2).dropped_by_s == pytest.approx(2.2)
    assert Run((0.0, 1.0), 2, 2.0, growth=1.2).dropped_by_s == pytest.approx(3.2)


def test_no_more_bets_are_due_at_the_first_pass_after_a_lap_that_slow():
    run = Run((0.0, 0.5, 1.25, 2.25), 3, 1.0)
    assert [run.rnvp_due_s(each) for each in (2.0, 1.5, 1.0, 0.9)] == [0.5, 1.25, 2.25, None]


def test_a_lap_of_the_fastest_ball_is_a_lap():
    assert [(run.laps, run.strays) for run in runs([0.0, 0.28, 0.6])] == [(3, 0)]


def of_laps(*laps_s: float, begin_s: float = 20.0, strays: int = 0) -> Run:
    """A run whose laps take so long."""
    passes = tuple(itertools.accumulate(laps_s, initial=begin_s))
    return Run(passes, len(laps_s) + 1, laps_s[-1], strays)


@pytest.mark.parametrize(
    ("laps_s", "slows"),
    [
        ((0.9, 1.4), True),
        ((0.9, 1.45), False),  # it grows by more than three fifths
        ((0.9, 0.89), True),
        ((0.9, 0.88), False),  # it is shorter than the one before
        ((0.3, 0.46, 0.73, 0.9), True),
        ((0.29, 0.46, 0.73, 0.9), False),  # no ball is so fast
        ((0.55, 0.81), True),
        ((0.55, 0.79), False),  # such a ball would go on
        ((0.9,), False),  # one lap says nothing
    ],
)
def test_the_laps_of_a_ball_grow_and_those_of_a_hand_do_not(laps_s: tuple[float, ...], slows: bool):
    assert _slows(of_laps(*laps_s)) is slows


QUICK = of_laps(0.25, 0.25)
"""Three passes, faster than any ball, from 20.0 to 20.5 s."""


@pytest.mark.parametrize(
    ("run", "pocket", "is_hand"),
    [
        (QUICK, [8.25], True),  # somebody picks the ball up
        (QUICK, [8.0], False),  # it was picked up long ago
        (QUICK, [], False),
        (QUICK._replace(strays=1), [], True),  # too fast for a ball
        (QUICK, [8.25, 23.0, 26.0], False),  # a ball comes to rest afterwards
        (QUICK, [8.25, 23.0], True),
        (QUICK, [8.25, 22.5, 23.0], True),  # the first of these may still be the hand
        (of_laps(0.6, 0.85), [8.25], False),  # its laps grow
        (of_laps(2.0), [8.25], False),  # no hand stays so long
        (of_laps(1.75), [8.25], True),
    ],
)
def test_a_few_quick_passes_are_a_hands(run: Run, pocket: list[float], is_hand: bool):
    assert _is_hand(run, pocket, 100.0) is is_hand


def test_what_rests_after_the_next_run_says_nothing_about_this_one():
    assert _is_hand(QUICK, [8.25, 23.0, 26.0], 26.0)
    assert not _is_hand(QUICK, [8.25, 23.0, 26.0], 26.1)


@pytest.mark.parametrize(
    ("pulse_s", "laps"),
    [(0.5, 2), (0.4, 3), (-0.05, 3), (-0.2, 4), (-1.05, 4), (-1.2, 2)],
)
def test_a_pass_before_the_others_is_one_lap_earlier_or_two_where_one_was_missed(pulse_s: float, laps: int):
    assert _backward(Run((1.0, 2.0), 2, 1.0), [pulse_s]).laps == laps


def test_one_pass_alone_has_none_before_it():
    alone = Run((1.0,), 1, 0.0)
    assert _backward(alone, [0.0]) == alone


@pytest.mark.parametrize(
    ("gap_s", "laps"), [(1.06, 1), (2.06, 1), (2.18, 2), (3.37, 3), (4.64, 4), (9.0, 4), (0.5, 1)]
)
def test_a_gap_holds_as_many_laps_as_fit_it_best_and_four_at_most(gap_s: float, laps: int):
    assert _laps_in(gap_s, Run((0.0, 1.0), 2, 1.0), 1.06) == laps


def test_the_first_gap_is_one_lap():
    assert _laps_in(9.0, Run((0.0,), 1, 0.0), 1.06) == 1


def test_pulses_that_are_no_pass_are_counted():
    (run,) = runs([0.0, 0.6, 0.7, 0.8, 1.3, 2.1])
    assert (run.laps, run.strays) == (4, 2)


@pytest.mark.parametrize(("gap_s", "parts"), [(4.5, 1), (4.6, 2)])
def test_a_ball_cannot_have_been_up_all_the_while_between_pulses_far_apart(gap_s: float, parts: int):
    first = [0.0, 0.5, 1.0]
    assert len(_apart([*first, *(1.0 + gap_s + each for each in first)])) == parts
