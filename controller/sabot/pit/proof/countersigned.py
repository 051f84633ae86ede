"""A countersigned head: the head that a table signed, the pit's clock, and the pit's signature over both.

The table keeps it and so does the pit. So a journal that was changed at the table does not fit what the pit
signed, and a record that the pit lost or changed does not fit what the table signed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sabot.core.reasons import reason
from sabot.core.shapes.json import Plain
from sabot.pit.messages import JOURNAL_DIGITS, MalformedError, plain_of, written
from sabot.pit.topics import NAME, Station
from sabot.record import heads, keys
from sabot.record.heads import SignedHead

FORM = "SABOT-COUNTERSIGN-1"
"""Begins the line, and says how to read it."""

_WHERE = rf"(?P<house>{NAME.pattern}) (?P<table>{NAME.pattern}) (?P<journal>[0-9a-f]{{{JOURNAL_DIGITS}}})"
_LINE = re.compile(
    rf"{FORM} {_WHERE} (?P<pit_ns>\d{{1,19}}) (?P<head>{heads.FORM} .+)"
    r" (?P<key>[0-9a-f]{64}) (?P<signature>[0-9a-f]{128})"
)


class Countersigned(NamedTuple):
    """A head that the pit countersigned: its journal, when (`pit_ns`), and with which key."""

    station: Station
    journal: str
    pit_ns: int
    head: SignedHead
    key: str
    signature: str

    @property
    def signed(self) -> bytes:
        """What the pit signs: the line without its signature."""
        where = f"{self.station.house} {self.station.table} {self.journal}"
        return f"{FORM} {where} {self.pit_ns} {self.head.text} {self.key}".encode()

    @property
    def line(self) -> str:
        """One line of text."""
        return f"{self.signed.decode()} {self.signature}"

    @property
    def is_genuine(self) -> bool:
        """Whether both signatures belong to the keys that are named."""
        return self.head.is_genuine and keys.is_signed(self.signed, key=self.key, signature=self.signature)


def read(line: str) -> Countersigned:
    """The countersigned head in a line. Raises ValueError where it is none."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError(f"this is no countersigned head: one begins with {FORM}")
    station, head = Station(found["house"], found["table"]), heads.read(found["head"])
    key, signature = found["key"], found["signature"]
    return Countersigned(station, found["journal"], int(found["pit_ns"]), head, key, signature)


# --- the messages


def head_message(journal: str, head: SignedHead) -> bytes:
    """What the table says: the head of this journal, signed."""
    return written({"journal": journal, "text": head.text})


def read_head(payload: bytes) -> tuple[str, SignedHead]:
    """The journal and its signed head. Raises MalformedError."""
    plain = plain_of(payload)
    try:
        head = heads.read(_text(plain))
    except ValueError as error:
        raise MalformedError(str(error)) from None
    if head.head[0] < 1 or max(head.head[0], head.wall_ns) >= 2**63:
        raise MalformedError(reason("a number in the signed head cannot be stored"))
    return str(plain.get("journal")), head


def message(value: Countersigned) -> bytes:
    """What the pit says back."""
    return written({"journal": value.journal, "text": value.line})


def read_message(payload: bytes) -> Countersigned:
    """The pit's word. Raises MalformedError."""
    try:
        return read(_text(plain_of(payload)))
    except ValueError as error:
        raise MalformedError(str(error)) from None


def _text(plain: Plain) -> str:
    return str(plain.get("text"))
