"""Quads and lines: the little geometry that finding cards needs."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

LEAST_PX = 24
"""No side of a card is shorter than this in the copy that is searched."""
LONG_TO_SHORT = 88 / 63
"""A card's long side over its short one."""

SizeAt = Callable[[float, float], float]
"""Returns how many pixels long the short side of a card is at this place; a calibrated camera knows it."""

LEAST_POINTS = 6
"""A line needs at least this many points of an outline."""
STRAYS_PX = 1.3


def crossings(ones: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Where each of the lines (direction, point; … × 4) meets its other, … × 2; nan where they hardly do."""
    dx, dy, ex, ey = ones[..., 0], ones[..., 1], others[..., 0], others[..., 1]
    turn = dx * ey - dy * ex
    turn = np.where(np.abs(turn) < 0.3, np.nan, turn)
    gap = others[..., 2:] - ones[..., 2:]
    along = (gap[..., 0] * ey - gap[..., 1] * ex) / turn
    return np.asarray(ones[..., 2:] + along[..., None] * ones[..., :2])


def sampled(contour: np.ndarray, count: int) -> np.ndarray:
    """Returns `count` points of a contour, 2 × count, float32, evenly spread; some points of a short contour
    come twice.
    """
    points = contour.reshape(-1, 2)
    return np.asarray(points[np.arange(count) * len(points) // count].T, np.float32)


def lines_along(
    points: np.ndarray, starts: np.ndarray, ends: np.ndarray, *, skip: float, band: float
) -> np.ndarray:
    """For each of k sides the line (direction, point) through those of its points that lie along it, k × 4;
    nan where there are too few.

    `points` are k × 2 × n or, where all sides share them, 2 × n; `starts` and `ends` k × 2. A point counts
    that lies neither within `skip` of an end nor further aside than `band` (parts of the side's length) and a
    pixel and a half; one that strays counts for less.
    """
    along = ends - starts
    length = np.hypot(along[:, 0], along[:, 1])[:, None] + 1e-6
    units = along / length
    middles = (starts + ends) / 2
    right, down = points[..., 0, :] - middles[:, :1], points[..., 1, :] - middles[:, 1:]
    far = right * units[:, :1] + down * units[:, 1:]
    aside = down * units[:, :1] - right * units[:, 1:]
    near = (np.abs(far) < (0.5 - skip) * length) & (np.abs(aside) < band * length + 1.5)
    counts = np.count_nonzero(near, axis=1)
    enough = counts >= LEAST_POINTS
    near &= enough[:, None]
    lines = np.full((len(starts), 4), np.nan, np.float32)
    if enough.any():
        level = levelled(far[near], aside[near], counts[enough])
        lines[enough] = turned(level, units[enough], middles[enough])
    return lines


def turned(level: tuple[np.ndarray, np.ndarray], units: np.ndarray, middles: np.ndarray) -> np.ndarray:
    """Lines (direction, point; k × 4) of such slopes and heights beside those of unit vectors and points."""
    slope, height = (each[:, None] for each in level)
    across = units[:, ::-1] * (-1, 1)
    return np.concatenate(
        [(units + slope * across) / np.hypot(1.0, slope), middles + height * across], axis=1
    )


def levelled(far: np.ndarray, aside: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Slopes and heights of the straight lines aside = height + slope × far, the first through the first
    `counts[0]` points, and so on; what is further than `STRAYS_PX` from its line is weighed down."""
    first = np.cumsum(counts) - counts
    products = np.stack([np.ones_like(far), far, far * far, aside, far * aside])
    weighed, last = products, 2
    for turn in range(3):
        total, leaning, second, level, product = np.add.reduceat(weighed, first, axis=1)
        spread = np.maximum(total * second - leaning * leaning, 1e-6)
        slope = (total * product - leaning * level) / spread
        height = (level - slope * leaning) / total
        if turn < last:
            stray = np.abs(aside - np.repeat(slope, counts) * far - np.repeat(height, counts))
            weighed = products * (STRAYS_PX / np.maximum(stray, STRAYS_PX))
    return slope, height


def are_cards(quads: np.ndarray) -> np.ndarray:
    """Which of k quads (× 4 × 2; nan where a corner is none) could be cards, not seen too much aslant."""
    after = quads[:, [1, 2, 3, 0]] - quads
    sides = np.hypot(after[..., 0], after[..., 1])
    firsts, seconds = sides[:, ::2], sides[:, 1::2]
    alike = [pair.max(axis=1) < 1.7 * pair.min(axis=1) for pair in (firsts, seconds)]
    some, others = firsts.sum(axis=1), seconds.sum(axis=1)
    ratio = np.maximum(some, others) < 2.4 * np.minimum(some, others)
    return np.asarray((sides.min(axis=1) >= LEAST_PX) & alike[0] & alike[1] & ratio & squarish(after, sides))


def squarish(after: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Which quads have angles between 58 and 122 degrees only, by their sides as vectors and as lengths."""
    before = [3, 0, 1, 2]
    product = np.abs((after * after[:, before]).sum(axis=2))
    return np.asarray((product < 0.66 * sides * sides[:, before]).all(axis=1))


def short_side(quad: np.ndarray) -> float:
    """How long the short side of a card is, by both its sides as they are seen."""
    corner, across, _, along = quad.tolist()
    return math.sqrt(math.dist(corner, across) * math.dist(corner, along) / LONG_TO_SHORT)


def portrait(quad: np.ndarray) -> np.ndarray:
    """The quad clockwise, beginning with a short side."""
    if cv2.contourArea(quad, oriented=True) < 0:
        quad = quad[::-1]
    a, b, c, d = quad.tolist()
    return (
        quad if math.dist(a, b) + math.dist(c, d) <= math.dist(b, c) + math.dist(d, a) else quad[[3, 0, 1, 2]]
    )


def grown(quad: np.ndarray, times: float) -> np.ndarray:
    """Returns the quad, `times` as large around its middle, in whole pixels, as OpenCV draws it."""
    middle = quad.mean(axis=0)
    return np.asarray(np.rint(middle + (quad - middle) * times), np.int32)


def lying_on(quads: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Which of k quads lie on which of m others, as they are or turned by half, k × m."""
    return np.asarray(both_ways_on(quads, others, slack=0.08).any(axis=0))


def both_ways_on(quads: np.ndarray, others: np.ndarray, *, slack: float) -> np.ndarray:
    """Which of k quads lie on which of m others: as they are, and turned by half, 2 × k × m. `slack` is the
    part of a short side by which corners may be apart."""
    reach = slack * np.hypot(*(others[:, 1] - others[:, 0]).T) + 1.5
    both_ways = np.stack([quads, quads[:, [2, 3, 0, 1]]])[:, :, None]
    return np.asarray(np.abs(both_ways - others).max(axis=(3, 4)) < reach)


def distinct(quads: list[np.ndarray]) -> list[np.ndarray]:
    """One of each group of quads that lie on each other, larger ones first."""
    if not quads:
        return []
    ordered = np.array(sorted(quads, key=cv2.contourArea, reverse=True))
    alike = lying_on(ordered, ordered)
    kept: list[int] = []
    for number in range(len(ordered)):
        if not alike[number, kept].any():
            kept.append(number)
    return [ordered[number] for number in kept]
