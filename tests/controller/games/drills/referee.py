"""What the referee says of the deals that the drills ask about: each is played act for act through `step`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from sabot.core.events import Event, FaultFound
from sabot.core.options import House
from sabot.core.reasons import Reason
from sabot.core.script import read
from sabot.core.table import Table, opened, step
from sabot.games.evening.drills.settling import Subject
from sabot.games.questions import Drill, Question, chance_of
from sabot.games.register import GAMES
from sabot.school.catalogue import drills

DRILLS = drills()
QUESTIONS = 80 if os.environ.get("SABOT_SOAK") else 24
"""How many questions of a drill are asked: one of each cell at least, and many in `make soak`."""


class Played(NamedTuple):
    """The table after some acts, what the last of them did, and the purses before and after it."""

    table: Table
    events: tuple[Event, ...]
    before: dict[int, int]
    after: dict[int, int]

    @property
    def faults(self) -> list[Reason]:
        """What the referee has against the last act."""
        return [event.fault.because for event in self.events if isinstance(event, FaultFound)]

    def gain(self, seat: int) -> int:
        """What this seat has more than before the last act."""
        return self.after[seat] - self.before[seat]


def purses(table: Table) -> dict[int, int]:
    return {int(seat): round(100 * float(sum_)) for seat, sum_ in table.play.coup.spread["purses"].items()}


def played(game: str, options: House, acts: Sequence[str]) -> Played:
    """The deal as the referee sees it; all acts but the last are allowed."""
    table = opened(GAMES[game], options)
    for observation in read(acts[:-1], GAMES[game], options):
        table, events = step(table, observation)
        assert not [event for event in events if isinstance(event, FaultFound)], acts
    before = purses(table)
    (last,) = read(acts[-1:], GAMES[game], options)
    table, events = step(table, last)
    return Played(table, tuple(events), before, purses(table))


def seeds(drill: Drill, cell: str) -> range:
    """The seeds of this cell, one at least, so that the cells of a drill share its questions."""
    cells = drill.cells()
    return range(cells.index(cell), max(QUESTIONS, len(cells)), len(cells))


def asked(
    drill: Drill, subject: Subject, cell: str, seed: int
) -> tuple[Question, object, tuple[str, ...], str]:
    """The question, what is told of its deal, the acts of the deal, and the right answer."""
    found: list[tuple[Any, object]] = []
    finds = Subject.found

    def noted(of: Subject, cell: str, rng: Random) -> tuple[Any, object]:
        found.append(finds(of, cell, rng))
        return found[0]

    with patch.object(Subject, "found", noted):  # to find a moment takes as long as all else
        question = drill.ask(cell, seed)
    if not found:  # the drill remembers this question
        found.append(subject.found(cell, chance_of(drill.name, cell, seed)))
    ((moment, told),) = found
    return question, told, moment.acts, drill.judge(question, "").truth
