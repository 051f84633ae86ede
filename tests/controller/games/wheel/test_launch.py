"""What makes a launch valid (sabot/games/wheel/launch.py); docs/wheel.md lists the faults."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from sabot.core.reasons import NOTHING
from sabot.games.wheel import launch
from sabot.games.wheel.terms import FAULTS


class House(NamedTuple):
    required_laps: int = 5
    slowest_rpm: float = 10.0
    fastest_rpm: float = 36.0


@pytest.mark.parametrize(
    ("laps", "rpm", "ball", "rotor", "named"),
    [
        (5, 10.0, -1, 1, []),
        (5, 36.0, 1, -1, []),
        (4, 20.0, 0, 0, ["too-few-laps"]),
        (None, 9.9, -1, 1, ["rotor-too-slow"]),
        (9, 36.1, 0, 1, ["rotor-too-fast"]),
        (9, 0.0, 1, 1, ["wrong-direction"]),
        (3, 40.0, -1, -1, ["too-few-laps", "rotor-too-fast", "wrong-direction"]),
    ],
)
def test_a_launch_has_the_faults_that_the_house_names(laps, rpm, ball, rotor, named):
    assert launch.faults(laps, rpm, House(), ball=ball, rotor=rotor) == named


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("too-few-laps", "the ball left its track after fewer laps than the house requires (3)"),
        ("rotor-too-slow", "the rotor turns more slowly than the house allows (7.2 a minute)"),
        ("rotor-too-fast", "the rotor turns faster than the house allows (7.2 a minute)"),
    ],
)
def test_a_fault_of_a_launch_says_what_was_measured(name, says):
    assert str(launch.why(name, laps=3, rpm=7.19)) == says


def test_any_other_fault_has_its_usual_words_and_an_unknown_one_none():
    assert launch.why("ball-out", laps=3, rpm=0) == FAULTS["ball-out"]
    assert launch.why("nothing", laps=3, rpm=0) == NOTHING
