"""The record page by page, for other programs: coups and faults, the newest first, and what came since.

It reads, and never writes. A page of coups is folded from far enough back that no correction reaches before
it (`sabot.record.chronicle`), and not from the beginning of the journal.
"""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from pathlib import Path
from sqlite3 import Connection

from sabot.core import reasons
from sabot.core.shapes.json import Plain, whole
from sabot.core.shapes.past import NEWS, News, PastCoup, PastFault, open_result
from sabot.record import chronicle
from sabot.record.chain import Record
from sabot.record.journal import backwards, last_coup, length, reading, records

AT_ONCE_RECORDS = 500
"""How many records are read in one go: a long read would keep the journal from being tidied."""

_EVENT = "kind = 'event' AND json_valid(body) AND json_extract(body, '$.event')"
_OF_THE_WHEEL = (
    "kind = 'observation' AND json_valid(body) AND json_extract(body, '$.kind') = 'WheelFault'"
    " AND NOT json_extract(body, '$.since_ok')"
)
FAULTS = f"({_EVENT} = 'fault' OR {_OF_THE_WHEEL})"
NEWSWORTHY = f"({_EVENT} IN {NEWS} OR {_OF_THE_WHEEL})"


class Past:
    """The record of one table. Each question opens the journal read-only; for many threads. Every function
    raises JournalError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def coups(self, before: int | None, most: int) -> list[PastCoup]:
        """At most that many coups with numbers below `before` (None: up to the last), the newest first."""
        with reading(self._path) as file:
            return [*reversed(_page(file, before, most))]

    def faults(self, before: int | None, most: int) -> list[PastFault]:
        """At most that many faults on record before record `before` (None: up to the last), the newest
        first."""
        with reading(self._path) as file:
            return _faults(file, before or length(file) + 1, most)

    def news(self, after: int) -> tuple[list[News], int]:
        """What the records after number `after` tell, oldest first, and the last record that was read: a
        few hundred at a time."""
        with reading(self._path) as file:
            last = min(length(file), after + AT_ONCE_RECORDS)
            found = records(file, f"seq > ? AND seq <= ? AND {NEWSWORTHY}", (after, last))
            return [_news(each) for each in found], max(after, last)

    def head(self) -> int:
        """The number of the last record."""
        with reading(self._path) as file:
            return length(file)

    def chain(self, seq: int) -> str:
        """The chain of this record, which no other record of any journal has; empty without one."""
        with reading(self._path) as file:
            return next((each.chain for each in records(file, "seq = ?", (seq,))), "")


def _page(file: Connection, before: int | None, most: int) -> list[PastCoup]:
    last = last_coup(file)
    first_after = last + 1 if before is None else min(before, last + 1)
    found = chronicle.since(file, first_after - most)
    return [*deque(takewhile(lambda each: each.coup < first_after, found), most)]


def _faults(file: Connection, before: int, most: int) -> list[PastFault]:
    """The game of a fault is that of the opening before it."""
    found: list[PastFault] = []
    waiting: list[Record] = []
    for record in backwards(file, f"seq < ? AND (kind = 'opening' OR {FAULTS})", (before,)):
        if record.kind == "opening":
            found += [_fault(each, str(record.plain.get("game"))) for each in waiting]
            waiting = []
            if len(found) == most:
                break
        elif len(found) + len(waiting) < most:
            waiting.append(record)
    return found


def _fault(record: Record, game: str) -> PastFault:
    body = record.plain
    card, seat = body.get("card"), body.get("seat")
    return PastFault(
        record.seq,
        record.wall_ns,
        record.coup,
        game,
        _kind(record),
        _because(body),
        card if isinstance(card, str) else None,
        seat if isinstance(seat, int) else None,
    )


def _because(body: Plain) -> str:
    """The rule in English; a fault of the wheel has it under another name, and as a reason if it has
    values."""
    why = body.get("because", body.get("why"))
    return str(reasons.from_dict(why)) if isinstance(why, dict) else str(why or "")


def _kind(record: Record) -> str:
    return str(record.plain["kind"]) if record.kind == "event" else "wheel"


def _news(record: Record) -> News:
    body = record.plain
    kind = str(body["event"]) if record.kind == "event" else "fault"
    match kind:
        case "result":
            data = open_result(body)
        case "undone":
            data = {"from": whole(body.get("from"))}
        case "fault":
            data = {"kind": _kind(record)}
        case _:
            data = {}
    return News(record.seq, record.wall_ns, kind, record.coup, data, record.chain)
