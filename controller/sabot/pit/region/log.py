"""The log of facts of a house: what its region gets, in the house's own PostgreSQL.

A fact may change: a correction moves the result of an older coup, an annulment takes one away, `accept`
discounts a journal. So a cursor over the records of the tables would not say which facts are to be sent once
more. Triggers on the tables of facts do, for every way by which a fact is written: each change is an entry of
`upward`, with the next number and the next chain, in the transaction of the fact itself. Nothing is taken out
of the log, so a region that was put back to an older state gets what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from psycopg import Connection

from sabot.pit.database import is_there, sql_of
from sabot.pit.messages import JOURNAL_DIGITS, Point
from sabot.pit.outbox import Head, steps
from sabot.pit.region import facts
from sabot.record.chain import START, Record


def begin(database: Connection) -> None:
    """Keep a log of facts from now on, if there is none; its first entries are the facts that there are. The
    collector waits meanwhile."""
    if is_there(database, "upward"):
        return
    with database.transaction():
        database.execute(f"LOCK TABLE {', '.join(facts.FACT_KEYS)} IN EXCLUSIVE MODE".encode())
        if not is_there(database, "upward"):
            database.execute(sql_of("upward.sql"))


@contextmanager
def differences(database: Connection) -> Iterator[None]:
    """All facts are made again from the records meanwhile, in a transaction: only a fact that is another one
    afterwards goes up."""
    names = facts.MADE_AGAIN if is_there(database, "upward") else ()
    for name in names:
        database.execute(
            f"CREATE TEMP TABLE before_{name} ON COMMIT DROP AS SELECT * FROM {name};"  # noqa: S608
            f" ALTER TABLE {name} DISABLE TRIGGER logged".encode()
        )
    yield
    for name in names:
        key = ", ".join(facts.FACT_KEYS[name])
        gone = f"SELECT {key} FROM before_{name} EXCEPT SELECT {key} FROM {name}"  # noqa: S608
        _log(database, name, "gone", f"SELECT * FROM before_{name} JOIN ({gone}) g USING ({key})")  # noqa: S608
        _log(database, name, "fact", f"SELECT * FROM {name} EXCEPT SELECT * FROM before_{name}")  # noqa: S608
        database.execute(f"ALTER TABLE {name} ENABLE TRIGGER logged".encode())


def _log(database: Connection, name: str, word: str, query: str) -> None:
    sql = f"SELECT log_fact('{name}', '{word}', row_to_json(f)) FROM ({query}) f"  # noqa: S608
    database.execute(sql.encode())


class FactLog:
    """The log over this connection, as a carrier reads a journal. Raises psycopg.Error."""

    def __init__(self, database: Connection) -> None:
        self.database = database

    def look(self) -> Head | None:
        """The head: PostgreSQL looks it up at once."""
        return self.head()

    def head(self) -> Head | None:
        """Where the log ends; None while it has no entry."""
        found = self.database.execute(
            "SELECT first.chain, last.seq, last.chain FROM upward first,"
            " (SELECT seq, chain FROM upward ORDER BY seq DESC LIMIT 1) last WHERE first.seq = 1"
        ).fetchone()
        return Head(found[0][:JOURNAL_DIGITS], found[1], found[2]) if found else None

    def chain_at(self, seq: int) -> str | None:
        """The chain of this entry; None if there is no such entry. What comes before the first is 0."""
        if not seq:
            return START
        found = self.database.execute("SELECT chain FROM upward WHERE seq = %s", (seq,)).fetchone()
        return str(found[0]) if found else None

    def after(self, seq: int, *, last: int) -> list[Record]:
        """The entries after number `seq`, up to number `last`."""
        found = self.database.execute(
            "SELECT seq, wall_ns, 0, kind, 0, '', '', body, chain FROM upward"
            " WHERE seq > %s AND seq <= %s ORDER BY seq",
            (seq, last),
        )
        return [Record._make(each) for each in found]

    def points(self, after: int, last: int) -> tuple[Point, ...]:
        """The chains of some entries after number `after` up to number `last`, in even steps."""
        found = self.database.execute(
            "SELECT seq, chain, wall_ns FROM upward WHERE seq = ANY(%s) ORDER BY seq", (steps(after, last),)
        )
        return tuple(Point._make(each) for each in found)
