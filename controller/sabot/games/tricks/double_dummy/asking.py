"""Which search is asked, and how: the one in C where it was built, else the same one in Python.

Both find the same answers, and look at as many positions for them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple, Protocol

from sabot.games.tricks.double_dummy.goal import Goal
from sabot.games.tricks.double_dummy.holdings import Holdings
from sabot.games.tricks.double_dummy.search import Search

COMPILED = "sabot.games.tricks.double_dummy.compiled"
"""The module that setuptools builds of the folder `c`, where there is a compiler."""
POSITION_LIMIT, COMPILED_POSITION_LIMIT = 100_000, 2_000_000
"""The usual limit of a search, in positions: some seconds."""
FIRST_BUDGET = 100
"""Positions of the first attempt, where tricks are avoided."""
BUDGET_GROWTH = 1.1
"""How much larger each attempt is than the one before."""
OWNER_NOBODY = 255
"""The owner of a card that is not in the deal."""


class Question(NamedTuple):
    """Whether the side takes `need` tricks of those that are left: `cards` are all cards before the trick
    under way, and `plays` the cards in it, which this player led."""

    cards: int
    leader: int
    plays: bytes
    need: int


class Searching(Protocol):
    """A search in one deal. It remembers what it found: ask the same one again for other positions of it."""

    @property
    def positions(self) -> int:
        """How many positions it has looked at."""

    def made(self, *, cards: int, leader: int, plays: bytes, need: int, limit: int) -> bool | None:
        """The answer; None where `limit` positions in all do not give it. Raises ValueError for a question
        that makes no sense."""


def compiled(name: str = COMPILED) -> Callable[..., Searching] | None:
    """The search in C; None where it was not built."""
    try:
        found: Callable[..., Searching] = import_module(name).Search
    except ImportError:
        return None
    return found


IN_C = compiled()


def search_in(holdings: Holdings, goal: Goal) -> Searching:
    """A search in this deal."""
    if IN_C is None:
        return Search(holdings, goal)
    return IN_C(
        owners=bytes(OWNER_NOBODY if owner is None else owner for owner in holdings.owners()),
        players=holdings.players,
        side=sum(its << player for player, its in enumerate(goal.sides)),
        exactly=goal.exactly,
        trump=-1 if goal.trump is None else goal.trump,
        ruff=goal.rule.ruff,
        head=goal.rule.head,
        asked=goal.asked_bits[0] if goal.asked_bits else -1,
    )


def usual_limit() -> int:
    """The positions after which a search gives up where nobody says otherwise."""
    return POSITION_LIMIT if IN_C is None else COMPILED_POSITION_LIMIT


def decided(search: Searching, question: Question, *, limit: int, in_attempts: bool) -> bool | None:
    """The answer to a question; None at the limit.

    Where tricks are avoided, one wrong card can cost more than all the rest of the search. So it is done
    `in_attempts` that grow: each remembers what was found, and tries those cards last that used up the
    attempts before.
    """
    budget = float(FIRST_BUDGET)
    while in_attempts and search.positions + budget < limit:
        made = search.made(**question._asdict(), limit=search.positions + int(budget))
        if made is not None:
            return made
        budget *= BUDGET_GROWTH
    return search.made(**question._asdict(), limit=limit)
