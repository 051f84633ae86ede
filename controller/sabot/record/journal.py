"""The journal: all that was seen and decided, in order, each record chained to the one before it.

One SQLite file. One connection writes, the loop's; readers open the file read-only. A step of the table (what
was seen, then what it caused) is one transaction, on disk (fsync) before anybody is told (docs/journal.md).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sabot.config import state
from sabot.core.observations import Observation
from sabot.core.progress import Advance, Progress, silent
from sabot.core.reasons import reason
from sabot.record import chain, heads
from sabot.record.chain import Entry, Head, Record, Verdict
from sabot.record.misread import as_text, blamed
from sabot.record.schema import prepare, rebuild, version
from sabot.record.trouble import ChangedError, JournalError, explained
from sabot.record.watch import FILE_LOST, Lost, Watch, held_by, is_lock_of, locked, said, saved, saved_beside

__all__ = ["ChangedError", "Journal", "JournalError"]


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
        except (sqlite3.Error, JournalError, UnicodeDecodeError, OSError) as error:
            self.close()
            raise explained(path, error) from None
        self._attempted = self._head
        self._watch = Watch(path)
        self._is_saved = False

    @property
    def head(self) -> Head:
        """The number and the chain of the last record; `(0, "000…")` in an empty journal."""
        return self._head

    def append(self, entries: Iterable[Entry]) -> int:
        """Put these on record in one step, all or none, on disk when this returns; the number of the last.

        Raises JournalError where they are not; even without entries, where a file of the journal is gone.
        """
        if self._file is not None and (lost := self._watch.lost()):
            raise self._why_lost(lost)
        records = list(chain.following(entries, self._head))
        if not records:
            return self._head[0]
        self._attempted = (records[-1].seq, records[-1].chain)
        try:
            self._write(records)
        except (sqlite3.Error, JournalError) as error:
            self._drop_file()
            raise explained(self.path, error) from None
        self._head = self._attempted
        return self._head[0]

    def recover(self) -> bool:
        """Opens the file again after a failure. Returns True if the failed step is on disk after all.

        Raises JournalError while the file cannot be opened, or is not ours. Opening it does not yet prove
        that it can be written.
        """
        try:
            self._put_right()
        except OSError as error:
            raise explained(self.path, error) from None
        self._drop_file()
        try:
            self._file, head = self._opened()
            if head not in (self._head, self._attempted):
                raise JournalError(reason("somebody else has written it meanwhile"))
        except (sqlite3.Error, JournalError, OSError) as error:
            self._drop_file()
            raise explained(self.path, error) from None
        landed = head != self._head
        self._head, self._watch, self._is_saved = head, Watch(self.path), False
        return landed

    def _put_right(self) -> None:
        """Mend what can be mended before the file is opened again. Raises JournalError if a person must."""
        lost = self._watch.lost()
        if lost in FILE_LOST and not self._is_back():
            raise self._why_lost(lost)
        if lost is Lost.LOG and self._file is not None:
            with suppress(sqlite3.Error):  # it still reads and writes the file that has no name any more
                self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if not is_lock_of(self.path, self._lock):
            lock = _locked(self.path)
            os.close(self._lock)
            self._lock = lock

    def _why_lost(self, lost: Lost) -> JournalError:
        """What to do about a file that is gone. The records of a journal without a name are saved."""
        if lost in FILE_LOST and self._file is not None and not self._is_saved:
            self._is_saved = saved(self._file, self.path)
        copy = str(saved_beside(self.path)) if self._is_saved else ""
        return explained(self.path, JournalError(said(lost, copy=copy)))

    def _is_back(self) -> bool:
        """Whether the file of this name is whole, up to the record that was written last."""
        with suppress(JournalError):
            with reading(self.path) as file:
                head = _head(file)
            return head in (self._head, self._attempted) and not verify(self.path).wrong
        return False

    def mend(self) -> None:
        """Rebuild the indexes and triggers as a table makes them. Raises JournalError."""
        if self._file is not None:
            try:
                rebuild(self._file)
            except sqlite3.Error as error:
                raise explained(self.path, error) from None

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
        file.text_factory = as_text
        try:
            prepare(file, page_limit=self.page_limit)
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
    """The lock of this journal. Raises JournalError where it cannot be taken."""
    if path.is_dir():
        raise explained(path, JournalError("it is a folder: name a file"))
    try:
        return locked(path)
    except BlockingIOError:
        process = held_by(path) or "unknown"
        raise JournalError(
            f"{path} is being written by another sabot (process {process}): stop that one, "
            "or give this table a journal of its own ([journal] path)"
        ) from None
    except OSError as error:
        why = f"its folder cannot be used ({error.strerror})"
        why += ": look at its permissions, or keep the journal elsewhere ([journal] path)"
        raise explained(path, JournalError(why)) from None


def _head(file: sqlite3.Connection) -> Head:
    row = file.execute("SELECT seq, chain FROM records ORDER BY seq DESC LIMIT 1").fetchone()
    return (int(row[0]), str(row[1])) if row else (0, chain.START)


# --- reading ----------------------------------------------------------------------------------------


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The journal, to be read only, also while a table writes it. Raises JournalError where it cannot."""
    if not path.is_file():
        raise JournalError(f"there is no journal {path}: a table makes it when it first opens")
    try:
        with closing(sqlite3.connect(read_only(path), uri=True)) as file:
            file.text_factory = as_text
            if not version(file):
                raise JournalError(reason("it is no journal"))
            with blamed(file):
                yield file
    except (sqlite3.Error, JournalError, chain.DamagedError, UnicodeDecodeError) as error:
        raise explained(path, error) from None


def read_only(path: Path) -> str:
    """The address of a file of SQLite that is to be read only, also where its folder cannot be written."""
    beside = path.with_name(path.name + "-wal")
    still = "" if beside.exists() or os.access(path.parent, os.W_OK) else "&immutable=1"
    return f"{path.resolve().as_uri()}?mode=ro{still}"


def records(file: sqlite3.Connection, where: str = "1", given: Sequence[object] = ()) -> Iterator[Record]:
    """The records, oldest first, `where` an SQL condition with its values `given`.

    They are read from the table itself. An index may have been rebuilt without a coup, so none is used.
    """
    rows = file.execute(f"SELECT * FROM records NOT INDEXED WHERE {where} ORDER BY seq", tuple(given))  # noqa: S608
    return map(Record._make, rows)


def backwards(file: sqlite3.Connection, where: str, given: Sequence[object] = ()) -> Iterator[Record]:
    """The same, newest first; a caller that stops early has read no further back."""
    rows = file.execute(
        f"SELECT * FROM records NOT INDEXED WHERE {where} ORDER BY seq DESC",  # noqa: S608
        tuple(given),
    )
    return map(Record._make, rows)


def last_coup(file: sqlite3.Connection) -> int:
    """The number of the coup that was on the table last; 0: none was."""
    return next((each.coup for each in backwards(file, "coup > 0")), 0)


def of_kinds(*kinds: type[Observation]) -> str:
    """The SQL condition for observations of these kinds. A record with a damaged body fits none."""
    names = ", ".join(f"'{kind.__name__}'" for kind in kinds)
    return f"json_valid(body) AND json_extract(body, '$.kind') IN ({names})"


def last_mark(path: Path, role: str) -> str:
    """The last message of this instrument that is on record, `""` without one; what it sends again is known
    by it."""
    with reading(path) as file:
        return next((each.mark for each in backwards(file, "mark <> '' AND role = ?", (role,))), "")


STRIDE_RECORDS = 1_000
"""Progress is reported after this many records."""


def length(file: sqlite3.Connection) -> int:
    """How many records there are: the number of the last."""
    return _head(file)[0]


def followed(rows: Iterable[Record], advance: Advance) -> Iterator[Record]:
    """The same records; `advance` counts those of the journal that have been passed."""
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
        return chain.verified(lambda: followed(records(file), advance), anchor=anchor, fits=heads.fits)
