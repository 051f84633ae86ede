"""What is counted and looked up at the pit: results of coups, and faults. They follow from the records, and
can be made again from them.

A record gives changes that depend on nothing but itself and the game that was opened before it. Records of
kinds that this version does not know give none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from sabot.core.shapes.json import Plain, whole
from sabot.record.chain import DamagedError, Record, canonical


class Decided(NamedTuple):
    """The result of a coup. `winner` and `number` are empty where the game has none; `result` is the event
    line."""

    seq: int
    wall_ns: int
    coup: int
    game: str
    winner: str
    number: str
    result: str


class Voided(NamedTuple):
    """The coup does not count."""

    seq: int
    coup: int


class Withdrawn(NamedTuple):
    """An act of the coup was taken back: results from record `first` on do not stand any more."""

    coup: int
    first: int


class Faulty(NamedTuple):
    """A fault was found; coup 0: outside any coup."""

    seq: int
    wall_ns: int
    coup: int
    rule: str


Change = Decided | Voided | Withdrawn | Faulty


class Book:
    """Reads records in their order; `game` is the game that was opened last."""

    def __init__(self, game: str = "") -> None:
        self.game = game

    def changes(self, records: Iterable[Record]) -> Iterator[Change]:
        """What these records change."""
        for record in records:
            if record.kind not in ("opening", "event"):
                continue
            with suppress(DamagedError, ValueError, TypeError):
                yield from self._of(record, record.plain)

    def _of(self, record: Record, plain: Plain) -> Iterator[Change]:
        event = plain.get("event")
        if record.kind == "opening":
            self.game = _text(plain.get("game"))
        elif event == "result":
            winner, number = _text(plain.get("winner")), _text(plain.get("number"))
            result = canonical({key: each for key, each in plain.items() if key not in ("event", "coup")})
            yield Decided(record.seq, record.wall_ns, record.coup, self.game, winner, number, _text(result))
        elif event == "void":
            yield Voided(record.seq, record.coup)
        elif event == "undone":
            yield Withdrawn(record.coup, min(whole(plain.get("from")), record.seq))
        elif event == "fault":
            yield Faulty(record.seq, record.wall_ns, record.coup, _text(plain.get("kind")))


def _text(value: object) -> str:
    """A text that PostgreSQL can hold: JSON may write a NUL, and what is no UTF-8, as an escape."""
    text = str(value) if isinstance(value, str | int) else ""
    return text.replace("\0", "?").encode("utf-8", "replace").decode()
