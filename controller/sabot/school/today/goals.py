"""The goal of a trainee: minutes a day, or a number of steady cells by a date. The newest one counts.

What is reached follows from the answers: nothing else is kept, and nothing is won or lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from sabot.core.shapes.json import Plain
from sabot.school.shapes import Reached
from sabot.school.store import SchoolError, Store
from sabot.school.today.day import begin_of_day_s, day_of

MINUTES, CELLS, NONE = "minutes", "cells", "none"
MOST_MINUTES, MOST_CELLS, LONGEST_DAYS = 240, 2_000, 730

PAUSE_S = 180.0
"""After a longer time without an answer the trainee was not at it; one answer counts as this at most."""

NO_MINUTES = "A goal is 1 to 240 minutes a day."
NO_CELLS = "A goal is 1 to 2000 steady cells."
NO_DATE = "The goal ends on a day after today, within two years."


class Goal(NamedTuple):
    """A goal on record: its `kind`, how much, how many cells were steady when it was set, the day by which
    (as `2026-12-24`; empty: every day), and when it was set (milliseconds since 1970)."""

    kind: str
    amount: int
    had: int
    until: str
    at_ms: int


def practised_s(answers: Iterable[tuple[float, float]]) -> float:
    """How long somebody practised, from when each answer was given (Unix time) and the seconds that it took.
    Between two answers they read on; after a pause only the answer itself counts.

    >>> practised_s([(100.0, 4.0), (130.0, 4.0), (5000.0, 6.0)])
    40.0
    """
    given = sorted((at_s, min(took_s, PAUSE_S)) for at_s, took_s in answers)
    gaps = [
        after - before if after - before <= PAUSE_S else took
        for (before, _), (after, took) in pairwise(given)
    ]
    return sum(gaps) + sum(took for _, took in given[:1])


def reached(goal: Goal, *, minutes: int, steady: int, now_s: float) -> Reached:
    """How far this is on the way to the goal."""
    done = minutes if goal.kind == MINUTES else steady
    share = min(done / goal.amount, 1.0)
    found: Reached = {"kind": goal.kind, "amount": goal.amount, "done": done, "share": share, "even": None,
                      "until": goal.until, "days_left": 0}  # fmt: skip
    if goal.kind == MINUTES:
        return found
    last, first, today = date.fromisoformat(goal.until), day_of(goal.at_ms / 1000), day_of(now_s)
    passed = min(max((today - first).days / max((last - first).days, 1), 0.0), 1.0)
    should = goal.had + (goal.amount - goal.had) * passed
    return {**found, "even": min(should / goal.amount, 1.0), "days_left": max((last - today).days, 0)}


class Goals:
    """The goals of all trainees. Raises SchoolError for what cannot be."""

    def __init__(self, store: Store, *, steady: Callable[[int], int], now_s: Callable[[], float]) -> None:
        self._store, self._steady, self._now_s = store, steady, now_s

    def set(self, trainee: int, body: Plain) -> None:
        """Set a goal in place of the one before; of the kind `none`: there is no goal any more."""
        kind = body.get("kind")
        if kind == NONE:
            goal = (NONE, 0, "")
        elif kind == MINUTES:
            goal = (MINUTES, _whole(body.get("amount"), MOST_MINUTES, NO_MINUTES), "")
        else:
            goal = (CELLS, _whole(body.get("amount"), MOST_CELLS, NO_CELLS), self._day(body.get("until")))
        kept, amount, until = goal
        had = self._steady(trainee) if kept == CELLS else 0
        self._store.add("goal", trainee, kept, amount, had, until, round(1000 * self._now_s()))

    def _day(self, text: object) -> str:
        try:
            days = (date.fromisoformat(str(text)) - day_of(self._now_s())).days
        except ValueError:
            days = 0
        if not 0 < days <= LONGEST_DAYS:
            raise SchoolError(NO_DATE)
        return str(text)

    def of(self, trainee: int) -> Reached | None:
        """The goal of a trainee and how far they are; None where there is none."""
        asked = (
            "SELECT kind, amount, had, until, at_ms FROM goal WHERE trainee = ? ORDER BY rowid DESC LIMIT 1"
        )
        found = next(iter(self._store.rows(asked, trainee)), None)
        if found is None or found[0] == NONE:
            return None
        goal, now_s = Goal(*found), self._now_s()
        minutes = int(practised_s(self._store.answered_in(trainee, begin_of_day_s(now_s))) / 60)
        steady = self._steady(trainee) if goal.kind == CELLS else 0
        return reached(goal, minutes=minutes, steady=steady, now_s=now_s)


def _whole(amount: object, most: int, why: str) -> int:
    if type(amount) is not int or not 0 < amount <= most:
        raise SchoolError(why)
    return amount
