"""A deal with all hands open, played to its end by rule of thumb: what it may come to, in a moment."""

from __future__ import annotations

from random import Random

from sabot.core.cards import Card
from sabot.games.tricks.double_dummy.answers import Contract, Open
from sabot.games.tricks.tricks import Trick, legal, winner

TRICK_WORTH = 0.02
"""What one trick more is worth beside the contract itself, which counts 1."""


def merit(deal: Open, contract: Contract, rng: Random) -> float:
    """What the side of the contract gets when everybody plays by rule of thumb: about 1 where it is made, 0
    where it is lost, a little more with each trick."""
    while deal.hands[deal.leader]:
        deal = deal.after(thumb(deal, contract, rng), contract)
    if contract.exactly:
        return 1.0 if deal.taken == contract.tricks else 0.0
    return float(deal.taken >= contract.tricks) + TRICK_WORTH * deal.taken


def thumb(deal: Open, contract: Contract, rng: Random) -> Card:
    """The card by rule of thumb for the seat that is to play."""
    seat, trick, trump, order = deal.to_play, deal.trick, contract.trump, contract.order
    cards = sorted(
        legal(deal.hands[seat], trick, trump=trump, rule=contract.rule, order=order),
        key=lambda card: (card.suit == trump, order.index(card.rank)),
    )
    if not trick.plays:
        return _led(cards, contract, rng)
    best = winner(trick, trump, order=order)
    beating = [card for card in cards if winner(_with(trick, card), trump, order=order) == _NEXT_SEAT]
    if contract.exactly:
        return next((card for card in reversed(cards) if card not in beating), cards[0])
    is_friend = (best in contract.side) == (seat in contract.side)
    return cards[0] if is_friend or not beating else beating[0]


_NEXT_SEAT = -1


def _with(trick: Trick, card: Card) -> Trick:
    return trick.with_play(_NEXT_SEAT, card)


def _led(cards: list[Card], contract: Contract, rng: Random) -> Card:
    """The highest card of some suit; the lowest where tricks are avoided."""
    suit = rng.choice(cards).suit
    of_suit = [card for card in cards if card.suit == suit]
    return of_suit[0] if contract.exactly else of_suit[-1]
