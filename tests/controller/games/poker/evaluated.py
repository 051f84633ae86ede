"""Two oracles of the ranking: pokerkit's evaluator, and every value that the joker could take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pokerkit import Card as Foreign
from pokerkit import StandardLookup

from sabot.core.cards import DECK, Card
from sabot.games.poker.ranking import KINDS, ORDER, Worth, worth

LOOKUP = StandardLookup()


@cache
def foreign(card: Card) -> Foreign:
    """The card as pokerkit writes it."""
    return next(Foreign.parse(card.rank + card.suit.lower()))


def by_pokerkit(cards: Sequence[Card]) -> int:
    """The place of a hand of five among the 7,462 classes of pokerkit, the lowest first."""
    return LOOKUP.get_entry(tuple(map(foreign, cards))).index


def same_order(ours: tuple[Worth, Worth], theirs: tuple[int, int]) -> bool:
    """Whether both say the same of two hands: less, equal or greater."""
    return (ours[0] < ours[1], ours[0] == ours[1]) == (theirs[0] < theirs[1], theirs[0] == theirs[1])


def best_value(cards: Sequence[Card], *, five_alike: bool = False, pack: Sequence[Card] = DECK) -> Worth:
    """The worth of the joker with these four cards, found by trying every card of the pack that is not
    held."""
    if five_alike and len({card.rank for card in cards}) == 1:
        return Worth(KINDS.index("five"), (ORDER.index(cards[0].rank),), natural=False)
    tried = [worth([*cards, value]) for value in pack if value not in cards]
    return max(tried)._replace(natural=False)
