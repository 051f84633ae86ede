"""Work in pieces: a picture that takes long to read is read over several frames, so that no frame is late."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

import numpy as np

from vision.found import Found

T = TypeVar("T")

Piecewise = Generator[None, None, T]
"""What is done in pieces: it yields wherever it may rest, and returns a T."""

PART = 0.3
"""So much of the time from one frame to the next is for reading: the next piece comes with the next frame."""
SLOWEST_S = 0.1
"""The time from one frame to the next is thought to be no longer."""
FOLLOWS = 0.2
"""How fast that is believed which the last two frames say of it."""


class Pace:
    """How long may be read in one frame, by the clock `now`; without one, however long it takes."""

    def __init__(self, now: Callable[[], float] | None) -> None:
        self._now = now
        self._begun_s = self._frame_s = self._period_s = 0.0

    def begin(self, t_s: float) -> None:
        """A frame that was taken at `t_s` is here."""
        between_s = min(max(0.0, t_s - self._frame_s), SLOWEST_S)
        self._frame_s = t_s
        self._period_s += FOLLOWS * (between_s - self._period_s)
        self._begun_s = self._now() if self._now else 0.0

    @property
    def is_over(self) -> bool:
        """Whether what is left of the work is for the next frame."""
        return self._now is not None and self._now() - self._begun_s > PART * self._period_s


class Begun:
    """A picture that is being read: when it was taken, and the cards `found` in it so far. `more` of them
    come; None wherever the work may rest."""

    def __init__(self, picture: np.ndarray, t_s: float, more: Iterator[Found | None]) -> None:
        self.picture, self.t_s, self._more = picture, t_s, more
        self.found: list[Found] = []

    def is_done(self, pace: Pace) -> bool:
        """Go on with it, as long as there is time in this frame: whether that was to its end."""
        for each in self._more:
            if each is not None:
                self.found.append(each)
            elif pace.is_over:
                return False
        return True
