"""The disk of a simulated table: a real folder, its faults, and what is left on it after a crash."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sabot.record.chain import Head, Record
from sabot.record.journal import Journal
from sabot.simulation.evenings.crashed import State, killed, without_power
from sabot.simulation.evenings.faults import Crash, Faults
from sabot.simulation.evenings.scheduler import Scheduler

JOURNAL = "evening.sqlite3"
FULL_SHARE = FAILING_SHARE = 0.02
"""How often a commit finds the disk full, or fails, in an evening that has this fault."""
FULL_MOST_S = 4.0
SYNCHRONOUS_FULL = 2
"""SQLite's number for the setting with which each commit is on disk when it returns."""


class Crashed(BaseException):
    """The program ends here, in the middle of its work."""


class Disk:
    """Holds the files of one program after the other: each starts with what the one before it has left."""

    def __init__(self, folder: Path, scheduler: Scheduler, faults: Faults, files: State) -> None:
        self._root, self._scheduler, self._faults = folder, scheduler, faults
        self._left, self._lives, self._full_until_ns = files, 0, 0
        self._held: list[DiskJournal] = []
        self._synced: State | None = None
        self.lost_power = False

    @property
    def path(self) -> Path:
        """The journal of the present program."""
        return self._root / f"{self._lives:02}" / JOURNAL

    def start(self) -> None:
        """A program starts. It has a folder of its own, because the dead one may still hold its files."""
        self._lives += 1
        self._synced = None
        self.path.parent.mkdir()
        for name, data in self._left.items():
            self.path.with_name(name).write_bytes(data)

    def files(self) -> State:
        """All files as the program sees them now, without those that no program needs after a crash."""
        found = (each for each in self.path.parent.iterdir() if not each.name.endswith(("-shm", ".lock")))
        return {each.name: each.read_bytes() for each in found}

    def holds(self, journal: DiskJournal) -> None:
        """A journal of the present program: when that dies, its files are closed."""
        self._held.append(journal)

    @property
    def programs(self) -> int:
        """How many programs have started."""
        return self._lives

    def bury(self) -> None:
        """Close all that the dead program held; its folder counts no more."""
        for each in self._held:
            each.drop()
        self._held.clear()

    def refused(self) -> None:
        """The program has not opened the table, and ended in order."""
        self.lost_power = False
        self.bury()
        self._left = self.files()

    def crash_now(self, *, power: bool) -> None:
        """The program ends between two operations. Raises Crashed."""
        now = self.files()
        self._end("between two operations", Crash(0, power), now, now)

    @contextmanager
    def operation(self, name: str) -> Iterator[None]:
        """An operation of the file system, which may be the one in which the program ends."""
        crash = self._faults.crash_due()
        before = self.files() if crash else {}
        yield
        if crash:
            self._end(name, crash, before, self.files())

    def writes(self) -> None:
        """Raises sqlite3.OperationalError if the disk is full now."""
        now_ns = self._scheduler.now_ns
        if now_ns >= self._full_until_ns and self._faults.happens("full", FULL_SHARE):
            self._full_until_ns = now_ns + round(self._faults.rng.random() * FULL_MOST_S * 1e9)
        if now_ns < self._full_until_ns:
            raise _error("SQLITE_FULL")

    def wrote(self) -> None:
        """Raises sqlite3.OperationalError if the disk reports a failure, although everything is on it."""
        if self._faults.happens("failing", FAILING_SHARE):
            raise _error("SQLITE_IOERR_FSYNC")

    def opened(self, synchronous: int) -> None:
        """A connection was opened with this setting. With a lower one than `SYNCHRONOUS_FULL` only what was
        there by now is sure."""
        self._synced = None if synchronous >= SYNCHRONOUS_FULL else self.files()

    def checkpointed(self) -> None:
        """The write-ahead log was carried over, and both files are on disk."""
        if self._synced is not None:
            self._synced = self.files()

    def _end(self, name: str, crash: Crash, before: State, after: State) -> None:
        """Raises Crashed; decides what is left."""
        rng, self.lost_power = self._faults.rng, crash.power
        if crash.power:
            self._left = without_power(rng, before if self._synced is None else self._synced, after)
        else:
            self._left = killed(rng, before, after)
        self._scheduler.note(f"crash: {name}, {'power' if crash.power else 'killed'}")
        raise Crashed


class DiskJournal(Journal):
    """The real journal on this disk."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        disk.holds(self)
        super().__init__(disk.path)

    def checkpoint(self) -> None:
        """Carry the write-ahead log over."""
        with self._disk.operation("checkpoint"):
            super().checkpoint()
        self._disk.checkpointed()

    def drop(self) -> None:
        """Let go of all files, as a process that ends does."""
        with suppress(AttributeError):  # it ended before it had any
            super().close()

    def close(self) -> None:
        """Close the journal."""
        with self._disk.operation("close"):
            super().close()

    def _opened(self) -> tuple[sqlite3.Connection, Head]:
        with ExitStack() as opened:
            with self._disk.operation("open"):
                file, head = super()._opened()
                opened.callback(file.close)  # where the program ends before it knows the file
                (synchronous,) = file.execute("PRAGMA synchronous").fetchone()
                self._disk.opened(synchronous)
            opened.pop_all()
        return file, head

    def _write(self, records: Sequence[Record]) -> None:
        self._disk.writes()
        with self._disk.operation("commit"):
            super()._write(records)
        self._disk.wrote()


def _error(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("simulated")
    error.sqlite_errorname = name
    return error
