"""The roads of baccarat: what the results of a taille look like on the score cards of house and public.

All roads are pure functions from the winners in the order they fell (`punto`, `banco`, `egalite`) to cells on
a grid of six rows; columns count from 0 without end, and a screen shows the last that fit. As casinos print
them:

- bead plate: every coup in its own cell, down a column, then the next;
- big road: a streak of one winner goes down a column and turns right where the way down is closed (a *dragon
  tail*, which then keeps right); the other winner opens a new column on the top row; égalités are counted on
  the cell before them;
- big eye boy, small road and cockroach pig look back one, two and three columns from the big road *as if it
  had no last row* and mark `red` where the streaks repeat themselves and `blue` where they do not; they fall
  on their grid as the big road does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

ROAD_ROWS = 6
TIE = "egalite"


class Cell(NamedTuple):
    """One mark: `column` and `row` from 0, `nth` the coup (from 0) that made it, `ties` the égalités on it.

    The derived roads mark repetition, not coups: their `nth` counts their own marks.
    """

    column: int
    row: int
    mark: str
    nth: int
    ties: int = 0


def bead(winners: Sequence[str]) -> tuple[Cell, ...]:
    """The bead plate: coup by coup down the columns.

    >>> [(cell.column, cell.row) for cell in bead(["punto"] * 7)][-2:]
    [(0, 5), (1, 0)]
    """
    return tuple(
        Cell(index // ROAD_ROWS, index % ROAD_ROWS, mark, index) for index, mark in enumerate(winners)
    )


def big_road(winners: Sequence[str]) -> tuple[Cell, ...]:
    """The big road, in the order of play. Égalités before the first winner count on its cell.

    >>> [(cell.column, cell.row, cell.mark) for cell in big_road(["banco", "banco", "punto", "egalite"])]
    [(0, 0, 'banco'), (0, 1, 'banco'), (1, 0, 'punto')]
    >>> big_road(["banco", "egalite", "egalite"])[0].ties
    2
    """
    played = [index for index, winner in enumerate(winners) if winner != TIE]
    marks = [winners[index] for index in played]
    ties = _ties(winners, played)
    return tuple(
        Cell(column, row, mark, index, tied)
        for (column, row), mark, index, tied in zip(_laid(marks), marks, played, ties, strict=True)
    )


def big_eye_boy(winners: Sequence[str]) -> tuple[Cell, ...]:
    """The first derived road: each mark of the big road against the column before."""
    return _derived(winners, back=1)


def small_road(winners: Sequence[str]) -> tuple[Cell, ...]:
    """The second derived road: two columns back."""
    return _derived(winners, back=2)


def cockroach_pig(winners: Sequence[str]) -> tuple[Cell, ...]:
    """The third derived road: three columns back."""
    return _derived(winners, back=3)


def next_mark(winners: Sequence[str], winner: str, *, back: int) -> str | None:
    """What `winner`, if it comes next, draws in the derived road that looks `back` columns back: `red`,
    `blue`, or None while there is nothing to compare.

    >>> next_mark(["banco", "punto"], "banco", back=1), next_mark(["banco", "punto"], "punto", back=1)
    ('red', 'blue')
    """
    drawn = len(list(_repetition(streaks(winners), back)))
    marks = list(_repetition(streaks((*winners, winner)), back))
    return marks[-1] if len(marks) > drawn else None


def streaks(winners: Iterable[str]) -> tuple[int, ...]:
    """The lengths of the streaks of one winner; égalités neither make nor break one.

    >>> streaks(["banco", "banco", "egalite", "banco", "punto"])
    (3, 1)
    """
    lengths: list[int] = []
    last = None
    for winner in winners:
        if winner == TIE:
            continue
        if winner != last:
            lengths.append(0)
        lengths[-1] += 1
        last = winner
    return tuple(lengths)


def _ties(winners: Sequence[str], played: list[int]) -> list[int]:
    """How many égalités belong to each played coup: those after it, for the first also those before it."""
    starts = [0, *played[1:]]
    ends = [*played[1:], len(winners)]
    return [end - start - 1 for start, end in zip(starts, ends, strict=True)] if played else []


def _derived(winners: Sequence[str], *, back: int) -> tuple[Cell, ...]:
    marks = list(_repetition(streaks(winners), back))
    return tuple(
        Cell(column, row, mark, index)
        for index, ((column, row), mark) in enumerate(zip(_laid(marks), marks, strict=True))
    )


def _repetition(lengths: tuple[int, ...], back: int) -> Iterator[str]:
    """`red` or `blue` for each mark of the big road that has something to be compared with.

    A mark that opens a column asks whether the column it leaves is as long as the one `back` before that; one
    further down asks whether the column `back` to the left has, or lacks, both this row and the one above.
    """
    for column, length in enumerate(lengths):
        if column > back:
            yield _mark(lengths[column - 1] == lengths[column - 1 - back])
        if column >= back:
            yield from (_mark(lengths[column - back] != depth) for depth in range(1, length))


def _mark(repeats: bool) -> str:
    return "red" if repeats else "blue"


def _laid(marks: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where each of `marks` falls: down while the same, right where that is closed, else a new column."""
    taken: set[tuple[int, int]] = set()
    opened, last = -1, None
    column, row, turned = 0, 0, False
    for mark in marks:
        if mark != last:
            opened = _free_column(taken, opened + 1)
            column, row, turned, last = opened, 0, False, mark
        elif turned or row + 1 == ROAD_ROWS or (column, row + 1) in taken:
            column, turned = column + 1, True
        else:
            row += 1
        taken.add((column, row))
        yield column, row


def _free_column(taken: set[tuple[int, int]], column: int) -> int:
    """The first column from `column` on whose top row is free: a tail may have run along it."""
    while (column, 0) in taken:
        column += 1
    return column
