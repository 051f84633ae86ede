"""A machine that is slower than this one, before a camera that does not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


class Slower:
    """The clock of such a machine, in seconds of a film. It runs while the eye works on a frame; `spent` says
    how long this process has worked."""

    def __init__(self, times: float, spent: Callable[[], float] = process_time) -> None:
        self._times, self._spent = times, spent
        self._now_s = self._begun_s = 0.0
        self._works = False

    def is_in_time(self, t_s: float) -> bool:
        """Whether the eye is done when a frame comes at `t_s`; otherwise that frame is lost."""
        return self._now_s <= t_s

    def begins(self, t_s: float) -> None:
        """The eye takes the frame of `t_s`."""
        self._now_s, self._begun_s, self._works = t_s, self._spent(), True

    def ends(self) -> None:
        """The eye is done with it."""
        self._now_s, self._works = self.now(), False

    def now(self) -> float:
        """Seconds of the film."""
        more = self._times * (self._spent() - self._begun_s) if self._works else 0.0
        return self._now_s + more
