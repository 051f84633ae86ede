"""What is known of positions that are alike.

An entry says between which bounds a side's tricks lie, and on how many high cards in each suit that depends.
It answers for every position in which those cards have the same owners.

Source of the idea: partition search (M. Ginsberg, 1996).
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.games.tricks.double_dummy.bits import FIRST_BITS, HIGHEST, SUIT_MASK
from sabot.games.tricks.double_dummy.holdings import pattern_mask

Answer = tuple[bool, int]
"""Whether the goal is reached, and the cards whose owners decided that."""

MOST_TRICKS = 13


class Position(NamedTuple):
    """A position before a lead: the cards left by suit, their `pattern`, and the `key` that it shares with
    all positions of the same lengths and the same leader."""

    suits: tuple[int, int, int, int]
    pattern: int
    key: int


class Entry(NamedTuple):
    """`mask` and `pattern`: the high cards that matter and who must hold them. The tricks lie from `least` to
    `most`. `widths`: how many high cards of each suit matter."""

    mask: int
    pattern: int
    least: int
    most: int
    widths: tuple[int, ...]


class Memory:
    """Entries by the key of their positions, the newest first."""

    def __init__(self) -> None:
        self._entries: dict[int, list[Entry]] = {}
        self._masks: dict[tuple[int, ...], int] = {}
        self.best: dict[int, int] = {}

    def found(self, position: Position, need: int) -> Answer | None:
        """Whether `need` tricks can be had as far as that is known; None where it is not."""
        pattern = position.pattern
        for entry in self._entries.get(position.key, ()):
            if pattern & entry[0] == entry[1] and (need <= entry[2] or need > entry[3]):
                return need <= entry[2], highest(position.suits, entry[4])
        return None

    def keep(self, position: Position, need: int, answer: Answer) -> Answer:
        """Remember the answer; returns it with all cards that are as high as those that mattered."""
        made, cards = answer
        widths = tuple(map(_width, position.suits, FIRST_BITS, (cards,) * len(FIRST_BITS)))
        mask = self._masks.get(widths)
        if mask is None:
            mask = self._masks[widths] = pattern_mask(widths)
        least, most = (need, MOST_TRICKS) if made else (0, need - 1)
        entry = Entry(mask, position.pattern & mask, least, most, widths)
        self._entries.setdefault(position.key, []).insert(0, entry)
        return made, highest(position.suits, widths)


def _width(suit: int, first: int, cards: int) -> int:
    """How many cards of the suit are as high as the lowest of `cards` in it, or higher."""
    mattered = cards >> first & SUIT_MASK
    return (suit >> ((mattered & -mattered).bit_length() - 1)).bit_count() if mattered else 0


def highest(suits: tuple[int, int, int, int], widths: tuple[int, ...]) -> int:
    """As many of the highest cards of each suit."""
    clubs, diamonds, hearts, spades = suits
    of_clubs, of_diamonds, of_hearts, of_spades = widths
    return (
        HIGHEST[clubs][of_clubs]
        | HIGHEST[diamonds][of_diamonds] << 13
        | HIGHEST[hearts][of_hearts] << 26
        | HIGHEST[spades][of_spades] << 39
    )
