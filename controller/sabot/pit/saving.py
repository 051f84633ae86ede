"""A batch of several stations is stored at once. Where the database refuses something in it, each station is
stored alone: the one concerned stands still, and the others go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple, Protocol

import psycopg
from psycopg.errors import ProgramLimitExceeded

from sabot.core.reasons import reason
from sabot.pit import messages
from sabot.pit.judging import Cursor, Finding
from sabot.pit.store import Taken

OF_THE_DATABASE = (psycopg.DataError, psycopg.IntegrityError, ProgramLimitExceeded)
OF_A_RECORD = (*OF_THE_DATABASE, ArithmeticError, RecursionError, TypeError, ValueError)
"""Errors that one record causes each time that it is tried. A database that is gone, or a full disk, raises
others."""


class Saving(Protocol):
    """Where records are stored, all of a call or nothing."""

    def save(self, taken: Iterable[Taken], *, now: datetime) -> None:
        """Store records. Raises MovedError if somebody else has moved a cursor."""


class Refused(NamedTuple):
    """A station stands still at `cursor`: the record after it cannot be stored. `payload` is that record, as
    a message."""

    station: str
    cursor: Cursor
    finding: Finding
    payload: bytes


def save(store: Saving, taken: list[Taken], *, now: datetime) -> list[Refused]:
    """Store these records. Returns the stations that have a record which could not be stored. Raises
    MovedError, and psycopg.Error where that is not because of a record."""
    try:
        store.save(taken, now=now)
    except OF_A_RECORD:
        return [refused for each in taken if (refused := _alone(store, each, now=now))]
    return []


def _alone(store: Saving, taken: Taken, *, now: datetime) -> Refused | None:
    try:
        store.save([taken], now=now)
    except OF_A_RECORD:
        return _one_by_one(store, taken, now=now)
    return None


def _one_by_one(store: Saving, taken: Taken, *, now: datetime) -> Refused | None:
    """Store the records before the one that cannot be."""
    for each in _single(taken):
        try:
            store.save([each], now=now)
        except OF_A_RECORD as error:
            return _refused(each, error)
    return None


def _single(taken: Taken) -> Iterator[Taken]:
    cursor = taken.before
    for record in taken.records:
        after = cursor._replace(seq=record.seq, chain=record.chain, wall_ns=record.wall_ns)
        yield Taken(taken.station, cursor, after, (record,))
        cursor = after


def _refused(taken: Taken, error: Exception) -> Refused:
    station, before, _, (record,) = taken
    kind = type(error).__name__
    why = reason("record {n}: {why}", n=record.seq, why=reason("it cannot be stored ({error})", error=kind))
    finding = Finding(record.seq, "unreadable", reason("a message cannot be read: {why}", why=why))
    return Refused(station, before, finding, messages.rows(before.journal, [record]))
