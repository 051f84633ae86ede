"""The players at loterijen: they buy a few tickets, and cheap ones.

By the prizes of the book a ticket loses a quarter of its price on average, so a high price is folly.
"""

from __future__ import annotations

from random import Random

from sabot.core.terms import money
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful

BUY_SHARE = 0.75
"""How often a player buys one more ticket."""
CHEAP_SHARE = 0.3
"""The highest price that a player pays, as a share of what is allowed."""
STEP_MINOR = 10
"""Prices are multiples of this, in minor units, where they can be."""


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants; empty where a card comes."""
    turn = coup.turns[0]
    if not turn.limits:
        return ""
    if rng.random() > BUY_SHARE:
        return f"stand {turn.seat}"
    least, most = turn.limits
    price = rng.randint(0, max(0, int(CHEAP_SHARE * most))) // STEP_MINOR * STEP_MINOR
    return f"buy {turn.seat} {money(min(most, max(least, price, STEP_MINOR)))}"


PLAYERS = thoughtful(wished)
