"""Cards of which an outline shows only some corners: overlapped, held by a hand, or cut off by the picture.

Where two long straight sides of an outline meet at a right angle there may be the corner of a card; its size
is that of the cards beside it, or of a side that shows both its ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import LEAST_PX, RATIO, crossing, same

MOST = 24
"""No more cards than this are imagined in one picture."""


class Side(NamedTuple):
    """A straight part of an outline, walked clockwise: from `start` to `end`, and the line through it."""

    start: np.ndarray
    end: np.ndarray
    line: np.ndarray

    @property
    def length(self) -> float:
        """Pixels."""
        return float(np.linalg.norm(self.end - self.start))


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
    for contour in sorted(torn, key=cv2.contourArea, reverse=True)[:12]:
        for bend in bends(contour, shape):
            if not explained(bend.point, whole):
                for card in cards_at(bend, sizes):
                    added(cards, card)
    cards.sort(key=lambda card: -len(card.corners))
    return cards[:MOST]


def likely_sizes(whole: Sequence[np.ndarray]) -> list[float]:
    """The middle one of the short sides of the cards that are whole; empty where none is."""
    if not whole:
        return []
    shorts = [np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[3] - quad[2]) for quad in whole]
    return [float(np.median(shorts)) / 2]


def explained(point: np.ndarray, whole: Sequence[np.ndarray]) -> bool:
    """Whether a whole card has its corner there."""
    return any(
        np.linalg.norm(quad - point, axis=1).min() < 0.12 * np.linalg.norm(quad[1] - quad[0])
        for quad in whole
    )


def bends(contour: np.ndarray, shape: tuple[int, int]) -> Iterator[Bend]:
    """The right angles of an outline that point outwards."""
    walk = sides(contour, shape)
    meets = [corner_between(walk[n - 1], walk[n]) for n in range(len(walk))]
    for n, point in enumerate(meets):
        if point is None:
            continue
        before, after = walk[n - 1], walk[n]
        earlier, later = meets[n - 1], meets[(n + 1) % len(meets)]
        start = before.start if earlier is None else earlier
        end = after.end if later is None else later
        coming, going = point - start, end - point
        reach = float(np.linalg.norm(coming)), float(np.linalg.norm(going))
        sure = earlier is not None, later is not None
        if min(reach) > 0:
            yield Bend(point, coming / reach[0], going / reach[1], reach, sure)


def sides(contour: np.ndarray, shape: tuple[int, int]) -> list[Side]:
    """The long straight parts of an outline, clockwise, without those along the picture's rim."""
    around = cv2.arcLength(contour, True)
    corners = cv2.approxPolyDP(contour, max(2.0, 0.008 * around), True).reshape(-1, 2).astype(np.float32)
    if cv2.contourArea(corners, oriented=True) < 0:
        corners = corners[::-1]
    points = contour.reshape(-1, 2).astype(np.float32)
    walk = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if np.linalg.norm(end - start) > 0.8 * LEAST_PX and not on_rim(start, end, shape):
            line = line_along(points, start, end)
            if line is not None:
                walk.append(Side(start, end, line))
    return walk


def on_rim(start: np.ndarray, end: np.ndarray, shape: tuple[int, int]) -> bool:
    """Whether a side is only where the picture ends."""
    last = np.array([shape[1] - 1, shape[0] - 1], np.float32)
    low = (start < 3) & (end < 3)
    high = (last - start < 3) & (last - end < 3)
    return bool(low.any() or high.any())


def line_along(points: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray | None:
    """The line (direction, point) through the points of an outline between two of its corners."""
    along = end - start
    length = float(np.linalg.norm(along))
    unit = along / length
    offset = points - start
    far, aside = offset @ unit, np.abs(offset @ np.array([-unit[1], unit[0]], np.float32))
    near = points[(far > 0.12 * length) & (far < 0.88 * length) & (aside < 0.04 * length + 1.5)]
    if len(near) < 6:
        return None
    line = cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.asarray(line if line[:2] @ unit > 0 else np.concatenate([-line[:2], line[2:]]))


def corner_between(before: Side, after: Side) -> np.ndarray | None:
    """Where one side turns right into the next at about a right angle, or None."""
    turn = float(before.line[0] * after.line[1] - before.line[1] * after.line[0])
    if turn < 0.88:  # less than 62 degrees, or outwards
        return None
    gap = float(np.linalg.norm(after.start - before.end))
    if gap > 0.3 * min(before.length, after.length):
        return None
    return crossing(before.line, after.line)


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
    """Add `card`, or its corners to the one that lies there already."""
    for place, other in enumerate(cards):
        turn = same(card.quad, other.quad, slack=0.15)
        if turn is not None:
            more = {(corner + turn) % 4 for corner in card.corners}
            cards[place] = other._replace(corners=tuple(sorted({*other.corners, *more})))
            return
    cards.append(card)
