"""Where the table lies in the pictures, and whether the camera was knocked since that was measured."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import cv2
import numpy as np

from sabot.core.reasons import NOTHING, Reason, of_error, reason
from sabot_vision.finding.geometry import short_side
from sabot_vision.places import (
    MARK_NUMBERS,
    Places,
    PlacesError,
    Polygon,
    holds,
    marks,
    places,
    points_spelled,
    spelled,
    through,
    zones_of,
)
from sabot_vision.rig import Rig
from sabot_vision.tracking import mended as files
from sabot_vision.tracking.knocks import Anchors, Matrix
from sabot_vision.tracking.mended import Mended
from sabot_vision.tracking.sizes import Sizes
from sabot_vision.tracking.track import Corners
from sabot_vision.watching import differs

MARKS_S = 2.0
"""How often the eye looks for the marks while the place of the table is not known."""

MOVES_S, RESTS_S, KNOCKED_S = 0.1, 1.0, 0.6
"""How often the eye looks whether the camera still hangs there: while something moves, while nothing does,
and after a knock."""

LEARNS_S, TOO_FEW_S = 0.3, 5.0
"""A picture must be the same for this long before the points of its cloth are learned. Where there are too
few, it is tried again after the second time."""

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

SMALL_WIDTHS = 0.75
"""A mark on the cloth is narrower than this part of a card."""

mended_by_marks = partial(
    reason,
    "the camera was knocked, by {number} mm on the cloth; the eye has found the table again by its marks",
)


class Placing:
    """Knows where the table lies. `now`: seconds since 1970."""

    def __init__(self, rig: Rig, now: Callable[[], float] = time.time) -> None:
        self.where: Places | None = None
        self.sizes: Sizes | None = None
        self.mended: Mended | None = files.found(rig.mended, rig.corners)
        self._note: Reason = NOTHING
        self._now = now
        self._rig, self._why, self._marks_s = rig, NOTHING, -1e9
        self._hangs: Hanging | None = None

    @property
    def doubt(self) -> Reason:
        """Why the table was not found, or seems to be measured wrongly."""
        return self._why or (self.sizes.doubt if self.sizes else NOTHING)

    @property
    def knocked(self) -> bool:
        """Whether the camera was knocked, and the table is not found again yet."""
        return self._hangs is not None and self._hangs.knocked

    def is_mark(self, quad: Corners) -> bool:
        """Whether this is one of the marks on the cloth, and no card."""
        marks_seen = self._hangs.marks if self._hangs else None
        if not marks_seen or not self.where:
            return False
        corners = np.array(quad, np.float32)
        x, y = corners.mean(axis=0).tolist()
        is_small = short_side(corners) < SMALL_WIDTHS * self.where.card_px(x, y)
        return is_small and any(holds(tuple(quad), mark) for mark in marks_seen)

    def take_note(self) -> Reason:
        """Returns, once, what the eye has mended; empty if it has mended nothing."""
        note, self._note = self._note, NOTHING
        return note

    def begin(self) -> bool:
        """The table lies where the configuration says, or where the marks showed it after a knock since.
        Returns whether it was found."""
        corners = self.mended.corners if self.mended else self._rig.corners
        return self.find(lambda: points_spelled(corners))

    def find(self, find: Callable[[], Sequence[tuple[float, float]]]) -> bool:
        """The table lies where `find` says, or as before if it fails. Returns whether it was found."""
        rig = self._rig
        try:
            zones = zones_of(rig.game, rig.size_mm, rig.zones)
            self.where, self._why = places(find(), rig.size_mm, zones), NOTHING
        except PlacesError as error:
            self._why = of_error(error)
            return False
        in_nose = rig.use == "nose"
        self.sizes = None if in_nose else Sizes(self.where.card_px)
        self._hangs = None if in_nose else Hanging(self.where)
        return True

    def looks_for_marks(self, t_s: float) -> bool:
        """Whether the marks are looked for in this frame, because it is not known where the table lies."""
        rig = self._rig
        if self.where or rig.corners or rig.use == "nose" or t_s - self._marks_s < MARKS_S:
            return False
        self._marks_s = t_s
        return True

    def watch(
        self, picture: np.ndarray, grey: np.ndarray, cards: Iterable[Corners], t_s: float
    ) -> Matrix | None:
        """Look whether the camera still hangs where it did; `grey` is the small copy of the picture, `cards`
        lie in it. Returns where what was seen before lies now, if the table was found again by its marks.
        """
        if self._hangs is None or self.where is None:
            return None
        moved = self._hangs.watch(picture, grey, cards, t_s)
        if moved is None:
            return None
        aside = apart_mm(self.where, through(moved, self.where.corners), self.where.corners)
        before, corners, marks_seen = self.where.corners, through(moved, self.where.corners), self._hangs.seen
        if self.find(lambda: corners):
            self._hangs = Hanging(self.where, marks_seen)
            self._note = mended_by_marks(number=f"{aside:.0f}")
            self._keep(spelled(before), spelled(corners), aside)
        return moved

    def _keep(self, before: str, corners: str, aside: float) -> None:
        """A restart begins where the marks are now."""
        known = (*(self.mended.before if self.mended else (self._rig.corners,)), before)
        times = self.mended.times + 1 if self.mended else 1
        self.mended = Mended(corners, tuple(dict.fromkeys((*known, corners))), aside, self._now(), times)
        files.keep(self._rig.mended, self.mended)


class Hanging:
    """Whether a camera hangs where it did when it saw the table at `where`, and the marks at `marks`."""

    def __init__(self, where: Places, marks: Polygon | None = None) -> None:
        self.knocked = False
        self._where, self._marked = where, marks or where.corners
        self._anchors: Anchors | None = None
        self._first: Anchors | None = None
        self.marks: Polygon | None = None
        self.seen: Polygon | None = None
        self._is_sure = False
        self._before: np.ndarray | None = None
        self._checked_s = self._learns_s = -1e9
        self._knocked_to: Polygon | None = None
        self._lost_s: float | None = None

    def watch(
        self, picture: np.ndarray, grey: np.ndarray, cards: Iterable[Corners], t_s: float
    ) -> Matrix | None:
        """Look at one more picture. Returns the movement if the marks show where the table lies now."""
        moves = self._before is None or differs(self._before, grey)
        if t_s - self._checked_s < self._pause_s(moves) or t_s < self._learns_s:
            return None
        self._before, self._checked_s = grey, t_s
        if self._anchors is None:
            return None if moves else self._learn(picture, cards)
        if not self._is_sure:
            self._confirm(self._anchors, picture)
            return None
        return self._compare(self._anchors, picture, t_s, moves=moves)

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
        if self.marks is None:
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
            self._clear()
            return None
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

    def _is_elsewhere(self, anchors: Anchors, picture: np.ndarray, t_s: float, *, moves: bool) -> bool:
        """Returns whether the camera looks so far elsewhere that no movement explains it: next to no point of
        the cloth is seen, and nothing moves for a while."""
        if moves or self._lost_s is None or not anchors.are_gone(picture):
            self._lost_s = t_s
        return t_s - self._lost_s >= COVERED_S

    def _clear(self) -> None:
        self.knocked, self._knocked_to, self._lost_s = False, None, None

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
