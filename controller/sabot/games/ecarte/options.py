"""What the house may choose at écarté. Source: HS p. 48-52."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of écarté."""

    players: int = option(2, PLAYERS, *range(2, 13))
    target: int = option(5, "points that win a game", 5, 7)
    must_head: bool = option(False, "a player who follows or trumps has to beat the card led, if they can")
    dealer_refusal_penalty: bool = option(
        False, "a dealer who refuses the first exchange and loses gives the other player two points"
    )
