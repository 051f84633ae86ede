"""What tables and pit send to each other: each message as a value, and as JSON.

A message from outside may be anything. `read_…` gives the value, or raises MalformedError with what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sabot.core.reasons import Why, of_error, reason
from sabot.core.shapes.json import Plain
from sabot.pit.topics import MESSAGE_VERSION
from sabot.record.chain import Record

BATCH_RECORDS, BATCH_BYTES = 200, 128 * 1024
"""A message holds no more than this; a longer record goes alone."""

MESSAGE_BYTES_MOST = 4 << 20
"""No message is longer: neither broker nor reader takes one that would fill the memory of the pit."""

JOURNAL_DIGITS = 16
"""Digits of the chain of its first record, which name a journal: a new file has another name."""

LOWEST_NUMBER, HIGHEST_NUMBER = -(2**63), 2**63 - 1
"""What SQLite and PostgreSQL can hold as a whole number."""

_CHAIN = re.compile(r"[0-9a-f]{64}")
_JOURNAL = re.compile(rf"[0-9a-f]{{{JOURNAL_DIGITS}}}")


class MalformedError(ValueError):
    """A message that no carrier and no pit of any version writes, or a record that cannot be stored: number
    `seq`, 0 where it is not known which."""

    def __init__(self, why: Why, *, seq: int = 0) -> None:
        super().__init__(why)
        self.seq = seq


class Rows(NamedTuple):
    """Records of a journal, in their order."""

    journal: str
    rows: tuple[Record, ...]


class Have(NamedTuple):
    """What the pit has on record of a journal. `again`: send what follows once more."""

    journal: str
    seq: int
    chain: str
    again: bool


class Link(NamedTuple):
    """Whether a table is connected. `boot` is one life of its carrier; `head` and `chain` end its journal."""

    is_up: bool
    boot: str
    journal: str
    head: int
    chain: str
    version: str


class Ask(NamedTuple):
    """The pit wants the chains of some records after record `after`, up to record `last`."""

    journal: str
    after: int
    last: int


class Point(NamedTuple):
    """A record of the table, by its number, chain and wall clock (nanoseconds since 1970)."""

    seq: int
    chain: str
    wall_ns: int


class Points(NamedTuple):
    """Some of the records that the pit has otherwise; the table's journal ends at record `head`."""

    journal: str
    head: int
    points: tuple[Point, ...]


# --- written ----------------------------------------------------------------------------------------


def written(plain: Plain) -> bytes:
    """The message as it is sent. Signs that are no UTF-8 in the journal are escaped, and refused there."""
    return json.dumps({"v": MESSAGE_VERSION, **plain}, separators=(",", ":")).encode()


def rows(journal: str, records: Iterable[Record]) -> bytes:
    """Records of a journal."""
    return written({"journal": journal, "rows": [list(each) for each in records]})


def have(value: Have, *, pit_ns: int) -> bytes:
    """What the pit has, and its clock."""
    again = int(value.again)
    plain = {"journal": value.journal, "seq": value.seq, "chain": value.chain, "again": again}
    return written({**plain, "pit_ns": pit_ns})


def link(value: Link, *, wall_ns: int) -> bytes:
    """That a table is connected, or, as its will, that it is not."""
    plain = {key: each for key, each in value._asdict().items() if key != "is_up"}
    return written({"up": value.is_up, **plain, "wall_ns": wall_ns})


def ask(value: Ask) -> bytes:
    """The question for chains."""
    return written(value._asdict())


def points(value: Points) -> bytes:
    """Its answer."""
    return written({**value._asdict(), "points": [list(each) for each in value.points]})


def batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    """The same records in batches for one message each."""
    batch: list[Record] = []
    size = 0
    for record in records:
        length = len(record.body.encode("utf-8", "surrogateescape")) + 200
        if batch and (len(batch) == BATCH_RECORDS or size + length > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length
    if batch:
        yield batch


# --- read -------------------------------------------------------------------------------------------


def plain_of(payload: bytes) -> Plain:
    """The JSON object of a message of this version. Raises MalformedError."""
    if len(payload) > MESSAGE_BYTES_MOST:
        raise MalformedError(reason("it has more than {n} bytes", n=MESSAGE_BYTES_MOST))
    try:
        plain = json.loads(payload)
    except (ValueError, RecursionError):
        raise MalformedError(reason("it is no JSON")) from None
    if not isinstance(plain, dict):
        raise MalformedError(reason("it is no JSON object"))
    if plain.get("v") != MESSAGE_VERSION:
        raise MalformedError(reason("its version is not {n}", n=MESSAGE_VERSION))
    return plain


def read_rows(payload: bytes) -> Rows:
    """Records of a journal. Raises MalformedError."""
    plain = plain_of(payload)
    given = plain.get("rows")
    if not isinstance(given, list):
        raise MalformedError(reason("it has no rows"))
    return Rows(_journal(plain), tuple(map(_record, given)))


def read_have(payload: bytes) -> Have:
    """What the pit has. Raises MalformedError."""
    plain = plain_of(payload)
    again = plain.get("again") == 1
    return Have(_journal(plain), _whole(plain, "seq"), _chain(plain.get("chain")), again)


def read_link(payload: bytes) -> Link:
    """That a table is connected or not. Raises MalformedError."""
    plain = plain_of(payload)
    head, chain = _whole(plain, "head"), _chain(plain.get("chain"))
    boot, version = _short(plain, "boot"), _short(plain, "version")
    return Link(plain.get("up") is True, boot, _journal(plain), head, chain, version)


def read_ask(payload: bytes) -> Ask:
    """The question for chains. Raises MalformedError."""
    plain = plain_of(payload)
    return Ask(_journal(plain), _whole(plain, "after"), _whole(plain, "last"))


def read_points(payload: bytes) -> Points:
    """The answer, its points in the order of their numbers. Raises MalformedError."""
    plain = plain_of(payload)
    given = plain.get("points")
    if not isinstance(given, list):
        raise MalformedError(reason("it has no points"))
    return Points(_journal(plain), _whole(plain, "head"), tuple(sorted(map(_point, given))))


def _point(given: object) -> Point:
    if not isinstance(given, list) or len(given) != len(Point._fields):
        raise MalformedError(reason("a point is not three values"))
    seq, chain, wall_ns = given
    return Point(
        number(seq, reason("the number of a point")), _chain(chain), number(wall_ns, reason("a time"))
    )


def _record(given: object) -> Record:
    if not isinstance(given, list) or len(given) != len(Record._fields):
        raise MalformedError(reason("a row is not nine values"))
    record = Record._make(given)
    seq = number(record.seq, reason("the number of a record"))
    try:
        for name in ("wall_ns", "monotonic_ns", "coup"):
            number(getattr(record, name), name)
        for name in ("kind", "role", "mark", "body"):
            storable(getattr(record, name), name)
        _chain(record.chain)
    except MalformedError as error:
        raise MalformedError(reason("record {n}: {why}", n=seq, why=of_error(error)), seq=seq) from None
    return record


def _journal(plain: Plain) -> str:
    name = plain.get("journal")
    if not isinstance(name, str) or not _JOURNAL.fullmatch(name):
        raise MalformedError(reason("it names no journal"))
    return name


def _whole(plain: Plain, name: str) -> int:
    return number(plain.get(name), name)


def number(value: object, name: Why) -> int:
    """The whole number of this name. Raises MalformedError for another value."""
    if type(value) is not int or not LOWEST_NUMBER <= value <= HIGHEST_NUMBER:
        raise MalformedError(reason("{name} is no whole number that can be stored", name=name))
    return value


def _short(plain: Plain, name: str) -> str:
    return storable(plain.get(name), name)[:64]


def storable(value: object, name: str) -> str:
    """The text of this name. Raises MalformedError: PostgreSQL refuses a text with a NUL and one that is no
    UTF-8, and all that is stored with it."""
    if not isinstance(value, str):
        raise MalformedError(reason("{name} is no text", name=name))
    if "\0" in value:
        raise MalformedError(reason("{name} has a NUL", name=name))
    try:
        value.encode()
    except UnicodeEncodeError:
        raise MalformedError(reason("{name} is no UTF-8", name=name)) from None
    return value


def _chain(value: object) -> str:
    if not isinstance(value, str) or not _CHAIN.fullmatch(value):
        raise MalformedError(reason("a chain is not 64 hexadecimal digits"))
    return value
