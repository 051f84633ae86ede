"""The numbers of each wheel that stood at this table, as the journal has them; nothing is kept twice.

A wheel is known by the name in its instrument's option `wheel`: what one wheel did is never counted for
another, and a wheel that comes back goes on with its own record. Only numbers from the wheel itself count. A
number is entered by hand if a sensor was unsure, and those would not be a fair sample.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sabot.core.observations import BallSeen, WheelSeen
from sabot.core.play.by_hand import BY_HAND
from sabot.core.progress import Progress, silent
from sabot.core.shapes.json import record, whole
from sabot.games.wheel.terms import BALL_DROPPED, order
from sabot.instruments.wheel.statistics import Record, report
from sabot.record.journal import followed, length, of_kinds, reading, records

WANTED = f"kind = 'opening' OR (kind = 'observation' AND {of_kinds(WheelSeen, BallSeen)})"


class Wheel(NamedTuple):
    """One wheel: its record, and when its first and last number fell (nanoseconds since 1970, UTC)."""

    record: Record
    first_ns: int
    last_ns: int

    def after(self, number: str, zone: str, wall_ns: int) -> Wheel:
        """With one more number; one that this wheel does not have changes nothing."""
        record = self.record.after(number, zone=zone)
        if record.spins == self.record.spins:
            return self
        return Wheel(record, self.first_ns if self.record.spins else wall_ns, wall_ns)


def wheels(path: Path, *, layout: str = "", progress: Progress = silent) -> list[Wheel]:
    """Every wheel of this journal, in the order in which they came. `layout`: the pockets clockwise, where
    they are in an unusual order. Raises JournalError."""
    with reading(path) as file, progress("reading records", length(file)) as advance:
        found = followed(records(file, WANTED), advance)
        return list(_folded(((each.kind, each.plain, each.wall_ns) for each in found), layout))


def _folded(happened: Iterator[tuple[str, dict[str, object], int]], layout: str) -> Iterator[Wheel]:
    known: dict[tuple[str, tuple[str, ...]], Wheel] = {}
    pockets, name, zone = order(37, layout), "", ""
    for kind, plain, wall_ns in happened:
        if kind == "opening":
            pockets, zone = _pockets(plain, layout), ""
        elif plain["kind"] == "WheelSeen":
            name = str(plain.get("wheel", ""))
            zone = str(plain.get("zone", "")) if plain.get("phase") == BALL_DROPPED else zone
        elif plain.get("source") != BY_HAND:
            wheel = known.get((name, pockets)) or Wheel(Record(pockets, name), wall_ns, wall_ns)
            known[name, pockets] = wheel.after(str(plain["pocket"]), zone, wall_ns)
            zone = ""
    yield from (wheel for wheel in known.values() if wheel.record.spins)


def _pockets(opening: dict[str, object], layout: str) -> tuple[str, ...]:
    """The pockets of the table that was opened; those of a roulette without zeros more than the usual."""
    options = record(opening.get("options"))
    try:
        count = whole(options.get("pockets", 37))
    except (TypeError, ValueError):
        count = 37
    named = tuple(layout.split())
    return named if len(named) == count else order(count if count in (38, 39) else 37)


def summary(wheel: Wheel) -> dict[str, object]:
    """What the numbers of this wheel say, as plain values."""
    return report(wheel.record) | {"first_ns": wheel.first_ns, "last_ns": wheel.last_ns}


def as_json(found: list[Wheel]) -> str:
    """All wheels, as one JSON array."""
    return json.dumps([summary(each) for each in found], ensure_ascii=False, indent=2)
