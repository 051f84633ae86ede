"""What people at a region ask: how the houses stand, which alerts are open; and their answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from psycopg import Connection

from sabot.pit.region.database import as_house, houses
from sabot.pit.region.facts import MADE_AGAIN
from sabot.pit.region.store import IS_OPEN
from sabot.pit.trouble import PitError
from sabot.record.chain import START


class Standing(NamedTuple):
    """A house as the region has last heard of it: its log ended at entry `head` then; the region has
    `seq`."""

    house: str
    is_up: bool
    journal: str
    head: int
    seq: int
    version: str
    linked_at: datetime
    lost_at: datetime | None


class Alert(NamedTuple):
    """An alert that nobody has answered yet: the first entry concerned, and what is wrong."""

    id: int
    house: str
    seq: int
    kind: str
    why: str
    raised: datetime


def standings(database: Connection) -> list[Standing]:
    """Every house, by its name."""
    return [each for house in houses(database) for each in _standing(database, house)]


def _standing(database: Connection, house: str) -> list[Standing]:
    with as_house(database, house):
        found = database.execute(
            "SELECT house, is_up, shown, greatest(head, seq), seq, version, linked_at, lost_at FROM log"
        )
        return [Standing(*each) for each in found]


def alerts(database: Connection) -> list[Alert]:
    """The open alerts, by house, the oldest first."""
    return [each for house in houses(database) for each in _alerts(database, house)]


def _alerts(database: Connection, house: str) -> list[Alert]:
    sql = f"SELECT id, house, seq, kind, why, raised FROM alert WHERE {IS_OPEN} ORDER BY id"  # noqa: S608
    with as_house(database, house):
        return [Alert(*each) for each in database.execute(sql.encode())]


def accept(database: Connection, house: str, *, by: str, why: str) -> str:
    """Answer the open alerts of a house, and take the log that it has now, from its first entry on; the name
    of that log. The facts of the one before go, for the new one has all of them; heads stay. Raises
    PitError."""
    with as_house(database, house):
        found = database.execute("SELECT shown FROM log FOR UPDATE").fetchone()  # a second person waits here
        opened = _alerts(database, house)
        if not opened or found is None:
            raise PitError(f"there is no alert of a house {house}: nothing was accepted")
        for each in opened:
            row = (house, each.id, by, why, datetime.now(UTC))
            database.execute("INSERT INTO answer VALUES (%s, %s, %s, %s, %s)", row)
        database.execute(
            "UPDATE log SET course = course + 1, journal = shown, seq = 0, chain = %s, wall_ns = 0"
            " WHERE house = %s",
            (START, house),
        )
        for name in MADE_AGAIN:
            database.execute(f"DELETE FROM {name} WHERE house = %s".encode(), (house,))  # noqa: S608
    return str(found[0])
