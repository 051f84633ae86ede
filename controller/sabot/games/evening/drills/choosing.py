"""What is right at a moment of a deal: one of a few answers, which the rules decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import NamedTuple

from sabot.core.reasons import Reason
from sabot.games.evening.drills.dealing import drawn, seat_acts
from sabot.games.questions import Act, Drill, Question, Verdict

TARGET_S = 5.0
NOBODY = "nobody"


class Choice(NamedTuple):
    """What is asked of a cell: the sentence, its slots and the cloth, the ways to answer it, the right one,
    and the rule that says so. `tried`: the act whose result is the answer, as a script says it."""

    ask: str
    shows: Mapping[str, object]
    acts: tuple[Act, ...]
    answer: str
    why: Reason
    values: Mapping[str, str] = {}
    tried: str = ""


Asks = Callable[[str, Random], Choice]
"""What is asked of this cell, by chance."""


def asked(cell: str, seed: int, *, name: str, game: str, asks: Asks) -> Question:
    """A moment of a deal, and the ways to answer."""
    found = drawn(asks, name, cell, seed)
    shows = {"kind": "evening", "game": game, **found.shows}
    return Question(name, cell, seed, found.ask, shows, {**found.values}, found.acts)


def judged(question: Question, answer: str, *, asks: Asks) -> Verdict:
    """The rules are asked again for the same deal."""
    found = drawn(asks, question.drill, question.cell, question.seed)
    return Verdict(answer == found.answer, found.why, found.answer)


def drill(
    name: str,
    game: str,
    title: str,
    rows: tuple[tuple[str, ...], ...],
    asks: Asks,
    *,
    columns: tuple[str, ...] = (),
    target_s: float = TARGET_S,
) -> Drill:
    """One of a few answers about a deal of this game."""
    called = f"{name}-{game}"
    ask = partial(asked, name=called, game=game, asks=asks)
    return Drill(called, title, rows, ask, partial(judged, asks=asks), target_s, columns, game)


def seats_or_nobody(seats: tuple[int, ...]) -> tuple[Act, ...]:
    """A seat each, and none of them."""
    return (*seat_acts(seats), Act(NOBODY, "Nobody", "0"))
