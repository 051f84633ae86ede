"""What must be on record of a table that was killed, as far as it was seen from outside."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from sabot.core.events import as_dict
from sabot.core.observations import ClockTicked
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import View
from sabot.core.table import Table, resumed
from sabot.core.view import view
from sabot.record.chain import Record
from sabot.record.journal import reading, records, verify
from sabot.record.resume import after, read, remembered, reopened
from sabot_dashboard.picture import projection

UNSEEN = ("events", "instruments", "notices")
"""The parts of a picture that are not on record as such: what moves, and what is plugged in."""


class Shown(NamedTuple):
    """A picture that a screen got, and the number of the record that it shows."""

    audience: str
    seq: int
    picture: Plain


class Life(NamedTuple):
    """One table from its start to its death, as far as it was seen from outside.

    `acts` are those that its croupier pressed, in order; `kept` are the records that it acknowledged.
    """

    acts: Sequence[Plain]
    kept: Sequence[int]
    shown: Sequence[Shown]
    words: str


DRAWN: dict[str, Callable[[View], Plain]] = {
    "display": partial(projection.public, pockets=37),
    "croupier": partial(projection.croupier, pockets=37),
}


class Replay:
    """A journal, replayed from its first record on; each life is read once."""

    def __init__(self, path: Path, about: View) -> None:
        self.path, self._about = path, about
        self.seq = 0
        self.table: Table | None = None
        self._events: list[Plain] = []

    def wrong(self, life: Life) -> Iterator[str]:
        """Returns what this life left wrong on record; nothing where all is well."""
        rows = self._further()
        yield from _acts_wrong(life, rows)
        yield from self._shown_wrong(life, rows)
        head = self.seq
        yield from (f"record {seq} was acknowledged and is lost" for seq in life.kept if seq > head)
        if verdict := verify(self.path).wrong:
            yield f"the chain: {verdict}"
        yield from self._opened_otherwise()
        if "Traceback" in life.words or "halted:" in life.words:
            yield f"the log: {life.words[-600:]}"

    def _further(self) -> list[Record]:
        with reading(self.path) as file:
            return list(records(file, "seq > ?", (self.seq,)))

    def _shown_wrong(self, life: Life, rows: Sequence[Record]) -> Iterator[str]:
        """Replays these records, and compares each picture with the table after its record."""
        waiting = sorted(life.shown, key=lambda each: each.seq)
        waiting = [each for each in waiting if each.picture != {"phase": "closed"}]
        for row in rows:
            yield from self._takes(row)
            while waiting and waiting[0].seq <= row.seq:
                yield from self._compared(waiting.pop(0))
        yield from (f"shown, but not on record: {each}" for each in waiting)

    def _takes(self, row: Record) -> Iterator[str]:
        """The table after one more record."""
        self.seq = row.seq
        if row.kind == "event":
            if not self._events or self._events.pop(0) != row.plain:
                yield f"record {row.seq} is an event that the replay has not: {row.body}"
            return
        if self._events:
            yield f"record {row.seq}: events of the replay are not on record: {self._events}"
            self._events = []
        if row.kind == "observation":
            self._steps(row)
        elif row.kind == "opening" and self.table is None:
            self.table = reopened(row.plain)
        elif row.kind == "note" and row.plain["note"] == "resumed" and self.table is not None:
            bare = self.table._replace(room=self.table.room._replace(instruments=()))
            self.table = resumed(bare)

    def _steps(self, row: Record) -> None:
        assert self.table is not None
        self.table, events = after(self.table, read(row), row.wall_ns, row.monotonic_ns, seq=row.seq)
        self._events = [json.loads(json.dumps(as_dict(event))) for event in events]

    def _compared(self, shown: Shown) -> Iterator[str]:
        if self.table is None:
            yield f"shown before the table was opened: {shown}"
            return
        drawn = json.loads(json.dumps(DRAWN[shown.audience]({**view(self.table), **self._about})))
        for key in drawn.keys() - UNSEEN:
            if shown.seq != self.seq or drawn[key] != shown.picture.get(key):
                yield (
                    f"{shown.audience} after record {shown.seq} ({self.seq}): "
                    f"{key} is {drawn[key]}, but was shown as {shown.picture.get(key)}"
                )
                return

    def _opened_otherwise(self) -> Iterator[str]:
        """What the next start would do otherwise than the replay."""
        known = remembered(self.path)
        if (known and known.play) != (self.table and self.table.play):
            yield f"the next start has another table than the replay: {known and view(known)}"


def _acts_wrong(life: Life, rows: Iterable[Record]) -> Iterator[str]:
    """The acts on record are the first of those that were pressed, each once; all that were acknowledged."""
    own = [row.plain for row in rows if row.kind == "observation" and not row.role]
    own = [each for each in own if each["kind"] != ClockTicked.__name__]
    pressed = [json.loads(json.dumps(each)) for each in life.acts]
    for number, (kept, put) in enumerate(zip_longest(own, pressed[: len(own)])):
        if kept != put:
            yield f"act {number} of this life: {kept} is on record, but {put} was pressed"
            break
    if len(own) < len(life.kept):
        yield f"{len(life.kept)} acts were acknowledged, but {len(own)} are on record"


def cards_on_record(path: Path) -> list[str]:
    """What the shoe said, in the order of the record: cards, `??` for one that it could not read, `CUT`."""
    names = {"CardSeen": lambda plain: str(plain["card"] or "??"), "CutCardSeen": lambda plain: "CUT"}
    with reading(path) as file:
        rows = [row.plain for row in records(file, "kind = 'observation' AND role = 'sabot'")]
    return [names[str(each["kind"])](each) for each in rows if each["kind"] in names]


def numbers_on_record(path: Path) -> list[str]:
    """The numbers that the wheel said, in the order of the record."""
    with reading(path) as file:
        rows = [row.plain for row in records(file, "kind = 'observation' AND role = 'wheel'")]
    return [str(each["pocket"]) for each in rows if each["kind"] == "BallSeen"]


def is_part_of(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether `few` are among `many`, in the same order, each at most once."""
    rest = iter(many)
    return all(each in rest for each in few)
