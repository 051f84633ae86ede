"""What the house may choose at every household game."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import House, option
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Household(House):
    """The options of every household game. A game gives `players` its own default and choices."""

    players: int = option(4, PLAYERS, *range(2, 13))
