"""What a collector writes: records, what follows from them and the cursor, in one transaction. Its commit is
the only receipt that a table gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from psycopg import Connection

from sabot.core.reasons import Reason
from sabot.pit import stored_facts
from sabot.pit.database import reason_as_json
from sabot.pit.facts import Book
from sabot.pit.judging import Cursor, Finding
from sabot.pit.messages import Link
from sabot.record.chain import Record

OPEN_ALERTS_MOST, QUARANTINED_MOST = 50, 20
"""Of one table: who writes nonsense under its name fills no disk."""


_MOVE = (
    "UPDATE course SET seq = new.seq, chain = new.chain, wall_ns = new.wall_ns, at = %s FROM"
    " unnest(%s::text[], %s::int[], %s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::bigint[])"
    " AS new(station, course, old_seq, old_chain, seq, chain, wall_ns)"
    " WHERE course.station = new.station AND course.course = new.course"
    " AND course.seq = new.old_seq AND course.chain = new.old_chain AND course.counts"
    " RETURNING new.station, game, wheel"
)
"""A course that another one has replaced takes nothing more: its coups come again with that one."""


class MovedError(RuntimeError):
    """Somebody else has moved the cursor: another collector, or a person who accepted a journal."""


class Taken(NamedTuple):
    """Records of one table that follow `before` and lead to `after`."""

    station: str
    before: Cursor
    after: Cursor
    records: tuple[Record, ...]


class Store:
    """The tables of the pit, over the one connection of its collector."""

    def __init__(self, database: Connection) -> None:
        self.database = database
        self._months: set[str] = set()

    def cursors(self) -> dict[str, Cursor]:
        """How far the pit has the journal of each table."""
        found = self.database.execute(
            "SELECT station, course, c.journal, c.seq, c.chain, c.wall_ns"
            " FROM station JOIN course c USING (station, course)"
        )
        return {station: Cursor(*rest) for station, *rest in found}

    def chains(self, station: str, course: int, seqs: Iterable[int]) -> dict[int, str]:
        """The chains of these records, as far as the pit has them."""
        found = self.database.execute(
            "SELECT seq, encode(chain, 'hex') FROM record"
            " WHERE station = %s AND course = %s AND seq = ANY(%s)",
            (station, course, list(seqs)),
        )
        return dict(found)

    def owner(self, journal: str, station: str) -> str:
        """Another table with this journal; empty: none."""
        found = self.database.execute(
            "SELECT station FROM course WHERE journal = %s AND station <> %s LIMIT 1", (journal, station)
        ).fetchone()
        return found[0] if found else ""

    # --- written

    def save(self, taken: Iterable[Taken], *, now: datetime) -> None:
        """All of it or nothing. Raises MovedError if this collector does not hold a cursor any more."""
        taken = [each for each in taken if each.records]
        if not taken:
            return
        with self.database.transaction():
            month = self._make_partition(now)
            kept = self._move(taken, now)
            self._copy(taken, now)
            self._note(taken, kept)
        self._months.add(month)  # what fails takes the room for its month back with it

    def _copy(self, taken: Iterable[Taken], now: datetime) -> None:
        with self.database.cursor() as cursor, cursor.copy("COPY record FROM STDIN") as copy:
            for station, _, after, records in taken:
                for record in records:
                    chain = bytes.fromhex(record.chain)
                    copy.write_row((station, after.course, *record[:8], chain, now))

    def _move(self, taken: Sequence[Taken], now: datetime) -> dict[str, tuple[str, str]]:
        """Move the cursors from where this collector knows them; the game and the wheel of each table."""
        rows = [(each.station, each.before, each.after) for each in taken]
        columns = [
            *([name for name, *_ in rows], [before.course for _, before, _ in rows]),
            *([before.seq for _, before, _ in rows], [before.chain for _, before, _ in rows]),
            *([after.seq for *_, after in rows], [after.chain for *_, after in rows]),
            [after.wall_ns for *_, after in rows],
        ]
        moved = self.database.execute(_MOVE, (now, *columns))
        kept = {name: (game, wheel) for name, game, wheel in moved}
        for name, *_ in rows:
            if name not in kept:
                raise MovedError(f"somebody else has moved the cursor of {name}")
        return kept

    def _note(self, taken: Sequence[Taken], kept: Mapping[str, tuple[str, str]]) -> None:
        """What follows from the records: sent to the database at once, and answered at once."""
        books = {each.station: Book(*kept[each.station]) for each in taken}
        found = [(each, [*books[each.station].changes(each.records)]) for each in taken]
        noted = [(each, changes) for each, changes in found if changes or self._is_other(each, books, kept)]
        if not noted:
            return
        with self.database.pipeline():
            for each, changes in noted:
                station, course = each.station, each.after.course
                stored_facts.apply(self.database, station, course, changes)
                if self._is_other(each, books, kept):
                    self.database.execute(
                        "UPDATE course SET game = %s, wheel = %s WHERE station = %s AND course = %s",
                        (books[station].game, books[station].wheel, station, course),
                    )

    @staticmethod
    def _is_other(taken: Taken, books: Mapping[str, Book], kept: Mapping[str, tuple[str, str]]) -> bool:
        """Whether another game or wheel is at this table now."""
        book = books[taken.station]
        return (book.game, book.wheel) != kept[taken.station]

    def _make_partition(self, now: datetime) -> str:
        """Make room for the month, if this collector has not made it; its name."""
        first = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        after = (first + timedelta(days=32)).replace(day=1)
        name = f"record_{first:%Y_%m}"
        if name not in self._months:
            bounds = f"FROM ('{first:%Y-%m-%d}+00') TO ('{after:%Y-%m-%d}+00')"
            sql = f"CREATE TABLE IF NOT EXISTS {name} PARTITION OF record FOR VALUES {bounds}"
            self.database.execute(sql.encode())
        return name

    def linked(self, station: str, link: Link, *, now: datetime, first: str = "") -> None:
        """A carrier is connected. The first of a table begins its first course, with the journal `first`, if
        that is another one than it has."""
        with self.database.transaction():
            self.database.execute(
                "INSERT INTO station VALUES (%s, 1, true, %s, %s, %s, %s, %s) ON CONFLICT (station) DO UPDATE"
                " SET is_up = true, boot = EXCLUDED.boot, journal = EXCLUDED.journal, head = EXCLUDED.head,"
                " version = EXCLUDED.version, linked_at = EXCLUDED.linked_at, lost_at = NULL",
                (station, link.boot, link.journal, link.head, link.version, now),
            )
            begin(self.database, station, 1, first or link.journal, now=now)

    def unlinked(self, station: str, boot: str, *, now: datetime) -> None:
        """The broker says that this life of the carrier has ended: perhaps after the next one has begun."""
        self.database.execute(
            "UPDATE station SET is_up = false, lost_at = %s WHERE station = %s AND boot = %s AND is_up",
            (now, station, boot),
        )

    def unlink_all(self, *, now: datetime) -> None:
        """No table is known to be connected: what the collector heard before it began, or before its broker
        did, says nothing."""
        self.database.execute("UPDATE station SET is_up = false, lost_at = %s WHERE is_up", (now,))

    def lives(self, *, has_broker: bool, now: datetime) -> None:
        """The collector lives, and does or does not have its broker: what the page of the pit goes by."""
        self.database.execute(
            "INSERT INTO pulse VALUES (1, %s, CASE WHEN %s THEN NULL ELSE %s END) ON CONFLICT (one) DO UPDATE"
            " SET at = EXCLUDED.at, broker_lost = CASE WHEN %s THEN NULL"
            " ELSE coalesce(pulse.broker_lost, EXCLUDED.broker_lost) END",
            (now, has_broker, now, has_broker),
        )

    def alert(
        self, station: str, course: int, finding: Finding, *, now: datetime, payload: bytes = b""
    ) -> bool:
        """Put an alert on record, once until it is answered; whether it is a new one. `payload` goes into
        quarantine."""
        seq, kind, why = finding
        with self.database.transaction():
            found = self._open_alerts(station, course)
            if (seq, kind) in found or len(found) >= OPEN_ALERTS_MOST:
                return False
            self.database.execute(
                "INSERT INTO alert (station, course, seq, kind, why, reason, raised)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s)",
                (station, course, seq, kind, why, reason_as_json(why), now),
            )
            if payload:
                self._quarantine(station, payload, why, now)
        return True

    def is_alarmed(self, station: str, course: int) -> bool:
        """Whether an alert of this journal is open."""
        return bool(self._open_alerts(station, course))

    def _open_alerts(self, station: str, course: int) -> list[tuple[int, str]]:
        return self.database.execute(
            "SELECT seq, kind FROM alert WHERE station = %s AND course = %s"
            " AND NOT EXISTS (SELECT FROM answer WHERE alert = id)",
            (station, course),
        ).fetchall()

    def _quarantine(self, station: str, payload: bytes, why: Reason, now: datetime) -> None:
        self.database.execute(
            "INSERT INTO quarantine (station, payload, why, received) SELECT %s, %s, %s, %s"
            " WHERE (SELECT count(*) FROM quarantine WHERE station = %s) < %s",
            (station, payload, why, now, station, QUARANTINED_MOST),
        )


def begin(database: Connection, station: str, course: int, journal: str, *, now: datetime) -> None:
    """Begin a course of a table with nothing in it; one that there is stays as it is."""
    cursor = Cursor(course, journal)
    database.execute(
        "INSERT INTO course VALUES (%s, %s, %s, %s, %s, %s, '', true, %s) ON CONFLICT DO NOTHING",
        (station, *cursor, now),
    )
