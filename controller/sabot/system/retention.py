"""What the table keeps for some days only: looked at when it opens, and once a day.

Days are counted by the wall clock, which may be wrong. It is believed once something on record is at least
half a day old by it, and not much older: a clock that has just been set years ahead deletes nothing.
"""

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

from sabot.record.journal import JournalError, backwards, reading
from sabot.record.shift.days import UNSET_BEFORE_NS

log = logging.getLogger(__name__)

DAY_S = 86_400.0

AGREED_DAYS, AGREED_LEAST_DAYS = 90.0, 0.5
"""By a clock that is right, some record is at most the first and at least the second of these old."""

LINE_DAY = re.compile(r"\d{4}-\d\d-\d\d(?=[ T]\d\d:)")
"""The day of a line of the log; a line without one, of a traceback, belongs to the line before."""

UNSET_DAY = date.fromtimestamp(UNSET_BEFORE_NS / 1e9).isoformat()  # noqa: DTZ012 - as the log has it
"""A line of an earlier day was written by a clock that was not set."""


class Duty(NamedTuple):
    """Something that is kept for this many days (0: for ever), and what drops all that is older than a moment
    (seconds since 1970) and returns how much that was."""

    what: str
    days: int
    drop_before: Callable[[float], int]


def is_agreed(journal: Path, wall_s: float) -> bool:
    """Whether the records of this journal agree that it is now `wall_s` (seconds since 1970). Raises
    JournalError."""
    since, until = (round((wall_s - days * DAY_S) * 1e9) for days in (AGREED_DAYS, AGREED_LEAST_DAYS))
    given = (max(since, UNSET_BEFORE_NS), until)
    with reading(journal) as file:
        return any(True for _ in backwards(file, "wall_ns BETWEEN ? AND ?", given))


class Retention:
    """Does its duties from a thread of its own. `wall_s` is the clock, `agrees` whether it is believed."""

    def __init__(
        self,
        duties: Sequence[Duty],
        *,
        agrees: Callable[[float], bool],
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._duties, self._agrees, self._wall_s = duties, agrees, wall_s
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
        if not self._is_believed():
            log.info("nothing is dropped today: the record does not tell yet that the clock is right")
            return
        for what, days, drop_before in self._duties:
            try:
                gone = drop_before(self._wall_s() - days * DAY_S) if days else 0
            except (OSError, ValueError):
                log.exception("%s older than %s days are still there", what, days)
                continue
            if gone:
                log.info("%s older than %s days were dropped: %s", what, days, gone)

    def _is_believed(self) -> bool:
        try:
            return self._agrees(self._wall_s())
        except JournalError as error:
            log.info("%s", error)
            return False

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
        kept = _kept_from([day[0] if day else "" for day in days], first)
        cut = sum(map(len, lines[:kept]))
        if cut:
            log_file.seek(0)
            log_file.write(b"".join(lines[kept:]))
            log_file.truncate()
    return cut


def _kept_from(days: list[str], first: str) -> int:
    """The first line that stays: of day `first` or later, or of a clock that was not set just before that;
    `""` is the day of the line before."""
    kept = next((at for at, day in enumerate(days) if day >= first), len(days))
    for at in reversed(range(kept)):
        if days[at] >= UNSET_DAY:
            break
        kept = at if days[at] else kept
    return kept


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
