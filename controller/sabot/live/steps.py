"""A step of the table: what one observation did, and what goes on record of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from sabot.core import events as verdicts
from sabot.core.events import Event
from sabot.core.observations import ClockTicked, as_dict
from sabot.core.play.state import coup_number
from sabot.core.table import Table
from sabot.live.inbox import Waiting
from sabot.record.chain import Entry
from sabot.record.resume import is_beginning, opening


class Step(NamedTuple):
    """What one observation did: the table after it, the verdicts, and what goes on record of both."""

    waiting: Waiting
    table: Table
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]


def recorded(waiting: Waiting, before: Table, table: Table, events: Sequence[Event]) -> Iterator[Entry]:
    """What goes on record of a step: what was seen, then what was decided; nothing for a tick without
    effect."""
    (observation, wall_ns, monotonic_ns, mark), role = waiting.perceived, waiting.role
    if type(observation) is ClockTicked and not events and _unchanged(before, table):
        return
    coup = coup_number(table.play) or coup_number(before.play)
    yield Entry("observation", as_dict(observation), coup, wall_ns, monotonic_ns, role, mark)
    for event in events:
        number = min(event.coup, table.play.number)  # the last coup is announced before it is opened
        yield Entry("event", verdicts.as_dict(event), number, wall_ns, monotonic_ns)
    if is_beginning(observation, table):
        yield Entry("taille", opening(table), 0, wall_ns, monotonic_ns)


def _unchanged(before: Table, table: Table) -> bool:
    """Whether the two differ in the time alone."""
    room, was = table.room, before.room
    return table.play is before.play and room._replace(clock_ns=was.clock_ns, ahead_ns=was.ahead_ns) == was


def on_record(steps: Sequence[Step]) -> Iterator[Entry]:
    """What goes on record of all of them."""
    return chain.from_iterable(step.entries for step in steps)
