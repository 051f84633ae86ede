"""The reader: one thread a line, which does nothing but read it, keep the raw bytes and hand on what they
say.

It never waits for anything but the port. A cable that is pulled is looked for again by its name until it is
back. Whether its device is there is looked at often, for that costs little; a port that cannot be opened, or
breaks at once, is tried more and more rarely.
"""

from __future__ import annotations

import errno
import logging
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import NamedTuple, Protocol

import serial

from sabot.core.observations import Observation, Perceived
from sabot.core.shapes.json import decimal
from sabot.instruments.camera import eye
from sabot.instruments.contract import PortSettings
from sabot.instruments.keyboard import line as input_line
from sabot.instruments.line import discovery as discover
from sabot.instruments.line import replay, serial_line
from sabot.instruments.line.losses import FIRST_TRY_S, STEADY_S, Pauses
from sabot.instruments.line.watch import Marked, Watch
from sabot.instruments.registry import driver

log = logging.getLogger(__name__)

STOP_LIMIT_S = 2.0
"""How long the end of a reader is waited for: less than the table itself has to close."""

PRESENCE_S = 0.5
"""How often it is looked whether the device of a port that is away has come."""

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
        """Done with it."""


class Reader:
    """Reads one instrument. `put` takes each Perceived and may return a Future that is done once it is on
    record.

    Where `put` returns Futures, the instrument is told that its message arrived only after the record is
    made. Raises ValueError for a driver or options that cannot be.
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
        """Send a command to the instrument; False, and nothing is sent, where it is only listened to."""
        if not (self.settings.may_send or self.info.speaks):
            return False
        self._outgoing.append(data)
        return True

    def status(self) -> dict[str, object]:
        """What is known of the instrument and its line, as plain values."""
        return self.watch.status()

    def run(self) -> None:
        """Open, read until it fails, look again; until `stop`, or the end of a recording."""
        while not self._stop.is_set():
            there = self._present(self.settings)
            try:
                line, where = self._open(self.settings)
            except (OSError, ValueError) as error:
                self._failed(explained(error, self.settings.port))
            else:
                self._read_until_lost(line, where)
            self._pause(there)

    def _read_until_lost(self, line: Line, where: str) -> None:
        begun_ns = self._clock.monotonic_ns()
        try:
            self._tell(self.watch.opened(where, begun_ns))
            while not self._stop.is_set():
                self._look(line)
        except replay.EndOfRecording as end:
            self._failed(str(end))
            self._stop.set()
        except Exception as error:  # whatever it is, the line is read anew: a reader never dies
            if not (isinstance(error, OSError) or self.watch.losses.is_lost):
                log.exception("reading %s failed", self.watch.role)
            if self.watch.has_held(begun_ns, self._clock.monotonic_ns(), for_s=self._pauses.longest_s):
                self._pauses.restart()
            self._failed(explained(error, where))
        finally:
            _closed(line)

    def _failed(self, why: str) -> None:
        now_ns = self._clock.monotonic_ns()
        self._tell(self.watch.failed(why, now_ns), now_ns)

    def _pause(self, there: Hashable) -> None:
        """Wait until the next try is due, or the device comes, or is another one than was `there`."""
        left_s = self._pauses.next()
        while left_s > 0 and not self._stop.is_set():
            self._wait(min(left_s, PRESENCE_S))
            left_s -= PRESENCE_S
            was, there = there, self._present(self.settings)
            if there is not None and there != was:
                self._pauses.restart()
                return

    def _look(self, line: Line) -> None:
        """One look at the port: what it brought, or the time in which it brought nothing."""
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
        """Remember what the instrument may be told once this is on record."""
        if self.info.speaks and (mark or receipt):
            self._pending.append((receipt, mark))

    def _answer(self, line: Line) -> None:
        """Send what is due; an answer that the line does not take is asked for again by the instrument."""
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
    """The open port that the settings name, and where it is. Raises OSError or ValueError when it is not to
    be had."""
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
    """What could not be recorded is never acknowledged, nor is anything after it."""
    if receipt is None:
        return True
    return receipt.done() and not receipt.cancelled() and receipt.exception() is None


def _closed(line: Line) -> None:
    try:
        line.close()
    except OSError:
        log.debug("a port that was lost could not be closed", exc_info=True)


def explained(error: Exception, where: str) -> str:
    """What went wrong with a port, for the person at the table."""
    if isinstance(error, (eye.EyeError, input_line.InputError)):
        return str(error)
    number = _number(error)
    if number == errno.ENOENT:
        ours = "" if isinstance(error, serial.SerialException) else getattr(error, "strerror", "")
        return ours or f"{where} is not there: is the cable in?"
    if number == errno.EACCES:
        return f"{where} may not be opened: add this user to the group dialout and log in again"
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(error):
        return f"{where} is in use by another program"
    if "Inappropriate ioctl" in str(error):
        return f"{where} is no serial port"
    if number is None and "disconnected" in str(error):  # pyserial's words for a port that ended
        number = errno.EIO
    return _REASONS.get(number, f"the line {where} was lost: {error}")


def _number(error: Exception) -> int | None:
    """The system's number for what went wrong. pyserial hides it where a serial server cannot be reached."""
    behind = error.__context__
    if isinstance(behind, socket.gaierror):
        return errno.EHOSTUNREACH
    if isinstance(behind, TimeoutError) and behind.errno is None:
        return errno.ETIMEDOUT
    number = getattr(error, "errno", None) or getattr(behind, "errno", None)
    return number if isinstance(number, int) else None


_REASONS: dict[int | None, str] = {
    errno.EIO: "the cable was pulled, or the instrument switched off",
    errno.ENODEV: "the cable was pulled, or the instrument switched off",
    errno.ECONNREFUSED: "the serial server refuses the connection",
    errno.EHOSTUNREACH: "the serial server cannot be reached",
    errno.ENETUNREACH: "the serial server cannot be reached",
    errno.ETIMEDOUT: "the serial server does not answer",
}
