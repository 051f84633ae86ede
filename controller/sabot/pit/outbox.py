"""The journal as the carrier reads it: it needs no outbox beside it, for nothing is ever taken out of it.

Each look opens the file read-only and closes it again: a long read would keep its write-ahead log from being
carried over, and a file that was put in its place is seen at once. SQLite shows a record to readers after it
is on disk (`synchronous=FULL`), so no record is sent that the table could still lose.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NamedTuple

from sabot.pit.messages import JOURNAL_DIGITS, Point
from sabot.record.chain import SIGNED, START, Record
from sabot.record.heads import SignedHead, of_record
from sabot.record.journal import reading, records

POINTS_MOST = 64
"""Chains that answer one question, at most: four questions find one record of sixteen million."""


class Head(NamedTuple):
    """Which journal it is, and the number and chain of its last record."""

    journal: str
    seq: int
    chain: str


class Outbox:
    """The journal of this file. Every function raises JournalError where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path

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
        """The first so many signed heads in records after number `after`, up to number `last`, each with the
        number of its record; None for one that cannot be read."""
        sql = "SELECT * FROM records WHERE kind = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        with reading(self.path) as file:
            found = map(Record._make, file.execute(sql, (SIGNED, after, last, most)))
            return [(each.seq, of_record(each)) for each in found]

    def points(self, after: int, last: int) -> tuple[Point, ...]:
        """The chains of some records after number `after` up to number `last`, in even steps; the last is
        always one of them."""
        span = max(0, last - after)
        step = max(1, -(-span // POINTS_MOST))
        wanted = sorted({*range(after + step, last + 1, step), last} if span else ())
        with reading(self.path) as file:
            return tuple(point for seq in wanted if (point := _point(file, seq)))


def _point(file: sqlite3.Connection, seq: int) -> Point | None:
    row = file.execute("SELECT seq, chain, wall_ns FROM records WHERE seq = ?", (seq,)).fetchone()
    return Point._make(row) if row else None
