"""Tables in a pit's database as their records would have left them, for tests of what people look at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from psycopg import Connection

from sabot.core.reasons import reason
from sabot.pit import stored_facts
from sabot.pit.facts import Change, Decided, Faulty, Lost
from sabot.pit.judging import Cursor, Finding
from sabot.pit.messages import Link
from sabot.pit.store import Store

NOW = datetime(2026, 11, 24, 21, 30, tzinfo=UTC)
JOURNAL = "0123456789abcdef"


def ns(moment: datetime) -> int:
    return int(moment.timestamp() * 1e9)


def ago(**given: float) -> datetime:
    return NOW - timedelta(**given)


class Tables:
    """A pit whose collector lives, and what its tables have played; moments are minutes before NOW."""

    def __init__(self, database: Connection) -> None:
        self.database, self.store = database, Store(database)
        database.execute("CREATE TABLE record_now PARTITION OF record DEFAULT")
        self.store.lives(has_broker=True, now=NOW)

    def link(
        self, name: str, *, head: int = 0, minutes: float = 120, last: float = 0, lag_s: float = 0
    ) -> None:
        """A table is connected; its last record came `last` minutes ago, `lag_s` after it was written."""
        self.store.linked(name, Link(True, name, JOURNAL, head, "a" * 64, "0.1.0"), now=ago(minutes=minutes))
        self.database.execute(
            "UPDATE course SET at = %s, wall_ns = %s, game = 'punto-banco' WHERE station = %s",
            (ago(minutes=last), ns(ago(minutes=last, seconds=lag_s)), name),
        )

    def lose(self, name: str, *, minutes: float) -> None:
        self.store.unlinked(name, name, now=ago(minutes=minutes))

    def say(self, name: str, *changes: Change) -> None:
        stored_facts.apply(self.database, name, 1, changes)

    def deal(self, name: str, *minutes: float, first: int = 1) -> None:
        """Coups, some minutes ago, each ten records after the one before."""
        for number, each in enumerate(minutes, first):
            when = ns(ago(minutes=each))
            self.say(name, Decided(10 * number, when, number, "punto-banco", "banco", "", "{}"))

    def fault(
        self,
        name: str,
        seq: int,
        *,
        minutes: float,
        coup: int = 0,
        came: float | None = None,
        rule: str = "faux-tirage",
    ) -> None:
        """A fault, whose record came at once, or `came` minutes ago."""
        when = ns(ago(minutes=minutes))
        self.say(name, Faulty(seq, when, coup, rule))
        received = ago(minutes=minutes if came is None else came)
        self.database.execute(
            "INSERT INTO record VALUES (%s, 1, %s, %s, 0, 'event', %s, '', '', '{}', '\\x00', %s)",
            (name, seq, when, coup, received),
        )

    def lose_instrument(self, name: str, role: str, *, minutes: float, seq: int = 5) -> None:
        self.say(name, Lost(seq, ns(ago(minutes=minutes)), role))

    def alert(self, name: str, kind: str, *, minutes: float) -> None:
        found = Finding(7, kind, reason("the journal was written again: the pit has another record {n}", n=7))
        self.store.alert(name, 1, found, now=ago(minutes=minutes))

    def cursor(self, name: str) -> Cursor:
        return self.store.cursors()[name]
