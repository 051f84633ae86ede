"""The players at verloten: the dealer lays half of the pot on their own card, and the rest evenly.

Every closed card is as good as another; the own one is the only one whose prize is the dealer's.
"""

from __future__ import annotations

from random import Random

from sabot.core.terms import money
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.verloten.deal import Deal


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants; empty where anything will do."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    return laid(deal) if deal.phase == "prizes" else ""


def laid(deal: Deal) -> str:
    """The next prize: the own card first, then one seat after the other, and what remains on the last."""
    without = [seat for seat in deal.order if seat not in deal.prizes and seat != deal.dealer]
    if deal.dealer not in deal.prizes:
        where, amount = deal.dealer, (deal.pot + 1) // 2
    elif without:
        where, amount = without[0], -(-deal.left // len(without))
    else:
        where, amount = deal.order[0], deal.left
    return f"bet {where} {money(amount)} {deal.dealer}"


PLAYERS = thoughtful(wished)
