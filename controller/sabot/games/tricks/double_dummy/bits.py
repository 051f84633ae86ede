"""Cards as bits of one integer: thirteen a suit, the lowest rank first.

suit      C             D              H              S
bits      0 ... 12      13 ... 25      26 ... 38      39 ... 51
"""

from __future__ import annotations

from collections.abc import Iterable

from sabot.core.cards import SUITS, Card

SUIT_BITS = 13
SUIT_MASK = (1 << SUIT_BITS) - 1
FIRST_BITS = tuple(SUIT_BITS * nth for nth in range(len(SUITS)))


def bit_of(card: Card, order: str) -> int:
    """The number of the bit that stands for this card; `order` is the ranks of the game, lowest first.

    >>> bit_of(Card("2", "D"), "23456789TJQKA")
    13
    """
    return SUIT_BITS * SUITS.index(card.suit) + order.index(card.rank)


def card_of(bit: int, order: str) -> Card:
    """The card that this bit stands for."""
    return Card(order[bit % SUIT_BITS], SUITS[bit // SUIT_BITS])


def mask_of(cards: Iterable[Card], order: str) -> int:
    """These cards as one integer."""
    return sum(1 << bit_of(card, order) for card in cards)


class _Highest(dict[int, tuple[int, ...]]):
    """For the cards of one suit, a tuple: at place n stand the highest n of them."""

    def __missing__(self, cards: int) -> tuple[int, ...]:
        taken, every = 0, [0]
        for bit in reversed(range(SUIT_BITS)):
            if cards >> bit & 1:
                taken |= 1 << bit
                every.append(taken)
        self[cards] = tuple(every)
        return self[cards]


HIGHEST = _Highest()


class _Runs(dict[int, tuple[int, ...]]):
    """For `held << SUIT_BITS | left`, the cards of a hand and all cards left of one suit: the highest bit of
    each run, from high to low. Cards of one hand with no other card between them are worth the same."""

    def __missing__(self, key: int) -> tuple[int, ...]:
        held, others = key >> SUIT_BITS, key & SUIT_MASK & ~(key >> SUIT_BITS)
        tops = []
        while held:
            tops.append(held.bit_length() - 1)
            held &= _below_next(held, others)
        self[key] = tuple(tops)
        return self[key]


def _below_next(held: int, others: int) -> int:
    """All bits below the highest of the others that is lower than the highest card held."""
    lower = others & ((1 << held.bit_length() - 1) - 1)
    return (1 << lower.bit_length()) - 1


RUNS = _Runs()


class _Lowest(dict[int, tuple[int, ...]]):
    """For the same key: the lowest bit of each run, in the same order."""

    def __missing__(self, key: int) -> tuple[int, ...]:
        held, others = key >> SUIT_BITS, key & SUIT_MASK & ~(key >> SUIT_BITS)
        bottoms = []
        while held:
            run = held & ~_below_next(held, others)
            bottoms.append((run & -run).bit_length() - 1)
            held &= ~run
        self[key] = tuple(bottoms)
        return self[key]


LOWEST = _Lowest()


def top_run(held: int, left: int) -> int:
    """How many of the highest cards left of a suit are all in this hand.

    >>> top_run(0b1101, 0b1111), top_run(0b0100, 0b1111)
    (2, 0)
    """
    others = left & ~held
    return (held >> others.bit_length()).bit_count()
