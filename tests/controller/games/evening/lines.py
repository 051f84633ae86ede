"""A table of any household game, its script, and the lines that it reports."""

from __future__ import annotations

import re
from collections.abc import Callable

from sabot.core import options as house
from sabot.core.events import as_dict
from sabot.core.shapes.json import Plain
from sabot.core.table import Table, opened
from tests.controller.games.evening.random_games import HOUSEHOLD, after, coup_of

Played = tuple[Table, list[Plain]]
"""A table, and every line that it reported."""


def table_of(game: str, **options: str) -> Table:
    """A new table of this game, with these options as they are written."""
    rules = HOUSEHOLD[game]
    return opened(rules, house.read(rules.Options, options.items()))


def played(table: Table, script: str) -> Played:
    """The table after this script, and every line that it reported. Acts are parted by lines, semicolons or
    commas; cards with their seats (`2:KH 1:9S`) may stand beside each other."""
    lines: list[Plain] = []
    for act in filter(None, map(str.strip, re.split("[\n;,]", script))):
        for each in act.split() if act[1] == ":" else [act]:
            table, events = after(table, each)
            lines += map(as_dict, events)
    return table, lines


def plays(game: str, **usual: object) -> Callable[..., Played]:
    """A function that plays a script of this game: at the table that it is given, or else at a new one with
    these options and those of the call."""

    def play(script: str = "", table: Table | None = None, **options: object) -> Played:
        rules = HOUSEHOLD[game]
        return played(table or opened(rules, rules.Options(**{**usual, **options})), script)

    return play


def purses(table: Table) -> dict[int, int]:
    """What each seat has."""
    return dict(coup_of(table).deal.evening.purses)


def pot(table: Table) -> int:
    """All money on the table."""
    return coup_of(table).deal.in_play


def of(lines: list[Plain], event: str) -> list[Plain]:
    """The lines with this name."""
    return [line for line in lines if line["event"] == event]


def faults(lines: list[Plain]) -> list[tuple[object, object]]:
    """The kind of each fault, and why it is one."""
    return [(line["kind"], line["because"]) for line in of(lines, "fault")]


def because(lines: list[Plain]) -> str:
    """The reason of the only fault."""
    (fault,) = of(lines, "fault")
    return str(fault["because"])


def refused(table: Table, act: str) -> str:
    """Why this act is refused; nothing else changes."""
    later, lines = played(table, act)
    before = coup_of(table).deal
    if coup_of(table).outcome is None:
        assert coup_of(later).deal._replace(faults=before.faults) == before  # type: ignore[attr-defined]
    return because(lines)


def acts(table: Table) -> list[str]:
    """What may be done now."""
    return [act for turn in coup_of(table).turns for act in turn.acts]


def acts_by_seat(table: Table) -> dict[int, list[str]]:
    """What each seat may do now."""
    found: dict[int, list[str]] = {}
    for turn in coup_of(table).turns:
        found.setdefault(turn.seat, []).extend(turn.acts)
    return found
