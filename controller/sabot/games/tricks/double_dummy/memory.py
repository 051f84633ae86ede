"""What is known of positions that are alike.

It is known between which bounds a side's tricks lie, and on how many high cards in each suit that depends.
The answer holds for every position in which those cards have the same owners.

Source of the idea: partition search (M. Ginsberg, 1996).
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.games.tricks.double_dummy.bits import FIRST_BITS, HIGHEST, SUIT_MASK
from sabot.games.tricks.double_dummy.holdings import pattern_mask

Answer = tuple[bool, int]
"""Whether the goal is reached, and the cards whose owners decided that."""
Widths = tuple[int, ...]
"""How many high cards of each suit matter."""

MOST_TRICKS = 13


class Position(NamedTuple):
    """A position before a lead: the cards left by suit, their `pattern`, and the `key` that it shares with
    all positions of the same lengths and the same leader."""

    suits: tuple[int, int, int, int]
    pattern: int
    key: int


class Shape(NamedTuple):
    """What is known where as many high cards matter: the `mask` of their owners in a pattern, and for these
    owners the least and the most tricks."""

    mask: int
    bounds: dict[int, tuple[int, int]]


class Memory:
    """What is known by the key of positions, and by the high cards that matter."""

    def __init__(self) -> None:
        self._shapes: dict[int, dict[Widths, Shape]] = {}
        self._masks: dict[Widths, int] = {}
        self.best: dict[int, int] = {}

    def found(self, position: Position, need: int) -> Answer | None:
        """Whether `need` tricks can be had as far as that is known; None where it is not."""
        pattern = position.pattern
        for widths, (mask, bounds) in self._shapes.get(position.key, _NOTHING).items():
            known = bounds.get(pattern & mask)
            if known is not None and (need <= known[0] or need > known[1]):
                return need <= known[0], highest(position.suits, widths)
        return None

    def keep(self, position: Position, need: int, answer: Answer) -> Answer:
        """Remember the answer; returns it with all cards that are as high as those that mattered."""
        made, cards = answer
        widths = tuple(map(_width, position.suits, FIRST_BITS, (cards,) * len(FIRST_BITS)))
        shapes = self._shapes.setdefault(position.key, {})
        shape = shapes.get(widths)
        if shape is None:
            shape = shapes[widths] = Shape(self._mask(widths), {})
        owners = position.pattern & shape.mask
        least, most = shape.bounds.get(owners, (0, MOST_TRICKS))
        shape.bounds[owners] = (max(least, need), most) if made else (least, min(most, need - 1))
        return made, highest(position.suits, widths)

    def _mask(self, widths: Widths) -> int:
        mask = self._masks.get(widths)
        if mask is None:
            mask = self._masks[widths] = pattern_mask(widths)
        return mask


_NOTHING: dict[Widths, Shape] = {}


def _width(suit: int, first: int, cards: int) -> int:
    """How many cards of the suit are as high as the lowest of `cards` in it, or higher."""
    mattered = cards >> first & SUIT_MASK
    return (suit >> ((mattered & -mattered).bit_length() - 1)).bit_count() if mattered else 0


def highest(suits: tuple[int, int, int, int], widths: Widths) -> int:
    """As many of the highest cards of each suit."""
    clubs, diamonds, hearts, spades = suits
    of_clubs, of_diamonds, of_hearts, of_spades = widths
    return (
        HIGHEST[clubs][of_clubs]
        | HIGHEST[diamonds][of_diamonds] << 13
        | HIGHEST[hearts][of_hearts] << 26
        | HIGHEST[spades][of_spades] << 39
    )
