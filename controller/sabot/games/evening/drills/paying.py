"""What a deal is worth: a number of points, of units or a sum, worked out by the rules and typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import NamedTuple

from sabot.core.reasons import Reason
from sabot.core.terms import money
from sabot.games.evening.drills.dealing import drawn
from sabot.games.questions import Drill, Question, Verdict, typed_money, typed_number

TARGET_S = 6.0


class Worth(NamedTuple):
    """What is asked of a cell: the sentence, its slots and the cloth, the right answer (a sum in minor units
    where it is `money`), and the rule that says so."""

    ask: str
    shows: dict[str, object]
    answer: int
    why: Reason
    values: Mapping[str, str] = {}


Asks = Callable[[str, Random], Worth]
"""What is asked of this cell, by chance."""


def asked(cell: str, seed: int, *, name: str, game: str, asks: Asks, typed: str) -> Question:
    """What a deal is worth."""
    found = drawn(asks, name, cell, seed)
    shows = {"kind": "evening", "game": game, **found.shows}
    return Question(name, cell, seed, found.ask, shows, dict(found.values), typed=typed)


def judged(question: Question, answer: str, *, asks: Asks) -> Verdict:
    """The rules are asked again for the same deal."""
    found = drawn(asks, question.drill, question.cell, question.seed)
    is_money = question.typed == "money"
    given = typed_money(answer) if is_money else typed_number(answer)
    return Verdict(given == found.answer, found.why, money(found.answer) if is_money else str(found.answer))


def drill(
    game: str,
    title: str,
    rows: tuple[tuple[str, ...], ...],
    asks: Asks,
    *,
    name: str = "payout",
    columns: tuple[str, ...] = (),
    typed: str = "number",
    target_s: float = TARGET_S,
) -> Drill:
    """What a deal of this game is worth."""
    called = f"{name}-{game}"
    ask = partial(asked, name=called, game=game, asks=asks, typed=typed)
    return Drill(called, title, rows, ask, partial(judged, asks=asks), target_s, columns, game)
