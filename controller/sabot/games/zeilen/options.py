"""What the house may choose at zeilen. Source: HS p. 87-90."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of zeilen."""

    players: int = option(5, PLAYERS, *range(2, 13))
    bank: int = option(100, "what the banker puts into the pot", unit="money")
    table_covers: bool = option(False, "the others may add stakes to a hand until the pot is covered")
