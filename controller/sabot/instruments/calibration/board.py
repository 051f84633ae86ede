"""One of our own boards at an open line: all its messages, as they come."""

from __future__ import annotations

import time
from collections.abc import Callable

from sabot.core.observations import Observation
from sabot.core.reasons import NOTHING
from sabot.instruments.calibration.live import Live
from sabot.instruments.calibration.steps import Heard
from sabot.instruments.line.link import Frame
from sabot.instruments.line.messages import Hello, Level, Message, Watch, framed
from sabot.instruments.line.port import Line
from sabot.instruments.line.session import Session
from sabot.instruments.wheel.edges import Options

HEAD = "sabot-shoe-light"
"""What a shoe with a reading head calls itself."""

WATCHED_S = 1.0
"""This often it is asked to say what its head sees; one request holds for three seconds."""


class Ear(Session):
    """A session that keeps every message instead of judging it. `hello`: what the board called itself;
    `refused`: why it is none that is measured here; `live`: what its sensors see."""

    def __init__(self, kind: str) -> None:
        super().__init__(Options(kind=kind), role="")
        self.heard: list[Heard] = []
        self.live = Live()
        self.hello: Hello | None = None
        self.refused = NOTHING

    @property
    def has_head(self) -> bool:
        """Whether the board that was met has a reading head."""
        return self.hello is not None and self.hello.kind == HEAD and not self.refused

    def _hello(self, hello: Hello) -> list[Observation]:
        self.hello, self.refused = hello, self._refusal(hello)
        return super()._hello(hello)

    def _taken(self, frame: Frame, message: Message | None) -> list[Observation]:
        if message is not None:
            self._keep(message, frame.time_us)
        return []

    def _levelled(self, level: Level, time_us: int) -> list[Observation]:
        self._keep(level, time_us)
        return []

    def _keep(self, message: Message, time_us: int) -> None:
        self.heard.append(Heard(time_us, message))
        self.live.take(time_us, message)


class Board:
    """The board at this line. It gets acknowledgements, so it sends no message twice. `show` is called with
    what its sensors see, each time that this is something else."""

    def __init__(
        self,
        line: Line,
        kind: str,
        *,
        monotonic_s: Callable[[], float] = time.monotonic,
        show: Callable[[str], object] = str,
    ) -> None:
        self.ear = Ear(kind)
        self._line, self._monotonic_s, self._show = line, monotonic_s, show
        self._shown = ""
        self._watch_s = -WATCHED_S

    def begins(self) -> None:
        """A step begins now: what was seen while the person got ready is no part of it."""
        if waiting := self._line.in_waiting:
            self._take(self._line.read(waiting))
        self.ear.heard.clear()

    def until(self, enough: Callable[[], bool], *, within_s: float) -> bool:
        """Reads until `enough`. Returns False if it came too late. Raises OSError if the line ends."""
        ends_s = self._monotonic_s() + within_s
        while not enough():
            if self._monotonic_s() > ends_s:
                return False
            self._look()
        self._look()
        return True

    def _look(self) -> None:
        if replies := self.ear.replies():
            self._line.write(replies)
        now_s = self._monotonic_s()
        if self.ear.has_head and now_s - self._watch_s >= WATCHED_S:
            self._watch_s = now_s
            self._line.write(framed(Watch()))
        if data := self._line.read(1):
            data += self._line.read(self._line.in_waiting)
            self._take(data)
        if (seen := self.ear.live.line()) != self._shown:
            self._shown = seen
            self._show(seen)

    def _take(self, data: bytes) -> None:
        self.ear.feed(data)
        self.ear.settled(self.ear.mark)
