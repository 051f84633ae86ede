"""What people at the pit ask the database: how the tables stand, which alerts are open; and their answers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from psycopg import Connection

from sabot.config import state
from sabot.core.progress import Progress, silent
from sabot.pit import stored_facts
from sabot.pit.proof.countersigning import KINDS as OF_HEADS
from sabot.pit.store import begin
from sabot.pit.trouble import PitError
from sabot.record.schema import prepare


class Standing(NamedTuple):
    """A table as the pit has last heard of it: its journal ended at record `head` then; the pit has `seq`."""

    station: str
    is_up: bool
    journal: str
    head: int
    seq: int
    version: str
    linked_at: datetime
    lost_at: datetime | None


class Alert(NamedTuple):
    """An alert that nobody has answered yet: the first record concerned, and what is wrong."""

    id: int
    station: str
    seq: int
    kind: str
    why: str
    raised: datetime


def standings(database: Connection) -> list[Standing]:
    """Every table, by its name."""
    found = database.execute(
        "SELECT station, is_up, s.journal, greatest(head, seq), seq, version, linked_at,"
        " lost_at"
        " FROM station s JOIN course USING (station, course) ORDER BY station"
    )
    return [Standing(*each) for each in found]


def alerts(database: Connection, station: str = "") -> list[Alert]:
    """The open alerts, of one table if it is named; the oldest first."""
    found = database.execute(
        "SELECT id, station, seq, kind, why, raised FROM alert WHERE (station = %s OR %s = '')"
        " AND NOT EXISTS (SELECT FROM answer WHERE alert = id) ORDER BY id",
        (station, station),
    )
    return [Alert(*each) for each in found]


def accept(database: Connection, station: str, *, by: str, why: str) -> str:
    """Answer the open alerts of a table, and take the journal that it has now, from its first record on; the
    name of that journal. What the pit has of the one before stays. Alerts about signed heads alone are no
    more than answered, and the name is empty. Raises PitError."""
    now = datetime.now(UTC)
    with database.transaction():
        found = database.execute(
            "SELECT course, s.journal FROM station s JOIN course c USING (station, course)"
            " WHERE station = %s FOR UPDATE",
            (station,),
        ).fetchone()
        opened = alerts(database, station)
        if found is None or not opened:
            raise PitError(f"there is no alert of a table {station}: nothing was accepted")
        for each in opened:
            database.execute("INSERT INTO answer VALUES (%s, %s, %s, %s)", (each.id, by, why, now))
        if all(each.kind in OF_HEADS for each in opened):
            return ""
        course, journal = found
        _discount(database, station, journal)
        begin(database, station, course + 1, journal, now=now)
        database.execute("UPDATE station SET course = %s WHERE station = %s", (course + 1, station))
    return str(journal)


def _discount(database: Connection, station: str, journal: str) -> None:
    """The next course has the same coups again, up to where it departs: those of each course that was this
    journal do not count."""
    found = database.execute(
        "UPDATE course SET counts = false WHERE station = %s AND journal = %s AND counts RETURNING course",
        (station, journal),
    )
    where = (station, [course for (course,) in found])
    for name in stored_facts.DERIVED:
        database.execute(f"DELETE FROM {name} WHERE station = %s AND course = ANY(%s)".encode(), where)  # noqa: S608


def export(
    database: Connection,
    station: str,
    file: Path,
    *,
    course: int = 0,
    last: int = stored_facts.SEQ_MOST,
    progress: Progress = silent,
) -> int:
    """Write a journal of this table as a table keeps it, up to record `last`, into a new file; how many
    records. `course` 0: the one that is taken now. Raises PitError, and OSError where the file cannot be
    made."""
    with database.transaction():
        number, count = course_of(database, station, course)
        count = min(count, last)
        with _new_journal(file) as made, progress("writing records", count) as advance:
            for record in stored_facts.records(database, station, number, last=last):
                made.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", record)
                advance(1)
    return count


def course_of(database: Connection, station: str, course: int) -> tuple[int, int]:
    """The number of this course of a table, 0 being the one that is taken now, and how many records it has.
    Raises PitError."""
    found = database.execute(
        "SELECT c.course, seq FROM station s JOIN course c USING (station)"
        " WHERE station = %s AND c.course = CASE %s WHEN 0 THEN s.course ELSE %s END",
        (station, course, course),
    ).fetchone()
    if found is None:
        raise PitError(f"the pit has no such journal of a table {station}")
    return int(found[0]), int(found[1])


@contextmanager
def _new_journal(file: Path) -> Iterator[sqlite3.Connection]:
    if file.exists():
        raise PitError(f"{file} is there already: name another file")
    state.private(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        prepare(made, page_limit=0)
        made.execute("BEGIN")
        yield made
        made.execute("COMMIT")
        made.execute("PRAGMA journal_mode = DELETE")
