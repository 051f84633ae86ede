"""Whether the camera still hangs where it did when the table was measured.

Points of the cloth that stood still, such as the ends of printed lines and the marks, are looked for where
they were. If enough of them are there, the camera was not knocked, and hands and cards cover the others. If
they are not, and all together lie elsewhere, it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.frame import shrunk
from sabot_vision.tracking.track import Corners

WIDE_PX = 640
"""The copy that is examined has at least half of this many columns, and at most this many."""

POINTS_MOST, POINTS_LEAST = 48, 8
"""At most this many points are remembered. Fewer than the second number prove nothing."""

PATCH_PX, REACH_PX, ASIDE_PX = 7, 4, 1.5
"""A point is a square of this many pixels to each side; it is looked for this far away, and is where it was
if it lies no farther aside than the last number."""

ALIKE_PART = 0.7
"""How well a point must correspond (1: exactly) to be the same."""

THERE_PART = 0.3
"""If this part of the points is where it was, the camera was not knocked. The others are covered."""

ALL_PART = 0.9
"""If this part of them is where it was, nothing shows that the camera has tilted."""

GONE_PART = 0.08
"""A camera that looks elsewhere sees at most this part of them, by chance."""

FAR_PX, NEAR_PX, AGREE_PART = 64, 3.0, 0.4
"""After a knock, points are looked for this far away. By one movement of the camera they come this near to
where they are found, at least this part of them."""

Matrix = np.ndarray
"""Where points of one picture lie in another, 3 × 3."""


class Point(NamedTuple):
    """A point of the cloth in the copy; what it looks like there, and in a copy of half the size."""

    x: int
    y: int
    looks: np.ndarray
    from_afar: np.ndarray


class Anchors:
    """Points of the cloth in one picture. `cards` are the corners of the cards in it: they may move."""

    def __init__(self, picture: np.ndarray, cards: Iterable[Corners]) -> None:
        self._scale, grey = copied(picture)
        free = np.full(grey.shape, 255, np.uint8)
        for quad in cards:
            corners = np.array(quad, np.float64) / self._scale
            middle = corners.mean(axis=0)
            around = np.rint(middle + 1.25 * (corners - middle)).astype(np.int32)
            cv2.fillConvexPoly(free, around, (0,))
        edge = PATCH_PX + REACH_PX + 1
        inner = np.zeros_like(free)
        inner[edge:-edge, edge:-edge] = free[edge:-edge, edge:-edge]
        found = cv2.goodFeaturesToTrack(grey, POINTS_MOST, 0.05, 3 * PATCH_PX, mask=inner, blockSize=5)
        points = np.rint([] if found is None else found).astype(int).reshape(-1, 2)  # type: ignore[redundant-expr]
        half = halved(grey)
        self._points = [point(grey, half, int(x), int(y)) for x, y in points]

    def __len__(self) -> int:
        return len(self._points)

    @property
    def are_enough(self) -> bool:
        """Whether there are enough points to prove anything."""
        return len(self) >= POINTS_LEAST

    def confirm(self, picture: np.ndarray) -> None:
        """Keep the points that a later picture shows where they were: others were noise, or something that
        moves."""
        there = self._there(copied(picture)[1])
        self._points = [each for each, is_there in zip(self._points, there, strict=True) if is_there]

    def hold(self, picture: np.ndarray) -> bool:
        """Returns whether the points are where they were, as far as they can be seen."""
        there = self._there(copied(picture)[1])
        return sum(there) >= max(POINTS_LEAST / 2, THERE_PART * len(there))

    def all_hold(self, picture: np.ndarray) -> bool:
        """Returns whether next to all of the points are where they were."""
        return sum(self._there(copied(picture)[1])) >= ALL_PART * len(self)

    def follow(self, picture: np.ndarray, moved: Matrix) -> bool:
        """Returns whether more of the points lie where a movement, in pixels, has brought them than where
        they were: a mark that was pushed on the cloth moves no point of it."""
        grey = copied(picture)[1]
        before = np.array([[each.x, each.y] for each in self._points], np.float64)
        after = cv2.perspectiveTransform(before[None] * self._scale, moved)[0] / self._scale
        edge = PATCH_PX + REACH_PX
        places = [(round(x), round(y)) for x, y in after.tolist()]
        there = [
            edge <= x < grey.shape[1] - edge
            and edge <= y < grey.shape[0] - edge
            and is_there(grey, each._replace(x=x, y=y))
            for each, (x, y) in zip(self._points, places, strict=True)
        ]
        return bool(sum(there) > sum(self._there(grey)) and sum(there) >= POINTS_LEAST)

    def are_gone(self, picture: np.ndarray) -> bool:
        """Returns whether next to none of the points is where it was."""
        return sum(self._there(copied(picture)[1])) <= GONE_PART * len(self)

    def _there(self, grey: np.ndarray) -> list[bool]:
        return [is_there(grey, each) for each in self._points]

    def movement(self, picture: np.ndarray) -> Matrix | None:
        """Returns where the points of the first picture lie in this one, in pixels; None if that is not
        clear."""
        half = halved(copied(picture)[1])
        found = [found_again(half, each) for each in self._points]
        pairs = [((each.x, each.y), to) for each, to in zip(self._points, found, strict=True) if to]
        if len(pairs) < POINTS_LEAST:
            return None
        before, after = (np.array(each, np.float32) for each in zip(*pairs, strict=True))
        matrix, agree = cv2.estimateAffinePartial2D(before, after, ransacReprojThreshold=NEAR_PX)
        if np.count_nonzero(agree) < max(POINTS_LEAST, AGREE_PART * len(self)):
            return None
        larger = np.diag([self._scale, self._scale, 1.0])
        return np.asarray(larger @ np.vstack([matrix, (0, 0, 1)]) @ np.linalg.inv(larger))


def copied(picture: np.ndarray) -> tuple[int, np.ndarray]:
    """A grey copy for comparing, and how many times smaller it is."""
    near, times = shrunk(picture, WIDE_PX)
    scale = max(1, -(-max(near.shape[:2]) // WIDE_PX))
    size = near.shape[1] // scale, near.shape[0] // scale
    small = near if scale == 1 else cv2.resize(near, size, interpolation=cv2.INTER_AREA)
    return scale * times, np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))


def square(grey: np.ndarray, x: int, y: int, half: int) -> np.ndarray:
    """The pixels around a point."""
    return grey[y - half : y + half + 1, x - half : x + half + 1].copy()


def is_there(grey: np.ndarray, point: Point) -> bool:
    """Whether a point is where it was."""
    around = square(grey, point.x, point.y, PATCH_PX + REACH_PX)
    _, best, _, at = cv2.minMaxLoc(cv2.matchTemplate(around, point.looks, cv2.TM_CCOEFF_NORMED))
    return bool(best >= ALIKE_PART and np.hypot(at[0] - REACH_PX, at[1] - REACH_PX) <= ASIDE_PX)


def found_again(half: np.ndarray, point: Point) -> tuple[float, float] | None:
    """Where a point lies in a copy of half the size; None if it is not seen."""
    reach = FAR_PX // 2
    around = square(half, *on_half(point.x, point.y), reach + PATCH_PX)
    _, best, _, at = cv2.minMaxLoc(cv2.matchTemplate(around, point.from_afar, cv2.TM_CCOEFF_NORMED))
    return (point.x + 2.0 * (at[0] - reach), point.y + 2.0 * (at[1] - reach)) if best >= ALIKE_PART else None


def halved(grey: np.ndarray) -> np.ndarray:
    """A copy of half the size, with an edge that can be searched."""
    edge = FAR_PX // 2 + PATCH_PX
    small = cv2.pyrDown(grey)
    return np.asarray(cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_REPLICATE))


def on_half(x: int, y: int) -> tuple[int, int]:
    """Where a point lies in such a copy."""
    return x // 2 + FAR_PX // 2 + PATCH_PX, y // 2 + FAR_PX // 2 + PATCH_PX


def point(grey: np.ndarray, half: np.ndarray, x: int, y: int) -> Point:
    """The point at these pixels of a copy."""
    return Point(x, y, square(grey, x, y, PATCH_PX), square(half, *on_half(x, y), PATCH_PX))
