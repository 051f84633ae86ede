"""Messages to systemd: ready, still running, ending (the protocol of sd_notify(3), one datagram each).

The watchdog is fed only while the table's own loop runs. So systemd restarts a process whose loop hangs. A
table that closes and opens again has no loop meanwhile; it has a limit of its own for that.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

log = logging.getLogger(__name__)

READY, TURNING, ENDING = "READY=1", "WATCHDOG=1", "STOPPING=1"

SILENT_S = 5.0
"""The loop says at least every second that it turns; a slow disk may hold it up for so long."""

REOPENING_S = 120.0
"""A table may take so long to close and to open again."""

FEEDS_A_PERIOD = 3
"""How often within its time the watchdog is fed."""


class Notifier:
    """Sends messages to systemd, if it started this process."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._watchdog = environment.get("WATCHDOG_USEC", "")
        self._watched = environment.get("WATCHDOG_PID", str(os.getpid()))

    @property
    def watchdog_s(self) -> float | None:
        """Returns the seconds within which the watchdog must be fed; None if nobody watches this process."""
        if not (self._address and self._watchdog.isdecimal() and self._watched == str(os.getpid())):
            return None
        return int(self._watchdog) / 1e6 or None

    def say(self, *words: str) -> None:
        """Send; a failure is logged and does not stop the table."""
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.sendto("\n".join(words).encode(), address)
        except OSError as error:
            log.warning("systemd was not told %s: %s", words[0], error)


class Turning(Protocol):
    """What is watched, such as the feed of a table."""

    @property
    def silent_s(self) -> float:
        """Seconds since it last said that it turns."""


class Reopening:
    """A table that closes or opens: nothing says that it turns, which is missed only after REOPENING_S."""

    def __init__(self, monotonic_s: Callable[[], float]) -> None:
        self._monotonic_s = monotonic_s
        self._until_s = monotonic_s() + REOPENING_S

    @property
    def silent_s(self) -> float:
        """Seconds since it took too long; 0 until then."""
        return max(0.0, self._monotonic_s() - self._until_s)


class Heart:
    """Feeds the watchdog while the loop that it follows says that it turns, and then for REOPENING_S while
    there is none; a `with` block is the time in which it beats."""

    def __init__(self, notifier: Notifier, *, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self.notifier = notifier
        self._monotonic_s = monotonic_s
        self._turning: Turning | None = None  # until the table first is ready, nobody waits for it
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    @contextmanager
    def following(self, turning: Turning) -> Iterator[None]:
        """The table is open in this block, and its loop has to turn."""
        self._turning = turning
        try:
            yield
        finally:
            self._turning = Reopening(self._monotonic_s)

    def beat(self) -> bool:
        """Feed the watchdog, if the loop turns, or if it is not missed yet."""
        turns = self._turning is not None and self._turning.silent_s <= SILENT_S
        if turns:
            self.notifier.say(TURNING)
        return turns

    def _run(self) -> None:
        period_s = self.notifier.watchdog_s
        while period_s and not self._stop.wait(period_s / FEEDS_A_PERIOD):
            self.beat()

    def __enter__(self) -> Heart:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(timeout=5)
