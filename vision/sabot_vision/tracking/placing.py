"""Where the table lies in the pictures, and whether the camera was knocked since that was measured."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np

from sabot.core.reasons import NOTHING, Reason, of_error, reason
from sabot_vision.finding.geometry import short_side
from sabot_vision.places import (
    Places,
    PlacesError,
    Polygon,
    holds,
    on_camera,
    on_smaller,
    places,
    points_spelled,
    spelled,
    through,
    zones_of,
)
from sabot_vision.rig import Rig
from sabot_vision.tracking import mended as files
from sabot_vision.tracking.hanging import Hanging, Movement, apart_mm
from sabot_vision.tracking.mended import Mended
from sabot_vision.tracking.sizes import Sizes
from sabot_vision.tracking.track import Corners

MARKS_S = 2.0
"""How often the eye looks for the marks while the place of the table is not known."""

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
        self._now, self._times = now, 1
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

    @property
    def corners(self) -> str:
        """Where the table lies in the camera's own picture, as the configuration has it; empty if unknown."""
        return spelled(on_camera(self.where.corners, self._times)) if self.where else ""

    def in_picture(self, corners: str) -> Polygon:
        """Points of the camera's own picture, as the configuration has them, in pixels of those looked at.
        Raises PlacesError."""
        return on_smaller(points_spelled(corners), self._times)

    def take_note(self) -> Reason:
        """Returns, once, what the eye has mended; empty if it has mended nothing."""
        note, self._note = self._note, NOTHING
        return note

    def begin(self) -> bool:
        """The table lies where the configuration says, or where the marks showed it after a knock since.
        Returns whether it was found."""
        corners = self.mended.corners if self.mended else self._rig.corners
        return self.find(lambda: self.in_picture(corners))

    def resized(self, larger: tuple[float, float], times: int) -> bool:
        """The camera's pictures are `larger` than before, across and down, and those that are looked at
        this many `times` smaller than them. Returns whether the place of the table was adjusted to that."""
        before, self._times = self._times, times
        if self.where is None or (larger == (1.0, 1.0) and before == times):
            return False
        scaled = np.array(on_camera(self.where.corners, before)) * larger
        corners = on_smaller(tuple((float(x), float(y)) for x, y in scaled), times)
        return self.find(lambda: corners)

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
    ) -> Movement | None:
        """Look whether the camera still hangs where it did; `grey` is the small copy of the picture, `cards`
        lie in it. Returns how the camera has moved, if the table was found again by its marks.
        """
        if self._hangs is None or self.where is None:
            return None
        moved = self._hangs.watch(picture, grey, cards, t_s)
        if moved is None:
            return None
        before, corners = self.where.corners, through(moved.matrix, self.where.corners)
        aside, marks_seen = apart_mm(self.where, corners, before), self._hangs.seen
        if self.find(lambda: corners):
            self._hangs = Hanging(self.where, marks_seen)
            self._note = mended_by_marks(number=f"{aside:.0f}")
            was, lies = (spelled(on_camera(each, self._times)) for each in (before, corners))
            self._keep(was, lies, aside)
        return moved

    def _keep(self, before: str, corners: str, aside: float) -> None:
        """A restart begins where the marks are now."""
        known = (*(self.mended.before if self.mended else (self._rig.corners,)), before)
        times = self.mended.times + 1 if self.mended else 1
        self.mended = Mended(corners, tuple(dict.fromkeys((*known, corners))), aside, self._now(), times)
        files.keep(self._rig.mended, self.mended)
