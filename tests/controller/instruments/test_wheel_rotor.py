"""The turn of a rotor that slows, from edges for which some are missed (sabot/instruments/wheel/rotor.py)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from sabot.instruments.wheel.edges import Options
from sabot.instruments.wheel.physics import Turning, passes
from sabot.instruments.wheel.rotor import Rotor, rotor

MISSED = 0.12
"""The part of the edges that the sensors of these rotors miss."""


def slowing(seed: int, *, clockwise: bool = True) -> tuple[Turning, list[float], list[float]]:
    """A rotor that slows by up to an eighth in each revolution, and what its two sensors saw of it."""
    rng = random.Random(seed)
    turning = Turning(rng.uniform(0.1, 0.6), rng.uniform(0.02, 0.12), rng.choice((0, 1, 2)))
    end_s = turning.when(rng.uniform(4, 6) if turning.drag == 0 else rng.uniform(6, 8))
    end_s = min(end_s, 60.0) if math.isfinite(end_s) else 60.0

    def seen(sensor_deg: float) -> Iterator[float]:
        every = passes(Options(), turning, clockwise=clockwise, place=0.0, sensor_deg=sensor_deg, end_s=end_s)
        return (each for each in every if rng.random() > MISSED)

    return turning, list(seen(0.0)), list(seen(90.0))


def follows(found: Rotor, turning: Turning, edges: int) -> bool:
    """Whether every edge was taken, at the turn at which the rotor truly was."""
    truly = [turning.turned(each) for each in found.times]
    off = [turn - true for turn, true in zip(found.turns, truly, strict=True)]
    return len(off) == edges and max(off) - min(off) < 0.01


@pytest.mark.parametrize("clockwise", [True, False])
def test_a_rotor_that_slows_is_followed_edge_by_edge_although_one_in_eight_is_missed(clockwise: bool):
    """Nine in ten; of the others so much is missed at once that the turn is lost."""
    followed = 0
    for seed in range(300):
        turning, index, index2 = slowing(seed, clockwise=clockwise)
        found = rotor(index, index2, apart=0.25)
        followed += follows(found, turning, len(index) + len(index2))
    assert followed >= 274


@pytest.mark.parametrize(("apart", "direction"), [(0.25, "clockwise"), (0.75, "anticlockwise"), (0.5, "")])
def test_a_second_index_opposite_the_first_tells_no_direction(apart: float, direction: str):
    index = [3.0 * turn for turn in range(8)]
    second = [each + (1.5 if apart == 0.5 else 0.75) for each in index]
    found = rotor(index, second, apart=apart)
    assert (found.direction, len(found.times)) == (direction, 16)
