"""The reader: one thread for each line, which only reads it, stores the raw bytes and passes on the
observations.

It waits only for the port. After a pulled cable it looks for the name of the device until it is back. It
looks often, because that costs little; it tries a port that cannot be opened, or breaks at once, with longer
and longer pauses.
"""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from typing import NamedTuple, Protocol

import serial

from sabot.core.observations import Observation, Perceived
from sabot.core.reasons import Reason, of_error
from sabot.core.shapes.json import decimal
from sabot.instruments.camera import eye
from sabot.instruments.contract import PortSettings
from sabot.instruments.keyboard import line as input_line
from sabot.instruments.line import discovery as discover
from sabot.instruments.line import replay, serial_line
from sabot.instruments.line.failures import explained
from sabot.instruments.line.losses import FIRST_TRY_S, STEADY_S, Pauses
from sabot.instruments.line.watch import Marked, Watch
from sabot.instruments.registry import driver

log = logging.getLogger(__name__)

STOP_LIMIT_S = 2.0
"""How long to wait for the end of a reader: less than the table's own limit."""

PRESENCE_S = 0.5
"""How often the reader looks for the device of a lost port."""

RECENT_ARRIVALS = 800
"""The last arrivals that a reader remembers (`recent`: wall time, bytes, what they said)."""


class Clock(NamedTuple):
    """The two clocks of the controller, nanoseconds."""

    monotonic_ns: Callable[[], int] = time.monotonic_ns
    wall_ns: Callable[[], int] = time.time_ns


class Line(Protocol):
    """What the reader asks of an open port; pyserial's ports are such, and so is a recording."""

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""

    def read(self, size: int = 1, /) -> bytes:
        """Up to `size` bytes; fewer when no more come in time."""

    def write(self, data: bytes, /) -> int | None:
        """Send; how many bytes were taken."""

    def close(self) -> None:
        """Close it."""


class Reader:
    """Reads one instrument. `put` takes each Perceived and may return a Future that is done once it is on
    record.

    If `put` returns Futures, the instrument gets its acknowledgement only after its message is on record.
    Raises ValueError for an impossible driver or options.
    """

    def __init__(
        self,
        settings: PortSettings,
        put: Callable[[Perceived], object],
        *,
        clock: Clock | None = None,
        record: Callable[[bytes, int], None] | None = None,
        mark: str = "",
        opened: Callable[[PortSettings], tuple[Line, str]] | None = None,
        present: Callable[[PortSettings], Hashable] = discover.presence,
        retry_s: float = FIRST_TRY_S,
        steady_s: float = STEADY_S,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        info = driver(settings.driver)
        role = settings.role or info.role
        parser = info.made(settings.options, role=role, mark=mark)
        self.settings, self.info = settings, info
        baud = settings.baud or info.baud
        self.watch = Watch(info, parser, role=role, baud=baud, steady_s=steady_s)
        self._put, self._clock, self._record = put, clock or Clock(), record
        self._open, self._present, self._pauses = opened or open_line, present, Pauses(retry_s)
        self.recent: deque[tuple[int, bytes, tuple[Observation, ...]]] = deque(maxlen=RECENT_ARRIVALS)
        self._pending: deque[tuple[Future[object] | None, str]] = deque()
        self._outgoing: deque[bytes] = deque()
        self._stop = threading.Event()
        self._wait = wait or self._stop.wait
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin reading, in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name=f"reader {self.watch.role}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End reading: the thread is joined and the port closed."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=STOP_LIMIT_S)
            self._thread = None

    def send(self, data: bytes) -> bool:
        """Sends a command to the instrument. Returns False, and sends nothing, if we only listen to it, or
        nothing is heard of it: it must not act on it minutes later."""
        if not (self.settings.may_send or self.info.speaks) or self.watch.state not in ("open", "found"):
            return False
        self._outgoing.append(data)
        return True

    def status(self) -> dict[str, object]:
        """What is known of the instrument and its line, as plain values."""
        return self.watch.status()

    def run(self) -> None:
        """Open, read until it fails, look again; until `stop`, or the end of a recording."""
        for pause_s in self.turns():
            if pause_s:
                self._wait(pause_s)

    def turns(self) -> Iterator[float]:
        """The same, one look at a time: yields the seconds to wait before the next."""
        while not self._stop.is_set():
            there = self._present(self.settings)
            try:
                line, where = self._open(self.settings)
            except (OSError, ValueError) as error:
                self._failed(explained(error, self.settings.port))
            except Exception as error:  # noqa: BLE001 - nor does it die of a fault in what opens a port
                self._broke(error, self.settings.port)
            else:
                yield from self._read_until_lost(line, where)
            yield from self._pause(there)

    def _read_until_lost(self, line: Line, where: str) -> Iterator[float]:
        begun_ns = self._clock.monotonic_ns()
        self._outgoing.clear()
        try:
            self._tell(self.watch.opened(where, begun_ns))
            while not self._stop.is_set():
                self._look(line)
                yield 0.0
        except replay.EndOfRecording as end:
            self._failed(of_error(end))
            self._stop.set()
        except Exception as error:  # noqa: BLE001 - on any error the line is opened again: a reader never dies
            if self.watch.has_held(begun_ns, self._clock.monotonic_ns(), for_s=self._pauses.longest_s):
                self._pauses.restart()
            self._broke(error, where)
        finally:
            _closed(line)

    def _broke(self, error: Exception, where: str) -> None:
        if not (isinstance(error, OSError) or self.watch.losses.is_lost):
            log.error("reading %s failed", self.watch.role, exc_info=error)
        self._failed(explained(error, where))

    def _failed(self, why: Reason) -> None:
        now_ns = self._clock.monotonic_ns()
        self._tell(self.watch.failed(why, now_ns), now_ns)

    def _pause(self, there: Hashable) -> Iterator[float]:
        """The pauses until the next try is due, or the device appears, or differs from what was `there`."""
        left_s = self._pauses.next()
        while left_s > 0 and not self._stop.is_set():
            yield min(left_s, PRESENCE_S)
            left_s -= PRESENCE_S
            was, there = there, self._present(self.settings)
            if there is not None and there != was:
                self._pauses.restart()
                return

    def _look(self, line: Line) -> None:
        """Look at the port once: take its bytes, or note the time without bytes."""
        self._answer(line)
        data = line.read(1)
        if data and (more := line.in_waiting):
            data += line.read(more)
        now_ns = self._clock.monotonic_ns()
        if data:
            self._keep(data, now_ns)
            marked = self.watch.received(data, now_ns)
            self.recent.append((self._clock.wall_ns(), data, tuple(each.observation for each in marked)))
            self._tell(marked, now_ns)
            self._await(None, self.watch.parser.mark)
        else:
            self._tell(self.watch.nothing(now_ns), now_ns)

    def _keep(self, data: bytes, now_ns: int) -> None:
        if self._record is None:
            return
        try:
            self._record(data, now_ns)
        except (OSError, ValueError):
            log.exception("the raw bytes of %s are no longer recorded", self.watch.role)
            self._record = None

    def _tell(self, marked: list[Marked], now_ns: int | None = None) -> None:
        stamp = self._clock.monotonic_ns() if now_ns is None else now_ns
        for observation, mark in marked:
            receipt = self._put(Perceived(observation, self._clock.wall_ns(), stamp, mark))
            self._await(receipt if isinstance(receipt, Future) else None, mark)

    def _await(self, receipt: Future[object] | None, mark: str) -> None:
        """Remember what to acknowledge to the instrument when this is on record."""
        if self.info.speaks and (mark or receipt):
            self._pending.append((receipt, mark))

    def _answer(self, line: Line) -> None:
        """Send what is due; if the line does not take an answer, the instrument asks again."""
        while self._pending and _on_record(self._pending[0][0]):
            _, mark = self._pending.popleft()
            if mark:
                self.watch.parser.settled(mark)
        due = self.watch.parser.replies() + b"".join(iter(self._take_outgoing, b""))
        if due:
            try:
                line.write(due)
            except serial.SerialTimeoutException:
                log.warning("%s does not take what is sent to it", self.watch.where)

    def _take_outgoing(self) -> bytes:
        return self._outgoing.popleft() if self._outgoing else b""


def open_line(settings: PortSettings) -> tuple[Line, str]:
    """Returns the open port that the settings name, and where it is. Raises OSError or ValueError if it
    cannot be opened."""
    if settings.port.startswith(replay.SCHEME):
        return replay.opened(settings), settings.port
    if settings.port.startswith(eye.SCHEME):
        return eye.opened(settings)
    found = discover.resolve(settings)
    if found.device is None:
        raise FileNotFoundError(errno.ENOENT, found.why)
    info = driver(settings.driver)
    if info.types:
        pause_s = decimal(settings.options.get("pause_ms", 0)) / 1000
        return input_line.opened(found.device, pause_s=pause_s), found.device
    line = serial_line.opened(found.device, baud=settings.baud or info.baud, line=settings.line or info.line)
    return line, found.device


def _on_record(receipt: Future[object] | None) -> bool:
    """A message that was not recorded is never acknowledged, and neither is any later one."""
    if receipt is None:
        return True
    return receipt.done() and not receipt.cancelled() and receipt.exception() is None


def _closed(line: Line) -> None:
    try:
        line.close()
    except OSError:
        log.debug("a port that was lost could not be closed", exc_info=True)
