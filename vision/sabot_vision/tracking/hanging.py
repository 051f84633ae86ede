"""Whether the camera hangs where it did when it saw the table, by points of the cloth and by the marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.places import MARK_NUMBERS, Places, Polygon, marks, through
from sabot_vision.tracking.knocks import Anchors, Matrix
from sabot_vision.tracking.track import Corners
from sabot_vision.watching import differs

MOVES_S, RESTS_S, KNOCKED_S = 0.1, 1.0, 0.6
"""How often the eye looks whether the camera still hangs there: while something moves, while nothing does,
and after a knock."""

LEARNS_S, TOO_FEW_S, RESTLESS_S = 0.3, 5.0, 1.0
"""A picture must be the same for this long before the points of its cloth are learned. Where there are too
few, it is tried again after the second time. Where something always moves, as before a camera that shakes,
they are learned after the third."""

KNOCKED_MM = 6.0
"""The camera was knocked if a corner of the table lies this much farther aside than before."""

MARKS_AGREE_MM = 25.0
"""The marks must lie where the knock has moved them, to within this."""

SAVED_MM, SAVED_TIMES, SAVED_AGREE_MM = 100.0, 1.02, 5.0
"""Marks this near to saved corners are the ones that were saved, if their rectangle has the same size (to
within the second number) and shape (the third): the camera was knocked while the eye was off."""

COVERED_S = 8.0
"""The camera looks elsewhere if no point of the cloth is seen in a still picture for this long: hands that
cover it move, or go sooner."""

TILT_S = 2.0
"""How often the marks are looked for while some points of the cloth are not where they were."""


class Movement(NamedTuple):
    """How the camera has moved: `matrix` (3 × 3) takes where something lay in its pictures to where it lies
    now. `while_off`: it moved before the eye saw it, so that all cards were seen where they lie now."""

    matrix: Matrix
    while_off: bool = False


class Hanging:
    """Whether a camera hangs where it did when it saw the table at `where`, and the marks at `marks`: these
    are known from then on, for a hand may cover one while the points of the cloth are learned."""

    def __init__(self, where: Places, marks: Polygon | None = None) -> None:
        self.knocked = False
        self._where, self._marked = where, marks or where.corners
        self._anchors: Anchors | None = None
        self._first: Anchors | None = None
        self.marks = marks
        self.seen: Polygon | None = None
        self._is_sure = False
        self._before: np.ndarray | None = None
        self._checked_s = self._learns_s = self._tilt_s = -1e9
        self._is_tilted = False
        self._waits_s: float | None = None
        self._knocked_to: Polygon | None = None
        self._lost_s: float | None = None

    def watch(
        self, picture: np.ndarray, grey: np.ndarray, cards: Iterable[Corners], t_s: float
    ) -> Movement | None:
        """Look at one more picture. Returns the movement if the marks show where the table lies now."""
        moves = self._before is None or differs(self._before, grey)
        if t_s - self._checked_s < self._pause_s(moves) or t_s < self._learns_s:
            return None
        self._before, self._checked_s = grey, t_s
        if self._anchors is None:
            self._waits_s = t_s if self._waits_s is None else self._waits_s
            if moves and t_s - self._waits_s < RESTLESS_S:
                return None
            self._waits_s = None
            moved = self._learn(picture, cards)
            return None if moved is None else Movement(moved, while_off=True)
        if not self._is_sure:
            self._confirm(self._anchors, picture)
            return None
        moved = self._compare(self._anchors, picture, t_s, moves=moves)
        return None if moved is None else Movement(moved)

    def _pause_s(self, moves: bool) -> float:
        """How long after the last look the next one is due."""
        if self.knocked:
            return KNOCKED_S
        if not self._is_sure:
            return LEARNS_S
        return MOVES_S if moves else RESTS_S

    def _learn(self, picture: np.ndarray, cards: Iterable[Corners]) -> Matrix | None:
        """Take the points of a picture in which nothing moves. The marks show whether the camera was knocked
        before."""
        self._anchors, seen = Anchors(picture, cards), four_marks(picture)
        if not seen:
            return None
        moved = self._since_saved(seen)
        if self.marks is None or self._first is None:
            self.marks = self._marked = seen
        return moved

    def _since_saved(self, seen: Polygon) -> Matrix | None:
        """Returns the movement since the marks lay where they are known to have lain, if they still form that
        rectangle. `seen`: where they lie now."""
        before, now = (np.array(each, np.float32) for each in (self._marked, seen))
        aside = apart_mm(self._where, seen, self._marked)
        matrix = np.asarray(cv2.estimateAffinePartial2D(before, now)[0])
        if not KNOCKED_MM < aside < SAVED_MM or matrix.shape != (2, 3):
            return None
        times = float(np.hypot(matrix[0, 0], matrix[1, 0]))
        there = through(np.vstack([matrix, (0, 0, 1)]), self._marked)
        same = 1 / SAVED_TIMES < times < SAVED_TIMES and apart_mm(self._where, there, seen) < SAVED_AGREE_MM
        self.seen = seen if same else None
        return np.asarray(cv2.getPerspectiveTransform(before, now)) if same else None

    def _confirm(self, anchors: Anchors, picture: np.ndarray) -> None:
        """Keep the points that stand still; without enough of them, others are learned later."""
        anchors.confirm(picture)
        self._is_sure = anchors.are_enough
        if not self._is_sure:
            self._anchors, self._learns_s = None, self._checked_s + TOO_FEW_S

    def _compare(self, anchors: Anchors, picture: np.ndarray, t_s: float, *, moves: bool) -> Matrix | None:
        self._first = self._first or anchors
        if anchors.hold(picture):
            return self._tilted(anchors, picture, t_s)
        moved = self._first.movement(picture)
        if moved is None:
            self.knocked |= self._is_elsewhere(anchors, picture, t_s, moves=moves)
            return None
        self._lost_s = None
        to = through(moved, self._where.corners)
        if apart_mm(self._where, to, self._where.corners) < KNOCKED_MM:
            self._clear()
            self._anchors, self._is_sure = None, False  # the cloth looks otherwise now, or the camera sags
            return None
        before, self._knocked_to = self._knocked_to, to
        if before is None or apart_mm(self._where, to, before) > KNOCKED_MM:
            self.knocked = True
            return None  # the camera may still move
        return self._by_marks(picture, to)

    def _tilted(self, anchors: Anchors, picture: np.ndarray, t_s: float) -> Matrix | None:
        """Points near the axis of a tilt stay where they were. It shows in the others, and in the marks."""
        if anchors.all_hold(picture) or self.marks is None:
            self._clear()
            return None
        if not self.knocked and t_s - self._tilt_s < TILT_S:
            return None
        self._tilt_s, seen = t_s, four_marks(picture)
        if seen is None and self._is_tilted:
            return None  # a hand covers a mark
        if seen is None:
            self._clear()
            return None
        lay, lie = np.array(self.marks, np.float32), np.array(seen, np.float32)
        moved = np.asarray(cv2.getPerspectiveTransform(lay, lie))
        to = through(moved, self._where.corners)
        if apart_mm(self._where, to, self._where.corners) < KNOCKED_MM or not anchors.follow(picture, moved):
            self._clear()
            return None
        before, self._knocked_to = self._knocked_to, to
        if before is None or apart_mm(self._where, to, before) > KNOCKED_MM:
            self.knocked = self._is_tilted = True
            return None  # the camera may still move
        self.seen = seen
        return moved

    def _is_elsewhere(self, anchors: Anchors, picture: np.ndarray, t_s: float, *, moves: bool) -> bool:
        """Returns whether the camera looks so far elsewhere that no movement explains it: next to no point of
        the cloth is seen, and nothing moves for a while."""
        if moves or self._lost_s is None or not anchors.are_gone(picture):
            self._lost_s = t_s
        return t_s - self._lost_s >= COVERED_S

    def _clear(self) -> None:
        self.knocked, self._knocked_to, self._lost_s, self._is_tilted = False, None, None, False

    def _by_marks(self, picture: np.ndarray, to: Polygon) -> Matrix | None:
        """Returns the movement by the marks: those that lay there before, or those that were laid at the
        corners since. They must agree with the points of the cloth."""
        seen = four_marks(picture)
        if seen is None:
            return None
        before = np.array(self.marks or self._where.corners, np.float32)  # or laid at the corners since
        moved = cv2.getPerspectiveTransform(before, np.array(seen, np.float32))
        if apart_mm(self._where, through(moved, self._where.corners), to) > MARKS_AGREE_MM:
            return None
        self.seen = seen
        return np.asarray(moved)


def four_marks(picture: np.ndarray) -> Polygon | None:
    """The middles of the four marks; None unless all are seen."""
    seen = marks(picture)
    return tuple(seen[number] for number in MARK_NUMBERS) if len(seen) == len(MARK_NUMBERS) else None


def apart_mm(where: Places, some: Polygon, others: Polygon) -> float:
    """How far points of a picture are from others at most, in millimetres of the table."""
    one, other = (np.array(through(where.to_table, points)) for points in (some, others))
    return float(np.linalg.norm(one - other, axis=1).max())
