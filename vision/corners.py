"""Cards of which an outline shows only some corners: overlapped, held by a hand, or cut off by the picture.

Where two long straight sides of an outline meet at a right angle there may be the corner of a card; its size
is that of the cards beside it, or of a side that shows both its ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import LEAST_PX, RATIO, both_ways_on, crossings, lines_along, sampled

MOST = 24
"""No more cards than this are imagined in one picture."""
OUTLINES = 12
"""No more torn outlines than this are looked at, the largest."""
POINTS = 480
"""So many points of each are looked at."""
SAME = 0.15
"""Cards whose corners are no further apart, in parts of a short side, are one."""


class Side(NamedTuple):
    """A straight part of an outline, walked clockwise: from `start` to `end`, and the line through it."""

    start: np.ndarray
    end: np.ndarray
    line: np.ndarray

    @property
    def length(self) -> float:
        """Pixels."""
        return math.dist(self.start, self.end)


class Bend(NamedTuple):
    """A corner: where it is, the unit vectors in which one comes and goes, and how far the sides reach.

    A reach is known to be a whole side of a card (`sure`) where the next corner ends it.
    """

    point: np.ndarray
    coming: np.ndarray
    going: np.ndarray
    reach: tuple[float, float]
    sure: tuple[bool, bool]


class Imagined(NamedTuple):
    """A card that would explain the corners seen: `quad` as `Outline` has it, `corners` their numbers."""

    quad: np.ndarray
    corners: tuple[int, ...]


def imagined(
    torn: Sequence[np.ndarray], whole: Sequence[np.ndarray], shape: tuple[int, int]
) -> list[Imagined]:
    """Cards that the contours `torn` may show in part, those with more corners first.

    `whole` are the quads found already: their corners are explained, and their size is the likely one.
    `shape` is the height and width of the picture.
    """
    sizes = likely_sizes(whole)
    cards: list[Imagined] = []
    largest = sorted(torn, key=cv2.contourArea, reverse=True)[:OUTLINES]
    for walk in walks(largest, shape):
        for bend in bends(walk):
            if not explained(bend.point, whole):
                for card in cards_at(bend, sizes):
                    added(cards, card)
    cards.sort(key=lambda card: -len(card.corners))
    return cards[:MOST]


def likely_sizes(whole: Sequence[np.ndarray]) -> list[float]:
    """The short side of the cards that are whole: that of the middle one of all their paper, for the pips of
    one card would outvote it. Empty where none is whole."""
    if not whole:
        return []
    quads = np.array(whole)
    shorts = np.sort(np.hypot(*(quads[:, [1, 3]] - quads[:, [0, 2]]).transpose(2, 0, 1)).mean(axis=1))
    paper = np.cumsum(shorts**2)
    return [float(shorts[np.searchsorted(paper, paper[-1] / 2)])]


def explained(point: np.ndarray, whole: Sequence[np.ndarray]) -> bool:
    """Whether a whole card has its corner there."""
    return any(np.hypot(*(quad - point).T).min() < 0.12 * math.dist(quad[0], quad[1]) for quad in whole)


def bends(walk: Sequence[Side]) -> Iterator[Bend]:
    """The right angles of an outline that point outwards."""
    meets = [corner_between(walk[n - 1], walk[n]) for n in range(len(walk))]
    for n, point in enumerate(meets):
        if point is None:
            continue
        before, after = walk[n - 1], walk[n]
        earlier, later = meets[n - 1], meets[(n + 1) % len(meets)]
        start = before.start if earlier is None else earlier
        end = after.end if later is None else later
        coming, going = point - start, end - point
        reach = math.hypot(*coming), math.hypot(*going)
        sure = earlier is not None, later is not None
        if min(reach) > 0:
            yield Bend(point, coming / reach[0], going / reach[1], reach, sure)


def walks(contours: Sequence[np.ndarray], shape: tuple[int, int]) -> list[list[Side]]:
    """The long straight parts of each outline, clockwise, without those along the picture's rim."""
    parts = [straight_parts(contour, shape) for contour in contours]
    if not parts:
        return []
    counts = [len(starts) for starts, _ in parts]
    points = np.repeat([sampled(contour, POINTS) for contour in contours], counts, axis=0)
    starts, ends = (np.concatenate(some) for some in zip(*parts, strict=True))
    lines = lines_along(points, starts, ends, skip=0.12, band=0.04)
    sides = iter(zip(starts, ends, lines, strict=True))
    every = [[Side(*next(sides)) for _ in range(count)] for count in counts]
    return [[side for side in walk if side.line[0] == side.line[0]] for walk in every]


def straight_parts(contour: np.ndarray, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Where the long sides of an outline begin and end, k × 2 each."""
    around = cv2.arcLength(contour, True)
    corners = cv2.approxPolyDP(contour, max(2.0, 0.008 * around), True).reshape(-1, 2).astype(np.float32)
    if cv2.contourArea(corners, oriented=True) < 0:
        corners = corners[::-1]
    ends = np.roll(corners, -1, axis=0)
    kept = (np.hypot(*(ends - corners).T) > 0.8 * LEAST_PX) & ~on_rim(corners, ends, shape)
    return corners[kept], ends[kept]


def on_rim(starts: np.ndarray, ends: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Which sides (k × 2 each) are only where the picture ends."""
    last = np.array([shape[1] - 1, shape[0] - 1], np.float32)
    low = (starts < 3) & (ends < 3)
    high = (last - starts < 3) & (last - ends < 3)
    return np.asarray((low | high).any(axis=1))


def corner_between(before: Side, after: Side) -> np.ndarray | None:
    """Where one side turns right into the next at about a right angle, or None."""
    turn = float(before.line[0] * after.line[1] - before.line[1] * after.line[0])
    if turn < 0.88:  # less than 62 degrees, or outwards
        return None
    gap = math.dist(after.start, before.end)
    if gap > 0.3 * min(before.length, after.length):
        return None
    meeting = crossings(before.line, after.line)
    return None if np.isnan(meeting[0]) else meeting


def cards_at(bend: Bend, sizes: Sequence[float]) -> Iterator[Imagined]:
    """The cards that could have this corner: upper left with the short side next, or upper right."""
    coming, going = bend.reach
    for first, coming_ratio, going_ratio in ((0, RATIO, 1.0), (1, 1.0, RATIO)):
        known = [coming / coming_ratio] * bend.sure[0] + [going / going_ratio] * bend.sure[1] + list(sizes)
        least = max(coming / coming_ratio, going / going_ratio)
        for size in unlike(known or [least]):
            if size > 0.9 * least and size >= LEAST_PX:
                yield card_with(bend, first, size)


def unlike(sizes: Sequence[float]) -> list[float]:
    """The sizes without those that hardly differ from one before."""
    kept: list[float] = []
    for size in sizes:
        if all(abs(size - other) > 0.1 * other for other in kept):
            kept.append(size)
    return kept


def card_with(bend: Bend, first: int, size: float) -> Imagined:
    """The card whose corner number `first` (0 or 1) is the bend, its short side `size` pixels."""
    here = bend.point
    if first == 0:
        right, down = bend.going * size, -bend.coming * size * RATIO
        quad = [here, here + right, here + right + down, here + down]
    else:
        left, down = -bend.coming * size, bend.going * size * RATIO
        quad = [here + left, here, here + down, here + left + down]
    return Imagined(np.array(quad, np.float32), (first,))


def added(cards: list[Imagined], card: Imagined) -> None:
    """Add `card`, or its corners to the one that lies there already, turned by half or not."""
    if cards:
        others = np.array([other.quad for other in cards])
        straight, turned = both_ways_on(card.quad[None], others, slack=SAME)[:, 0]
        if (straight | turned).any():
            place = int((straight | turned).argmax())
            more = {corner if straight[place] else (corner + 2) % 4 for corner in card.corners}
            cards[place] = cards[place]._replace(corners=tuple(sorted({*cards[place].corners, *more})))
            return
    cards.append(card)
