"""What a school tells of its trainees outside the table: figures under a number, and never a name.

It is read from the file, read-only, by a process that is not the table's. Somebody who left, or whose name
was erased, is not in it. Of an examination that goes on nothing is told, as on every page of the school.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from sabot.core.shapes.training import Learning, Missed, Reached
from sabot.record.journal import read_only
from sabot.school.at_table import A_COUP, rated_in
from sabot.school.at_table import DRILL as AT_TABLE
from sabot.school.today.day import day_of

MISSED_MOST = 3
"""The cells of a trainee that are named, at most: those that were wrong most often."""

QUARTER_MS = 15 * 60_000
"""Days begin at a quarter of an hour everywhere, so the answers of one quarter are of one day."""

RATED = rated_in("")

_ANSWERS = (
    "SELECT trainee, drill, cell, was_right, at_ms / ?"
    " FROM answer JOIN question ON question.id = answer.question"
    " WHERE trainee IN (SELECT id FROM enrolled) AND (exam IS NULL OR exam IN (SELECT exam FROM result))"
)


def summary(path: Path) -> tuple[Learning, ...]:
    """Everybody who learns at the table with this file, by number; nobody where there is no file. Raises
    sqlite3.Error where it cannot be read."""
    if not path.is_file():
        return ()
    with closing(sqlite3.connect(read_only(path), uri=True)) as file:
        file.execute("BEGIN")
        trainees = sorted(key for (key,) in file.execute("SELECT id FROM enrolled"))
        cells: dict[int, dict[tuple[str, str], list[int]]] = {key: {} for key in trainees}
        quarters: dict[int, set[int]] = {key: set() for key in trainees}
        for who, drill, cell, is_right, quarter in file.execute(_ANSWERS, (QUARTER_MS,)):
            cells[who].setdefault((drill, cell), [0, 0])[is_right] += 1
            quarters[who].add(quarter)
    return tuple(_learning(who, _counted(cells[who]), _days(quarters[who])) for who in trainees)


def _counted(cells: Mapping[tuple[str, str], Sequence[int]]) -> list[Missed]:
    return [Missed(*name, wrong + right, wrong) for name, (wrong, right) in cells.items()]


def _days(quarters: Iterable[int]) -> set[str]:
    return {day_of(each * QUARTER_MS / 1000).isoformat() for each in quarters}


def _learning(number: int, cells: Sequence[Missed], days: set[str]) -> Learning:
    drilled = [each for each in cells if each.drill != AT_TABLE and not each.drill.startswith(RATED)]
    coups = [each for each in cells if (each.drill, each.cell) == A_COUP]
    missed = sorted((each for each in drilled if each.wrong), key=lambda each: (-each.wrong, each[:2]))
    return Learning(
        number,
        len(days),
        max(days, default=""),
        _asked(drilled),
        _right(drilled),
        _asked(coups),
        _right(coups),
        _levels(cells),
        tuple(missed[:MISSED_MOST]),
    )


def _asked(cells: Sequence[Missed]) -> int:
    return sum(each.asked for each in cells)


def _right(cells: Sequence[Missed]) -> int:
    return sum(each.asked - each.wrong for each in cells)


def _levels(cells: Sequence[Missed]) -> tuple[Reached, ...]:
    found: dict[str, int] = {}
    for each in cells:
        if each.drill.startswith(RATED) and each.cell.isdecimal() and each.wrong < each.asked:
            game = each.drill.removeprefix(RATED)
            found[game] = max(found.get(game, 0), int(each.cell))
    return tuple(Reached(*each) for each in sorted(found.items()))
