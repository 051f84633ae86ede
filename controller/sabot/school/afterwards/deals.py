"""Deals among friends that are over: with which card each was decided, by the cards of all hands.

The journal remembers them. It is read when somebody asks, and then only what is new in it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sabot.core.cards import with_sign
from sabot.core.events import as_dict
from sabot.core.game import Coup, Game
from sabot.core.observations import Undone
from sabot.core.options import House
from sabot.core.play.judgement import unreported
from sabot.core.reasons import Reason, Value, reason
from sabot.core.script import read as read_script
from sabot.core.table import Table, open_settlements, opened, step
from sabot.games.lessons import BROKEN, CONTRACT, DEAL, DEFENCE, TOO_HARD, UNKNOWN, Hindsight, Thrown
from sabot.record.carry_over import FOLDED, opened_again
from sabot.record.chain import Record
from sabot.record.journal import JournalError, backwards, reading, records
from sabot.record.resume import after, read, reopened
from sabot.school.store import SchoolError
from sabot.school.taught import lessons

DEALS_KEPT = 24
"""The newest deals that can be looked at."""

LAST_OPENING = "kind = 'opening'"
SINCE = f"seq > ? AND {FOLDED}"

NO_DEAL = "There is no such deal."


class Over(NamedTuple):
    """A deal that is over: its number, the name of its game, and the deal itself."""

    number: int
    game: str
    coup: Coup

    @property
    def contract(self) -> str:
        """What was played, as the table shows it: the seat and its bid; empty where there is none."""
        return str(self.coup.spread.get("contract") or "")


def over_at(table: Table) -> Over | None:
    """The deal at this table, where it is over and its game can say what decided it."""
    play = table.play
    name = play.game.NAME
    if lessons(name).hindsight is None or play.game.result(play.coup) is None:
        return None
    return Over(play.number, name, play.coup)


def hindsight(over: Over) -> Hindsight:
    """The cards that decided this deal. A hard one takes seconds."""
    found = lessons(over.game).hindsight
    return found(over.coup) if found else Hindsight()


SILENT = {
    UNKNOWN: reason("not all hands of this deal are known"),
    BROKEN: reason("a card was played against the rules in this deal"),
    TOO_HARD: reason("this deal is too hard to be worked out here"),
}


def said(found: Hindsight) -> list[Reason]:
    """What there is to say of a deal, card by card."""
    if found.silent:
        return [SILENT[found.silent]]
    return [*map(_said, found.thrown)] or [reason("no card threw this deal away")]


def _said(thrown: Thrown) -> Reason:
    better = " ".join(map(with_sign, thrown.better))
    slots: dict[str, Value] = {"n": thrown.trick, "m": thrown.seat, "card": thrown.card, "note": better}
    if thrown.what == CONTRACT:
        return reason("trick {n}: seat {m} threw the contract away with {card}; better: {note}", **slots)
    if thrown.what == DEFENCE:
        return reason("trick {n}: seat {m} let the contract through with {card}; better: {note}", **slots)
    assert thrown.what == DEAL
    return reason("trick {n}: seat {m} threw the deal away with {card}; better: {note}", **slots)


def as_line(number: int, thrown: Thrown) -> dict[str, object]:
    """The same as an event line of a script."""
    better = [*map(str, thrown.better)]
    what = {"what": thrown.what, "trick": thrown.trick, "seat": thrown.seat, "card": str(thrown.card)}
    return {"event": "thrown", "coup": number, **what, "better": better}


def after_each(rules: Game, options: House, script: Iterable[str]) -> Iterator[dict[str, object]]:
    """Every event line of a script, and after each deal a line for each card that threw it away. Where
    nothing can be said of a deal there is none. These lines are numbered with the others."""
    table = opened(rules, options)
    for observation in read_script(script, rules, options):
        before, (table, events) = over_at(table), step(table, observation)
        yield from map(as_dict, events)
        over = over_at(table)
        if over is not None and before is None and not isinstance(observation, Undone):
            thrown = hindsight(over).thrown
            table = table._replace(line=table.line + len(thrown))
            yield from (as_line(over.number, each) for each in thrown)
    yield from map(as_dict, (*unreported(table.play), *open_settlements(table)))


class Deals:
    """The deals of one journal since its last opening, the newest as far as they are `kept`. For many
    threads."""

    def __init__(self, journal: Path | None, *, kept: int = DEALS_KEPT) -> None:
        self._journal, self._kept = journal, kept
        self._lock, self._working = threading.Lock(), threading.Lock()
        self._table: Table | None = None
        self._seq = 0
        self._over: dict[int, Over] = {}
        self._found: dict[int, tuple[Over, Hindsight]] = {}

    def newest(self) -> list[Over]:
        """The newest deals that are over, the last one first; none where there is no journal, or it cannot
        be read."""
        with self._lock:
            self._catch_up()
            return [*reversed(self._over.values())]

    def of(self, number: int) -> tuple[Over, Hindsight]:
        """A deal and what decided it. Raises SchoolError where there is none with this number."""
        over = next((each for each in self.newest() if each.number == number), None)
        if over is None:
            raise SchoolError(NO_DEAL)
        return self._known(over) or self._worked_out(over)

    def _known(self, over: Over) -> tuple[Over, Hindsight] | None:
        known = self._found.get(over.number)
        return known if known is not None and known[0] is over else None

    def _worked_out(self, over: Over) -> tuple[Over, Hindsight]:
        """One at a time, so that a page that is loaded again and again takes no time from the table: it waits
        for what is being worked out."""
        with self._working:
            found = self._known(over) or (over, hindsight(over))
            with self._lock:
                if self._over.get(over.number) is over:
                    self._found[over.number] = found
            return found

    def said(self, found: Hindsight) -> list[Reason]:
        """What there is to say of a deal, card by card."""
        return said(found)

    def _catch_up(self) -> None:
        if self._journal is None:
            return
        try:
            with reading(self._journal) as file:
                if self._table is None:
                    self._seq = next((each.seq - 1 for each in backwards(file, LAST_OPENING)), 0)
                for record in records(file, SINCE, (self._seq,)):
                    self._take(record)
        except JournalError:
            return  # the table says what is wrong with it

    def _take(self, record: Record) -> None:
        self._seq = record.seq
        if record.kind == "opening":
            self._table = reopened(record.plain)
            return
        if self._table is None:
            return
        if record.kind == "note":
            self._table = opened_again(self._table, record)
            return
        before = self._table.play.number
        self._table, _ = after(self._table, read(record), *record[1:3], seq=record.seq)
        over, number = over_at(self._table), self._table.play.number
        if over is not None:
            self._keep(over)
        elif number == before:
            self._forget(number)  # its last act was taken back

    def _keep(self, over: Over) -> None:
        known = self._over.get(over.number)
        if known is None or known.coup is not over.coup:
            self._over[over.number] = over
        for number in [*self._over][: -self._kept]:
            self._forget(number)

    def _forget(self, number: int) -> None:
        """A deal that cannot be looked at any more, with what was found of it."""
        self._over.pop(number, None)
        self._found.pop(number, None)
