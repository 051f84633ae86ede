"""Whether records follow what the pit has of a journal, and where a journal departs from it. Without a
database: the chains that the pit knows come as a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from sabot.core.reasons import Reason, reason
from sabot.pit.messages import JOURNAL_DIGITS, Points
from sabot.record.chain import START, Record, chained

NO_JOURNAL = "0" * JOURNAL_DIGITS
"""What stands in the place of a journal while a station has one that is another station's."""


class Cursor(NamedTuple):
    """How far the pit has a journal: the number and the chain of its last record. `course` counts the
    journals that this table has had, and `wall_ns` is the table's clock at the last record."""

    course: int
    journal: str
    seq: int = 0
    chain: str = START
    wall_ns: int = 0


class Finding(NamedTuple):
    """A journal that is not what it was: the first record concerned, in which way, and why.

    `kind`: `cut`, `rewritten`, `restored`, `swapped`, `altered` or `unreadable`; of a signed head `forged`,
    `contradicted` or `key`.
    """

    seq: int
    kind: str
    why: Reason


class Verdict(NamedTuple):
    """The records that follow, the cursor after them, whether some before them are missing, and what is
    wrong."""

    taken: tuple[Record, ...]
    cursor: Cursor
    is_gap: bool = False
    finding: Finding | None = None


Chains = Callable[[Iterable[int]], Mapping[int, str]]
"""Gives the chains that the pit has of records with these numbers."""


def judged(cursor: Cursor, rows: Iterable[Record], chains: Chains) -> Verdict:
    """What of these records follows. Those that the pit has already are compared with what it has: to pass
    them over would hide a journal that was written again."""
    rows = list(rows)
    known = chains(overlap) if (overlap := [each.seq for each in rows if each.seq <= cursor.seq]) else {}
    taken: list[Record] = []
    for row in rows:
        if row.seq <= cursor.seq and not taken:
            if known.get(row.seq) != row.chain:
                return Verdict((), cursor, finding=_rewritten(row.seq))
        elif row.seq > cursor.seq + 1:
            return Verdict(tuple(taken), cursor, is_gap=True)
        elif row.seq <= cursor.seq or chained(cursor.chain, row) != row.chain:
            why = reason("record {n} does not follow the one before it: it was altered", n=row.seq)
            return Verdict(tuple(taken), cursor, finding=Finding(row.seq, "altered", why))
        else:
            taken.append(row)
            cursor = cursor._replace(seq=row.seq, chain=row.chain, wall_ns=row.wall_ns)
    return Verdict(tuple(taken), cursor)


def _rewritten(seq: int) -> Finding:
    why = reason("the journal was written again: the pit has another record {n}", n=seq)
    return Finding(seq, "rewritten", why)


class Search(NamedTuple):
    """The first record that differs is after number `after`, at number `last` at the latest."""

    after: int
    last: int


def compared(cursor: Cursor, shown: Points, chains: Chains, *, after: int = 0) -> Finding | Search | None:
    """What these chains of the table say beside those of the pit: what is wrong, where to look further, or
    None if nothing differs. Up to record `after` nothing differed before."""
    known = chains([each.seq for each in shown.points])
    for point in shown.points:
        if point.seq > cursor.seq:
            break
        if known.get(point.seq) == point.chain:
            after = max(after, point.seq)
        elif point.seq <= after + 1:
            return _departed(cursor, point.seq, point.wall_ns)
        else:
            return Search(after, point.seq)
    if shown.head < cursor.seq and after == shown.head:
        why = reason(
            "the end was cut off: record {n} and all after it, up to {last}, are gone",
            n=after + 1,
            last=cursor.seq,
        )
        return Finding(after + 1, "cut", why)
    return None


def _departed(cursor: Cursor, seq: int, wall_ns: int) -> Finding:
    """A record that is newer than all that the pit has was written after an older copy was put back."""
    if wall_ns <= cursor.wall_ns:
        return _rewritten(seq)
    why = reason(
        "an older copy was put back and went on: from record {n} to {last} the pit has others",
        n=seq,
        last=cursor.seq,
    )
    return Finding(seq, "restored", why)


def another(cursor: Cursor, journal: str, *, owner: str) -> Finding:
    """Another journal stands where the pit knows one. `owner`: the table whose journal it is, if the pit
    knows it."""
    if cursor.journal == NO_JOURNAL and owner:
        why = reason("the journal is already that of table {table}: its games would count twice", table=owner)
        return Finding(1, "swapped", why)
    whose = (
        reason("that of table {table}", table=owner) if owner else reason("one that the pit does not know")
    )
    why = reason(
        "another journal took the place of {journal}, which had {n} records: {whose}",
        journal=cursor.journal,
        n=cursor.seq,
        whose=whose,
    )
    return Finding(1, "swapped", why)
