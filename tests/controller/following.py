"""A follower of the event lines, and what must agree with it: the table, a clean record, the journal.

docs/notation.md says what a follower may do: drop the lines that an `undone` names, pass over a coup that is
void, and of two results of one coup take the later.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from sabot.core.events import ActWithdrawn, as_dict
from sabot.core.observations import Observation, Perceived
from sabot.core.options import House
from sabot.core.table import Table, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox, Waiting
from sabot.live.loop import Loop
from sabot.record import chronicle
from sabot.record.chain import Entry
from sabot.record.journal import Journal, reading
from sabot.record.resume import opening
from tests.controller.games.oracles import Listener
from tests.controller.random_coups import dealt, fresh

Line = dict[str, Any]

FACTS = frozenset("card result settlement void shoe banque assurance guignot paid".split())
"""The events that are history; `owed` and `call` say what holds now, and faults stay after an undo."""


class Follower:
    """The lines that stand, each with its number."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, Line]] = []
        self.number = 0

    def hears(self, line: Line, number: int = 0) -> None:
        """One more line; without a number it is the next."""
        self.number = number or self.number + 1
        if line["event"] == "undone":
            self._drops(line["from"])
        else:
            self.kept.append((self.number, line))

    def _drops(self, first: int) -> None:
        faults = []
        while self.kept and self.kept[-1][0] >= first:
            number, line = self.kept.pop()
            if line["event"] == "fault":
                faults.append((number, line))
        self.kept += reversed(faults)

    def facts(self) -> list[Line]:
        """What has happened, in order."""
        return [line for _, line in self.kept if line["event"] in FACTS]

    def results(self) -> dict[int, Line]:
        """The result of each coup that counts, by its number."""
        found: dict[int, Line] = {}
        for line in self.facts():
            if line["event"] == "result":
                found[line["coup"]] = {key: line[key] for key in line if key not in ("event", "coup")}
            elif line["event"] == "void":
                found.pop(line["coup"], None)
        return found


class Shift(NamedTuple):
    """A shift that was dealt and followed: the table before and after it, every act, those that were not
    taken back, and how often each event was told."""

    first: Table
    last: Table
    acts: list[Observation]
    left: list[Observation]
    follower: Follower
    event_counts: Counter[str]


def shift(game: str, *, seed: int, acts: int, options: House | None = None) -> Shift:
    """Deals this number of acts at a new table, of any house where none is given, and follows them. It is the
    same each time."""
    table, dealer = fresh(Random(f"{game} {seed}"), GAMES[game], options=options)
    found = Shift(table, table, [], [], Follower(), Counter())
    for act, _, after, events in dealt(table, dealer, acts=acts):
        found.acts.append(act)
        for line in map(as_dict, events):
            found.follower.hears(line)
            found.event_counts[line["event"]] += 1
        if any(isinstance(event, ActWithdrawn) for event in events):
            found.left.pop()
        else:
            found.left.append(act)
        found = found._replace(last=after)
    return found


def disagreements(done: Shift) -> Iterator[str]:
    """What the follower has otherwise than the table, or than a clean record of the acts that were left; and
    where the book parts from that record."""
    table, clean, book = done.first, Follower(), Listener(done.first)
    for act in done.left:
        table, events = step(table, act)
        lines = [*map(as_dict, events)]
        for line in lines:
            clean.hears(line)
        book.hears(act, lines)
    if book.found:
        yield f"by the book: {book.found}"
    if view(table) != view(done.last):  # an answer of the croupier is equal to itself alone
        yield "the table is another than without the acts that were taken back"
    if clean.facts() != done.follower.facts():
        yield "the follower keeps other lines than are told without the acts that were taken back"
    if _of_the_taille(done.follower.results(), done.last) != _results(done.last):
        yield "the follower has other results than the table"


def _results(table: Table) -> dict[int, Line]:
    return {each.coup: {**each.result} for each in table.play.taille.results}


def _of_the_taille(results: dict[int, Line], table: Table) -> dict[int, Line]:
    """Those of the taille under way. A coup that a hand has opened again has no result."""
    play = table.play
    begun = min(_results(table), default=play.number + 1)
    is_open = play.opened and play.result is None
    return {
        coup: line
        for coup, line in results.items()
        if coup >= begun and not (is_open and coup == play.number)
    }


# --- the journal --------------------------------------------------------------------------------------


def of_the_journal(done: Shift, path: Path) -> Iterator[str]:
    """What the journal's exports have otherwise, if a live table keeps the same acts."""
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(done.first))])
        loop = Loop(done.first, journal=journal, inbox=Inbox(), feed=Feed())
        loop.keep(
            [
                Waiting(Perceived(act, number, number, ""), "", False, Future())
                for number, act in enumerate(done.acts, 1)
            ]
        )
    with reading(path) as file:
        exported, chapters = list(chronicle.as_json(file)), list(chronicle.coups(file))
    follower = Follower()
    for record in map(json.loads, exported):
        if record["kind"] == "event":
            follower.hears(record["body"], record["seq"])
    if follower.facts() != done.follower.facts():
        yield "the follower of the journal's export keeps other lines than that of the pipe"
    if {each.coup: each.result for each in chapters if each.result} != _decided(done):
        yield "the journal's coups have other results than the follower"


def _decided(done: Shift) -> dict[int, Line]:
    play, results = done.last.play, done.follower.results()
    if play.opened and play.result is None:
        results.pop(play.number, None)
    return results
