"""What the house may choose at mijn en dijn. Source: HS p. 60-62."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of mijn en dijn."""

    players: int = option(4, PLAYERS, *range(2, 13))
    bank_compulsory: bool = option(True, "each player has to hold the bank in turn")
