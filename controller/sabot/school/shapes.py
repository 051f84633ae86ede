"""What the school tells its pages, as types."""

from __future__ import annotations

from typing import TypedDict

from sabot.games.questions import Question


class Trainee(TypedDict):
    """Somebody who learns here."""

    id: int
    name: str


class DrillSummary(TypedDict):
    """A drill: its name, its title, and the game that it is about."""

    name: str
    title: str
    group: str


class InMenu(DrillSummary):
    """A drill, and how many of its cells there are, were asked, are due and are learnt."""

    cells: int
    asked: int
    due: int
    learnt: int


class Reached(TypedDict):
    """How far a trainee is: minutes of today, or steady cells. `share` is done of the amount, from 0 to 1;
    `even` is where it would be at an even pace (None for minutes). `days_left` until the day of the goal."""

    kind: str
    amount: int
    done: int
    share: float
    even: float | None
    until: str
    days_left: int


def as_dict(key: str, question: Question) -> dict[str, object]:
    """A question as a page gets it: without its cell, which would tell."""
    return {
        "id": key,
        "drill": question.drill,
        "ask": question.ask,
        "values": question.values,
        "shows": question.shows,
        "acts": [act._asdict() for act in question.acts],
        "typed": question.typed,
        "within_s": question.within_s,
        "left_s": question.left_s,
    }
