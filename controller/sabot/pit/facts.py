"""What is counted and looked up at the pit: results of coups, faults, the numbers of wheels, which
instruments are lost, and whether a table is open. They follow from the records, and can be made again from
them.

A record gives changes that depend on nothing but itself, the game that was opened before it and the wheel
that stands there. Records of kinds that this version does not know give none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from sabot.core.play.by_hand import BY_HAND
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

    seq: int
    coup: int
    first: int


class Faulty(NamedTuple):
    """A fault was found; coup 0: outside any coup. `rule` is its kind; that of a dispute between two
    instruments says which, as the screens do: one of DISPUTES."""

    seq: int
    wall_ns: int
    coup: int
    rule: str


class Answered(NamedTuple):
    """Somebody at the table answered the faults that were found before this record."""

    seq: int


class Lost(NamedTuple):
    """The instrument of this role is silent or gone."""

    seq: int
    wall_ns: int
    role: str


class Found(NamedTuple):
    """The instrument of this role is there."""

    role: str


class Begun(NamedTuple):
    """The table's program was started: what was lost before is found, or is lost again."""


class Stood(NamedTuple):
    """The supervisor opened or closed the table."""

    is_open: bool


class Placed(NamedTuple):
    """From this record on the wheel of this name stands at the table."""

    seq: int
    wall_ns: int
    wheel: str


class Spun(NamedTuple):
    """The wheel itself gave a number. One that was entered by hand is no fair sample."""

    seq: int
    wall_ns: int
    wheel: str
    number: str


Change = Decided | Voided | Withdrawn | Faulty | Answered | Lost | Found | Begun | Stood | Placed | Spun

DISPUTES = ("disagreement", "disagreement-unheard", "disagreement-number")
"""A card that sabot and eye read otherwise, one that the sabot did not report, and the number of a wheel."""

TEXT_CHARS_MOST = 200
"""Of a name, a number or a kind; the record itself keeps all of it."""

READ = ("opening", "event", "note")
"""The kinds of records that are read, beside observations."""

SEEN = (
    *('"table-closed"', '"table-opened"', '"WheelSeen"', '"BallSeen"'),
    *('"DeviceLost"', '"DeviceFound"', '"DeviceTroubled"', '"Acknowledged"', '"acknowledge"'),
)
"""What stands in the observations that are read: most of them are cards, and give no fact."""


class Book:
    """Reads records in their order; `game` is the game that was opened last, `wheel` the wheel that stands
    there, as far as it has a name."""

    def __init__(self, game: str = "", wheel: str = "") -> None:
        self.game, self.wheel = game, wheel

    def changes(self, records: Iterable[Record]) -> Iterator[Change]:
        """What these records change."""
        for record in records:
            if record.kind not in READ and not _is_looked_at(record):
                continue
            with suppress(DamagedError, ValueError, TypeError):
                yield from self._of(record, record.plain)

    def _of(self, record: Record, plain: Plain) -> Iterator[Change]:
        if record.kind == "observation":
            yield from self._observed(record, plain)
        elif record.kind == "event":
            yield from self._decided(record, plain)
        elif record.kind == "opening":
            self.game = _text(plain.get("game"))
            yield Begun()
        elif plain.get("note") == "resumed":
            yield Begun()

    def _decided(self, record: Record, plain: Plain) -> Iterator[Change]:
        event = plain.get("event")
        if event == "result":
            winner, number = _text(plain.get("winner")), _text(plain.get("number"))
            result = canonical({key: each for key, each in plain.items() if key not in ("event", "coup")})
            yield Decided(record.seq, record.wall_ns, record.coup, self.game, winner, number, _held(result))
        elif event == "void":
            yield Voided(record.seq, record.coup)
        elif event == "undone":
            yield Withdrawn(record.seq, record.coup, min(whole(plain.get("from")), record.seq))
        elif event == "fault":
            yield Faulty(record.seq, record.wall_ns, record.coup, _rule(plain))

    def _observed(self, record: Record, plain: Plain) -> Iterator[Change]:
        match plain.get("kind"), plain.get("what"):
            case "Noted", "table-closed" | "table-opened" as what:
                yield Stood(what == "table-opened")
            case "WheelSeen", _ if (name := _text(plain.get("wheel"))) not in ("", self.wheel):
                self.wheel = name
                yield Placed(record.seq, record.wall_ns, name)
            case "BallSeen", _ if plain.get("source") != BY_HAND:
                yield Spun(record.seq, record.wall_ns, self.wheel, _text(plain.get("pocket")))
            case "DeviceLost", _:
                yield Lost(record.seq, record.wall_ns, _text(plain.get("role")))
            case "DeviceFound" | "DeviceTroubled", _:
                yield Found(_text(plain.get("role")))
            case _ if _answers(plain):
                yield Answered(record.seq)


def _is_looked_at(record: Record) -> bool:
    return record.kind == "observation" and any(each in record.body for each in SEEN)


def _answers(plain: Plain) -> bool:
    """Whether this observation answers the faults of the game, and not one of the wheel alone."""
    if plain.get("kind") == "ButtonPressed":
        return plain.get("button") == "acknowledge"
    return plain.get("kind") == "Acknowledged" and not plain.get("fault")


def _rule(fault: Plain) -> str:
    """The kind of this fault; of a dispute, which one."""
    kind, (card, unheard, number) = _text(fault.get("kind")), DISPUTES
    if kind != card:
        return kind
    if not fault.get("card"):
        return number
    return card if fault.get("said") else unheard


def _text(value: object) -> str:
    """The beginning of a text: PostgreSQL finds kinds, roles, wheels and numbers by an index, which holds no
    long one."""
    return _held(str(value)[:TEXT_CHARS_MOST]) if isinstance(value, str | int) else ""


def _held(text: str) -> str:
    """A text that PostgreSQL can hold: JSON may write a NUL, and what is no UTF-8, as an escape."""
    return text.replace("\0", "?").encode("utf-8", "replace").decode()
