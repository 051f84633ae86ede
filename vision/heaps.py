"""Cards in a heap: laid over each other as a fan, a row or a cross, so that no outline shows one whole.

A heap is a region of paper that is no card. The edges in it, those of white on white too, are looked for in a
larger copy of the picture; where two of them meet at a right angle there may be the corner of a card, and the
distances between such corners tell how large the cards are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from vision.corners import Imagined, added, unlike
from vision.geometry import LEAST_PX, RATIO

SEARCHED_PX = 1280
"""Edges are looked for in a copy of the picture reduced by a whole number, to about so many pixels."""
HEAPS = 3
"""No more heaps than this are looked into, the largest."""
MOST = 200
"""So many edges of each, the longest."""
CARDS = 48
"""No more cards than this are imagined in one heap."""
SLANT = 0.2
"""The cosine of the angle between two sides of a card is no larger."""
GAP = 0.25
"""Edges end at most so far from their corner, in parts of a card's short side."""
OVER = 0.06
"""And reach at most so far beyond it."""
REACH = 0.12
"""Each must be so long at least."""
SIZES = 2
"""So many lengths of a card's short side are tried in a heap."""
RIM = 8
"""So many pixels around a heap are looked at too."""


class Meets(NamedTuple):
    """Where edges meet: points (n × 2), the unit vectors of the two sides that leave there (n × 2 each, the
    second clockwise of the first), and how long both edges are together, none for more than a card (n)."""

    points: np.ndarray
    first: np.ndarray
    second: np.ndarray
    reach: np.ndarray


def edges(grey: np.ndarray) -> np.ndarray:
    """The straight edges in a grey picture, the longest first: x, y of both ends, n × 4."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD, 0.8, 0.6, 1.0)
    seen: Any = detector.detect(grey)[0]
    if seen is None:
        return np.zeros((0, 4), np.float32)
    lines = seen.reshape(-1, 4)
    long = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    return np.asarray(lines[np.argsort(-long, kind="stable")[:MOST]])


def meets(lines: np.ndarray, short: float) -> Meets:
    """The right angles between edges, for cards whose short side is `short` pixels; the clearest first."""
    starts, along = lines[:, :2], lines[:, 2:] - lines[:, :2]
    long = np.hypot(*along.T)
    kept = long > REACH * short
    starts, long = starts[kept], long[kept]
    units = along[kept] / long[:, None]
    one, two = np.triu_indices(len(units), 1)
    square = np.abs((units[one] * units[two]).sum(axis=1)) < SLANT
    one, two = one[square], two[square]
    turn = crossed(units[one], units[two])
    gap = starts[two] - starts[one]
    at = crossed(gap, units[two]) / turn, crossed(gap, units[one]) / turn
    ways, offs = zip(
        *(leaving(place, long[which]) for place, which in zip(at, (one, two), strict=True)), strict=True
    )
    near = (np.maximum(*offs) < GAP * short) & (np.minimum(*offs) > -OVER * short)
    away = units[one] * ways[0][:, None], units[two] * ways[1][:, None]
    clockwise = (turn * ways[0] * ways[1] > 0)[:, None]
    points = starts[one] + at[0][:, None] * units[one]
    reach = np.minimum(long[one] + offs[0], short) + np.minimum(long[two] + offs[1], short)
    found = Meets(points, np.where(clockwise, *away), np.where(clockwise, *away[::-1]), reach)
    return clearest(Meets(*(each[near] for each in found)), short)


def crossed(ones: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The cross product of each vector (n × 2) with its other: the sine of the turn between unit vectors."""
    return np.asarray(ones[:, 0] * others[:, 1] - ones[:, 1] * others[:, 0])


def leaving(at: np.ndarray, long: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For the place `at` which a line is crossed (its edge lies from 0 to `long`): the sign of the way from
    there along the edge, and how far off the edge begins (negative where the place lies within it)."""
    ahead = at < long / 2
    return np.where(ahead, 1.0, -1.0), np.where(ahead, -at, at - long)


def clearest(found: Meets, short: float) -> Meets:
    """One of each group of meetings that tell of the same corner: that with the longest edges."""
    order = np.argsort(-found.reach, kind="stable")
    points, first = found.points[order], found.first[order]
    kept: list[int] = []
    for n in range(len(order)):
        if len(kept) >= CARDS:
            break
        near = np.hypot(*(points[kept] - points[n]).T) < 0.06 * short
        if not (near & ((first[kept] * first[n]).sum(axis=1) > 0.99)).any():
            kept.append(n)
    return Meets(*(each[order[kept]] for each in found))


def sizes_in(corner: Meets) -> list[float]:
    """How long the short side of a card may be, the likeliest first: corners that face each other along a
    side tell its length, which is a short one or a long one."""
    gap = corner.points[None] - corner.points[:, None]
    along = (gap * corner.first[:, None]).sum(axis=2)
    aside = np.abs(gap[..., 0] * corner.first[:, None, 1] - gap[..., 1] * corner.first[:, None, 0])
    facing = (corner.first[:, None] * corner.second[None]).sum(axis=2) < -0.99
    sides = along[facing & (aside < 0.03 * along) & (along > 2 * LEAST_PX)]
    shorts = np.concatenate([sides, sides / RATIO])
    told = np.array([(np.abs(np.log(shorts / short)) < 0.04).sum() for short in shorts])
    kept: list[float] = []
    for n in np.argsort(-told, kind="stable"):
        if told[n] > 0.8 * told.max() and all(abs(np.log(shorts[n] / other)) > 0.08 for other in kept):
            kept.append(float(shorts[n]))
    return kept


def cards_in(grey: np.ndarray, sizes: Sequence[float]) -> list[Imagined]:
    """The cards that the corners seen in a heap (grey, uint8) may belong to; `sizes` are the lengths of the
    short sides of cards beside it."""
    lines = edges(grey)
    shorts = [*sizes, *sizes_in(meets(lines, min(grey.shape) / 2.5))]
    cards: list[Imagined] = []
    for short in unlike(shorts)[:SIZES]:
        corner = meets(lines, short)
        for point, right, down in zip(corner.points, corner.first, corner.second, strict=True):
            across, along = right * short, down * short * RATIO
            quad = np.array([point, point + across, point + across + along, point + along], np.float32)
            added(cards, Imagined(quad, (0,)))
    return cards


def in_heaps(picture: np.ndarray, heaps: Sequence[np.ndarray], sizes: Sequence[float]) -> list[Imagined]:
    """The cards that lie in heaps (regions as contours) of `picture`; all in its pixels."""
    times = max(1, round(max(picture.shape[:2]) / SEARCHED_PX))
    cards = []
    for left, top, wide, tall in boxes(heaps, picture.shape[:2]):
        part = picture[top : top + tall, left : left + wide]
        grey = cv2.min(cv2.min(part[..., 0], part[..., 1]), part[..., 2])
        if times > 1:
            grey = cv2.resize(grey, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA)
        bright = cv2.convertScaleAbs(grey, alpha=230 / max(20.0, float(np.percentile(grey[::4, ::4], 95))))
        for card in cards_in(bright, [size / times for size in sizes]):
            quad = (card.quad + 0.5) * times - 0.5 + (left, top)
            cards.append(card._replace(quad=quad.astype(np.float32)))
    return cards


def boxes(heaps: Sequence[np.ndarray], shape: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Left, top, width and height of the largest heaps with a little around them, none within another."""
    kept: list[tuple[int, int, int, int]] = []
    for heap in sorted(heaps, key=cv2.contourArea, reverse=True):
        left, top, wide, tall = cv2.boundingRect(heap)
        x, y = max(0, left - RIM), max(0, top - RIM)
        box = x, y, min(shape[1], left + wide + RIM) - x, min(shape[0], top + tall + RIM) - y
        if len(kept) < HEAPS and not any(within(box, other) for other in kept):
            kept.append(box)
    return kept


def within(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether the middle of one box lies in the other."""
    x, y = box[0] + box[2] / 2 - other[0], box[1] + box[3] / 2 - other[1]
    return 0 < x < other[2] and 0 < y < other[3]
