"""What cards count at een-en-twintig, and what a hand is paid. Source: HS p. 35-38."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.games.banks.twenty_one.options import Options
from sabot.games.tricks.cards import ACE_HIGH, pack

AIM_POINTS = 21
ACE_MORE = 10
"""What an ace counts more where it counts eleven."""
ONE_PACK_PLAYERS = 3
"""With more players, the banker among them, two packs are used (HS p. 35)."""

FACES = {str(rank): rank for rank in range(2, 10)} | {"A": 1, "T": 10}


class Counting(NamedTuple):
    """`values` of the ranks, the ace as one; `banks` are the first cards that need no other, and how many
    times they are paid: the groote bank three times, the kleine twice; `many` says how many times a
    number of cards is paid, or pays when it goes over."""

    values: Mapping[str, int]
    banks: Mapping[str, int]
    many: Mapping[int, int]
    aim: int = AIM_POINTS


USUAL = Counting(
    FACES | dict.fromkeys("JQK", 10), {"AA": 3, "AT": 2, "AJ": 2, "AQ": 2, "AK": 2}, {5: 2, 6: 3, 7: 4}
)
ACE_KING = USUAL._replace(banks={"AK": 3, "AT": 2, "AJ": 2, "AQ": 2})
SMALL_PACK = Counting(FACES | {"J": 1, "Q": 2, "K": 3}, {"AA": 3, "AT": 2}, {7: 2, 8: 3})
"""The pack of 32 (HS p. 38). The book is silent about ace and king as the groote bank with it: it stays two
aces."""
TABLE_TEN = USUAL._replace(banks={"A": 1}, many={}, aim=11)
"""*Tafel tien* or *elven* (HS p. 39-40): the table counts ten, so the own cards have to reach eleven, and one
card is dealt. An ace is eleven. The book is silent about how many times it is paid: once, so we do."""


def values_of(options: Options) -> Counting:
    """How this house counts."""
    if options.pack32:
        return SMALL_PACK
    return ACE_KING if options.ak_big else USUAL


def cards_of(options: Options, players: int) -> tuple[Card, ...]:
    """Every card that is played with: two packs for more than three (HS p. 35)."""
    ranks = "789TJQKA" if options.pack32 else ACE_HIGH
    return _cards(ranks, 2 if options.two_packs and players > ONE_PACK_PLAYERS else 1)


@cache
def _cards(ranks: str, copies: int) -> tuple[Card, ...]:
    return pack(ranks, copies=copies)


@cache
def counted(cards: tuple[Card, ...]) -> Counter[Card]:
    """How many of each card there are."""
    return Counter(cards)


def points(cards: tuple[Card, ...], how: Counting = USUAL) -> int:
    """The points of a hand: an ace counts eleven where that is not too much.

    >>> from sabot.core.cards import card_named
    >>> points((card_named("AS"), card_named("KS"))), points((card_named("AS"), card_named("AH")))
    (21, 12)
    """
    low = sum(how.values[card.rank] for card in cards)
    has_ace = any(card.rank == "A" for card in cards)
    return low + ACE_MORE if has_ace and low + ACE_MORE <= how.aim else low


def bank(cards: tuple[Card, ...], how: Counting = USUAL) -> int:
    """How many times two cards are paid that need no other: three for the groote bank, two for the kleine, 0
    for all others."""
    ranks = "".join(sorted((card.rank for card in cards), key="A".__ne__))
    return how.banks.get(ranks, 0)


def times(count: int, how: Counting = USUAL) -> int:
    """How many times a hand of this many cards is paid, or pays. The book names none of more cards than its
    last; such a hand counts as that.

    >>> [times(count) for count in (2, 4, 5, 6, 7, 8)]
    [1, 1, 2, 3, 4, 4]
    """
    return max([1, *(paid for cards, paid in how.many.items() if cards <= count)])
