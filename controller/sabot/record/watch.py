"""Whether the files of an open journal are still the ones that were opened.

A program that has a file open can go on writing it after somebody has removed it: into nothing. So the files
are looked up by their names at each step that writes, and compared by device and inode.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import closing, suppress
from enum import Enum
from pathlib import Path

from sabot.config import state
from sabot.core.reasons import Reason, reason


class Lost(Enum):
    """What has happened to the files of an open journal."""

    REMOVED = "the journal has no file any more"
    REPLACED = "its file is another one"
    LOG = "its write-ahead log is gone or another one"
    LOCK = "its lock is gone or another one"


FILE_LOST = (Lost.REMOVED, Lost.REPLACED)
"""What leaves the records in an open file without a name."""


def said(lost: Lost, *, copy: str) -> Reason:
    """What happened and what to do; `copy` has every record, empty if it could not be saved."""
    if lost is Lost.LOG:
        return reason(
            "its write-ahead log was removed while the table was running:"
            " the table puts the records into the journal"
        )
    if lost is Lost.LOCK:
        return reason(
            "its lock was removed while the table was running: see that no second table writes the journal"
        )
    if not copy:
        return reason(
            "its file is gone and no copy could be saved: leave the table open, which still has every record,"
            " and free some space"
        )
    if lost is Lost.REPLACED:
        return reason(
            "another file took its place while the table was running:"
            " put it back, or rename {saved}, which has every record",
            saved=copy,
        )
    return reason(
        "it was removed while the table was running: put it back, or rename {saved}, which has every record",
        saved=copy,
    )


class Watch:
    """The files of a journal as they were when it was opened: itself, its write-ahead log, its lock."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._files = tuple(f"{path}{ending}" for ending in ("", "-wal", ".lock"))
        self._known = [_identity(each) for each in self._files]

    def lost(self) -> Lost | None:
        """What has happened; None while all files are there."""
        file, log, lock = self._files
        if _identity(file) != self._known[0]:
            return Lost.REPLACED if _identity(file) else Lost.REMOVED
        if _identity(log) != self._known[1]:
            return Lost.LOG
        return Lost.LOCK if _identity(lock) != self._known[2] else None


def is_lock_of(path: Path, lock: int) -> bool:
    """Whether this open file is the lock that another table on the same journal would meet."""
    own = os.fstat(lock)
    return _identity(f"{path}.lock") == (own.st_dev, own.st_ino)


def locked(path: Path) -> int:
    """The lock of this journal, open, with the number of this process in it; the kernel releases it when the
    process ends in any way. Raises BlockingIOError where another process holds it, and OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, state.PRIVATE_FILE)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    with suppress(OSError):  # a full disk: the lock is ours, and nothing but a message names its process
        os.ftruncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
    return lock


def held_by(path: Path) -> str:
    """The process that holds the lock of this journal now; empty when none does."""
    beside = path.with_name(path.name + ".lock")
    if not beside.exists():
        return ""
    with beside.open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return lock.read(20).decode("ascii", "replace") or "unknown"
    return ""


def saved_beside(path: Path) -> Path:
    """Where a copy of a journal is saved whose file is gone."""
    return path.with_name(path.name + ".saved")


def saved(file: sqlite3.Connection, path: Path) -> bool:
    """Whether all that this connection reads was saved beside the journal."""
    try:
        state.private(saved_beside(path))
        with closing(sqlite3.connect(saved_beside(path))) as copy:
            file.backup(copy)
    except (OSError, sqlite3.Error):
        return False
    return True


def _identity(file: str) -> tuple[int, int] | None:
    """Device and inode of the file with this name; None without one."""
    try:
        found = os.stat(file)  # noqa: PTH116 - at every step: a Path takes three times as long
    except OSError:
        return None
    return found.st_dev, found.st_ino
