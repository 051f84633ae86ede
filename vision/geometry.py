"""Quads and lines: the little geometry that finding cards needs."""

from __future__ import annotations

import math

import cv2
import numpy as np

LEAST_PX = 24
"""No side of a card is shorter than this in the copy that is searched."""
RATIO = 88 / 63
"""A card's long side over its short one."""


def crossing(one: np.ndarray, other: np.ndarray) -> np.ndarray | None:
    """Where two lines (direction, point) meet, or None where they hardly do."""
    turn = one[0] * other[1] - one[1] * other[0]
    if abs(turn) < 0.3:
        return None
    gap = other[2:] - one[2:]
    along = (gap[0] * other[1] - gap[1] * other[0]) / turn
    return np.asarray(one[2:] + along * one[:2])


def lengths(quad: np.ndarray) -> np.ndarray:
    """How long each side is, the one after the first corner first."""
    return np.asarray(np.linalg.norm(quad[[1, 2, 3, 0]] - quad, axis=1))


def is_card(quad: np.ndarray) -> bool:
    """Whether four corners could be those of a card seen not too much from the side."""
    sides = lengths(quad)
    if sides.min() < LEAST_PX:
        return False
    first, second = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    alike = max(sides[0], sides[2]) < 1.5 * min(sides[0], sides[2])
    alike = alike and max(sides[1], sides[3]) < 1.5 * min(sides[1], sides[3])
    return bool(alike and 1.0 <= max(first, second) / min(first, second) < 1.95 and squarish(quad))


def squarish(quad: np.ndarray) -> bool:
    """Whether every angle of the quad lies between 58 and 122 degrees."""
    before, after = quad[[3, 0, 1, 2]] - quad, quad[[1, 2, 3, 0]] - quad
    product = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
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
