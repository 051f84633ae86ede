"""The options of verpachten."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS

FEWEST_PLAYERS, MOST_PLAYERS = 2, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of verpachten. A counter is `unit`."""

    players: int = option(5, PLAYERS, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    unit: int = option(10, "what a counter is worth, and each point over sixteen", unit="money", least=1)
    ante: int = option(1, "counters that the others add when the farm is let", 1, 2)
    per_round_ante: bool = option(False, "whether the others add them at every deal")
    rent: str = option(
        "auction",
        "the rent after a sixteen: a new auction, or the same for the new tenant",
        "auction",
        "same",
    )
