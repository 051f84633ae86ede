"""How long each examination has gone on, on record: neither a clock that is set nor a restart changes it.

After a restart of the program the clock that nobody can set tells how long it was away. After a start of the
machine only the wall clock can tell; a gap that it cannot tell, because it was not set, is not counted.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import NamedTuple

from sabot.live.clock import Elapsed, boot_id
from sabot.record.shift.days import UNSET_BEFORE_NS
from sabot.school.examination.subjects import Exam
from sabot.school.store import SchoolError, Store

NOTED_EACH_MS = 30_000
"""The time of an examination goes on record this often."""


class _Running(NamedTuple):
    begun_ms: int
    limit_ms: int
    noted_ms: int = -NOTED_EACH_MS


class Timing:
    """The time of the examinations that go on. For many threads."""

    def __init__(self, store: Store, elapsed: Elapsed) -> None:
        self._store, self._elapsed, self._boot = store, elapsed, boot_id()
        self._lock = threading.Lock()
        self._running: dict[str, _Running] = {}

    def now_ms(self) -> int:
        """Now, by the wall clock: milliseconds since 1970."""
        return self._elapsed.now_ms()

    def ms(self, exam: Exam) -> int:
        """Milliseconds since this examination began."""
        with self._lock:
            if exam.id not in self._running:
                begun_ms = self._elapsed.steady_ms() - self._on_record(exam)
                self._running[exam.id] = _Running(begun_ms, exam.paper.minutes * 60_000)
            return self._noted(exam.id)

    def note(self) -> None:
        """Put the time of every examination that goes on here on record, as often as it is wanted there."""
        with self._lock:
            for key in [*self._running]:
                self._noted(key)

    def end(self, key: str) -> None:
        """This examination has ended."""
        with self._lock:
            self._running.pop(key, None)

    def _noted(self, key: str) -> int:
        running, steady_ms = self._running[key], self._elapsed.steady_ms()
        ms = steady_ms - running.begun_ms
        if running.noted_ms < running.limit_ms and ms >= running.noted_ms + NOTED_EACH_MS:
            with suppress(SchoolError):  # a full disk: it is tried again, and the examination goes on
                self._store.add("exam_time", key, ms, self.now_ms(), steady_ms, self._boot)
                self._running[key] = running._replace(noted_ms=ms)
        return ms

    def _on_record(self, exam: Exam) -> int:
        """How long it has gone on as the record tells it, and the time since that was written."""
        found = self._store.rows(
            "SELECT ms, wall_ms, steady_ms, boot FROM exam_time WHERE exam = ? ORDER BY ms DESC LIMIT 1",
            exam.id,
        )
        if not found:
            return max(0, self.now_ms() - exam.begun_ms)
        ms, wall_ms, steady_ms, boot = found[0]
        return int(ms) + max(0, self._away_ms(wall_ms, steady_ms, boot))

    def _away_ms(self, wall_ms: int, steady_ms: int, boot: str) -> int:
        if boot and boot == self._boot:
            return self._elapsed.steady_ms() - steady_ms
        return self.now_ms() - wall_ms if wall_ms >= UNSET_BEFORE_NS // 1_000_000 else 0
