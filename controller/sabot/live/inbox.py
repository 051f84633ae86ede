"""The one inbox: every observation, from an instrument or a screen, waits here for the loop."""

from __future__ import annotations

import math
import queue
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from sabot.core.observations import EXPLAINED, Observation, Perceived
from sabot.core.reasons import NOTHING, Reason, Value, as_reason
from sabot.core.shapes.view import View


class NotKept(RuntimeError):  # noqa: N818
    """The act could not be put on record, so it did not happen. Raised with the reason, for the person who
    pressed."""


Unless = Callable[[View], bool]
"""Whether an act must not happen at the table as this view shows it."""


class Waiting(NamedTuple):
    """An observation in the inbox, and the receipt for its sender.

    `role` is the instrument's; `pressed`: a person did it, so it must not act minutes later, and it does not
    happen where `unless` says so.
    """

    perceived: Perceived
    role: str
    pressed: bool
    receipt: Future[int]
    unless: Unless | None = None


class Inbox:
    """A queue that stamps what comes in with the time. Any thread may put; only the loop takes.

    A bare observation comes from a person: it is stamped here, and refused while the journal cannot be
    written, for a button must not act minutes after it was pressed. A `Perceived` comes from a reader,
    which stamped it at the port: it always waits in the queue, because the card has left the sabot even if
    the disk fails.
    """

    def __init__(
        self,
        *,
        wall_ns: Callable[[], int] = time.time_ns,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._queue: queue.SimpleQueue[Sequence[Waiting]] = queue.SimpleQueue()
        self.wall_ns, self.monotonic_ns = wall_ns, monotonic_ns
        self.halted = NOTHING
        """Why nothing can be put on record now; empty while all is well. Set by the loop."""

    def put(self, observation: Observation | Perceived, *, role: str = "") -> Future[int]:
        """Queue it. The receipt's result is the number of its record, once that is on disk; or NotKept.

        What changes nothing and so is not put on record (a tick) has the number of the record before it.
        """
        if not isinstance(observation, Perceived):
            return self.press([observation], role=role)
        receipt: Future[int] = Future()
        perceived = observation._replace(observation=_writable(observation.observation))
        self._queue.put([Waiting(perceived, _utf8(role), False, receipt)])
        return receipt

    def press(
        self, observations: Sequence[Observation], *, role: str = "", unless: Unless | None = None
    ) -> Future[int]:
        """Queue what one press of a person means. All of it happens, with nothing between, or none of it:
        none if `unless` is true of the table when the press comes to it. The receipt's result is the number
        of the last record; or NotKept.
        """
        together = list[Waiting]()
        for observation in observations:
            perceived, receipt = self.stamped(_writable(observation)), Future[int]()
            together.append(Waiting(perceived, _utf8(role), True, receipt, unless))
            unless = partial(_came_to_nothing, receipt)
        if self.halted:
            together[-1].receipt.set_exception(NotKept(self.halted))
        else:
            self._queue.put(together)
        return together[-1].receipt

    def stamped(self, observation: Observation) -> Perceived:
        """The observation, stamped with the present time."""
        return Perceived(observation, self.wall_ns(), self.monotonic_ns())

    def take(self, timeout_s: float | None, *, most: int = 64) -> list[Waiting]:
        """What waits, oldest first; empty when nothing came in `timeout_s` or somebody woke the loop."""
        taken: list[Waiting] = []
        with suppress(queue.Empty):
            taken += (newest := self._queue.get(timeout=timeout_s))
            while newest and len(taken) < most:
                taken += (newest := self._queue.get_nowait())
        return taken

    def wake(self) -> None:
        """Let `take` return at once."""
        self._queue.put([])

    def __len__(self) -> int:
        return self._queue.qsize()


def _came_to_nothing(receipt: Future[int], view: View) -> bool:
    return receipt.done() and receipt.exception() is not None


def _writable(observation: Observation) -> Observation:
    """The observation as the journal gives it back: with ? in place of what UTF-8 cannot hold (half a
    character), without a number that JSON cannot hold (NaN, infinity), and with a reason where a driver gave
    text."""
    fields: dict[str, Any] = observation._asdict()
    written: dict[str, Any] = {name: _kept(value) for name, value in fields.items()}
    if name := EXPLAINED.get(type(observation)):
        written[name] = as_reason(written[name])
    return observation._replace(**written) if written != fields else observation


def _kept(value: object) -> object:
    """A text, or a reason with its texts, with ? in place of what UTF-8 cannot hold; None for a number that
    JSON cannot hold; anything else unchanged."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Reason):
        return Reason(_utf8(value.key), tuple((slot, _value(each)) for slot, each in value.values))
    return _utf8(value) if isinstance(value, str) else value


def _value(value: Value) -> Value:
    """A value of a reason, likewise, with ? in place of such a number."""
    written = _kept(value)
    if written is None:
        return "?"
    return written if isinstance(written, Reason | str) else value


def _utf8(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
