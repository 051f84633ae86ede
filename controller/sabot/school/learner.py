"""A simulated learner who forgets: does the schedule ask the rare cells?

Learners do not know the schedule, and forget by another law than it assumes: their knowledge of a cell has
a half-life. It about doubles when they know the cell again on a later day, and halves when they do not
(half-life regression: Settles and Meeder, ACL 2016). Some cells are harder for them than others. Without
knowledge they guess, are right every other time, and are slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from random import Random
from statistics import fmean

from sabot.core.progress import Progress, silent, stepping
from sabot.school.catalogue import drills
from sabot.school.schedule import Answered, Plan

DAY_S = 86_400.0
BEGIN_S = 1_800_000_000.0
HALF_LIFE_DAYS, LONGEST_DAYS = 1.0, 120.0
GUESSED_SHARE = 0.5
BETWEEN_S = 12 * 3600.0
"""From the morning's sitting to the evening's."""

KNOWN_S, GUESSED_S = (0.8, 2.4), (3.0, 9.0)
"""Seconds for an answer: one who guesses thinks first, and that is what tells."""

WAYS = {"schedule": 2, "schedule_in_one_sitting": 1, "each_cell_alike": 2, "as_the_cards_fall": 2}
"""The ways to learn, and how many sittings a day each has."""

RARE_CHANCE = 0.0075
"""A cell that fewer coups than this bring is rare: within an hour of sixty coups it comes less than every
other time."""


class Learner:
    """What a learner knows about each cell: when it came last, and its half-life."""

    def __init__(self, cells: Sequence[str], rng: Random) -> None:
        self._rng = rng
        self._ease = {cell: rng.uniform(0.6, 1.6) for cell in cells}
        self._half_life: dict[str, float] = {}
        self._met_s: dict[str, float] = {}

    def recall(self, cell: str, at_s: float) -> float:
        """Returns how likely the learner knows it, without guesses."""
        if cell not in self._met_s:
            return 0.0
        return float(2.0 ** (-(at_s - self._met_s[cell]) / DAY_S / self._half_life[cell]))

    def answers(self, cell: str, at_s: float) -> Answered:
        """Answers; the learner then hears the right answer and remembers it for a while."""
        known = self.recall(cell, at_s)
        knew = self._rng.random() < known
        half_life = self._half_life.get(cell, HALF_LIFE_DAYS * self._ease[cell])
        slept = at_s - self._met_s.get(cell, at_s) > DAY_S / 3
        if knew and slept:
            half_life *= 2.0 ** self._ease[cell]
        elif not knew and cell in self._met_s:
            half_life = max(HALF_LIFE_DAYS * self._ease[cell], half_life / 2)
        self._half_life[cell], self._met_s[cell] = min(half_life, LONGEST_DAYS), at_s
        right = knew or self._rng.random() < GUESSED_SHARE
        return Answered(cell, right, self._rng.uniform(*(KNOWN_S if knew else GUESSED_S)), at_s)


def taught(choose: Callable[[float], str], learner: Learner, heard: Callable[[Answered], None], *,
           days: int, questions: int, sittings: int = 1) -> list[str]:  # fmt: skip
    """Teaches `days` days of `questions` questions each, divided among `sittings` some hours apart. Returns
    the cells that were asked."""
    asked = []
    for day, sitting, nth in product(range(days), range(sittings), range(questions // sittings)):
        at_s = BEGIN_S + day * DAY_S + sitting * BETWEEN_S + nth * 6.0
        asked.append(choose(at_s))
        heard(learner.answers(asked[-1], at_s))
    return asked


def measure(
    days: int = 30, questions: int = 60, trainees: int = 20, *, seed: int = 1, progress: Progress = silent
) -> dict[str, object]:
    """The same learners four ways: by the schedule in two sittings a day, in one, each cell as likely, and
    cells as the cards bring them (both in two sittings). All answer as many questions a day.

    `rare_recall`: what they still know of the rare cells a week after the last day, 0 to 1.
    """
    drill = next(each for each in drills().values() if each.often())
    often = drill.often()
    cells = [*often]
    ways: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
    with progress("teaching trainees", trainees) as advance:
        for nth in stepping(range(trainees), advance):
            for way, found in ways.items():
                rng = Random(f"{seed}|{nth}|{way}")
                learner = Learner(cells, Random(f"{seed}|{nth}"))
                plan = Plan(cells, target_s=drill.target_s)
                choose = _chooser(way, plan, rng, often)
                sittings = WAYS[way]
                asked = taught(choose, learner, plan.take, days=days, questions=questions, sittings=sittings)
                found.append(_figures(learner, asked, often, BEGIN_S + (days + 7) * DAY_S))
    rare = [cell for cell in cells if often[cell] < RARE_CHANCE]
    return {
        "days": days,
        "questions_a_day": questions,
        "trainees": trainees,
        "cells": len(cells),
        "rare_cells": len(rare),
        "rare_share_of_coups": round(sum(often[cell] for cell in rare), 3),
        **{way: _mean(found) for way, found in ways.items()},
    }


def _chooser(way: str, plan: Plan, rng: Random, often: Mapping[str, float]) -> Callable[[float], str]:
    if way.startswith("schedule"):
        return plan.next
    weights = [*often.values()] if way == "as_the_cards_fall" else None
    return lambda at_s: rng.choices([*often], weights)[0]


def _figures(learner: Learner, asked: list[str], often: Mapping[str, float], at_s: float) -> dict[str, float]:
    rare = [cell for cell in often if often[cell] < RARE_CHANCE]
    recall = {cell: learner.recall(cell, at_s) for cell in often}
    return {
        "rare_recall": fmean(recall[cell] for cell in rare),
        "worst_cell_recall": min(recall.values()),
        "recall": fmean(recall.values()),
        "rare_asked_share": sum(often[cell] < RARE_CHANCE for cell in asked) / len(asked),
    }


def _mean(found: list[dict[str, float]]) -> dict[str, float]:
    return {name: round(fmean(each[name] for each in found), 3) for name in found[0]}
