"""The cards that the odds are counted over: a full sabot, one without end, or what is left of one.

What is left is for study alone: no screen of a live table and no module that feeds one knows this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from sabot.core.cards import RANKS, Card, card_named


class CompositionError(ValueError):
    """Cards that no sabot can hold; the message is for the person who named them."""


class Composition(NamedTuple):
    """Cards by rank, in the order of `RANKS`: how many, and how many of them are expected to be red.

    `replaced`: every card goes back before the next is drawn, which is the sabot without end. Numbers are
    then proportions.
    """

    ranks: tuple[int, ...]
    red: tuple[Fraction, ...]
    replaced: bool = False

    @property
    def cards(self) -> int:
        """How many cards lie there."""
        return sum(self.ranks)

    def by_value(self, value: Mapping[str, int]) -> dict[int, int]:
        """How many cards count each of the values that the game gives to ranks."""
        counted = dict.fromkeys(sorted(value.values()), 0)
        for rank, cards in zip(RANKS, self.ranks, strict=True):
            counted[value[rank]] += cards
        return counted

    def red_by_value(self, value: Mapping[str, int]) -> dict[int, Fraction]:
        """How many of them are expected to be red."""
        counted = dict.fromkeys(sorted(value.values()), Fraction(0))
        for rank, cards in zip(RANKS, self.red, strict=True):
            counted[value[rank]] += cards
        return counted


def full(decks: int) -> Composition:
    """An untouched sabot of `packs` packs; 0: endless."""
    if decks:
        return Composition((4 * decks,) * 13, (Fraction(2 * decks),) * 13)
    return Composition((1,) * 13, (Fraction(1, 2),) * 13, replaced=True)


def without(decks: int, seen: Iterable[str]) -> Composition:
    """What is left of `decks` packs when these cards (`8C`, `KD`) have been seen. Raises CompositionError.

    >>> without(6, ["8C", "KD"]).cards
    310
    >>> without(2, ["8C", "8C", "8C"])
    Traceback (most recent call last):
        ...
    sabot.games.odds.composition.CompositionError: 8C was named 3 times: 2 packs hold no more than 2
    """
    gone: Counter[Card] = Counter()
    for text in seen:
        card = card_named(text)
        if card is None:
            raise CompositionError(f"{text!r} is no card: write rank and suit, such as 8C, TH or AS")
        gone[card] += 1
        if gone[card] > decks:
            raise CompositionError(
                f"{card} was named {gone[card]} times: {decks} packs hold no more than {decks}"
            )
    ranks = tuple(4 * decks - _number(gone, rank, "CDHS") for rank in RANKS)
    red = tuple(Fraction(2 * decks - _number(gone, rank, "DH")) for rank in RANKS)
    return Composition(ranks, red)


def _number(gone: Counter[Card], rank: str, suits: str) -> int:
    return sum(gone[Card(rank, suit)] for suit in suits)


def left(text: str) -> Composition:
    """What `A=20 2=24 KD=3` says is left: a number for a rank, of any suit, or for one card. Ranks that are
    not named are gone. Raises CompositionError.

    >>> left("A=20 2=24 KD=3").cards
    47
    """
    ranks, red = dict.fromkeys(RANKS, 0), dict.fromkeys(RANKS, Fraction(0))
    for each in text.replace(",", " ").split():
        name, sign, number = each.upper().partition("=")
        card = card_named(name)
        rank = card.rank if card else name.replace("10", "T")
        if rank not in ranks or not sign or not (number.isascii() and number.isdigit() and len(number) < 5):
            raise CompositionError(
                f"{each!r}: expected a rank or a card and its number, such as A=20 or KD=3"
            )
        ranks[rank] += int(number)
        red[rank] += Fraction(int(number) * (2 * card.is_red if card else 1), 2)
    return Composition(tuple(ranks.values()), tuple(red.values()))
