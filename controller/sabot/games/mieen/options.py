"""What the house may choose at mieën. Source: HS p. 57-59."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import COUNTER, PLAYERS

FEWEST_PLAYERS, MOST_PLAYERS = 2, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of mieën. A counter is `unit`."""

    players: int = option(5, PLAYERS, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    unit: int = option(10, COUNTER, unit="money", least=1)
    dead_cap: int = option(
        0, "the most that a player without a trick pays into the next pot; 0.00: no limit", unit="money"
    )
    all_in_first: bool = option(False, "all must go along where nothing is left of an earlier pot")
    follow_plain: bool = option(False, "suits other than trump are followed too")
