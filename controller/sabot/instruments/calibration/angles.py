"""Angles from edges: how far the rotor had turned when a sensor saw something. Pure, standard library alone.

The rotor is turned by hand and slows; a cubic through the four nearest passes of the mark gives its angle at
a moment. For a rotor that loses 6 % in a revolution that is right to a tenth of a degree.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

BLIND_US = 30_000
"""Edges of one sensor nearer than this are one edge that came twice."""

EVEN_TIMES_MOST = 1.45
"""If two successive revolutions differ by more than this factor, the mark was missed or a hand was there."""


class Measured(NamedTuple):
    """An angle in degrees, the mean of its `passes`; `spread_deg`: how far the worst pass is from it."""

    angle_deg: float
    spread_deg: float
    passes: int


def single(times_us: Sequence[int]) -> list[int]:
    """The edges of one sensor in order, without the second of two that came as one."""
    kept: list[int] = []
    for each in sorted(times_us):
        if not kept or each - kept[-1] > BLIND_US:
            kept.append(each)
    return kept


def turned(marks_us: Sequence[int], at_us: int) -> float | None:
    """Returns the revolutions since the last pass of the mark (0 to 1) at this moment; None if not certain.

    `marks_us` are the passes of the mark, single and in order.
    """
    here = bisect_right(marks_us, at_us) - 1
    first = min(max(here - 1, 0), len(marks_us) - 4)
    if here < 0 or here + 1 >= len(marks_us) or first < 0:
        return None
    around = marks_us[first : first + 4]
    gaps = [later - sooner for sooner, later in itertools.pairwise(around)]
    if any(max(pair) > EVEN_TIMES_MOST * min(pair) for pair in itertools.pairwise(gaps)):
        return None
    return _cubic(around, at_us) - (here - first)


def _cubic(times: Sequence[int], at: int) -> float:
    """The cubic through (times[n], n), at this time (Lagrange)."""
    return sum(
        number * math.prod((at - other) / (time - other) for k, other in enumerate(times) if k != number)
        for number, time in enumerate(times)
    )


def measured(marks_us: Sequence[int], seen_us: Sequence[int]) -> Measured | None:
    """How far the rotor turns from the mark's pass until the other sensor sees it, in degrees; None where
    no pass was certain."""
    marks = single(marks_us)
    parts = [part for each in single(seen_us) if (part := turned(marks, each)) is not None]
    if not parts:
        return None
    mean = _mean_deg([360 * part for part in parts])
    spread = max(abs(apart(360 * part, mean)) for part in parts)
    return Measured(mean % 360 % 360, spread, len(parts))


def _mean_deg(angles: Sequence[float]) -> float:
    """The mean of angles on a circle."""
    return math.degrees(
        math.atan2(
            sum(math.sin(math.radians(each)) for each in angles),
            sum(math.cos(math.radians(each)) for each in angles),
        )
    )


def rounded(angle_deg: float) -> float:
    """Returns an angle as the configuration has it: from 0.0 to 359.9 degrees."""
    return round(angle_deg % 360, 1) % 360


def apart(one_deg: float, other_deg: float) -> float:
    """How far the first lies clockwise of the second, -180 to 180 degrees."""
    return (one_deg - other_deg + 180) % 360 - 180
