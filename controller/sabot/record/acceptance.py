"""What a table demands of its journal before it opens, and a supervisor's word where the journal falls short.

A table believes what it reads when it opens: cards, faults, a bank. So the chain of these records is checked
first. A record that was changed while the table was shut keeps it shut, until a supervisor accepts it. Their
word is a note in the journal, bound to what was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

from sabot.core.progress import Progress, silent
from sabot.record import heads
from sabot.record.chain import ACCEPTED, SIGNED, START, Break, Course, Entry, Record, described
from sabot.record.journal import ChangedError, Journal, backwards, followed, length, reading, records
from sabot.record.schema import differences

REPAIRED = ("index", "trigger", "view")
"""What an acceptance makes new."""

NAMED_MOST = 20
"""How many findings a note and a message name."""


class Findings(NamedTuple):
    """What is wrong, a sentence each, and the marks of the breaks among them."""

    sentences: tuple[str, ...]
    marks: tuple[str, ...]


def require_unbroken(file: Connection, since: int) -> None:
    """Raises ChangedError where the records from number `since` on do not follow each other, or where an
    index or a trigger is not the one that a table makes."""
    first = min(since, _last_signed(file) or since)
    course = Course(*_before(file, first), fits=heads.fits)
    found = _findings(file, records(file, "seq >= ?", (first,)), course)
    if found.sentences:
        more = f" (and {len(found.sentences) - 1} more)" if len(found.sentences) > 1 else ""
        raise ChangedError(
            f"it was changed while no table was open: {found.sentences[0]}{more}."
            " A supervisor can accept this (`sabot journal accept`), or put a backup back (`sabot restore`)"
        )


def findings(path: Path, progress: Progress = silent) -> Findings:
    """All that nobody has accepted yet, in the whole journal."""
    with reading(path) as file, progress("verifying records", length(file)) as advance:
        return _findings(file, followed(records(file), advance), Course(fits=heads.fits))


def accept(path: Path, found: Findings, *, by: str, proved: bool, wall_ns: int) -> int:
    """Put this person's word for the findings on record, and make indexes and triggers new; the number of the
    record. `proved`: they gave a PIN. Raises JournalError."""
    note = {
        "note": "accepted what was changed",
        "by": by,
        "proved": proved,
        "why": list(found.sentences[:NAMED_MOST]),
        ACCEPTED: list(found.marks),
    }
    with Journal(path) as journal:
        journal.mend()
        return journal.append([Entry("note", note, wall_ns=wall_ns)])


def _findings(file: Connection, rows: Iterator[Record], course: Course) -> Findings:
    for record in rows:
        course.follow(record)
    breaks = course.open_breaks
    said = [*_sentences(file, breaks), *differences(file, *REPAIRED)]
    return Findings(tuple(said), tuple(each.mark for each in breaks))


def _sentences(file: Connection, breaks: list[Break]) -> Iterator[str]:
    """The first in full, for which the whole journal is read again; the others in short."""
    for each in breaks[:1]:
        yield described(lambda: records(file), each).wrong
    for each in breaks[1:]:
        yield f"record {each.record.seq} does not follow the one before it"


def _last_signed(file: Connection) -> int:
    """The record with the newest signed head; 0 where there is none, as in a journal of an older program."""
    where = "kind = ? AND seq > ?"
    newest = backwards(file, where, (SIGNED, length(file) - heads.SEARCHED_RECORDS))
    return next((each.seq for each in newest), 0)


def _before(file: Connection, since: int) -> tuple[int, str]:
    """The number and the chain that record `since` has to follow."""
    row = next(backwards(file, "seq < ?", (since,)), None)
    return (row.seq, row.chain) if row else (0, START)
