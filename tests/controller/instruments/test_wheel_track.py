"""The laps of a ball, from passes for which some are missed (sabot/instruments/wheel/track.py)."""

from __future__ import annotations

import random

import pytest

from sabot.instruments.wheel.physics import HABITS, spin
from sabot.instruments.wheel.track import Run, runs


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
