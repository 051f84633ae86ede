"""A revoke is proven by later cards: who showed void in which suit, and what that rules out.

A card that does not follow says only that its player is void. It is a revoke once that player shows a card
of the suit, or once the cards not seen yet cannot all be in the hands that are left for them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from sabot.core.cards import SUITS, Card

Play: TypeAlias = tuple[int, Card]
"""A seat and the card that it laid."""
Laid: TypeAlias = Sequence[Sequence[Play]]
"""The tricks so far, each with its leader's card first; the last one may not be complete."""

SETS_OF_SUITS = tuple(frozenset(each) for n in range(1, 5) for each in combinations(SUITS, n))
"""Every set of at least one suit."""


def void_since(laid: Laid, seat: int, suit: str) -> int | None:
    """The number of the first trick in which `seat` did not follow `suit` and after which they showed no card
    of it; None where they are not known to be void.

    >>> from sabot.core.cards import card_named as card
    >>> laid = [[(1, card("AS")), (2, card("4H"))]]
    >>> void_since(laid, 2, "S"), void_since(laid, 1, "S")
    (1, None)
    """
    since = None
    for number, trick in enumerate(laid, start=1):
        own = _card_of(trick, seat)
        if own is not None and own.suit == suit:
            since = None
        elif own is not None and trick[0][1].suit == suit:
            since = since or number
    return since


def _card_of(trick: Sequence[Play], seat: int) -> Card | None:
    return next((card for who, card in trick if who == seat), None)


def voids(laid: Laid, seats: Collection[int]) -> frozenset[tuple[int, str]]:
    """Each seat with each suit that it is known to lack, if nobody has revoked."""
    return frozenset((seat, suit) for seat in seats for suit in SUITS if void_since(laid, seat, suit))


class Hands(NamedTuple):
    """What nobody has seen: how many cards each seat with an unknown hand still holds (`sizes`), and how many
    cards of each suit are in these hands (`unseen`)."""

    sizes: Mapping[int, int]
    unseen: Mapping[str, int]


def impossible_suits(hands: Hands, void: Collection[tuple[int, str]]) -> frozenset[str] | None:
    """Suits with more unseen cards than the hands hold that are not void of them: one of the players who
    showed void has revoked (the theorem of Hall). None where all unseen cards may be somewhere.

    >>> hands = Hands({1: 3, 2: 13}, {"C": 13})
    >>> impossible_suits(hands, {(2, "C")}), impossible_suits(hands, {(1, "C")})
    (frozenset({'C'}), None)
    """
    return next((suits for suits in SETS_OF_SUITS if _have_no_room(hands, suits, void)), None)


def _have_no_room(hands: Hands, suits: frozenset[str], void: Collection[tuple[int, str]]) -> bool:
    room = sum(size for seat, size in hands.sizes.items() if any((seat, suit) not in void for suit in suits))
    return sum(hands.unseen.get(suit, 0) for suit in suits) > room
