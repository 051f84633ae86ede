"""The database of a region: made, and read and written as one house at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from psycopg import Connection, errors

from sabot.pit.database import is_there, sql_of
from sabot.pit.trouble import PitError

SCHEMA_VERSION = 1

PREPARE_LOCK = 0x5AB17
"""The advisory lock of the one process that makes the tables."""


def prepare(database: Connection, region: str) -> None:
    """Make the tables in an empty database, and see from now on no more than one house. Raises PitError if it
    is another region's, a house's, or newer."""
    with database.transaction():
        database.execute("SELECT pg_advisory_xact_lock(%s)", (PREPARE_LOCK,))
        if is_there(database, "pit"):
            raise PitError(f"this database is that of a house: use another one for the region {region}")
        if not is_there(database, "region"):
            _make(database)
            database.execute("INSERT INTO region VALUES (%s, %s)", (region, SCHEMA_VERSION))
    enter(database, region)


def _make(database: Connection) -> None:
    try:
        database.execute(sql_of("region.sql"))
    except errors.InsufficientPrivilege as error:
        user = database.info.user
        why = " ".join(str(error).split())
        raise PitError(
            f"{user} may not make a region's database ({why}): an administrator of PostgreSQL runs"
            f" `CREATE ROLE sabot_region NOLOGIN; GRANT sabot_region TO {user};` first"
        ) from None


def enter(database: Connection, region: str = "") -> None:
    """See from now on no more than one house. Raises PitError unless it is a region's database of this
    version, and this region's if one is named."""
    if not is_there(database, "region"):
        raise PitError(
            "this database is not a region's yet: its collector makes it one (`sabot pit region collect`)"
        )
    owner, version = database.execute("SELECT name, version FROM region").fetchone() or ("", 0)
    if version != SCHEMA_VERSION:
        raise PitError(f"another version of the program made this database ({version}): use that one")
    if region and owner != region:
        raise PitError(f"this database is that of the region {owner}: use another one for {region}")
    database.execute("SET ROLE sabot_region")


@contextmanager
def as_house(database: Connection, house: str) -> Iterator[None]:
    """One transaction that sees and writes the rows of this house alone."""
    with database.transaction():
        database.execute("SELECT set_config('sabot.house', %s, true)", (house,))  # SET LOCAL
        yield


def houses(database: Connection) -> list[str]:
    """The names of the houses."""
    return [str(house) for (house,) in database.execute("SELECT house FROM house ORDER BY house")]
