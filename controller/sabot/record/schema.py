"""The tables, indexes and triggers of a journal: how they are made, and whether a file has these and no
others."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

from sabot.record.trouble import JournalError

MIGRATIONS = (
    """
    CREATE TABLE records (
        seq INTEGER PRIMARY KEY,          -- 1, 2, 3 ... without a gap
        wall_ns INTEGER NOT NULL,         -- nanoseconds since 1970, UTC, as the reader's clock said
        monotonic_ns INTEGER NOT NULL,    -- the same moment on the clock that never steps back; 0: unknown
        kind TEXT NOT NULL,
        coup INTEGER NOT NULL,            -- 0: outside any coup
        role TEXT NOT NULL,               -- the instrument that saw it; empty: a person, or the referee
        mark TEXT NOT NULL,               -- that instrument's own number of the message
        body TEXT NOT NULL,               -- canonical JSON
        chain TEXT NOT NULL               -- SHA-256 over the chain before it and all of the above
    ) STRICT;
    CREATE INDEX by_kind ON records (kind, seq);
    CREATE INDEX by_coup ON records (coup, seq);
    CREATE INDEX by_mark ON records (role, seq) WHERE mark <> '';
    CREATE TRIGGER no_change BEFORE UPDATE ON records
        BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
    CREATE TRIGGER no_removal BEFORE DELETE ON records
        BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
    """,
)
"""What brings a file from one `user_version` to the next."""

APPLICATION_ID = 0x5AB07
"""Written into the file, so that no other database is ever taken for a journal."""

_PURPOSES = {
    "index": "by which other programs look records up",
    "trigger": "which refuses to change or remove a record",
    "table": "which holds the records",
}

_BLANK = re.compile(r"--[^\n]*\n|\s+")


def version(file: sqlite3.Connection) -> int:
    """The version of the file. Raises JournalError for a file that is no journal, or a newer one."""
    (number,) = file.execute("PRAGMA user_version").fetchone()
    kinds = dict(file.execute("SELECT name, type FROM sqlite_schema").fetchall())
    if kinds and file.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise JournalError("it is a database, but no journal of a table")
    if number > len(MIGRATIONS):
        raise JournalError("a newer sabot has written it: use that one, or another file")
    if number and kinds.get("records") != "table":
        raise JournalError("somebody has replaced its table of records: put a backup back")
    return int(number)


def prepare(file: sqlite3.Connection, *, page_limit: int) -> None:
    """Make the file ready to be written, and bring it up to date. Raises JournalError if it cannot be."""
    found = version(file)
    if file.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise JournalError("its file system cannot keep a write-ahead log; put it on a local disk")
    file.execute("PRAGMA synchronous = FULL")
    file.execute("PRAGMA wal_autocheckpoint = 8000")  # a safety net: `checkpoint` is called when it is quiet
    if page_limit:
        file.execute(f"PRAGMA max_page_count = {page_limit}")
    for number, migration in enumerate(MIGRATIONS[found:], found + 1):
        file.executescript(
            f"BEGIN IMMEDIATE; {migration} PRAGMA application_id = {APPLICATION_ID};"
            f"PRAGMA user_version = {number}; COMMIT;"
        )


Parts = dict[tuple[str, str], str]
"""The SQL of each table, index and trigger, by its type and name."""


def differences(file: sqlite3.Connection, *kinds: str) -> Iterator[str]:
    """What this file has otherwise than a table makes it, a sentence each; of these kinds alone, if any are
    named."""
    ours, found = _of_this_program(), parts(file)
    for kind, name in sorted(ours.keys() | found.keys()):
        if kinds and kind not in kinds:
            continue
        what = f"the {kind} {name}"
        if (kind, name) not in ours:
            yield f"{what} is not from this program: somebody has put it into the file"
        elif (kind, name) not in found:
            yield f"{what}, {_PURPOSES[kind]}, is missing"
        elif ours[kind, name] != found[kind, name]:
            yield f"{what}, {_PURPOSES[kind]}, is not the one that a table makes"


def rebuild(file: sqlite3.Connection) -> None:
    """Make every index and trigger as a table makes it, and drop those that are not from this program."""
    ours = _of_this_program()
    found = [(kind, name) for kind, name in parts(file) if kind != "table"]
    dropped = [f'DROP {kind} "{name.replace(chr(34), chr(34) * 2)}"' for kind, name in found]
    made = [sql for (kind, _), sql in ours.items() if kind != "table"]
    file.executescript(";".join(["BEGIN IMMEDIATE", *dropped, *made, "COMMIT;"]))


def is_ours(file: sqlite3.Connection, index: str) -> bool:
    """Whether the file has this index as a table makes it."""
    wanted = ("index", index)
    return parts(file).get(wanted) == _of_this_program()[wanted]


def parts(file: sqlite3.Connection) -> Parts:
    """What the file is made of, without SQLite's own tables."""
    rows = file.execute("SELECT type, name, sql FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'")
    return {(str(kind), str(name)): _BLANK.sub(" ", str(sql or "")) for kind, name, sql in rows}


def _of_this_program() -> Parts:
    with closing(sqlite3.connect(":memory:")) as file:
        file.executescript(";".join(MIGRATIONS))
        return parts(file)
