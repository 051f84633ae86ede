"""Whether a claim holds: the rest of the tricks, or none of them (Doevendans 16.1; SVB 2, 8, 23).

With one hand open a simple test may prove the claim for every way in which the other cards can lie. With all
hands known a search decides (`sabot.games.tricks.double_dummy`). Where neither does, the players do.
"""

from __future__ import annotations

from collections.abc import Collection

from sabot.core.cards import SUITS, Card

STRENGTH = {rank: place for place, rank in enumerate("23456789TJQKA")}


def never_takes(hand: Collection[Card], others: Collection[Card]) -> bool:
    """Whether this hand takes no trick without trumps, wherever the other cards lie, while it is not on lead.

    In each suit its j-th lowest card lies below the j-th lowest of the others. This is enough, not needed.

    >>> from sabot.core.cards import card_named as card
    >>> never_takes([card("2S"), card("4S")], [card("3S"), card("5S"), card("AS")])
    True
    """
    return all(
        STRENGTH[own.rank] < STRENGTH[other.rank]
        for suit in SUITS
        for own, other in zip(_rising(hand, suit), _rising(others, suit), strict=False)
    )


def _rising(cards: Collection[Card], suit: str) -> list[Card]:
    return sorted((card for card in cards if card.suit == suit), key=lambda card: STRENGTH[card.rank])


def losers(own: Collection[Card], missing: Collection[Card]) -> int:
    """The most tricks that these cards of one suit lose when one hand holds all that are missing, and they
    are led from the top (7.1). A missing card that is left over then may ruff.

    >>> from sabot.core.cards import card_named as card
    >>> losers([card("AS"), card("JS"), card("TS")], [card("QS"), card("2S")])
    1
    """
    left = sorted(STRENGTH[card.rank] for card in missing)
    lost = 0
    for strength in sorted((STRENGTH[card.rank] for card in own), reverse=True):
        beating = next((other for other in left if other > strength), None)
        lost += beating is not None
        if left:
            left.remove(left[0] if beating is None else beating)
    return lost + len(left)


def takes_the_rest(hand: Collection[Card], others: Collection[Card], trump: str | None) -> bool:
    """Whether this hand, on lead, takes every trick that is left, wherever the other cards lie: it draws the
    trumps, and no suit of it loses."""
    missing = {suit: _rising(others, suit) for suit in SUITS}
    own = {suit: _rising(hand, suit) for suit in SUITS}
    if trump and missing[trump] and losers(own[trump], missing[trump]):
        return False
    plain = [suit for suit in SUITS if suit != trump and own[suit]]
    return not any(_lost(own[suit], missing[suit]) for suit in plain)


def _lost(own: Collection[Card], missing: Collection[Card]) -> int:
    """Tricks lost in a plain suit: what is left over of the missing cards is never led."""
    return losers(own, missing) - max(0, len(missing) - len(own))
