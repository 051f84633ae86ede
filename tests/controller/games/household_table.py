"""A table of a household game, its script, and the lines that it reports."""

from __future__ import annotations

from sabot.core.events import as_dict
from sabot.core.shapes.json import Plain
from sabot.core.table import Table, opened
from tests.controller.games.evening.random_games import HOUSEHOLD, after, coup_of


def table_of(name: str, **options: object) -> Table:
    """An open table of this game."""
    game = HOUSEHOLD[name]
    return opened(game, game.Options(**options))


def played(table: Table, script: str) -> tuple[Table, list[Plain]]:
    """The table after this script (acts by line or comma), and every line that it reported."""
    lines: list[Plain] = []
    for act in filter(None, map(str.strip, script.replace(",", "\n").splitlines())):
        table, events = after(table, act)
        lines += map(as_dict, events)
    return table, lines


def refused(table: Table, act: str) -> str:
    """Why this act is refused; nothing else changes."""
    later, lines = played(table, act)
    (fault,) = of(lines, "fault")
    before = coup_of(table).deal
    if coup_of(table).outcome is None:
        assert coup_of(later).deal._replace(faults=before.faults) == before  # type: ignore[attr-defined]
    return str(fault["because"])


def of(lines: list[Plain], event: str) -> list[Plain]:
    """The lines with this name."""
    return [line for line in lines if line["event"] == event]


def counters(table: Table, unit: int = 10) -> dict[int, int]:
    """What each seat has, in counters."""
    return {seat: amount // unit for seat, amount in coup_of(table).deal.evening.purses.items()}


def acts(table: Table) -> dict[int, list[str]]:
    """What each seat may do now."""
    found: dict[int, list[str]] = {}
    for turn in coup_of(table).turns:
        found.setdefault(turn.seat, []).extend(turn.acts)
    return found
