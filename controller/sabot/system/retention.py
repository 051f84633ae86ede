"""What the table keeps for some days only: looked at when it opens, and once a day."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import NamedTuple

log = logging.getLogger(__name__)

DAY_S = 86_400.0

LINE_DAY = re.compile(r"\d{4}-\d\d-\d\d(?=[ T]\d\d:)")
"""The day of a line of the log; a line without one, of a traceback, belongs to the line before."""


class Duty(NamedTuple):
    """Something that is kept for this many days (0: for ever), and what drops all that is older than a moment
    (seconds since 1970) and returns how much that was."""

    what: str
    days: int
    drop_before: Callable[[float], int]


class Retention:
    """Does its duties from a thread of its own. `wall_s` is the clock."""

    def __init__(self, duties: Sequence[Duty], *, wall_s: Callable[[], float] = time.time) -> None:
        self._duties, self._wall_s = duties, wall_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="retention", daemon=True)

    def start(self) -> None:
        """Begin, now and then each day."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stop.set()
        self._thread.join(timeout=5)

    def tidy(self) -> None:
        """Drop what is old enough. What cannot be dropped now is tried again tomorrow: the game goes on."""
        for what, days, drop_before in self._duties:
            try:
                gone = drop_before(self._wall_s() - days * DAY_S) if days else 0
            except (OSError, ValueError):
                log.exception("%s older than %s days are still there", what, days)
                continue
            if gone:
                log.info("%s older than %s days were dropped: %s", what, days, gone)

    def _run(self) -> None:
        self.tidy()
        while not self._stop.wait(DAY_S):
            self.tidy()


def drop_lines_before(file: Path, wall_s: float) -> int:
    """Cut the lines before this moment's day off the log and its older parts; how many bytes."""
    first = date.fromtimestamp(wall_s).isoformat()  # noqa: DTZ012 - the log has local time
    with _silent(file):
        return sum(_cut(each, first) for each in sorted(file.parent.glob(f"{file.name}*")))


def _cut(file: Path, first: str) -> int:
    with file.open("r+b") as log_file:
        lines = log_file.read().splitlines(keepends=True)
        days = [LINE_DAY.search(line[:80].decode("ascii", "replace")) for line in lines]
        kept = next((at for at, day in enumerate(days) if day and day[0] >= first), len(lines))
        cut = sum(map(len, lines[:kept]))
        if cut:
            log_file.seek(0)
            log_file.write(b"".join(lines[kept:]))
            log_file.truncate()
    return cut


@contextmanager
def _silent(file: Path) -> Iterator[None]:
    """No thread of ours writes to the log meanwhile."""
    handlers = (each for each in logging.getLogger().handlers if isinstance(each, logging.FileHandler))
    with ExitStack() as parts:
        for each in handlers:
            if each.baseFilename == str(file.absolute()):
                each.acquire()
                parts.callback(each.release)
        yield
