"""What the answers on record tell: errors and time by cell, the learning curve, a class at a glance. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import NamedTuple, TypedDict

from sabot.games.questions import Drill
from sabot.school.at_table import DRILL as AT_TABLE
from sabot.school.examination.exams import Sat
from sabot.school.schedule import Answered
from sabot.school.shapes import Reached, Trainee

BLOCK_ANSWERS = 20
"""The number of answers in one point of the curve."""


class Heat(NamedTuple):
    """A cell: how often it was asked, how often wrongly answered, and the median time of the right ones in
    seconds (None: never right)."""

    asked: int
    wrong: int
    seconds: float | None

    @property
    def tone(self) -> str:
        """How well it stands: `new`, `sure` (no error), `fair` (up to 1 in 5), `weak` (up to half) or
        `poor`."""
        if not self.asked:
            return "new"
        part = self.wrong / self.asked
        return "sure" if not part else "fair" if part <= 0.2 else "weak" if part <= 0.5 else "poor"


def heat_of(answers: Sequence[Answered]) -> Heat:
    """The heat of these answers to one cell."""
    times = [each.seconds for each in answers if each.right and each.seconds]
    wrong = sum(not each.right for each in answers)
    return Heat(len(answers), wrong, round(median(times), 1) if times else None)


def by_cell(answers: Iterable[Answered]) -> dict[str, list[Answered]]:
    """The answers sorted by cell."""
    found: dict[str, list[Answered]] = {}
    for each in answers:
        found.setdefault(each.cell, []).append(each)
    return found


def heat_map(drill: Drill, answers: Iterable[Answered]) -> list[list[dict[str, object] | None]]:
    """The drill's own table, each cell with its heat; None where the table has a gap."""
    sorted_out = by_cell(answers)
    return [[_box(cell, sorted_out.get(cell, [])) if cell else None for cell in row] for row in drill.rows]


def _box(cell: str, answers: Sequence[Answered]) -> dict[str, object]:
    heat = heat_of(answers)
    return {"cell": cell, **heat._asdict(), "tone": heat.tone}


def curve(answers: Sequence[Answered]) -> list[dict[str, object]]:
    """Errors in percent and median time, block by block; a last block that is not full counts as it is."""
    blocks = [answers[at : at + BLOCK_ANSWERS] for at in range(0, len(answers), BLOCK_ANSWERS)]
    return [
        {
            "answers": at * BLOCK_ANSWERS + len(each),
            "wrong_percent": round(100 * sum(not one.right for one in each) / len(each)),
            "seconds": round(median(one.seconds for one in each), 1),
        }
        for at, each in enumerate(blocks)
    ]


class Total(TypedDict):
    """How many answers, how many of them wrong in percent, and the median time; None where there are none."""

    answers: int
    wrong_percent: int | None
    seconds: float | None


def total(answers: Sequence[Answered]) -> Total:
    """How many, how many wrong in percent, and the median time."""
    if not answers:
        return {"answers": 0, "wrong_percent": None, "seconds": None}
    wrong = sum(not each.right for each in answers)
    return {
        "answers": len(answers),
        "wrong_percent": round(100 * wrong / len(answers)),
        "seconds": round(median(each.seconds for each in answers), 1),
    }


def record(drill: Drill, answers: Sequence[Answered]) -> dict[str, object]:
    """A trainee's record in a drill: its table as a heat map, the curve, the total, and its time."""
    return {
        "columns": list(drill.columns) if len(drill.rows) > 1 else [],
        "rows": heat_map(drill, answers),
        "curve": curve(answers),
        "total": total(answers),
        "target_s": drill.target_s,
    }


class Stands(Trainee):
    """How a trainee stands: in all, game by game, at the table, in their examinations, and to their goal."""

    total: Total
    last_s: float | None
    groups: dict[str, Total]
    coups: Total
    exams: list[Sat]
    goal: Reached | None


def stands(
    who: Trainee,
    drills: Iterable[Drill],
    answers: Callable[[int, str], list[Answered]],
    *,
    exams: list[Sat],
    goal: Reached | None,
) -> Stands:
    """The totals of a trainee: in all, in each game, at the table; their examinations, and their goal."""
    groups: dict[str, list[Answered]] = {}
    for drill in drills:
        groups.setdefault(drill.group, []).extend(answers(who["id"], drill.name))
    every = [each for found in groups.values() for each in found]
    coups = [each for each in answers(who["id"], AT_TABLE) if each.cell == "coup"]
    return {
        **who,
        "total": total(every),
        "last_s": max((each.at_s for each in every), default=None),
        "groups": {group: total(found) for group, found in groups.items()},
        "coups": total(coups),
        "exams": exams,
        "goal": goal,
    }
