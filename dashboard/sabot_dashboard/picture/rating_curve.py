"""The curve of a rating as a drawing: days to the right, points upwards, with the range in which it lies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from math import ceil, floor
from typing import NamedTuple, TypedDict

FIELD_WIDTH, FIELD_HEIGHT = 400.0, 160.0
"""The size of the field in units of the drawing."""

STEPS_POINTS = (100, 200, 300, 500)
"""The points between two lines: the first of these that needs at most `MOST_LINES`."""

MOST_LINES = 6


class Point(TypedDict):
    """The rating at the end of a day, and the points on each side within which it lies."""

    day: date
    value: int
    within: int
    coups: int


class Mark(NamedTuple):
    """A point of the drawing: its dot, and the ends of its range."""

    x: float
    y: float
    high: float
    low: float


class Line(NamedTuple):
    """A line of the scale: its height and what stands at it."""

    y: float
    label: int


class Curve(NamedTuple):
    """The drawing: the marks, the lines of the scale, and the first and the last day."""

    marks: list[Mark]
    lines: list[Line]
    first: date
    last: date

    @property
    def path(self) -> str:
        """The rating from day to day, as the points of a polyline."""
        return " ".join(f"{each.x:g},{each.y:g}" for each in self.marks)

    @property
    def band(self) -> str:
        """The outline of the range, as the points of a polygon."""
        above = [f"{each.x:g},{each.high:g}" for each in self.marks]
        return " ".join([*above, *(f"{each.x:g},{each.low:g}" for each in reversed(self.marks))])


def drawn(points: Sequence[Point]) -> Curve:
    """The drawing of at least one point, oldest first. A single day stands in the middle."""
    first, last = points[0]["day"], points[-1]["day"]
    lowest, highest, step = _scale(points)

    def y(value: float) -> float:
        return round(FIELD_HEIGHT * (highest - value) / (highest - lowest), 1)

    def x(day: date) -> float:
        return (
            round(FIELD_WIDTH * (day - first).days / (last - first).days, 1)
            if last > first
            else FIELD_WIDTH / 2
        )

    marks = [
        Mark(x(each["day"]), *(y(each["value"] + more) for more in (0, each["within"], -each["within"])))
        for each in points
    ]
    return Curve(marks, [Line(y(at), at) for at in range(lowest, highest + 1, step)], first, last)


def _scale(points: Sequence[Point]) -> tuple[int, int, int]:
    """The lowest and the highest line, and the points between two."""
    low = min(each["value"] - each["within"] for each in points)
    high = max(each["value"] + each["within"] for each in points)
    for step in STEPS_POINTS:
        lowest, highest = step * floor(low / step), step * ceil(high / step)
        if (highest - lowest) / step < MOST_LINES:
            break
    return lowest, highest, step
