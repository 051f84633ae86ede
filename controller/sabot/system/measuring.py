"""What is measured of an open table and its machine, gathered when somebody asks."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from sabot.core.shapes.measured import Measured
from sabot.core.surroundings import EYE
from sabot.instruments.line.port import Reader
from sabot.live.inbox import Inbox
from sabot.live.measures import Measures

CLOCK_KEPT_S = 30.0
"""How long an offset of the clock counts before it is asked for again."""

CLOCK_ASKED_S = 2.0
"""How long a program may take that is asked for it."""

CHRONY = ("chronyc", "-c", "tracking")
TIMESYNCD = ("timedatectl", "timesync-status")

UNITS_S = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0}

Run = Callable[[tuple[str, ...]], str]


class Gauges:
    """Gathers `Measured` of a table. For many threads: the newest numbers win."""

    def __init__(
        self,
        measures: Measures,
        inbox: Inbox,
        readers: Iterable[Reader],
        journal: Path,
        *,
        clock: Clock | None = None,
    ) -> None:
        self._measures, self._inbox, self._readers = measures, inbox, readers
        self._folder = journal.parent
        self._clock = clock or Clock()

    def measured(self) -> Measured:
        """The numbers of now."""
        return Measured(
            commits=self._measures.commits,
            eye=next(
                (each.watch.parser.tally.latency.timing for each in self._readers if _is_eye(each)), None
            ),
            halts=self._measures.halts,
            faults=self._measures.faults.copy(),
            frames={each.watch.role: each.watch.parser.tally.frames for each in self._readers},
            waiting=len(self._inbox),
            free_disk_bytes=_free_bytes(self._folder),
            clock_offset_s=self._clock.offset_s(),
        )


def _is_eye(reader: Reader) -> bool:
    return reader.watch.role == EYE


class Clock:
    """How far the wall clock is from that of the network, asked for at most twice a minute."""

    def __init__(self, run: Run | None = None, *, now_s: Callable[[], float] = time.monotonic) -> None:
        self._run, self._now_s = run or _said_by, now_s
        self._asked_s = float("-inf")
        self._offset_s: float | None = None

    def offset_s(self) -> float | None:
        """Seconds, positive while this clock is ahead; None where neither chrony nor timesyncd knows it."""
        if self._now_s() - self._asked_s >= CLOCK_KEPT_S:
            self._asked_s = self._now_s()
            self._offset_s = _of_chrony(self._run(CHRONY))
            if self._offset_s is None:
                self._offset_s = _of_timesyncd(self._run(TIMESYNCD))
        return self._offset_s


def _of_chrony(said: str) -> float | None:
    """Field 5 of `chronyc -c tracking`: seconds by which the clock is ahead of the network's; reference 0 is
    none."""
    fields = said.strip().split(",")
    if len(fields) < 5 or fields[0] == "00000000":
        return None
    try:
        return float(fields[4])
    except ValueError:
        return None


def _of_timesyncd(said: str) -> float | None:
    """The line `Offset: -1.2ms`: what is added to this clock, so its sign is turned."""
    found = re.search(r"^\s*Offset: ([+-]?)((?:[\d.]+(?:us|ms|min|s) ?)+)$", said, re.MULTILINE)
    if found is None:
        return None
    parts = re.findall(r"([\d.]+)(us|ms|min|s)", found[2])
    size_s = sum(float(number) * UNITS_S[unit] for number, unit in parts)
    return size_s if found[1] == "-" else -size_s


def _said_by(command: tuple[str, ...]) -> str:
    try:
        asked = subprocess.run(command, capture_output=True, text=True, timeout=CLOCK_ASKED_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout if asked.returncode == 0 else ""


def _free_bytes(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
