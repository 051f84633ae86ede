"""Which cards a player throws away at the draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sabot.core.cards import JOKER, Card
from sabot.games.poker.ranking import ORDER, worth

WHOLE = ("straight", "flush", "full-house", "straight-flush", "royal-flush", "five")
"""Hands that need all their five cards."""
LACKS_ONE_CARDS = 4
"""As many cards of a straight or a flush lack one."""
STRAIGHT_CARDS = 5


def discards(hand: Sequence[Card]) -> tuple[Card, ...]:
    """What neither makes a pair nor belongs to a hand that stands as it is; a joker is kept.

    >>> from sabot.core.cards import card_named
    >>> [*map(str, discards([card_named(text) for text in "KC KD 7S 5H 3S".split()]))]
    ['7S', '5H', '3S']
    """
    if worth(hand).name in WHOLE:
        return ()
    counts = Counter(card.rank for card in hand)
    highest = max(hand, key=lambda card: ORDER.find(card.rank))
    kept = {card for card in hand if counts[card.rank] > 1} or {highest}
    return tuple(card for card in hand if card not in kept and card != JOKER)


def choices(hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """What may be worth throwing away: the cards that make nothing, or the one that a straight or a flush
    does not need."""
    usual = discards(hand)
    ones = [(card,) for card in hand if card != JOKER and _lacks_one([each for each in hand if each != card])]
    return [usual, *(each for each in ones if usual and each != usual)]


def _lacks_one(cards: Sequence[Card]) -> bool:
    """Whether these four cards become a straight from two sides, or a flush, with one more."""
    natural = [card for card in cards if card != JOKER]
    if len({card.suit for card in natural}) == 1:
        return True
    places = sorted(ORDER.index(card.rank) for card in natural)
    is_run = len({*places}) == len(natural) and places[-1] - places[0] < LACKS_ONE_CARDS
    return is_run and places[0] > 0 and places[-1] < len(ORDER) - 1
