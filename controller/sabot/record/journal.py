"""The journal: all that was seen and decided, in order, each record chained to the one before it.

One SQLite file. One connection writes, the loop's; readers open the file read-only. A step of the table (what
was seen, then what it caused) is one transaction, on disk (fsync) before anybody is told (docs/journal.md).
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sabot.config import state
from sabot.core.observations import Observation
from sabot.core.progress import Advance, Progress, silent
from sabot.core.reasons import of_error, reason
from sabot.record import chain
from sabot.record.chain import Entry, Head, Record, Verdict

_MIGRATIONS = (
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

_APPLICATION_ID = 0x5AB07
"""Written into the file, so that no other database is ever taken for a journal."""


class JournalError(RuntimeError):
    """A journal that cannot be opened, read or written; raised with why and what to do, in one line."""


class Journal:
    """The one writer of a journal. Not for two threads at once, and a second process is refused.

    When writing fails nothing is acknowledged: `append` raises JournalError, and so does every further one
    until `recover` has opened the file again. `page_limit` (pages of 4 KiB, 0: none) is for tests of a full
    disk.
    """

    def __init__(self, path: Path, *, page_limit: int = 0) -> None:
        self.path, self.page_limit = path, page_limit
        self._lock = _locked(path)
        self._file: sqlite3.Connection | None = None
        try:
            self._file, self._head = self._opened()
        except (sqlite3.Error, JournalError) as error:
            self.close()
            raise _explained(path, error) from None
        self._attempted = self._head

    @property
    def head(self) -> Head:
        """The number and the chain of the last record; `(0, "000…")` in an empty journal."""
        return self._head

    def append(self, entries: Iterable[Entry]) -> int:
        """Put these on record in one step, all or none, on disk when this returns; the number of the last."""
        records = list(chain.following(entries, self._head))
        if not records:
            return self._head[0]
        self._attempted = (records[-1].seq, records[-1].chain)
        try:
            self._write(records)
        except (sqlite3.Error, JournalError) as error:
            self._drop_file()
            raise _explained(self.path, error) from None
        self._head = self._attempted
        return self._head[0]

    def recover(self) -> bool:
        """Opens the file again after a failure. Returns True if the failed step is on disk after all.

        Raises JournalError while the file cannot be opened. Opening it does not yet prove that it can be
        written.
        """
        self._drop_file()
        try:
            self._file, head = self._opened()
            if head not in (self._head, self._attempted):
                raise JournalError(reason("somebody else has written it meanwhile"))
        except (sqlite3.Error, JournalError) as error:
            self._drop_file()
            raise _explained(self.path, error) from None
        landed = head != self._head
        self._head = head
        return landed

    def checkpoint(self) -> None:
        """Carry the write-ahead log over into the file, if no reader is in the way; for a quiet moment."""
        if self._file is not None:
            with suppress(sqlite3.Error):
                self._file.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        """Close the file and let another process write it. A second call does nothing."""
        self._drop_file()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _opened(self) -> tuple[sqlite3.Connection, Head]:
        state.private(self.path)
        file = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=0.25)
        try:
            _prepare(file, page_limit=self.page_limit)
            return file, _head(file)
        except BaseException:
            file.close()
            raise

    def _write(self, records: Sequence[Record]) -> None:
        if self._file is None:
            raise JournalError("it is closed")
        self._file.execute("BEGIN IMMEDIATE")
        self._file.executemany("INSERT INTO records VALUES (?,?,?,?,?,?,?,?,?)", records)
        self._file.execute("COMMIT")

    def _drop_file(self) -> None:
        if self._file is not None:
            with suppress(sqlite3.Error):
                self._file.close()
            self._file = None


def _locked(path: Path) -> int:
    """A lock that the kernel releases when its process ends in any way."""
    if path.is_dir():
        raise _explained(path, JournalError("it is a folder: name a file"))
    beside = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(beside, os.O_RDWR | os.O_CREAT, state.PRIVATE_FILE)
    except OSError as error:
        why = f"its folder cannot be used: {error.strerror}"
        raise _explained(path, JournalError(why)) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        process = os.read(lock, 20).decode("ascii", "replace").strip() or "unknown"
        os.close(lock)
        raise JournalError(
            f"{path} is being written by another sabot (process {process}): stop that one, "
            "or give this table a journal of its own ([journal] path)"
        ) from None
    os.ftruncate(lock, 0)
    os.write(lock, str(os.getpid()).encode())
    return lock


def _prepare(file: sqlite3.Connection, *, page_limit: int) -> None:
    version = _version(file)
    if file.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise JournalError("its file system cannot keep a write-ahead log; put it on a local disk")
    file.execute("PRAGMA synchronous = FULL")
    file.execute("PRAGMA wal_autocheckpoint = 8000")  # a safety net: `checkpoint` is called when it is quiet
    if page_limit:
        file.execute(f"PRAGMA max_page_count = {page_limit}")
    for number, migration in enumerate(_MIGRATIONS[version:], version + 1):
        file.executescript(
            f"BEGIN IMMEDIATE; {migration} PRAGMA application_id = {_APPLICATION_ID};"
            f"PRAGMA user_version = {number}; COMMIT;"
        )


def _version(file: sqlite3.Connection) -> int:
    """The version of the file. Raises JournalError for a file that is no journal, or a newer one."""
    (version,) = file.execute("PRAGMA user_version").fetchone()
    (tables,) = file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and file.execute("PRAGMA application_id").fetchone() != (_APPLICATION_ID,):
        raise JournalError("it is a database, but no journal of a table")
    if version > len(_MIGRATIONS):
        raise JournalError("a newer sabot has written it: use that one, or another file")
    return int(version)


def _head(file: sqlite3.Connection) -> Head:
    row = file.execute("SELECT seq, chain FROM records ORDER BY seq DESC LIMIT 1").fetchone()
    return (int(row[0]), str(row[1])) if row else (0, chain.START)


_WORDS = {
    "SQLITE_FULL": reason("the disk is full: free some space"),
    "SQLITE_READONLY": reason("it may only be read here: look at the permissions and at the disk"),
    "SQLITE_CANTOPEN": reason("it cannot be opened: look at the folder and its permissions"),
    "SQLITE_IOERR": reason("the disk failed to write: look at the disk or the card"),
    "SQLITE_BUSY": reason("another program holds it"),
    "SQLITE_NOTADB": reason("it is no journal"),
    "SQLITE_CORRUPT": reason("it is damaged: keep it, run `sabot journal verify`, and go on with a new one"),
}


def _explained(path: Path, error: Exception) -> JournalError:
    """The error in words for the person at the table."""
    words = of_error(error)
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", "") or ""
        words = next((why for start, why in _WORDS.items() if name.startswith(start)), words)
    return JournalError(reason("the journal {source} cannot be used: {why}", source=str(path), why=words))


# --- reading ----------------------------------------------------------------------------------------


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The journal, to be read only, also while a table writes it. Raises JournalError where it cannot."""
    if not path.is_file():
        raise JournalError(f"there is no journal {path}: a table makes it when it first opens")
    beside = path.with_name(path.name + "-wal")
    still = "" if beside.exists() or os.access(path.parent, os.W_OK) else "&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{still}", uri=True)) as file:
            if not _version(file):
                raise JournalError(reason("it is no journal"))
            file.text_factory = lambda text: text.decode("utf-8", "surrogateescape")  # altered, but read
            yield file
    except (sqlite3.Error, JournalError, chain.DamagedError) as error:
        raise _explained(path, error) from None


def records(file: sqlite3.Connection, where: str = "1", given: Sequence[object] = ()) -> Iterator[Record]:
    """The records, oldest first, `where` an SQL condition with its values `given`."""
    rows = file.execute(f"SELECT * FROM records WHERE {where} ORDER BY seq", tuple(given))  # noqa: S608
    return map(Record._make, rows)


def of_kinds(*kinds: type[Observation]) -> str:
    """The SQL condition for observations of these kinds; a damaged body is of none."""
    names = ", ".join(f"'{kind.__name__}'" for kind in kinds)
    return f"json_valid(body) AND json_extract(body, '$.kind') IN ({names})"


def marks(path: Path) -> dict[str, str]:
    """The last message of each instrument that is on record, by its role: what it sends again is known by
    it."""
    with reading(path) as file:
        rows = file.execute(
            "SELECT role, mark FROM records WHERE seq IN"
            " (SELECT max(seq) FROM records WHERE mark <> '' GROUP BY role)"
        )
        return dict(rows.fetchall())


STRIDE_RECORDS = 1_000
"""How many records are read between two words of how far it is."""


def length(file: sqlite3.Connection) -> int:
    """How many records there are: the number of the last."""
    return _head(file)[0]


def followed(rows: Iterable[Record], advance: Advance) -> Iterator[Record]:
    """The same records; `advance` hears how far along the journal they are."""
    reported = 0
    for record in rows:
        if record.seq - reported >= STRIDE_RECORDS:
            advance(record.seq - reported)
            reported = record.seq
        yield record


def verify(path: Path, *, anchor: Head | None = None, progress: Progress = silent) -> Verdict:
    """Read the whole chain. `anchor`, a head noted elsewhere, also shows a cut end and a rewritten
    journal."""
    with reading(path) as file, progress("verifying records", length(file)) as advance:
        return chain.verified(lambda: followed(records(file), advance), anchor=anchor)
