"""What the odds of a game are to `sabot odds`: the value `ODDS` of the module `odds` in the game's folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sabot.games.odds.figures import Figure, Quoted

Plan = tuple[str, dict[str, str]]
"""What a player does best: the name of the plan, and case to choice."""


class Odds(NamedTuple):
    """The odds of a game.

    `of_cards` counts over the cards that are left, `of_wheel` over the pockets of a wheel: a game has one
    of them. `plans` say what a player does best who may choose; `published` are figures of others for this
    number of packs (0: without end) or pockets; `notes` are what a reader has to know.
    """

    of_cards: Callable[..., Iterable[Figure]] | None = None
    of_wheel: Callable[[Any], Iterable[Figure]] | None = None
    plans: Callable[[], Iterable[Plan]] = tuple
    published: Callable[[int], Iterable[Quoted]] = lambda decks: ()
    notes: tuple[str, ...] = ()
