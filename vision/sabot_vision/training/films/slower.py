"""A machine that is slower than this one, or as fast, before a camera that does not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Protocol

from sabot_vision.frame import Frame


class Looks(Protocol):
    """What looks at frames: `sabot_vision.looking.Eye`."""

    def see(self, frame: Frame) -> None:
        """Take one more frame."""

    def read_on(self) -> bool:
        """Read one more piece. Returns whether there was one."""


class Slower:
    """The clock of such a machine, in seconds of a film. It runs while the eye works; `spent` says how long
    this process has worked."""

    def __init__(self, times: float, spent: Callable[[], float] = process_time) -> None:
        self._times, self._spent = times, spent
        self._now_s = self._begun_s = 0.0
        self._works = False

    def shows(self, eye: Looks, frame: Frame, next_s: float) -> float | None:
        """Show a frame, as `sabot_vision.sources.frames` does: the eye takes it once it is done with the one
        before, then reads on until the next one comes at `next_s`. Returns after how many seconds it was
        done with the frame; None if the frame is lost, as the next one has come by then.
        """
        if self._now_s >= next_s:
            return None
        self._now_s, self._begun_s, self._works = max(self._now_s, frame.t_s), self._spent(), True
        eye.see(frame)
        took_s = self.now() - frame.t_s
        while self.now() < next_s and eye.read_on():
            pass
        self._now_s, self._works = self.now(), False
        return took_s

    def now(self) -> float:
        """Seconds of the film."""
        more = self._times * (self._spent() - self._begun_s) if self._works else 0.0
        return self._now_s + more
