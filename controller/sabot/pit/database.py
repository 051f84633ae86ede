"""The database of the pit: opened, made, and kept to one house and one collector."""

from __future__ import annotations

import json
import re
from contextlib import closing
from importlib import resources
from typing import Any

import psycopg
from psycopg import Connection, conninfo
from psycopg.types.string import StrDumper

from sabot.core.reasons import Reason, as_dict, from_dict
from sabot.pit.line import is_this_machine
from sabot.pit.trouble import PitError, UnreachableError
from sabot.record.chain import canonical

SCHEMA = ("records", "heads", "floor", "offers", "rings", "speed", "training", "period", "reasons")
"""The files of the schema, in the order in which they are made."""
SCHEMA_VERSION = 7
"""Of the schema as a whole."""

ADDED = {4: "training", 5: "period", 6: "reasons"}
"""The file that leads from a version to the next one."""

COLLECTOR_LOCK = 0x5AB07
"""The advisory lock that a collector holds: there is one for each database."""

CONNECT_S = 5


class _ReasonAsText(StrDumper):
    """A reason is stored as its English text."""

    def dump(self, obj: Any) -> Any:
        return super().dump(str(obj))


psycopg.adapters.register_dumper(Reason, _ReasonAsText)


def connected(database: str) -> Connection:
    """A connection to this database (`host=… dbname=…`, or a URL). Raises PitError for one on another
    machine, and UnreachableError where PostgreSQL does not answer."""
    try:
        given = conninfo.conninfo_to_dict(database)
    except psycopg.ProgrammingError as error:
        raise PitError(f"{database}: {' '.join(str(error).split())}") from None
    _refuse_elsewhere([str(given.get("host") or ""), str(given.get("hostaddr") or "")])
    try:
        return psycopg.connect(database, connect_timeout=CONNECT_S, autocommit=True)
    except psycopg.OperationalError as error:
        raise UnreachableError(f"PostgreSQL does not answer: {' '.join(str(error).split())}") from None


def _refuse_elsewhere(hosts: list[str]) -> None:
    for host in (each for given in hosts for each in given.split(",")):
        if host and not host.startswith("/") and not is_this_machine(host):
            raise PitError(f"{host}: nothing is encrypted yet, so only a database on this machine is allowed")


def prepare(database: Connection, house: str) -> None:
    """Make the tables in an empty database, and those that one of an older version lacks. Raises PitError if
    it is another house's, or newer."""
    with database.transaction():
        database.execute("SELECT pg_advisory_xact_lock(%s)", (COLLECTOR_LOCK + 1,))
        if is_there(database, "region"):
            raise PitError(f"this database is a region's: use another one for the house {house}")
        if not is_there(database, "pit"):
            for name in SCHEMA:
                database.execute(sql_of(f"{name}.sql"))
            database.execute("INSERT INTO pit VALUES (%s, %s)", (house, SCHEMA_VERSION))
        _bring_up_to_date(database)
        check(database, house)


def _bring_up_to_date(database: Connection) -> None:
    """Add what a database of an older version lacks. One that is too old, or newer, stays as it is."""
    while name := ADDED.get(version := int(str(_row(database, "SELECT version FROM pit")[0]))):
        database.execute(sql_of(f"{name}.sql"))
        database.execute("UPDATE pit SET version = %s", (version + 1,))


def check(database: Connection, house: str = "") -> None:
    """Raises PitError unless it is a pit's database of this version, and this house's if one is named."""
    if not is_there(database, "pit"):
        raise PitError("this database is not a pit's yet: a collector makes it one (`sabot pit collect`)")
    owner, version = _row(database, "SELECT house, version FROM pit")
    if version != SCHEMA_VERSION:
        raise PitError(f"another version of the program made this database ({version}): use that one")
    if house and owner != house:
        raise PitError(f"this database is that of the house {owner}: use another one for {house}")


def house_of(database: Connection) -> str:
    """The house whose pit this is."""
    return str(_row(database, "SELECT house FROM pit")[0])


def only_collector(database: Connection) -> bool:
    """Whether this connection collects from now on, until it ends: no other one does."""
    return bool(_row(database, "SELECT pg_try_advisory_lock(%s)", COLLECTOR_LOCK)[0])


def is_there(database: Connection, name: str) -> bool:
    """Whether the database has a table of this name."""
    return _row(database, "SELECT to_regclass(%s)", name) != (None,)


def reason_as_json(why: Reason) -> str:
    """The reason with its values, as a column keeps it beside the English text."""
    return canonical(dict(as_dict(why)))


def reason_in(kept: str, english: str) -> Reason:
    """The reason that such a column has. Older versions kept its English text alone."""
    return from_dict(json.loads(kept)) if kept else Reason(english)


def _row(database: Connection, query: str, *given: object) -> tuple[object, ...]:
    with closing(database.execute(query.encode(), given)) as found:
        return found.fetchone() or ()


def sql_of(name: str) -> bytes:
    """A file of the schema, without its comments."""
    text = resources.files("sabot.pit").joinpath("schema", name).read_text(encoding="utf-8")
    return re.sub(r"--[^\n]*", "", text).encode()
