"""What the house may choose at commetten."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import COUNTER, PLAYERS

FEWEST_PLAYERS, MOST_PLAYERS = 5, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of commetten. A counter is `unit`."""

    players: int = option(5, PLAYERS, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    unit: int = option(10, COUNTER, unit="money", least=1)
    ten_pot: bool = option(False, "a pot for the tens too, between the knaves and the commette")
