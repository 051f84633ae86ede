"""The wall clock, watched: whether somebody set it while the table is open, and whether it was wrong at the
start.

The order of the record never depends on this clock. People read it, so a step of it is on record.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from sabot.core.observations import Noted
from sabot.core.surroundings import CLOCK_BEHIND, CLOCK_SET
from sabot.record.journal import backwards, reading
from sabot.record.shift.days import UNSET_BEFORE_NS

STEP_LEAST_NS = 1_000_000_000
"""A clock that moved by less was not set: chrony and timesyncd correct it slowly, and that is no step."""

READ_WITHIN_NS = 100_000_000
"""Both clocks are read within this time. Otherwise the process stood still, and they say nothing."""

BEGUN_KEPT = 1000
"""Of this many things it is known when they began; those that nobody asks for go first."""

BOOT_FILE = Path("/proc/sys/kernel/random/boot_id")

Clock = Callable[[], int]
Seconds = Callable[[], float]


class ClockWatch:
    """Compares the wall clock with the one that never steps back. A machine that slept looks like one whose
    clock was set."""

    def __init__(self, *, wall_ns: Clock, monotonic_ns: Clock) -> None:
        self._wall_ns, self._monotonic_ns = wall_ns, monotonic_ns
        self._ahead_ns: int | None = None

    def step(self) -> Noted | None:
        """What goes on record if the clock was set since the last call; None if it was not."""
        before_ns = self._monotonic_ns()
        now_ns = self._wall_ns()
        if self._monotonic_ns() - before_ns > READ_WITHIN_NS:
            return None
        was_ns, ahead_ns = self._ahead_ns, now_ns - before_ns
        if was_ns is not None and abs(ahead_ns - was_ns) < STEP_LEAST_NS:
            return None
        self._ahead_ns = ahead_ns
        return None if was_ns is None else _set(now_ns, by_ns=ahead_ns - was_ns)


def _set(now_ns: int, *, by_ns: int) -> Noted:
    return Noted(CLOCK_SET, text=f"{_utc(now_ns - by_ns)} → {_utc(now_ns)}", counted=round(by_ns / 1e9))


def behind(journal: Path, wall_ns: int) -> Noted | None:
    """What goes on record of a table that opens at `wall_ns` by a clock that cannot be right: one that is
    behind the newest record, or behind this program. None where it may be right.

    Raises JournalError.
    """
    with reading(journal) as file:
        newest = next(backwards(file, "wall_ns >= ?", (UNSET_BEFORE_NS,)), None)
    least_ns = newest.wall_ns if newest else UNSET_BEFORE_NS
    if least_ns - wall_ns < STEP_LEAST_NS:
        return None
    return Noted(CLOCK_BEHIND, text=_utc(wall_ns), counted=round((least_ns - wall_ns) / 1e9))


class Elapsed:
    """How long ago something began. Once this process knows of it, setting the wall clock changes nothing, as
    long as it is asked for now and then."""

    def __init__(self, *, wall_s: Seconds, steady_s: Seconds) -> None:
        self._wall_s, self._steady_s = wall_s, steady_s
        self._lock = threading.Lock()
        self._begun_s: dict[str, float] = {}

    def now_ms(self) -> int:
        """Now, by the wall clock: milliseconds since 1970."""
        return round(1000 * self._wall_s())

    def steady_ms(self) -> int:
        """Now, by the clock that nobody can set: milliseconds since a moment that stays the same until the
        machine starts again."""
        return round(1000 * self._steady_s())

    def ms(self, key: str, begun_ms: int) -> int:
        """Milliseconds since `key` began, which was at `begun_ms` of the wall clock (since 1970)."""
        now_s = self._steady_s()
        with self._lock:
            begun_s = self._begun_s.pop(key, None)
            if begun_s is None:
                begun_s = now_s - max(0.0, self._wall_s() - begun_ms / 1000)
            self._begun_s[key] = begun_s
            if len(self._begun_s) > BEGUN_KEPT:
                del self._begun_s[next(iter(self._begun_s))]
            return round(1000 * (now_s - begun_s))


def boot_id() -> str:
    """Which start of this machine this is; empty where the system does not tell."""
    try:
        return BOOT_FILE.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _utc(wall_ns: int) -> str:
    return datetime.fromtimestamp(wall_ns // 1_000_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
