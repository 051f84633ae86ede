"""The corners of cards that are seen in part, and the card that two corners make together."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sabot_vision.finding.geometry import LONG_TO_SHORT
from sabot_vision.finding.outlines import Outline

SAME_CORNER_WIDTHS = 0.12
"""Corners of cards that are seen in part are one if they are no further apart than this, in short sides."""
ASKEW_WIDTHS = 0.2
"""Two corners of a card are at most this far from where they should be, in parts of its short side."""
JOINED_TIMES_LEAST, JOINED_TIMES_MOST, JOINED_TIMES_MOST_SIZED = 0.6, 2.5, 1.7
"""A card that two corners make together is at least and at most this many times as wide as either seemed.
Without a known size, a large card may seem half as wide as it is."""
PARALLEL_COSINE = 0.96
"""The cosine of the angle between the long sides at two corners of one card is at least this."""


class Corner(NamedTuple):
    """The corner of a card that an index stands in, and the short and the long side from there (vectors)."""

    point: np.ndarray
    across: np.ndarray
    along: np.ndarray

    @property
    def hand(self) -> bool:
        """Whether it is an upper left corner as the index sees it, not an upper right one."""
        (x, y), (u, v) = self.across, self.along
        return bool(x * v - y * u > 0)


def corner_of(outline: Outline) -> Corner:
    """The first corner of an outline that is seen."""
    quad, number = outline.quad, outline.corners[0]
    point = quad[number]
    return Corner(point, quad[number ^ 1] - point, quad[3 - number] - point)


def index_places(outline: Outline) -> np.ndarray:
    """Where the indices of an outline stand: a point in from each corner seen, n × 2."""
    middle = outline.quad.sum(axis=0) / 4
    return np.asarray(outline.quad[list(outline.corners)] * 0.78 + middle * 0.22)


def first_side(outline: Outline) -> float:
    """The length of an outline's first side."""
    return math.dist(outline.quad[0], outline.quad[1])


def at_one_corner(one: Outline, other: Outline) -> bool:
    """Returns whether the visible corners of two outlines are the same and point the same way."""
    first, second = corner_of(one), corner_of(other)
    near = math.dist(first.point, second.point) < SAME_CORNER_WIDTHS * first_side(other)
    lengths = math.hypot(*first.along) * math.hypot(*second.along)
    return near and float(first.along @ second.along) > 0.95 * lengths


def joined(one: Outline, other: Outline) -> Outline | None:
    """Returns the card that has the visible corners of both outlines, no matter what size either seemed; None
    if no card has both. They are opposite corners or, on a card with four indices, corners of one side.
    """
    first, second = corner_of(one), corner_of(other)
    gap, turned = second.point - first.point, alignment(first, second)
    short, long = math.hypot(*first.across), math.hypot(*first.along)
    x, y = float(gap @ first.across) / short, float(gap @ first.along) / long
    if turned < -PARALLEL_COSINE:
        wide = y / LONG_TO_SHORT
        fits = -ASKEW_WIDTHS * wide < x < (1 + ASKEW_WIDTHS) * wide
    else:
        wide = x
        fits = turned > PARALLEL_COSINE and first.hand != second.hand and abs(y) < ASKEW_WIDTHS * wide
    sizes = sorted((first_side(one), first_side(other)))
    most = JOINED_TIMES_MOST_SIZED if one.sized and other.sized else JOINED_TIMES_MOST
    if not (fits and JOINED_TIMES_LEAST * sizes[0] < wide < most * sizes[1]):
        return None
    return spanned(one, first.point, first.across * wide / short, first.along * wide * LONG_TO_SHORT / long)


def alignment(one: Corner, other: Corner) -> float:
    """The cosine of the angle between the long sides at two corners."""
    return float(one.along @ other.along) / (math.hypot(*one.along) * math.hypot(*other.along))


def spanned(outline: Outline, point: np.ndarray, across: np.ndarray, along: np.ndarray) -> Outline:
    """The outline with its first corner at `point` and these sides leaving it."""
    number = outline.corners[0]
    quad = np.empty((4, 2), np.float32)
    quad[number], quad[number ^ 1], quad[3 - number] = point, point + across, point + along
    quad[(number + 2) % 4] = point + across + along
    return outline._replace(quad=quad)
