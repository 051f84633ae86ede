"""Cards whose outline shows only some corners: they are overlapped, held by a hand, or cut off by the
picture.

Where two long straight sides of an outline meet at a right angle there may be the corner of a card; its size
is that of the cards beside it, or of a side that shows both its ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.finding.geometry import (
    LEAST_PX,
    LONG_TO_SHORT,
    both_ways_on,
    crossings,
    lines_along,
    sampled,
)

CARDS_MOST = 24
"""At most this many cards are imagined in one picture."""
OUTLINES_MOST = 12
"""At most this many torn outlines are examined, the largest first."""
POINTS_AN_OUTLINE = 480
"""How many points of each outline are examined."""
SAME_CARD_WIDTHS = 0.15
"""Cards whose corners are no further apart, in parts of a short side, are one."""


class Sides(NamedTuple):
    """The straight parts of outlines, each outline walked clockwise: where each starts and ends, the line
    (direction, point) through it, and the numbers of those before and after it in its outline; n × 2, n × 2,
    n × 4, n, n."""

    starts: np.ndarray
    ends: np.ndarray
    lines: np.ndarray
    before: np.ndarray
    after: np.ndarray


class Bend(NamedTuple):
    """A corner: where it is, the unit vectors of the side before and the side after it, and how far these
    sides reach.

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

    `whole` are the quads found already: their corners are explained, and their size is the likely size.
    `shape` is the height and width of the picture.
    """
    sizes = likely_sizes(whole)
    cards: list[Imagined] = []
    if not torn:
        return []
    largest = sorted(torn, key=cv2.contourArea, reverse=True)[:OUTLINES_MOST]
    for bend in bends(sides_of(largest, shape), whole):
        for card in cards_at(bend, sizes):
            added(cards, card)
    cards.sort(key=lambda card: -len(card.corners))
    return cards[:CARDS_MOST]


def likely_sizes(whole: Sequence[np.ndarray]) -> list[float]:
    """Returns the short side of the whole cards: the median, weighted by their area, so that the pips of one
    card do not outvote it. Empty if no card is whole.
    """
    if not whole:
        return []
    quads = np.array(whole)
    shorts = np.sort(np.hypot(*(quads[:, [1, 3]] - quads[:, [0, 2]]).transpose(2, 0, 1)).mean(axis=1))
    paper = np.cumsum(shorts**2)
    return [float(shorts[np.searchsorted(paper, paper[-1] / 2)])]


def explained(points: np.ndarray, whole: Sequence[np.ndarray]) -> np.ndarray:
    """At which of n points (× 2) a whole card has its corner."""
    if not whole:
        return np.zeros(len(points), bool)
    quads = np.array(whole)
    reach = 0.12 * np.hypot(*(quads[:, 1] - quads[:, 0]).T)
    apart = quads[None] - points[:, None, None]
    return np.asarray((np.hypot(apart[..., 0], apart[..., 1]).min(axis=2) < reach).any(axis=1))


def bends(sides: Sides, whole: Sequence[np.ndarray]) -> Iterator[Bend]:
    """The right angles of outlines that point outwards and are no corners of whole cards."""
    starts, ends, _, before, after = sides
    meets = meetings(sides)
    met = ~np.isnan(meets[:, 0])
    if not met.any():
        return
    coming = meets - np.where(met[before, None], meets[before], starts[before])
    going = np.where(met[after, None], meets[after], ends) - meets
    reach = np.hypot(*np.stack([coming, going]).transpose(2, 0, 1))
    for n in np.flatnonzero(met & (reach.min(axis=0) > 0) & ~explained(meets, whole)):
        sure, far = (bool(met[before[n]]), bool(met[after[n]])), (float(reach[0, n]), float(reach[1, n]))
        yield Bend(meets[n], coming[n] / far[0], going[n] / far[1], far, sure)


def sides_of(contours: Sequence[np.ndarray], shape: tuple[int, int]) -> Sides:
    """The long straight parts of outlines, without those along the picture's rim."""
    parts = [straight_parts(contour, shape) for contour in contours]
    counts = [len(starts) for starts, _ in parts]
    starts, ends = (
        np.concatenate([np.zeros((0, 2), np.float32), *some]) for some in zip(*parts, strict=True)
    )
    points = np.repeat([sampled(contour, POINTS_AN_OUTLINE) for contour in contours], counts, axis=0)
    lines = lines_along(points, starts, ends, skip=0.12, band=0.04)
    kept = ~np.isnan(lines[:, 0])
    before, after = neighbours(np.repeat(np.arange(len(parts)), counts)[kept])
    return Sides(starts[kept], ends[kept], lines[kept], before, after)


def neighbours(walks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the numbers of the sides before and after each side. `walks` gives the outline of each side;
    the sides of one outline follow each other, and the first follows the last.
    """
    first = np.flatnonzero(np.diff(walks, prepend=-1))
    before = np.arange(len(walks)) - 1
    before[first] = np.append(first[1:], len(walks)) - 1
    after = np.empty_like(before)
    after[before] = np.arange(len(walks))
    return before, after


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


def meetings(sides: Sides) -> np.ndarray:
    """Where the side before each turns right into it at about a right angle, n × 2; nan where it does not."""
    starts, ends, lines, before, _ = sides
    others, length = lines[before], np.hypot(*(ends - starts).T)
    turn = others[:, 0] * lines[:, 1] - others[:, 1] * lines[:, 0]
    gap = np.hypot(*(starts - ends[before]).T)
    bent = (turn >= 0.88) & (gap <= 0.3 * np.minimum(length, length[before]))  # 62 degrees, outwards
    return np.where(bent[:, None], crossings(others, lines), np.nan)


def cards_at(bend: Bend, sizes: Sequence[float]) -> Iterator[Imagined]:
    """The cards that could have this corner: upper left with the short side next, or upper right."""
    coming, going = bend.reach
    for first, coming_ratio, going_ratio in ((0, LONG_TO_SHORT, 1.0), (1, 1.0, LONG_TO_SHORT)):
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
        right, down = bend.going * size, -bend.coming * size * LONG_TO_SHORT
        quad = [here, here + right, here + right + down, here + down]
    else:
        left, down = -bend.coming * size, bend.going * size * LONG_TO_SHORT
        quad = [here + left, here, here + down, here + left + down]
    return Imagined(np.array(quad, np.float32), (first,))


def added(cards: list[Imagined], card: Imagined) -> None:
    """Add `card`, or its corners to the one that lies there already, turned by half or not."""
    if cards:
        others = np.array([other.quad for other in cards])
        straight, turned = both_ways_on(card.quad[None], others, slack=SAME_CARD_WIDTHS)[:, 0]
        if (straight | turned).any():
            place = int((straight | turned).argmax())
            more = {corner if straight[place] else (corner + 2) % 4 for corner in card.corners}
            cards[place] = cards[place]._replace(corners=tuple(sorted({*cards[place].corners, *more})))
            return
    cards.append(card)
