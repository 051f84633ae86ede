"""What the pit keeps of people in training: the last report of each table, and nothing of the ones before."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from psycopg import Connection
from psycopg.types.json import Json

from sabot.core.reasons import Reason
from sabot.core.shapes.training import Class, Learning, Missed, Reached
from sabot.pit.database import reason_as_json, reason_in

KEPT_DAYS = 90
"""What a table said is forgotten when it has said nothing for so long: as long as a certificate is valid."""


def replace(database: Connection, station: str, learning: Iterable[Learning], *, now: datetime) -> None:
    """This report takes the place of the last one of the table, as a whole."""
    with database.transaction():
        database.execute("DELETE FROM training WHERE station = %s", (station,))
        database.execute("INSERT INTO training VALUES (%s, %s, '')", (station, now))
        with database.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO trainee VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                [_row(station, each) for each in learning],
            )


def _row(station: str, each: Learning) -> tuple[object, ...]:
    *figures, levels, missed = each
    figures[2] = each.last or None
    return (station, *figures, Json(levels), Json([one[:4] for one in missed]))


def refuse(database: Connection, station: str, why: Reason) -> None:
    """Keep why a report was not taken, until one is. What the table said before stays."""
    database.execute(
        "INSERT INTO training VALUES (%s, NULL, %s)"
        " ON CONFLICT (station) DO UPDATE SET refused = EXCLUDED.refused",
        (station, reason_as_json(why)),
    )


def forget(database: Connection, *, now: datetime) -> None:
    """Forget what tables said that have said nothing for KEPT_DAYS."""
    database.execute("DELETE FROM training WHERE said < %s", (now - timedelta(days=KEPT_DAYS),))


def classes(database: Connection) -> list[Class]:
    """What each table said last, by its name; not a table that said that nobody learns there."""
    with database.transaction():
        database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        learning: dict[str, tuple[Learning, ...]] = {}
        for station, levels, missed, *figures in database.execute(
            "SELECT station, levels, missed, number, days, coalesce(last::text, ''), answers, \"right\","
            " coups, coups_right FROM trainee ORDER BY station, number"
        ):
            reached, wrong = (
                tuple(Reached(*one) for one in levels),
                tuple(Missed(*one) for one in missed),
            )
            found = Learning(*figures)._replace(levels=reached, missed=wrong)
            learning[station] = (*learning.get(station, ()), found)
        said = database.execute("SELECT station, said, refused FROM training ORDER BY station").fetchall()
    return [
        Class(
            station,
            at and at.timestamp(),
            reason_in(refused, "") if refused else None,
            learning.get(station, ()),
        )
        for station, at, refused in said
        if refused or station in learning
    ]
