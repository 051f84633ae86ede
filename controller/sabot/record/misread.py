"""An error in reading a journal: whether a damaged record is to blame, or the program."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sabot.record import chain
from sabot.record.chain import Record
from sabot.record.trouble import JournalError

MISREAD = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
"""What a reader may raise at a record that no version of this program has written."""


def as_text(data: bytes) -> str:
    """A text as it is in the file, even if somebody has altered it to something that is no UTF-8."""
    return data.decode("utf-8", "surrogateescape")


@contextmanager
def blamed(file: sqlite3.Connection) -> Iterator[None]:
    """Raises JournalError for an error of the reader, if the records are damaged. If they are whole, the
    error is a fault of this program, and stays."""
    try:
        yield
    except MISREAD as error:
        if isinstance(error, chain.DamagedError) or not (wrong := _damage(file)):
            raise
        why = f"it is damaged: {wrong}. Keep it, and put a backup back (`sabot restore`)"
        raise JournalError(why) from error


def _damage(file: sqlite3.Connection) -> str:
    """What is wrong with the records first; empty: nothing."""
    try:
        return chain.verified(lambda: _records(file)).wrong
    except (sqlite3.Error, *MISREAD):
        return "a record cannot be read"


def _records(file: sqlite3.Connection) -> Iterator[Record]:
    return map(Record._make, file.execute("SELECT * FROM records NOT INDEXED ORDER BY seq"))
