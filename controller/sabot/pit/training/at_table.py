"""The part of a carrier that tells the pit how the people in training at its table do. It reads the file of
the school, and the school does not know of it."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sabot.pit.training.report import report
from sabot.pit.training.school_file import summary

log = logging.getLogger(__name__)

LOOK_S = 30.0
"""How often the carrier looks whether the school has changed, in seconds."""

AGAIN_S = 86_400.0
"""A report that has not changed is sent again after this time: the pit forgets tables that say nothing."""

EXPIRES_S = 2 * 86_400
"""The broker drops a report after this time: it keeps nothing of a table that is gone."""

REST_TIMES = 100
"""After a look it rests for this many times as long as the look took: a school of many years costs the table
no more than a new one."""

Start = Callable[[Callable[[], None]], object]


def _beside(task: Callable[[], None]) -> None:
    """Do this while records go on."""
    threading.Thread(target=task, name="training", daemon=True).start()


class TrainingAtTable:
    """The school in this file. None: this table tells nothing of it, and the pit forgets what it has."""

    def __init__(
        self, school: Path | None, *, clock: Callable[[], float] = time.monotonic, start: Start = _beside
    ) -> None:
        self._school, self._clock, self._start = school, clock, start
        self._seen: tuple[object, ...] | None = None
        self._is_reading = False
        self._known, self._sent = b"", b""
        self._next_s = self._again_s = 0.0

    def begin_again(self) -> None:
        """The line is new: the broker may have forgotten what it was sent."""
        self._sent = b""

    def due(self) -> bytes:
        """What is to be sent now; empty: nothing. It never waits for the school."""
        now_s = self._clock()
        if now_s >= self._next_s and not self._is_reading:
            self._next_s = now_s + LOOK_S
            self._look()
        known = self._known
        if known == self._sent and now_s < self._again_s:
            return b""
        self._sent, self._again_s = known, now_s + AGAIN_S
        return known

    def _look(self) -> None:
        seen = _stamps(self._school)
        if seen != self._seen:
            self._is_reading = True
            self._start(partial(self._read, seen))

    def _read(self, seen: tuple[object, ...]) -> None:
        """The report of now. A file that cannot be read leaves it as it was."""
        begun_s = self._clock()
        try:
            self._known = report(summary(self._school) if self._school else ())
            self._seen = seen
        except sqlite3.Error as error:
            log.warning("the school is not told to the pit: %s", error)
        finally:
            ended_s = self._clock()
            self._next_s = max(self._next_s, ended_s + REST_TIMES * (ended_s - begun_s))
            self._is_reading = False


def _stamps(file: Path | None) -> tuple[object, ...]:
    """What is another after each commit: the file and its write-ahead log, as they are on disk."""
    return tuple(map(_stamp, (file, file.with_name(f"{file.name}-wal")))) if file else ()


def _stamp(file: Path) -> tuple[int, ...]:
    try:
        found = file.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns
