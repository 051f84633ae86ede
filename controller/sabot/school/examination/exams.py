"""Examinations: a paper of questions drawn by a fixed seed, a time limit, a pass mark; and what came of it.
Pure.

A trainer issues a paper (`papers.py`); anybody may take one for practice, which certifies nothing. The
questions of an issued paper may be coups at the virtual table instead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple, NotRequired, TypedDict

from sabot.games.questions import Drill, Question
from sabot.school.store import SchoolError

BOUNDS = {"questions": (1, 200), "minutes": (1, 180), "pass_percent": (1, 100), "seed": (0, 999_999)}
PROPOSED = {"questions": 20, "minutes": 10, "pass_percent": 90, "seed": 1}

Kind = Literal["issued", "practice", "older"]
"""Who chose a paper: a trainer; the trainee, for practice; the trainee of an older version, which knew no
other papers and certified them."""


class Paper(NamedTuple):
    """A paper: `questions` questions in `minutes` minutes from these `drills`; without any from those of a
    `group` (`all`: every drill). The same `seed` is the same paper.

    With a `level` (from 1) the questions are coups of that level at the virtual table, at the game `group`.
    """

    group: str
    questions: int
    minutes: int
    pass_percent: int
    seed: int
    kind: Kind = "older"
    drills: tuple[str, ...] = ()
    level: int = 0


class PaperSummary(TypedDict):
    """A paper as it is kept and shown."""

    group: str
    questions: int
    minutes: int
    pass_percent: int
    seed: int
    kind: Kind
    drills: list[str]
    level: int


class OfDrill(TypedDict):
    """How many questions of one drill were asked, and how many answered right."""

    asked: int
    right: int


class Asked(NamedTuple):
    """A question that was asked, or a coup that was dealt, as the result counts it."""

    drill: str
    right: bool
    answered: bool = True


class Withdrawn(NamedTuple):
    """Who withdrew a paper, as the record has them, and when (milliseconds since 1970)."""

    by: str
    at_ms: int


class Result(TypedDict):
    """How an examination ended. One that was `cut` short, because its paper was withdrawn or what it asks is
    not taught any more, is not passed."""

    questions: int
    answered: int
    right: int
    percent: float
    pass_percent: int
    passed: bool
    seconds: int
    drills: dict[str, OfDrill]
    cut: NotRequired[bool]


class Admitted(NamedTuple):
    """What is known of an examination by an issued paper: who issued it and when, when it could be begun,
    and where and how the trainee proved who they are. `witness` is empty if they gave a PIN of their own;
    `device` and `place` say which device and where it stands (empty: the table's own screen)."""

    paper: str
    issuer: str
    issued_ms: int
    opens_ms: int
    closes_ms: int
    device: str
    place: str
    witness: str


class Sat(TypedDict):
    """One examination of a trainee; `result` is None while it has not ended."""

    id: str
    paper: PaperSummary
    begun_ms: int
    result: Result | None


class Outcome(TypedDict):
    """What came of an examination: the result, how often this paper was sat, and the code that proves it,
    unless it was for practice."""

    result: NotRequired[Result]
    sitting: NotRequired[int]
    code: NotRequired[str]


class Progress(TypedDict):
    """How far a trainee is: at the `nth` question, which has the id `key`, or at the `nth` coup."""

    nth: NotRequired[int]
    key: NotRequired[str]
    question: NotRequired[Question]


class State(Outcome, Progress):
    """How far an examination is. While it goes on: what is asked now, and the seconds that are left; once it
    has ended: its outcome. `admitted` stands where a trainer issued the paper, `withdrawn` where one
    withdrew it."""

    id: str
    trainee: int
    name: str
    paper: PaperSummary
    begun_ms: int
    admitted: NotRequired[Admitted]
    withdrawn: NotRequired[Withdrawn]
    left_s: NotRequired[int]


def summary(paper: Paper) -> PaperSummary:
    """The paper as it is kept and shown."""
    return {
        "group": paper.group,
        "questions": paper.questions,
        "minutes": paper.minutes,
        "pass_percent": paper.pass_percent,
        "seed": paper.seed,
        "kind": paper.kind,
        "drills": [*paper.drills],
        "level": paper.level,
    }


def read(text: str) -> Paper:
    """A paper as the store keeps it, that of an older version too."""
    kept = json.loads(text)
    return Paper(**{**kept, "drills": tuple(kept.get("drills", ()))})


def paper_of(given: Mapping[str, object], groups: Sequence[str]) -> Paper:
    """The practice paper that a form describes. Raises SchoolError."""
    group = given.get("group")
    if group not in groups:
        raise SchoolError("Choose what is examined.")
    numbers: dict[str, int] = {}
    for name, (low, high) in BOUNDS.items():
        number = given.get(name, PROPOSED[name])
        if type(number) is not int or not low <= number <= high:
            raise SchoolError("An examination has 1 to 200 questions, 1 to 180 minutes, and a pass mark.")
        numbers[name] = number
    questions, minutes, percent, seed = numbers.values()
    return Paper(str(group), questions, minutes, percent, seed, kind="practice")


def asks_of(paper: Paper, drills: Mapping[str, Drill]) -> list[Drill]:
    """The drills of a paper; none where one of those that it names is not taught any more."""
    if paper.drills:
        named = [drills[name] for name in paper.drills if name in drills]
        return named if len(named) == len(paper.drills) else []
    return [drill for drill in drills.values() if paper.group in ("all", drill.group)]


def questions(paper: Paper, drills: Mapping[str, Drill]) -> list[tuple[str, str, int]]:
    """Drill, cell and seed of each question: the drills in turn, each cell once before any comes again."""
    rng = Random(f"{paper.group}|{paper.seed}")
    among = asks_of(paper, drills)
    rng.shuffle(among)
    decks: dict[str, list[str]] = {}
    drawn = []
    for nth in range(paper.questions):
        drill = among[nth % len(among)]
        deck = decks.setdefault(drill.name, []) or _shuffled(drill, rng)
        decks[drill.name] = deck
        drawn.append((drill.name, deck.pop(), rng.randrange(1_000_000)))
    return drawn


def _shuffled(drill: Drill, rng: Random) -> list[str]:
    cells = list(drill.cells())
    rng.shuffle(cells)
    return cells


def result(
    paper: Paper, asked: Sequence[Asked], *, ended_ms: int, begun_ms: int, cut: bool = False
) -> Result:
    """What came of it. What was not answered in time counts as wrong; one that was `cut` short is not
    passed."""
    right = sum(each.right for each in asked)
    by_drill: dict[str, list[int]] = {}
    for each in asked:
        counts = by_drill.setdefault(each.drill, [0, 0])
        counts[0] += each.right
        counts[1] += 1
    percent = 100 * right / paper.questions
    found: Result = {
        "questions": paper.questions,
        "answered": sum(each.answered for each in asked),
        "right": right,
        "percent": round(percent, 1),
        "pass_percent": paper.pass_percent,
        "passed": percent >= paper.pass_percent and not cut,
        "seconds": round(min(ended_ms - begun_ms, paper.minutes * 60_000) / 1000),
        "drills": {name: {"right": good, "asked": every} for name, (good, every) in by_drill.items()},
    }
    return {**found, "cut": True} if cut else found
