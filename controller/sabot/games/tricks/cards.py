"""Packs and orders of ranks, as data."""

from __future__ import annotations

from sabot.core.cards import SUITS, Card

ACE_HIGH = "23456789TJQKA"
"""The ranks of a full pack, lowest first: the usual order."""

ACE_HIGH_32 = "789TJQKA"
"""The ranks of a pack without those from 2 to 6."""

ACE_BELOW_KNAVE_32 = "789TAJQK"
"""The order of écarté: the ace stands between the ten and the knave."""


def pack(ranks: str, *, copies: int = 1) -> tuple[Card, ...]:
    """Every card of these ranks, suit by suit.

    >>> len(pack(ACE_HIGH)), len(pack(ACE_HIGH_32, copies=2))
    (52, 64)
    """
    return tuple(Card(rank, suit) for suit in SUITS for rank in ranks) * copies
