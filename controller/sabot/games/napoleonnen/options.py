"""What the house may choose at napoleonnen. Source: HS p. 63-65."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import COUNTER, PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of napoleonnen."""

    players: int = option(4, PLAYERS, 2, 3, 4, 5, 6, 7, 8)
    unit: int = option(10, COUNTER, unit="money")
