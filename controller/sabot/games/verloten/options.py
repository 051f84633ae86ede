"""What the house may choose at verloten. Source: HS p. 82-83."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import COUNTER, PLAYERS

FEWEST_PLAYERS, MOST_PLAYERS = 5, 12
FEWEST_COUNTERS, MOST_COUNTERS = 10, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of verloten. A counter is `unit`."""

    players: int = option(5, PLAYERS, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    unit: int = option(10, COUNTER, unit="money")
    ante: int = option(
        10, "counters that each puts into a new pot", *range(FEWEST_COUNTERS, MOST_COUNTERS + 1)
    )
