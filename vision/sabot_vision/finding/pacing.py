"""Work in pieces: a picture that takes long to read is read over several frames, so that no frame is late."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

import numpy as np

from sabot_vision.finding.found import Found

T = TypeVar("T")

Piecewise = Generator[None, None, T]
"""Work in pieces: it yields wherever it may pause, and returns a T."""

READS_S = 0.01
"""Reading pauses after this much of a frame. It goes on with the next frame."""
FEW_S = 0.1
"""Frames this far apart leave enough time to read in one piece; a pause would only cost time."""
LONGEST_S = 0.6
"""A picture that would be older than this in the next frame is read to its end in this one, so that its cards
are reported in time."""


class Pace:
    """How long one frame may be read, by the clock `now`; without a clock there is no limit."""

    def __init__(self, now: Callable[[], float] | None) -> None:
        self._now = now
        self._begun_s = self._frame_s = self._between_s = 0.0

    def begin(self, t_s: float) -> None:
        """A frame taken at `t_s` has arrived."""
        self._between_s, self._frame_s = t_s - self._frame_s, t_s
        self._begun_s = self._now() if self._now else 0.0

    def rests(self, taken_s: float) -> bool:
        """Returns whether the rest of a picture taken at `taken_s` waits for the next frame."""
        if self._now is None or self._between_s >= FEW_S:
            return False
        now_s = self._now()
        return now_s - self._begun_s > READS_S and now_s + self._between_s - taken_s < LONGEST_S


class Begun:
    """A picture that is being read: when it was taken, and the cards `found` so far. `more` yields further
    cards, or None wherever the work may pause.
    """

    def __init__(self, picture: np.ndarray, t_s: float, more: Iterator[Found | None]) -> None:
        self.picture, self.t_s, self._more = picture, t_s, more
        self.found: list[Found] = []

    def go_on(self, pace: Pace) -> bool:
        """Read on while this frame has time. Returns whether the picture is finished."""
        for each in self._more:
            if each is not None:
                self.found.append(each)
            elif pace.rests(self.t_s):
                return False
        return True
