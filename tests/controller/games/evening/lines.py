"""A table of any household game, its script, and the lines that it reports."""

from __future__ import annotations

from sabot.core import options as house
from sabot.core.events import as_dict
from sabot.core.shapes.json import Plain
from sabot.core.table import Table, opened
from tests.controller.games.evening.random_games import HOUSEHOLD, after, coup_of


def table_of(game: str, **options: str) -> Table:
    """A new table of this game, with these options."""
    rules = HOUSEHOLD[game]
    return opened(rules, house.read(rules.Options, options.items()))


def played(table: Table, script: str) -> tuple[Table, list[Plain]]:
    """The table after this script, and every line that it reported."""
    lines: list[Plain] = []
    for act in filter(None, map(str.strip, script.splitlines())):
        table, events = after(table, act)
        lines += map(as_dict, events)
    return table, lines


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


def acts(table: Table) -> list[str]:
    """What may be done now."""
    return [act for turn in coup_of(table).turns for act in turn.acts]
