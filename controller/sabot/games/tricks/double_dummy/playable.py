"""Which cards may be played, one of each run: cards of one hand with no other card between them are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabot.games.tricks.double_dummy.bits import FIRST_BITS, LOWEST, RUNS, SUIT_BITS, SUIT_MASK
from sabot.games.tricks.double_dummy.goal import Goal
from sabot.games.tricks.double_dummy.holdings import Holdings

if TYPE_CHECKING:
    from sabot.games.tricks.double_dummy.search import Laid

Bits = tuple[int, ...]


class _OfSuit(dict[int, Bits]):
    """For the cards left of one suit: the highest of each run in one hand, from high to low."""

    def __init__(self, held: int, first: int) -> None:
        super().__init__()
        self._held, self._first = held, first

    def __missing__(self, left: int) -> Bits:
        runs = RUNS[(self._held & left) << SUIT_BITS | left]
        self[left] = tuple([self._first + bit for bit in runs])
        return self[left]


class _Beside(dict[int, int]):
    """For `left << SUIT_BITS | mattered`, where `mattered` is the lowest card of a suit that mattered: the
    lowest card of the run of one hand that reaches down from there."""

    def __init__(self, held: int, first: int) -> None:
        super().__init__()
        self._held, self._first = held, first

    def __missing__(self, key: int) -> int:
        left, lowest = key >> SUIT_BITS, (key & SUIT_MASK).bit_length() - 1
        runs = (self._held & left) << SUIT_BITS | left
        for top, bottom in zip(RUNS[runs], LOWEST[runs], strict=True):
            if top < lowest:
                break
            lowest = min(lowest, bottom)
        self[key] = 1 << self._first + lowest
        return self[key]


class Playable:
    """The cards that may be played in one deal."""

    def __init__(self, holdings: Holdings, goal: Goal) -> None:
        self._goal, self._suits = goal, holdings.suits
        self._cards = [tuple(map(_OfSuit, hand, FIRST_BITS)) for hand in holdings.suits]
        self._beside = [tuple(map(_Beside, hand, FIRST_BITS)) for hand in holdings.suits]
        self._is_plain = not goal.rule.head and not goal.rule.ruff

    def leads(self, cards: int, leader: int) -> Bits:
        """The cards that may be led."""
        if cards & self._goal.asked_mask and leader == self._goal.asked_of:
            return tuple([bit for nth in range(len(FIRST_BITS)) for bit in self._asked(cards, leader, nth)])
        return self._every(cards, leader)

    def follows(self, cards: int, laid: Laid, player: int) -> Bits:
        """The cards that may be played to this trick."""
        follows = self._of_suit(cards, player, laid.led)
        if self._is_plain:
            return follows or self._every(cards, player)
        return self._bound(cards, laid, player, follows)

    def _bound(self, cards: int, laid: Laid, player: int, follows: Bits) -> Bits:
        """The same where trumps have to be played, or the others have to be beaten."""
        rule, trump = self._goal.rule, self._goal.trump
        if not follows and rule.ruff and trump is not None:
            follows = self._held(cards, player, trump)
        follows = follows or self._every(cards, player)
        if not rule.head:
            return follows
        return tuple([bit for bit in follows if laid.with_card(bit, player, trump).best == bit]) or follows

    def with_runs(self, cards: int, player: int, mattered: int) -> int:
        """The cards that mattered where all of a player's cards failed: one card of each run was tried, so it
        matters that the others of that run stand beside it."""
        beside = self._beside[player]
        for nth, first in enumerate(FIRST_BITS):
            of_suit = mattered >> first & SUIT_MASK
            if of_suit:
                mattered |= beside[nth][(cards >> first & SUIT_MASK) << SUIT_BITS | of_suit & -of_suit]
        return mattered

    def _every(self, cards: int, player: int) -> Bits:
        if cards & self._goal.asked_mask and player == self._goal.asked_of:
            return tuple([bit for nth in range(len(FIRST_BITS)) for bit in self._held(cards, player, nth)])
        clubs, diamonds, hearts, spades = self._cards[player]
        return (
            clubs[cards & SUIT_MASK]
            + diamonds[cards >> 13 & SUIT_MASK]
            + hearts[cards >> 26 & SUIT_MASK]
            + spades[cards >> 39]
        )

    def _of_suit(self, cards: int, player: int, nth: int) -> Bits:
        """The cards of a suit that may be played when it is led."""
        if cards & self._goal.asked_mask and player == self._goal.asked_of:
            return self._asked(cards, player, nth)
        return self._cards[player][nth][cards >> FIRST_BITS[nth] & SUIT_MASK]

    def _asked(self, cards: int, player: int, nth: int) -> Bits:
        """The same while this player has the asked card: no other of its suit."""
        return self._goal.asked_bits if nth == self._goal.asked_suit else self._held(cards, player, nth)

    def _held(self, cards: int, player: int, nth: int) -> Bits:
        """The cards of a suit in this player's hand. The asked card is like no other."""
        first, goal = FIRST_BITS[nth], self._goal
        left = cards >> first & SUIT_MASK
        asked = cards & goal.asked_mask
        held = self._suits[player][nth] & left
        if not asked or not asked >> first & held:
            return self._cards[player][nth][left]
        runs = RUNS[(held & ~(asked >> first)) << SUIT_BITS | left]
        return (*goal.asked_bits, *(first + bit for bit in runs))
