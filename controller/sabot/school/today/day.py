"""What stands before a trainee today: the cells that are due, the days with practice, the ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import TypedDict

from sabot.school.shapes import InMenu, Reached

SHOWN_DAYS = 14


class Rated(TypedDict):
    """The rating of a trainee at a game, over how many coups it was taken, and within how many points on each
    side it lies in 95 of 100 cases."""

    game: str
    value: int
    coups: int
    within: int


class Due(TypedDict):
    """How many cells are due in how many drills, and the drill to begin with (empty: none is due)."""

    due: int
    drills: int
    first: str


class Today(Due):
    """What is due, how many cells are unsteady, the ratings, on which of the last fourteen days there was an
    answer (oldest first), where the sitting of five minutes stands, and the goal."""

    unsteady: int
    days: list[bool]
    ratings: list[Rated]
    daily: str
    goal: Reached | None


def due(menu: Sequence[InMenu], game: str) -> Due:
    """Returns what is due in these drills. The first one is of this game if any is due there; it has most due
    cells."""
    wanted = [each for each in menu if each["due"]]
    wanted.sort(key=lambda each: (each["group"] != game, -each["due"]))
    first = wanted[0]["name"] if wanted else ""
    return {"due": sum(each["due"] for each in wanted), "drills": len(wanted), "first": first}


def day_of(at_s: float) -> date:
    """The local day of this moment (Unix time)."""
    return datetime.fromtimestamp(at_s).date()  # noqa: DTZ006


def begin_of_day_s(now_s: float) -> float:
    """When the local day of this moment began (Unix time)."""
    return datetime.combine(day_of(now_s), time()).timestamp()


def end_of_tomorrow_s(now_s: float) -> float:
    """When the local day after this one ends (Unix time)."""
    return datetime.combine(day_of(now_s) + timedelta(days=2), time()).timestamp()


def learnt_on(answered_s: Iterable[float], now_s: float) -> list[bool]:
    """Returns for each of the last fourteen days, today the last, whether there was an answer; by local time.

    >>> learnt_on([0.0], 0.0)[-2:]
    [False, True]
    """
    there = {*map(day_of, answered_s)}
    return [day_of(now_s) - timedelta(days=back) in there for back in reversed(range(SHOWN_DAYS))]
