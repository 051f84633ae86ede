"""Work in pieces: a picture that takes long to read is read over several frames, so that no frame is late."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

import numpy as np

from sabot_vision.finding.found import Found

T = TypeVar("T")

Piecewise = Generator[None, None, T]
"""What is done in pieces: it yields wherever it may rest, and returns a T."""

READS_S = 0.01
"""When so much of a frame has gone the reading rests: its next piece comes with the next frame."""
FEW_S = 0.1
"""Where frames come as far apart as this there is time enough in each, and to rest would only cost some."""
LONGEST_S = 0.6
"""A picture that would be older than this in the next frame is read to its end in this one: what it shows is
to be told while it is true."""


class Pace:
    """How long may be read in one frame, by the clock `now`; without one, however long it takes."""

    def __init__(self, now: Callable[[], float] | None) -> None:
        self._now = now
        self._begun_s = self._frame_s = self._between_s = 0.0

    def begin(self, t_s: float) -> None:
        """A frame that was taken at `t_s` is here."""
        self._between_s, self._frame_s = t_s - self._frame_s, t_s
        self._begun_s = self._now() if self._now else 0.0

    def rests(self, taken_s: float) -> bool:
        """Whether what is left of a picture taken at `taken_s` is for the next frame."""
        if self._now is None or self._between_s >= FEW_S:
            return False
        now_s = self._now()
        return now_s - self._begun_s > READS_S and now_s + self._between_s - taken_s < LONGEST_S


class Begun:
    """A picture that is being read: when it was taken, and the cards `found` in it so far. `more` of them
    come; None wherever the work may rest."""

    def __init__(self, picture: np.ndarray, t_s: float, more: Iterator[Found | None]) -> None:
        self.picture, self.t_s, self._more = picture, t_s, more
        self.found: list[Found] = []

    def go_on(self, pace: Pace) -> bool:
        """Read on, as long as there is time in this frame: whether that was to the end."""
        for each in self._more:
            if each is not None:
                self.found.append(each)
            elif pace.rests(self.t_s):
                return False
        return True
