"""What a region's collector writes: the chain of each entry, the facts and the cursor, in one transaction.
Its commit is the only receipt that a house gets."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from psycopg import Connection
from psycopg.types.json import Jsonb

from sabot.pit.judging import Cursor, Finding
from sabot.pit.messages import Link
from sabot.pit.region import facts
from sabot.pit.region.database import as_house, houses
from sabot.pit.region.facts import FACT_COLUMNS, FACT_KEYS, Fact
from sabot.pit.store import OPEN_ALERTS_MOST, QUARANTINED_MOST, MovedError, Taken
from sabot.record.chain import Record

IS_OPEN = "NOT EXISTS (SELECT FROM answer WHERE alert = id)"
"""Of an alert: nobody has answered it."""


class Store:
    """The tables of the region, over the one connection of its collector, which sees one house at a time."""

    def __init__(self, database: Connection) -> None:
        self.database = database

    def cursors(self) -> dict[str, Cursor]:
        """How far the region has the log of each house."""
        found: dict[str, Cursor] = {}
        for house in houses(self.database):
            with as_house(self.database, house):
                row = self.database.execute("SELECT course, journal, seq, chain, wall_ns FROM log").fetchone()
            found |= {house: Cursor(*row)} if row else {}
        return found

    def chains(self, house: str, course: int, seqs: Iterable[int]) -> dict[int, str]:
        """The chains of these entries, as far as the region has them."""
        with as_house(self.database, house):
            found = self.database.execute(
                "SELECT seq, encode(chain, 'hex') FROM entry WHERE course = %s AND seq = ANY(%s)",
                (course, list(seqs)),
            )
            return dict(found)

    def owner(self, journal: str, house: str) -> str:
        """Another house with this log; empty: none."""
        found = (name for name, cursor in self.cursors().items() if cursor.journal == journal)
        return next((name for name in found if name != house), "")

    # --- written

    def save(self, taken: Iterable[Taken], *, now: datetime) -> None:
        """All of it or nothing. Raises MovedError if this collector does not hold a cursor any more."""
        with self.database.transaction():
            for house, before, after, records in taken:
                with as_house(self.database, house):
                    self._move(house, before, after, now)
                    self._note(house, after.course, records)

    def _move(self, house: str, before: Cursor, after: Cursor, now: datetime) -> None:
        moved = self.database.execute(
            "UPDATE log SET seq = %s, chain = %s, wall_ns = %s, at = %s"
            " WHERE (house, course, seq, chain) = (%s, %s, %s, %s)",
            (after.seq, after.chain, after.wall_ns, now, house, before.course, before.seq, before.chain),
        )
        if not moved.rowcount:
            raise MovedError(f"another collector has moved the cursor of {house}")

    def _note(self, house: str, course: int, records: Iterable[Record]) -> None:
        records = [*records]
        self.database.execute(
            "INSERT INTO entry SELECT %s, %s, * FROM unnest(%s::bigint[], %s::bytea[])",
            (house, course, [each.seq for each in records], [bytes.fromhex(each.chain) for each in records]),
        )
        found = sorted(facts.newest(map(facts.read, records)), key=_order)
        for (kind, stands), group in groupby(found, key=_order):
            sql = _upsert(kind) if stands else _delete(kind)
            self.database.execute(sql.encode(), {"house": house, "rows": Jsonb([each.row for each in group])})

    def linked(self, house: str, link: Link, *, now: datetime, first: str = "") -> None:
        """A house is connected. Its first log begins its first course, with the log `first`, if that is
        another one than it has."""
        cursor = Cursor(1, first or link.journal)
        with as_house(self.database, house):
            self.database.execute("INSERT INTO house VALUES (%s) ON CONFLICT DO NOTHING", (house,))
            self.database.execute(
                "INSERT INTO log VALUES (%s, %s, %s, %s, %s, %s, %s, true, %s, %s, %s, %s, %s)"
                " ON CONFLICT (house) DO UPDATE SET is_up = true, boot = EXCLUDED.boot,"
                " shown = EXCLUDED.shown, head = EXCLUDED.head, version = EXCLUDED.version,"
                " linked_at = EXCLUDED.linked_at, lost_at = NULL",
                (house, *cursor, now, link.boot, link.journal, link.head, link.version, now),
            )

    def unlinked(self, house: str, boot: str, *, now: datetime) -> None:
        """The broker says that this life of the house's carrier has ended: perhaps after the next one has
        begun."""
        with as_house(self.database, house):
            self.database.execute(
                "UPDATE log SET is_up = false, lost_at = %s WHERE boot = %s AND is_up", (now, boot)
            )

    def unlink_all(self, *, now: datetime) -> None:
        """No house is known to be connected: what the collector heard before it began, or before its broker
        did, says nothing."""
        for house in houses(self.database):
            with as_house(self.database, house):
                self.database.execute("UPDATE log SET is_up = false, lost_at = %s WHERE is_up", (now,))

    def alert(
        self, house: str, course: int, finding: Finding, *, now: datetime, payload: bytes = b""
    ) -> bool:
        """Put an alert on record, once until it is answered; whether it is a new one. `payload` goes into
        quarantine."""
        seq, kind, why = finding
        with as_house(self.database, house):
            found = self._open_alerts(course)
            if (seq, kind) in found or len(found) >= OPEN_ALERTS_MOST:
                return False
            self.database.execute(
                "INSERT INTO alert (house, course, seq, kind, why, raised) VALUES (%s, %s, %s, %s, %s, %s)",
                (house, course, seq, kind, why, now),
            )
            if payload:
                self.database.execute(
                    "INSERT INTO quarantine (house, payload, why, received) SELECT %s, %s, %s, %s"
                    " WHERE (SELECT count(*) FROM quarantine) < %s",
                    (house, payload, why, now, QUARANTINED_MOST),
                )
        return True

    def is_alarmed(self, house: str, course: int) -> bool:
        """Whether an alert of this log is open."""
        with as_house(self.database, house):
            return bool(self._open_alerts(course))

    def _open_alerts(self, course: int) -> list[tuple[int, str]]:
        return self.database.execute(
            f"SELECT seq, kind FROM alert WHERE course = %s AND {IS_OPEN}".encode(),  # noqa: S608
            (course,),
        ).fetchall()


def _order(fact: Fact) -> tuple[str, bool]:
    return fact.kind, fact.stands


def _upsert(kind: str) -> str:
    names = ", ".join(FACT_COLUMNS[kind])
    changes = ", ".join(f"{name} = EXCLUDED.{name}" for name in FACT_COLUMNS[kind])
    return (
        f"INSERT INTO {kind} (house, {names}) SELECT %(house)s, {names} FROM {_given(kind)}"  # noqa: S608
        f" ON CONFLICT (house, {', '.join(FACT_KEYS[kind])}) DO UPDATE SET {changes}"
    )


def _delete(kind: str) -> str:
    key = ", ".join(FACT_KEYS[kind])
    return f"DELETE FROM {kind} WHERE house = %(house)s AND ({key}) IN (SELECT {key} FROM {_given(kind)})"  # noqa: S608


def _given(kind: str) -> str:
    """The rows that are given as JSON, as a table."""
    types = ", ".join(f"{name} {shape.rstrip('?')}" for name, shape in FACT_COLUMNS[kind].items())
    return f"jsonb_to_recordset(%(rows)s) AS given({types})"
