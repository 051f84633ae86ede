"""Who holds which card, and what makes two positions alike.

Only the order of the cards that are left counts, and who holds them: with the ace gone the king is as good.
So a suit is described from its highest card left downwards, by the player who holds it. Two positions in
which every player has as many cards of every suit, and in which the high cards that matter have the same
owners, are alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabot.games.tricks.double_dummy.bits import FIRST_BITS, SUIT_BITS, SUIT_MASK

OWNER_BITS = 3
"""Bits for the number of a player: eight at most."""
PATTERN_BITS = OWNER_BITS * SUIT_BITS
LENGTH_BITS = 4
"""Bits for the length of a suit in one hand."""


class _Suit(dict[int, tuple[int, int]]):
    """For the cards left of one suit: who holds them, from the highest downwards, and how many each player
    has. Both are shifted to where the suit stands in the description of a position."""

    def __init__(self, nth: int, hands: Sequence[int]) -> None:
        super().__init__()
        self._hands = hands
        self._to_pattern = PATTERN_BITS * nth
        self._to_length = LENGTH_BITS * len(hands) * nth

    def __missing__(self, cards: int) -> tuple[int, int]:
        pattern, length, shift = 0, 0, PATTERN_BITS
        for bit in reversed(range(SUIT_BITS)):
            if cards >> bit & 1:
                owner = self._owner(bit)
                shift -= OWNER_BITS
                pattern |= owner << shift
                length += 1 << LENGTH_BITS * owner
        self[cards] = pattern << self._to_pattern, length << self._to_length
        return self[cards]

    def _owner(self, bit: int) -> int:
        return next(player for player, hand in enumerate(self._hands) if hand >> bit & 1)


class Holdings:
    """The hands of a deal as bits, whole and suit by suit, and what describes their suits."""

    def __init__(self, hands: Sequence[int]) -> None:
        self.hands = tuple(hands)
        self.players = len(self.hands)
        self.suits = tuple(tuple(hand >> first & SUIT_MASK for first in FIRST_BITS) for hand in self.hands)
        self.descriptions = tuple(
            _Suit(nth, [suits[nth] for suits in self.suits]) for nth in range(len(FIRST_BITS))
        )

    def owner(self, bit: int) -> int | None:
        """The player with this card; None where nobody holds it."""
        return next((player for player, hand in enumerate(self.hands) if hand >> bit & 1), None)

    def owners(self) -> Iterator[int | None]:
        """The player with each card of the pack, or None."""
        return map(self.owner, range(SUIT_BITS * len(FIRST_BITS)))


def pattern_mask(widths: Sequence[int]) -> int:
    """The part of a position's pattern that the highest cards take: as many of each suit as `widths` says."""
    mask = 0
    for nth, width in enumerate(widths):
        ones = (1 << OWNER_BITS * width) - 1
        mask |= ones << (PATTERN_BITS * nth + PATTERN_BITS - OWNER_BITS * width)
    return mask
