"""Messages to systemd: ready, still running, ending (the protocol of sd_notify(3), one datagram each).

The watchdog is fed only while the table's own loop runs. So systemd restarts a process whose loop hangs.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Mapping
from typing import Protocol

log = logging.getLogger(__name__)

READY, TURNING, ENDING = "READY=1", "WATCHDOG=1", "STOPPING=1"

SILENT_S = 5.0
"""The loop says at least every second that it turns; a slow disk may hold it up for so long."""

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


class Heart:
    """Feeds the watchdog while the loop says at the feed that it turns; a `with` block is the time in which
    it beats."""

    def __init__(self, notifier: Notifier, turning: Turning) -> None:
        self._notifier, self._turning = notifier, turning
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def beat(self) -> bool:
        """Feed the watchdog, if the loop turns."""
        turns = self._turning.silent_s <= SILENT_S
        if turns:
            self._notifier.say(TURNING)
        return turns

    def _run(self) -> None:
        period_s = self._notifier.watchdog_s
        while period_s and not self._stop.wait(period_s / FEEDS_A_PERIOD):
            self.beat()

    def __enter__(self) -> Heart:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(timeout=5)
