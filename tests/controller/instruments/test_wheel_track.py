"""The laps of a ball, from passes for which some are missed (sabot/instruments/wheel/track.py)."""

from __future__ import annotations

import random

import pytest

from sabot.instruments.wheel.physics import HABITS, spin
from sabot.instruments.wheel.track import runs


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
