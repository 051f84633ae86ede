"""How a rotor slows down (sabot/games/wheel/turning.py)."""

from __future__ import annotations

import math

import pytest

from sabot.games.wheel.turning import Turning


@pytest.mark.parametrize("drag", [0, 1, 2])
def test_it_is_where_it_is_when_it_is_there_and_loses_its_part_in_a_revolution(drag: int):
    rotor = Turning(0.5, 0.04, drag)
    assert rotor.turned(0) == 0
    assert rotor.turned(rotor.when(3.7)) == pytest.approx(3.7)
    speeds = [(rotor.turned(at + 1e-4) - rotor.turned(at)) / 1e-4 for at in (0.0, rotor.when(1.0))]
    assert speeds[0] == pytest.approx(0.5, rel=1e-3)
    assert 1 - speeds[1] / speeds[0] == pytest.approx(0.04, abs=0.002)


def test_it_never_turns_further_than_its_speed_carries_it():
    assert Turning(0.5, 0.1, 1).when(9.9) == Turning(0.5, 0.1, 0).when(4.95) == math.inf
    standing = Turning(0.5, 0.1, 0)
    assert standing.turned(1e6) == pytest.approx(5.0)
