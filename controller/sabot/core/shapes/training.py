"""People in training as the pit has them: what the school of a table says of each, under their number there.
No name is among it."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.reasons import Reason


class Missed(NamedTuple):
    """A cell of a drill that was often wrong: how often it was asked, and how often wrongly answered.
    `title` and `game` are those of the drill, empty where this program does not know it."""

    drill: str
    cell: str
    asked: int
    wrong: int
    title: str = ""
    game: str = ""


class Reached(NamedTuple):
    """The highest level of the virtual table at which a coup of this game was dealt without a fault."""

    game: str
    level: int


class Learning(NamedTuple):
    """One person in training, under the number that the school of their table gave them: on how many days
    they practised, the last of them as `2026-11-24`, answers and coups with how many of them were right, the
    levels, and what was wrong most often."""

    number: int
    days: int
    last: str
    answers: int
    right: int
    coups: int
    coups_right: int
    levels: tuple[Reached, ...] = ()
    missed: tuple[Missed, ...] = ()


class Class(NamedTuple):
    """What the school of one table said last, and when (seconds since 1970; None: it never did). `refused`:
    why a later report was not taken; None: none was refused."""

    station: str
    said_s: float | None
    refused: Reason | None
    learning: tuple[Learning, ...] = ()
