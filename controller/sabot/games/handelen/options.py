"""What the house may choose at handelen. Source: HS p. 53-54."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import COUNTER, PLAYERS

FEWEST_PLAYERS, MOST_PLAYERS = 2, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of handelen. A counter is `unit`."""

    players: int = option(5, PLAYERS, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    unit: int = option(10, COUNTER, unit="money")
