"""What an auditor gets beside the journal, as tables: coups and faults of a period, heads, and all answers.

Coups and faults are taken once more out of the same records that the journal in the file has: what was taken
back after the period's end still stands in them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from psycopg import Connection

from sabot.core.progress import Progress, silent
from sabot.pit import stored_facts
from sabot.pit.facts import Book, Change, Decided, Faulty, Voided, Withdrawn
from sabot.pit.looking import course_of
from sabot.pit.trouble import PitError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

COUPS = ("coup", "record", "utc", "wall_ns", "game", "winner", "number", "result", "voided_by", "corrections")
FAULTS = ("record", "utc", "wall_ns", "coup", "rule")
ANSWERS = ("alert", "journal", "record", "kind", "what", "raised", "answered_by", "answered", "word")


class Span(NamedTuple):
    """A period of one journal: records `first` to `last`, the chain of that one, and the records that were
    signed up to there. `counts`: the journal was not replaced by another course of it."""

    station: str
    course: int
    journal: str
    counts: bool
    first: int
    last: int
    chain: str
    heads: tuple[int, ...]


def span(database: Connection, station: str, course: int, bounds_ns: tuple[int, int]) -> Span:
    """The period of a journal between these moments of the table's clock; what was written while the clock
    stood in an older time, such as 1970, belongs to the moment before. Raises PitError where it has no record
    then."""
    number, _ = course_of(database, station, course)
    where = (station, number)
    found = database.execute(
        "SELECT min(seq) FILTER (WHERE known_ns >= %s), max(seq) FILTER (WHERE known_ns < %s) FROM ("
        " SELECT seq, max(wall_ns) OVER (ORDER BY seq) AS known_ns FROM record"
        " WHERE station = %s AND course = %s) AS r",
        (*bounds_ns, *where),
    ).fetchone()
    first, last = found or (None, None)
    if first is None or last is None or last < first:
        raise PitError(f"the journal of table {station} has no record in this period")
    journal, counts, chain = database.execute(
        "SELECT journal, counts, encode(r.chain, 'hex') FROM course c JOIN record r USING (station, course)"
        " WHERE station = %s AND course = %s AND r.seq = %s",
        (*where, last),
    ).fetchone() or ("", False, "")
    heads = database.execute(
        "SELECT seq FROM head WHERE station = %s AND course = %s AND seq <= %s ORDER BY seq, text",
        (*where, last),
    ).fetchall()
    signed = tuple(int(seq) for (seq,) in heads)
    return Span(station, number, str(journal), bool(counts), int(first), int(last), str(chain), signed)


def write(database: Connection, span: Span, folder: Path, *, progress: Progress = silent) -> int:
    """Write all of them into this folder; how many coups. All changes to the database are taken back."""
    with database.transaction(force_rollback=True):
        _derive(database, span, progress)
        return _write(database, span, folder)


def _write(database: Connection, span: Span, folder: Path) -> int:
    where = (span.station, span.course, span.first, span.last)
    coups = database.execute(
        "SELECT coup, decided, NULL, wall_ns, game, winner, number, result, voided, corrections FROM coup"
        " WHERE station = %s AND course = %s AND coalesce(decided, voided) BETWEEN %s AND %s ORDER BY coup",
        where,
    ).fetchall()
    faults = database.execute(
        "SELECT seq, NULL, wall_ns, coup, rule FROM fault"
        " WHERE station = %s AND course = %s AND seq BETWEEN %s AND %s ORDER BY seq",
        where,
    ).fetchall()
    _table(folder / "coups.csv", COUPS, (_dated(each, 2) for each in coups))
    _table(folder / "faults.csv", FAULTS, (_dated(each, 1) for each in faults))
    _table(folder / "answers.csv", ANSWERS, _answers(database, span.station))
    heads = database.execute(
        "SELECT countersigned FROM head WHERE station = %s AND course = %s AND seq <= %s ORDER BY seq, text",
        (span.station, span.course, span.last),
    )
    (folder / "heads.txt").write_text("".join(f"{line}\n" for (line,) in heads), encoding="utf-8")
    return len(coups)


def _derive(database: Connection, span: Span, progress: Progress) -> None:
    """Facts in tables of this transaction alone, which stand before those of the pit under the same names."""
    for name in stored_facts.DERIVED:
        database.execute(
            f"CREATE TEMPORARY TABLE {name} (LIKE public.{name} INCLUDING ALL) ON COMMIT DROP".encode()
        )
    records = stored_facts.records(database, span.station, span.course, last=span.last)
    book = Book()
    with progress("reading records", span.last) as advance:
        for record in records:
            stored_facts.apply(database, span.station, span.course, _of_coups(book.changes([record])))
            advance(1)


def _of_coups(changes: Iterable[Change]) -> Iterator[Change]:
    """Those that change coups and faults. How the table stands now is no matter of a period."""
    return (each for each in changes if isinstance(each, Decided | Voided | Withdrawn | Faulty))


def _answers(database: Connection, station: str) -> list[tuple[object, ...]]:
    return database.execute(
        "SELECT id, journal, a.seq, kind, a.why, raised, by, answered, w.why FROM alert a"
        " JOIN course USING (station, course) LEFT JOIN answer w ON w.alert = a.id WHERE station = %s"
        " ORDER BY id",
        (station,),
    ).fetchall()


def _dated(row: Sequence[object], at: int) -> Sequence[object]:
    """With the nanoseconds of the next place as people read a time."""
    return (*row[:at], _utc(row[at + 1]), *row[at + 1 :])


def _utc(wall_ns: object) -> str:
    if not isinstance(wall_ns, int):
        return ""
    try:
        return (EPOCH + timedelta(microseconds=wall_ns // 1_000)).isoformat(timespec="milliseconds")
    except OverflowError:
        return ""


def _table(file: Path, titles: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as opened:
        written = csv.writer(opened, lineterminator="\n")
        written.writerow(titles)
        written.writerows(rows)
