"""The journal as the carrier reads it: it needs no outbox beside it, for nothing is ever taken out of it.

Each reading opens the file and closes it again: a long one would keep its write-ahead log from being
carried over, and a file that was put in its place is seen at once. SQLite shows a record to readers after it
is on disk (`synchronous=FULL`), so no record is sent that the table could still lose.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from sabot.pit.messages import JOURNAL_DIGITS, Point
from sabot.record.chain import SIGNED, START, Record
from sabot.record.heads import SignedHead, of_record
from sabot.record.journal import reading, records

INDEX_HEAD_BYTES = 96
"""Two copies of the head of a log's index (sqlite.org/walformat.html, 2.1)."""

POINTS_MOST = 64
"""Chains that answer one question, at most: four questions find one record of sixteen million."""


class Head(NamedTuple):
    """Which journal it is, and the number and chain of its last record."""

    journal: str
    seq: int
    chain: str


class Carried(Protocol):
    """A journal that is carried: that of a table, or the log of facts of a house."""

    def look(self) -> Head | None:
        """The head, without much work where nothing is new."""

    def head(self) -> Head | None:
        """Where the journal ends; None while it has no record."""

    def chain_at(self, seq: int) -> str | None:
        """The chain of this record; None if there is no such record."""

    def after(self, seq: int, *, last: int) -> list[Record]:
        """The records after number `seq`, up to number `last`."""

    def points(self, after: int, last: int) -> tuple[Point, ...]:
        """The chains of some records after number `after` up to number `last`."""


class Outbox:
    """The journal of this file. Every function raises JournalError where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[object, ...] | None = None
        self._head: Head | None = None

    def look(self) -> Head | None:
        """The head, read only if something was committed since the last look: tables stand still for most of
        the looks. Not for a process that writes this journal: to close SQLite's index ends its locks."""
        seen = _seen(self.path)
        if seen is None or seen != self._seen:
            self._head, self._seen = self.head(), seen
        return self._head

    def head(self) -> Head | None:
        """Where the journal ends; None while it has no record."""
        with reading(self.path) as file:
            first = file.execute("SELECT chain FROM records ORDER BY seq LIMIT 1").fetchone()
            last = file.execute("SELECT seq, chain FROM records ORDER BY seq DESC LIMIT 1").fetchone()
        return Head(first[0][:JOURNAL_DIGITS], *last) if first and last else None

    def chain_at(self, seq: int) -> str | None:
        """The chain of this record; None if there is no such record. What comes before the first is 0."""
        if not seq:
            return START
        with reading(self.path) as file:
            found = file.execute("SELECT chain FROM records WHERE seq = ?", (seq,)).fetchone()
        return found[0] if found else None

    def after(self, seq: int, *, last: int) -> list[Record]:
        """The records after number `seq`, up to number `last`."""
        with reading(self.path) as file:
            return list(records(file, "seq > ? AND seq <= ?", (seq, last)))

    def heads(self, after: int, *, last: int, most: int) -> list[tuple[int, SignedHead | None]]:
        """The first `most` signed heads in records after number `after`, up to number `last`, each with the
        number of its record; None for one that cannot be read."""
        sql = "SELECT * FROM records WHERE kind = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        with reading(self.path) as file:
            found = map(Record._make, file.execute(sql, (SIGNED, after, last, most)))
            return [(each.seq, of_record(each)) for each in found]

    def points(self, after: int, last: int) -> tuple[Point, ...]:
        """The chains of some records after number `after` up to number `last`, in even steps; the last is
        always one of them."""
        with reading(self.path) as file:
            return tuple(point for seq in steps(after, last) if (point := _point(file, seq)))


def steps(after: int, last: int) -> list[int]:
    """The numbers of a few records after number `after`, in even steps; the last is always one of them."""
    span = max(0, last - after)
    step = max(1, -(-span // POINTS_MOST))
    return sorted({*range(after + step, last + 1, step), last} if span else ())


def _seen(path: Path) -> tuple[object, ...] | None:
    """What is another with each commit, without SQLite: the file, and the head of the index of its log, which
    SQLite changes when a commit is on disk. None while no table has the journal open."""
    with suppress(OSError):
        found = os.stat(path)  # noqa: PTH116 - ten times a second: half as long as with Path
        index = os.open(f"{path}-shm", os.O_RDONLY)
        try:
            head = os.read(index, INDEX_HEAD_BYTES)
        finally:
            os.close(index)
        if len(head) == INDEX_HEAD_BYTES:
            return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, head
    return None


def _point(file: sqlite3.Connection, seq: int) -> Point | None:
    row = file.execute("SELECT seq, chain, wall_ns FROM records WHERE seq = ?", (seq,)).fetchone()
    return Point._make(row) if row else None
