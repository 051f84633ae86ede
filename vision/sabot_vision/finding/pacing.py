"""Work in pieces: a picture that takes long to read is read between the frames, and where no time is left
between them in a part of each, so that no frame is late.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

import numpy as np

from sabot_vision.finding.found import Found

T = TypeVar("T")

Piecewise = Generator[None, None, T]
"""Work in pieces: it yields wherever it may pause, and returns a T."""

READS_S = 0.01
"""Where frames follow each other without a gap, reading pauses after this much of a frame. It goes on with
the next frame."""
FEW_S = 0.1
"""Frames this far apart leave enough time to read in one piece, if nobody reads between them; a pause would
only cost time."""
LONGEST_S = 0.6
"""A picture that would be older than this in the next frame is read to its end in this one, so that its cards
are reported in time."""


class Pace:
    """How long one frame may be read, by the clock `now`; without a clock there is no limit."""

    def __init__(self, now: Callable[[], float] | None) -> None:
        self._at_once, self._now = now is None, now or (lambda: 0.0)
        self._begun_s = self._between_s = 0.0
        self._frame_s: float | None = None
        self._gap = self._gap_before = False

    def begin(self, t_s: float) -> None:
        """A frame taken at `t_s` has arrived."""
        before_s, self._frame_s = self._frame_s, t_s
        self._between_s = 0.0 if before_s is None else t_s - before_s
        self._begun_s = self._now()
        self._gap, self._gap_before = False, self._gap

    def gap(self) -> None:
        """There is time before the next frame."""
        self._gap = True

    def leaves(self, taken_s: float) -> bool:
        """Returns whether all reading of a picture taken at `taken_s` is left for the gap after this frame,
        as there was one before it.
        """
        return self._gap_before and self._may_wait(taken_s)

    def rests(self, taken_s: float) -> bool:
        """Returns whether the rest of a picture taken at `taken_s` waits for the next frame."""
        return self._may_wait(taken_s) and self._now() - self._begun_s > READS_S

    def _may_wait(self, taken_s: float) -> bool:
        if self._at_once or (self._between_s >= FEW_S and not self._gap_before):
            return False
        return self._now() + self._between_s - taken_s < LONGEST_S


class Begun:
    """A picture that is being read: when it was taken, and the cards `found` so far. `more` yields further
    cards, or None wherever the work may pause.
    """

    def __init__(self, picture: np.ndarray, t_s: float, more: Iterator[Found | None]) -> None:
        self.picture, self.t_s, self._more = picture, t_s, more
        self.found: list[Found] = []

    def go_on(self, pace: Pace) -> bool:
        """Read on while this frame has time. Returns whether the picture is finished."""
        if pace.leaves(self.t_s):
            return False
        while not (finished := self.step()) and not pace.rests(self.t_s):
            pass
        return finished

    def step(self) -> bool:
        """Read one piece. Returns whether the picture is finished."""
        for each in self._more:
            if each is None:
                return False
            self.found.append(each)
        return True
