"""The players at zeilen: each counts how many cards of the second pack their open cards beat."""

from __future__ import annotations

from math import ceil
from random import Random

from sabot.core.cards import Card
from sabot.core.terms import Turn, money
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.zeilen.acts import is_beaten
from sabot.games.zeilen.deal import FULL_PACK, Deal

EVEN_CHANCE = 0.5
POT_CHANCE = 0.65
"""A player whose hand wins with this chance or a better one says *pot* [ours]."""
BANK_TIMES = 2
"""The banker announces the first sail when the pot is this many times the stake of the bank [ours]."""
ROUNDS_MOST = 3
"""The banker announces it after this many rounds too [ours]."""


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do. All cards lie open."""
    deal, turn = coup.deal, coup.turns[0]
    assert isinstance(deal, Deal)
    sail = f"answer {deal.banker} zeil"
    if any(sail in each.acts for each in coup.turns) and is_enough(deal):
        return sail
    return answer(deal, turn) if turn.acts[0].startswith("bid ") else ""


def is_enough(deal: Deal) -> bool:
    """Whether the banker wants to take the pot soon."""
    return deal.pot >= BANK_TIMES * deal.evening.options.bank or deal.carried.rounds >= ROUNDS_MOST


def answer(deal: Deal, turn: Turn) -> str:
    """A stake where the hand wins more often than not, the larger the more often; *pot* where it nearly
    always does, else *weg*."""
    likely, seat = chance(deal, deal.hands[deal.waiting[0]]), turn.seat
    if likely <= EVEN_CHANCE or turn.limits is None:
        return f"bid {seat} weg"
    pot = f"bid {seat} pot"
    if likely >= POT_CHANCE and pot in turn.acts:
        return pot
    least, most = turn.limits
    return f"bid {seat} {money(max(least, ceil(most * (2 * likely - 1))))}"


def chance(deal: Deal, hand: tuple[Card, ...]) -> float:
    """How likely this hand wins. A card that lies in it decides nothing."""
    left = [card for card in FULL_PACK if card not in deal.drawn] or [*FULL_PACK]
    decides = [card for card in left if card not in hand]
    return sum(is_beaten(card, hand) for card in decides) / len(decides) if decides else 0.0


PLAYERS = thoughtful(wished)
