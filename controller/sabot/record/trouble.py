"""Why a journal cannot be opened, read or written, in words for the person at the table."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sabot.core.reasons import Reason, of_error, reason
from sabot.core.shapes.past import RecordError


class JournalError(RecordError):
    """A journal that cannot be opened, read or written; raised with why and what to do, in one line."""


class ChangedError(JournalError):
    """A journal that was changed while no table was open: it opens with a supervisor's word."""


_WORDS = {
    "SQLITE_FULL": reason("the disk is full: free some space"),
    "SQLITE_READONLY": reason("it may only be read here: look at the permissions and at the disk"),
    "SQLITE_CANTOPEN": reason("it cannot be opened: look at the folder and its permissions"),
    "SQLITE_IOERR_SHORT_READ": reason(
        "a part of it is missing: it was cut off, or its write-ahead log (-wal) was removed"
    ),
    "SQLITE_IOERR": reason("the disk failed to write: look at the disk or the card"),
    "SQLITE_BUSY": reason("another program holds it"),
    "SQLITE_NOTADB": reason("it is no journal"),
    "SQLITE_CORRUPT": reason("it is damaged: keep it, run `sabot journal verify`, and go on with a new one"),
}


_OF_SYSTEM = {
    errno.ENOSPC: "SQLITE_FULL",
    errno.EDQUOT: "SQLITE_FULL",
    errno.EROFS: "SQLITE_READONLY",
    errno.EACCES: "SQLITE_READONLY",
    errno.EPERM: "SQLITE_READONLY",
    errno.EIO: "SQLITE_IOERR",
}
"""What the system says, as SQLite would say it."""


def explained(path: Path, error: Exception) -> JournalError:
    """The error in words for the person at the table."""
    words: Reason | str = of_error(error)
    if isinstance(error, UnicodeDecodeError):  # what SQLite says of damage is no text itself
        words = _WORDS["SQLITE_CORRUPT"]
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", "") or ""
        words = next((why for start, why in _WORDS.items() if name.startswith(start)), words)
    elif isinstance(error, OSError):
        words = _WORDS.get(_OF_SYSTEM.get(error.errno or 0, ""), error.strerror or words)
    kind = ChangedError if isinstance(error, ChangedError) else JournalError
    return kind(reason("the journal {source} cannot be used: {why}", source=str(path), why=words))
