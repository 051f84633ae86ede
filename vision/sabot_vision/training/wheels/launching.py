"""How a croupier pushes the rotor and launches the ball, by chance."""

from __future__ import annotations

import math
from typing import Protocol

from sabot.games.wheel.turning import AGAINST_AIR, TOO_FEW_LAPS, Turning
from sabot_vision.training.wheels.styles import Bounds, Chance

LAPS = {"too-few-laps": TOO_FEW_LAPS, "launch-failed": (1.2, 1.8), "down-at-once": (0.9, 2.4)}
RPM = {"rotor-too-slow": (6.0, 8.5), "rotor-too-fast": (44.0, 50.0)}
LAUNCH_REV_S = {"launch-failed": (0.8, 1.0), "down-at-once": (0.8, 1.1)}
"""Between which bounds these lie, where something is to go wrong."""


class Launch(Protocol):
    """The bounds within which a ball is launched."""

    @property
    def laps(self) -> Bounds:
        """Its laps."""

    @property
    def launch_rev_s(self) -> Bounds:
        """Its speed at first, in laps a second."""

    @property
    def drop_rev_s(self) -> Bounds:
        """Its speed as it leaves the track."""


def pushed(chance: Chance, rpm: Bounds, slowing: Bounds, wrong: str) -> Turning:
    """A rotor that one pushes; one that slows evenly loses ever more in a revolution, so it begins with
    less."""
    drag = int(chance.choice([2, 1, 1, 0]))
    speed = chance.uniform(*RPM.get(wrong, rpm)) / 60
    slows = chance.uniform(*slowing)
    return Turning(speed, slows if drag else slows / 4, drag)


def launched(chance: Chance, habits: Launch, wrong: str) -> tuple[float, Turning]:
    """How many laps the ball makes, and how it slows."""
    laps = chance.uniform(*LAPS.get(wrong, habits.laps))
    first = chance.uniform(*LAUNCH_REV_S.get(wrong, habits.launch_rev_s))
    last = chance.uniform(*habits.drop_rev_s)
    return laps, Turning(first, math.log(first / last) / laps, AGAINST_AIR)
