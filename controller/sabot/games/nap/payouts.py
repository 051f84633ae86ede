"""What a call of nap wins and loses, in units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.games.evening.drills import paying
from sabot.games.evening.drills.cards import rows_of
from sabot.games.evening.drills.paying import Worth
from sabot.games.nap import rules
from sabot.games.nap.calls import ladder, stake
from sabot.games.nap.options import Options
from sabot.games.questions import Drill

MADE, LOST = "the call is made", "the call is lost"
ASKS = {
    MADE: "{call} is made: how many units does each other player pay?",
    LOST: "{call} is lost: how many units does the caller pay each other player?",
}


def asks(cell: str, rng: Random, *, options: Options) -> Worth:
    """What this call wins from each, or loses to each."""
    row, call = cell.split("/")
    wins, loses = stake(options, call)
    why = reason("{call} wins {n} and loses {m}, in units, for each other player", call=call, n=wins, m=loses)
    return Worth(ASKS[row], {"contract": call}, wins if row == MADE else loses, why, {"call": call})


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What each call of this house is worth."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    calls = ladder(house)
    worth = partial(asks, options=house)
    return (
        paying.drill(rules.NAME, "What a call is worth", rows_of((MADE, LOST), calls), worth, columns=calls),
    )
