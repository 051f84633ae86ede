"""The coups, faults and notes of one gaming day, folded from the journal and kept up with it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path
from sqlite3 import Connection

from sabot.core import reasons
from sabot.core.events import CoupVoided, Event, FaultFound, StakeSettled
from sabot.core.observations import (
    Acknowledged,
    BallSeen,
    ButtonPressed,
    CardSeen,
    Noted,
    Observation,
    Undone,
    WheelFault,
)
from sabot.core.play.state import Play
from sabot.core.shapes.day import Answer, DayReport, ReportedCoup, ReportedFault, ReportedNote, Summary
from sabot.core.table import Table
from sabot.record.carry_over import FOLDED, opened_again
from sabot.record.chain import Record
from sabot.record.chronicle import won
from sabot.record.journal import backwards, length, reading, records
from sabot.record.resume import after, read, reopened

DAY_BEGINS_H = 6
"""A gaming day runs from six in the morning, local time: an evening is not cut in two at midnight."""

UNSET_BEFORE_NS = 1_760_000_000_000_000_000
"""A clock that shows less (October 2025) was never set: it stands where the machine began to count."""

VOID = "void"
"""Shown as the winner of a coup that was annulled, or abandoned for a new sabot."""


def day_of(wall_s: float) -> date:
    """The gaming day of a moment (seconds since 1970)."""
    return (datetime.fromtimestamp(wall_s) - timedelta(hours=DAY_BEGINS_H)).date()  # noqa: DTZ006


def bounds_ns(day: date) -> tuple[int, int]:
    """When this gaming day begins and ends, nanoseconds since 1970."""
    first = datetime(day.year, day.month, day.day, DAY_BEGINS_H)  # noqa: DTZ001
    return int(first.timestamp() * 1e9), int((first + timedelta(days=1)).timestamp() * 1e9)


class Shifts:
    """The days of one journal. Only the newest records are read each time; for many threads."""

    def __init__(self, path: Path, *, wall_s: Callable[[], float] = time.time) -> None:
        self._path, self._wall_s = path, wall_s
        self._lock = threading.Lock()
        self._days: dict[date, Day] = {}

    def today(self) -> date:
        """The gaming day of now."""
        return day_of(self._wall_s())

    def _now(self, file: Connection) -> date:
        """The gaming day of now; that of the newest record while the clock was never set."""
        if self._wall_s() * 1e9 >= UNSET_BEFORE_NS:
            return self.today()
        newest = next(backwards(file, "wall_ns >= ?", (UNSET_BEFORE_NS,)), None)
        return day_of(newest.wall_ns / 1e9) if newest else self.today()

    def report(self, day: date | None = None, *, after: int = 0) -> DayReport:
        """That day, as plain values; of the coups only those that a record after `after` has changed.

        Raises JournalError.
        """
        with self._lock, reading(self._path) as file:
            wanted = day or self._now(file)
            known = self._days.get(wanted)
            if known is None or known.seen > length(file):
                known = Day(file, wanted)
            known.follow(file)
            self._days = {wanted: known}
            return known.plain(after)


class Day:
    """One day as far as it has been read. The replay begins before the day, so that it knows the table as the
    day began. A record from before the clock was set counts to the day of the record before it."""

    def __init__(self, file: Connection, day: date) -> None:
        self.day = day
        self._from_ns, self._until_ns = bounds_ns(day)
        self.seen = _beginning(file, self._from_ns) - 1
        self._now_ns = 0
        self._table: Table | None = None
        self._coups: dict[int, ReportedCoup] = {}
        self._faults: list[ReportedFault] = []
        self._notes: list[ReportedNote] = []

    def follow(self, file: Connection) -> None:
        """Take in what has been put on record since."""
        wanted = f"{FOLDED} OR kind = 'taille'" if self._table is None else FOLDED
        for record in records(file, f"seq > ? AND ({wanted})", (self.seen,)):
            self.seen = record.seq
            if record.wall_ns >= UNSET_BEFORE_NS or not self._now_ns:
                self._now_ns = record.wall_ns
            if record.kind == "note":
                self._table = self._table and opened_again(self._table, record)
            elif record.kind != "observation":
                if record.kind == "opening" or self._table is None:
                    self._table = reopened(record.plain)
            elif self._table is not None:
                self._step(record, read(record))

    def plain(self, after: int = 0) -> DayReport:
        """What is known, as plain values; coups and faults oldest first."""
        coups = [self._coups[number] for number in sorted(self._coups)]
        return {
            "day": self.day.isoformat(),
            "seq": self.seen,
            "newest": max(self._coups, default=0),
            "coups": [coup.copy() for coup in coups if coup["seq"] > after],  # theirs, as it is now
            "faults": [fault.copy() for fault in self._faults],
            "notes": [*self._notes],
            "summary": summary(coups, self._faults),
        }

    def _step(self, record: Record, seen: Observation) -> None:
        assert self._table is not None
        before = self._table
        self._table, events = after(before, seen, record.wall_ns, record.monotonic_ns, seq=record.seq)
        if not self._from_ns <= self._now_ns < self._until_ns:
            return
        play = self._table.play
        if isinstance(seen, Noted):
            self._notes.append(_note(record, seen))
        self._mark_faults(record, seen, before)
        for event in events:
            if isinstance(event, FaultFound):
                self._faults.append(_fault(record, event))
        if isinstance(seen, WheelFault) and not seen.since_ok:
            self._faults.append(_wheel_fault(record, seen))
        for gone in [number for number in self._coups if number > play.number]:
            del self._coups[gone]  # its first act was taken back, so there is no such coup
        self._void(record, events)
        if play.opened:
            self._tell(record, seen, play, found=sum(isinstance(each, FaultFound) for each in events))

    def _void(self, record: Record, events: tuple[Event, ...]) -> None:
        """The coups that do not count have no result."""
        for coup in {event.coup for event in events if isinstance(event, CoupVoided)} & self._coups.keys():
            void = self._coups[coup]
            void["seq"], void["ended_ns"] = record.seq, record.wall_ns
            void["result"], void["won"] = None, VOID
            void["staked"], void["returned"] = 0, 0

    def _tell(self, record: Record, seen: Observation, play: Play, *, found: int) -> None:
        coup = self._coups.setdefault(play.number, _fresh(record, play))
        coup["seq"], coup["ended_ns"] = record.seq, record.wall_ns
        coup["faults"] += found
        coup["corrections"] += _takes_back(seen)
        coup["manual"] += isinstance(seen, CardSeen | BallSeen) and seen.source == "manual"
        coup["result"] = play.result.result.copy() if play.result else None
        coup["won"] = won(coup["result"] or {})
        coup["staked"], coup["returned"] = _settled(play)
        coup["cards"] = {
            place: [str(card) for card in play.game.hand(play.coup, place)] for place in play.game.PLACES
        }

    def _mark_faults(self, record: Record, seen: Observation, before: Table) -> None:
        """Who answered for the faults that are open, or withdrew what caused them."""
        assert self._table is not None
        answer: Answer = {
            "by": getattr(seen, "by", "panel"),
            "reason": getattr(seen, "reason", ""),
            "wall_ns": record.wall_ns,
        }
        if isinstance(seen, Acknowledged):
            for fault in self._faults:
                if not fault["answer"] and (seen.fault or None) == fault["wheel"]:
                    fault["answer"] = answer
        elif _takes_back(seen):
            lost = len(before.play.taille.alerts) - len(self._table.play.taille.alerts)
            mine = [each for each in self._faults if not each["answer"] and not each["wheel"]]
            for fault in mine[-lost:] if lost > 0 else ():
                fault["answer"] = {**answer, "withdrawn": True}


def _settled(play: Play) -> tuple[int, int]:
    """What was staked, and what came back, of the stakes that this coup settled."""
    found = [each.settlement for each in play.taille.settled if isinstance(each, StakeSettled)]
    done = [each for each in found if not each.held and not each.void]
    return sum(each.stake for each in done), sum(each.returned for each in done)


def summary(coups: list[ReportedCoup], faults: list[ReportedFault]) -> Summary:
    """The day in a few numbers."""
    return {
        "coups": len(coups),
        "decided": sum(coup["result"] is not None for coup in coups),
        "corrections": sum(coup["corrections"] for coup in coups),
        "manual": sum(coup["manual"] for coup in coups),
        "faults": {**Counter(fault["kind"] for fault in faults)},
        "unanswered": sum(not fault["answer"] for fault in faults),
    }


def _fresh(record: Record, play: Play) -> ReportedCoup:
    return {
        "coup": play.number,
        "game": play.game.NAME,
        "began_ns": record.wall_ns,
        "ended_ns": record.wall_ns,
        "seq": record.seq,
        "result": None,
        "won": "",
        "cards": {},
        "faults": 0,
        "corrections": 0,
        "manual": 0,
        "staked": 0,
        "returned": 0,
    }


def _fault(record: Record, event: FaultFound) -> ReportedFault:
    fault = event.fault
    return {
        "seq": record.seq,
        "wall_ns": record.wall_ns,
        "coup": event.coup,
        "kind": fault.kind,
        "because": reasons.as_dict(fault.because),
        "card": str(fault.card) if fault.card else None,
        "to": fault.to,
        "owed": fault.owed,
        "said": fault.said,
        "wheel": None,
        "answer": None,
    }


def _wheel_fault(record: Record, seen: WheelFault) -> ReportedFault:
    return {
        "seq": record.seq,
        "wall_ns": record.wall_ns,
        "coup": record.coup,
        "kind": "wheel",
        "because": reasons.as_dict(seen.because),
        "card": None,
        "owed": None,
        "wheel": seen.name,
        "answer": None,
    }


def _note(record: Record, seen: Noted) -> ReportedNote:
    return {
        "wall_ns": record.wall_ns,
        "what": seen.what,
        "by": seen.by,
        "text": seen.text,
        "about": seen.about,
        "counted": seen.counted,
    }


def _takes_back(seen: Observation) -> bool:
    return isinstance(seen, Undone) or seen == ButtonPressed("undo")


def _beginning(file: Connection, wall_ns: int) -> int:
    """The record at which a replay begins that is to know the whole table at `wall_ns`. It is the last but
    one possible, so that an undo across a new sabot is right, too."""
    where = "kind IN ('opening', 'taille') AND wall_ns >= ? AND wall_ns < ?"
    before = backwards(file, where, (UNSET_BEFORE_NS, wall_ns))
    if found := list(islice(before, 2)):
        return found[-1].seq
    return next((each.seq for each in records(file, "kind = 'opening'")), 1)


def lines(report: DayReport) -> Iterator[list[str]]:
    """The day as rows of a table for a spreadsheet, headings first."""
    yield ["coup", "game", "began", "ended", "result", "cards", "faults", "corrections", "manual"]
    for coup in report["coups"]:
        cards = "; ".join(f"{place} {' '.join(held)}" for place, held in coup["cards"].items() if held)
        times = [clock(coup["began_ns"]), clock(coup["ended_ns"])]
        counts = [str(coup["faults"]), str(coup["corrections"]), str(coup["manual"])]
        yield [str(coup["coup"]), coup["game"], *times, coup["won"], cards, *counts]


def clock(wall_ns: int) -> str:
    """Local date and time."""
    return datetime.fromtimestamp(wall_ns / 1e9).isoformat(sep=" ", timespec="seconds")  # noqa: DTZ006
