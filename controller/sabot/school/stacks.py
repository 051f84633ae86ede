"""Stacks of chips, to be read at a glance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sabot.core.reasons import Reason
from sabot.games.questions import Drill, Question, Verdict, chance_of, typed_number

STACKS, CHIP = "stacks", "chips"

CHIP_VALUES = (1, 5, 10, 20, 50, 100)
STACKED: dict[str, Callable[[Random], list[tuple[int, int]]]] = {
    "one stack": lambda rng: [(rng.choice(CHIP_VALUES), rng.randrange(3, 21))],
    "two stacks": lambda rng: [(value, rng.randrange(2, 21)) for value in rng.sample(CHIP_VALUES, 2)],
    "three stacks": lambda rng: [(value, rng.randrange(1, 16)) for value in rng.sample(CHIP_VALUES, 3)],
    "four stacks": lambda rng: [(value, rng.randrange(1, 21)) for value in rng.sample(CHIP_VALUES, 4)],
}
"""How many stacks, and what stands in them: value and count."""


def asked_stacks(cell: str, seed: int) -> Question:
    """Stacks of chips, each of one value."""
    stacks = sorted(STACKED[cell](chance_of(STACKS, cell, seed)), reverse=True)
    shows = {"kind": "stacks", "stacks": [{"value": value, "count": count} for value, count in stacks]}
    return Question(STACKS, cell, seed, "What are these stacks worth?", shows, typed="number")


def judged_stacks(question: Question, answer: str) -> Verdict:
    """What they are worth together."""
    stacks = [(each["value"], each["count"]) for each in question.shows["stacks"]]
    worth = sum(value * count for value, count in stacks)
    counted = " + ".join(f"{count} × {value}" for value, count in stacks)
    return Verdict(typed_number(answer) == worth, Reason(f"{counted} = {worth}"), str(worth))


DRILLS = (Drill(STACKS, "Stacks of chips", (tuple(STACKED),), asked_stacks, judged_stacks, 6.0, (), CHIP),)
