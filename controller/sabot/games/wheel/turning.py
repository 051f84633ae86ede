"""How a rotor, and a ball on its track, slow down: exact laws, which need no clock."""

from __future__ import annotations

import math
from typing import NamedTuple

AGAINST_AIR = 2
"""The drag of a ball on its track."""

USUAL_RPM, USUAL_SLOWING = (12.0, 32.0), (0.01, 0.06)
"""Between which bounds rotors turn, in revolutions a minute, and slow, in parts of their speed in a
revolution."""

LAUNCH_REV_S, DROP_REV_S = (1.6, 2.5), (0.6, 0.7)
"""Between which bounds a ball is launched and leaves its track, in laps a second."""

TOO_FEW_LAPS = (2.6, 4.0)
"""Between these, the laps of a ball are a spin, but too few."""


class Turning(NamedTuple):
    """A rotor from time 0: `speed` revolutions a second, slowing by the part `slowing` in a revolution.

    `drag`: 2 against air (in proportion to the square of the speed), 1 to the speed, 0 constant.
    """

    speed: float
    slowing: float
    drag: int

    def turned(self, time_s: float) -> float:
        """Revolutions by then."""
        rate = self.slowing * self.speed
        if self.drag == 2:
            return math.log1p(rate * time_s) / self.slowing
        if self.drag == 1:
            return (1 - math.exp(-rate * time_s)) / self.slowing
        stops_s = 1 / rate
        time_s = min(time_s, stops_s)
        return self.speed * time_s * (1 - rate * time_s / 2)

    def when(self, turn: float) -> float:
        """When it had turned so far; infinite where it never does."""
        part = self.slowing * turn
        if self.drag == 2:
            return math.expm1(part) / (self.slowing * self.speed)
        if self.drag == 1:
            return -math.log1p(-part) / (self.slowing * self.speed) if part < 0.98 else math.inf
        return (1 - math.sqrt(1 - 2 * part)) / (self.slowing * self.speed) if part < 0.49 else math.inf
