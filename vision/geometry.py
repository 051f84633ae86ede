"""Quads and lines: the little geometry that finding cards needs."""

from __future__ import annotations

import math

import cv2
import numpy as np

LEAST_PX = 24
"""No side of a card is shorter than this in the copy that is searched."""
RATIO = 88 / 63
"""A card's long side over its short one."""

LEAST_POINTS = 6
"""A line goes through so many points of an outline, or is none."""
STRAYS_PX = 1.3


def crossings(ones: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Where each of the lines (direction, point; … × 4) meets its other, … × 2; nan where they hardly do."""
    (dx, dy, x, y), (ex, ey, u, v) = np.moveaxis(ones, -1, 0), np.moveaxis(others, -1, 0)
    turn = dx * ey - dy * ex
    turn = np.where(np.abs(turn) < 0.3, np.nan, turn)
    along = ((u - x) * ey - (v - y) * ex) / turn
    return np.stack([x + along * dx, y + along * dy], axis=-1)


def sampled(contour: np.ndarray, count: int) -> np.ndarray:
    """So many points of a contour, 2 × count, float32, evenly spread; of a short one some twice."""
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
    length = np.hypot(*along.T)[:, None] + 1e-6
    units = along / length
    across = np.stack([-units[:, 1], units[:, 0]], axis=1)
    middles = (starts + ends) / 2
    offset = points - middles[..., None]
    far = np.einsum("kc,kcn->kn", units, offset)
    aside = np.einsum("kc,kcn->kn", across, offset)
    near = (np.abs(far) < (0.5 - skip) * length) & (np.abs(aside) < band * length + 1.5)
    slope, height = levelled(far, aside, near.astype(np.float32))
    turned = (units + slope * across) / np.hypot(1.0, slope)
    lines = np.concatenate([turned, middles + height * across], axis=1)
    lines[np.count_nonzero(near, axis=1) < LEAST_POINTS] = np.nan
    return np.asarray(lines)


def levelled(far: np.ndarray, aside: np.ndarray, near: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Slope and height of the straight line aside = height + slope × far through the points that are `near`
    (1, or 0), for each row; what is further than `STRAYS_PX` from it is weighed down."""
    weight, last = near, 2
    for turn in range(3):
        leaning = weight * far
        total, first = row_sums(weight), row_sums(leaning)
        second, level, product = row_sums(leaning, far), row_sums(weight, aside), row_sums(leaning, aside)
        spread = np.maximum(total * second - first * first, 1e-6)
        slope = (total * product - first * level) / spread
        height = (level - slope * first) / np.maximum(total, 1e-6)
        if turn < last:
            stray = np.abs(aside - slope * far - height)
            weight = near * (STRAYS_PX / np.maximum(stray, STRAYS_PX))
    return slope, height


def row_sums(one: np.ndarray, other: np.ndarray | None = None) -> np.ndarray:
    """The sum of each row, or of its product with the row of another; a column."""
    if other is None:
        return np.asarray(one.sum(axis=1, keepdims=True))
    return np.asarray(np.einsum("kn,kn->k", one, other)[:, None])


def lengths(quad: np.ndarray) -> np.ndarray:
    """How long each side is, the one after the first corner first."""
    return np.asarray(np.hypot(*(quad[[1, 2, 3, 0]] - quad).T))


def is_card(quad: np.ndarray) -> bool:
    """Whether four corners, none of them nan, could be those of a card seen not too much from the side."""
    sides = lengths(quad)
    if not sides.min() >= LEAST_PX:
        return False
    first, second = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    alike = max(sides[0], sides[2]) < 1.5 * min(sides[0], sides[2])
    alike = alike and max(sides[1], sides[3]) < 1.5 * min(sides[1], sides[3])
    return bool(alike and 1.0 <= max(first, second) / min(first, second) < 1.95 and squarish(quad))


def squarish(quad: np.ndarray) -> bool:
    """Whether every angle of the quad lies between 58 and 122 degrees."""
    before, after = quad[[3, 0, 1, 2]] - quad, quad[[1, 2, 3, 0]] - quad
    product = np.hypot(*before.T) * np.hypot(*after.T)
    return bool(np.abs((before * after).sum(axis=1) / product).max() < 0.53)


def portrait(quad: np.ndarray) -> np.ndarray:
    """The quad clockwise, beginning with a short side."""
    if cv2.contourArea(quad, oriented=True) < 0:
        quad = quad[::-1]
    sides = lengths(quad)
    return quad if sides[0] + sides[2] <= sides[1] + sides[3] else quad[[3, 0, 1, 2]]


def same(quad: np.ndarray, other: np.ndarray, *, slack: float = 0.08) -> int | None:
    """By how many corners `quad` is turned (0 or 2) against `other` on which it lies; None where it does not.

    `slack` is the part of a short side by which corners may be apart.
    """
    reach = slack * math.dist(other[0], other[1]) + 1.5
    gap = quad[0] + quad[2] - other[0] - other[2]
    if max(abs(gap[0]), abs(gap[1])) > 2 * reach:
        return None
    if np.abs(quad - other).max() < reach:
        return 0
    return 2 if np.abs(quad[[2, 3, 0, 1]] - other).max() < reach else None


def distinct(quads: list[np.ndarray]) -> list[np.ndarray]:
    """One of each group of quads that lie on each other, larger ones first."""
    kept: list[np.ndarray] = []
    for quad in sorted(quads, key=cv2.contourArea, reverse=True):
        if all(same(quad, other) is None for other in kept):
            kept.append(quad)
    return kept
