"""What goes up from a house to its region: a fact as it stands now, or one that stands no more.

Each entry of the log of facts holds one, whole: the last entry of a key is what stands, and an entry that
comes twice says the same twice. A fact comes from outside, so every value in it is looked at before
PostgreSQL gets it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from sabot.core.shapes.json import Plain
from sabot.pit.messages import MalformedError, number, storable
from sabot.record.chain import DamagedError, Record

OF_A_TABLE = {"station": "text", "course": "int"}

FACT_COLUMNS: Mapping[str, Mapping[str, str]] = {
    "coup": OF_A_TABLE
    | {"coup": "bigint", "decided": "bigint?", "wall_ns": "bigint?", "game": "text?", "winner": "text?"}
    | {"number": "text?", "result": "text?", "voided": "bigint?", "corrections": "int"},
    "fault": OF_A_TABLE | {"seq": "bigint", "wall_ns": "bigint", "coup": "bigint", "rule": "text"},
    "wheel_at": OF_A_TABLE | {"seq": "bigint", "wall_ns": "bigint", "wheel": "text"},
    "spin": OF_A_TABLE | {"seq": "bigint", "wall_ns": "bigint", "wheel": "text", "number": "text"},
    "head": OF_A_TABLE
    | {"seq": "bigint", "chain": "text", "wall_ns": "bigint", "key": "text", "text": "text"}
    | {"countersigned": "text", "received": "timestamptz"},
}
"""The tables of facts that go up, and the type of each column; `?`: it may be empty."""

FACT_KEYS: Mapping[str, tuple[str, ...]] = {
    "coup": ("station", "course", "coup"),
    **dict.fromkeys(("fault", "wheel_at", "spin"), ("station", "course", "seq")),
    "head": ("station", "course", "seq", "text"),
}
"""Which columns name one fact of a house."""

MADE_AGAIN = ("coup", "fault", "wheel_at", "spin")
"""Those that follow from the records of tables; a head was signed, and stands for ever."""

INT_MOST = 2**31 - 1


class Fact(NamedTuple):
    """A row of the table `kind`. It stands now, or it stands no more."""

    kind: str
    stands: bool
    row: Plain

    @property
    def key(self) -> tuple[object, ...]:
        """Its kind, and what names it."""
        return (self.kind, *(self.row[name] for name in FACT_KEYS[self.kind]))


def read(record: Record) -> Fact:
    """The fact in an entry of the log. Raises MalformedError."""
    try:
        return _read(record.kind, record.plain)
    except (MalformedError, DamagedError) as error:
        raise MalformedError(f"entry {record.seq}: {error}", seq=record.seq) from None


def _read(kind: str, plain: Plain) -> Fact:
    if kind not in FACT_COLUMNS:
        raise MalformedError(f"this version knows no facts of the kind {kind[:32]}: update the region first")
    stands = "fact" in plain
    row = plain.get("fact" if stands else "gone")
    if not isinstance(row, dict) or row.keys() != FACT_COLUMNS[kind].keys():
        raise MalformedError(f"it is no fact of the kind {kind}")
    if kind == "head" and not stands:
        raise MalformedError("what was signed stands for ever")
    return Fact(
        kind, stands, {name: _value(row[name], name, each) for name, each in FACT_COLUMNS[kind].items()}
    )


def _value(value: object, name: str, shape: str) -> object:
    if value is None and shape.endswith("?"):
        return None
    match shape.rstrip("?"):
        case "text":
            return storable(value, name)
        case "timestamptz":
            return _time(storable(value, name), name)
        case "int" if abs(number(value, name)) > INT_MOST:
            raise MalformedError(f"{name} is too great a number")
        case _:
            return number(value, name)


def _time(text: str, name: str) -> str:
    """A moment as PostgreSQL reads it."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        raise MalformedError(f"{name} is no time") from None


def newest(facts: Iterable[Fact]) -> list[Fact]:
    """Of the facts with one key the last alone: what came before it stands no more."""
    return [*{each.key: each for each in facts}.values()]
