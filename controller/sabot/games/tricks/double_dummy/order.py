"""Which cards are tried first: the sooner the right one, the shorter the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sabot.games.tricks.double_dummy.bits import FIRST_BITS, SUIT_BITS, SUIT_MASK
from sabot.games.tricks.double_dummy.goal import Goal
from sabot.games.tricks.double_dummy.holdings import Holdings

Bits = tuple[int, ...]

if TYPE_CHECKING:
    from sabot.games.tricks.double_dummy.search import Laid


def by_lead(holdings: Holdings, goal: Goal, cards: int, leader: int, leads: Bits, best: int) -> Bits:
    """Leads, the most promising first: the one that was best in a position alike, winners, a suit that a
    partner wins or ruffs; not one that an opponent ruffs."""
    if goal.exactly:
        return tuple(sorted(leads, key=lambda bit: bit % SUIT_BITS))
    worth = {nth: _of_suit(holdings, goal, cards, leader, nth) for nth in {bit // SUIT_BITS for bit in leads}}
    tops = [(cards >> first & SUIT_MASK).bit_length() - 1 + first for first in FIRST_BITS]

    def promise(bit: int) -> int:
        nth = bit // SUIT_BITS
        return worth[nth] - bit % SUIT_BITS + (300 if bit == best else 0) + (200 if bit == tops[nth] else 0)

    return tuple(sorted(leads, key=promise, reverse=True))


def _of_suit(holdings: Holdings, goal: Goal, cards: int, leader: int, nth: int) -> int:
    """What speaks for leading this suit."""
    trump = goal.trump
    if nth == trump:
        return 40
    left = cards >> FIRST_BITS[nth] & SUIT_MASK
    worth = 0
    for player, suits in enumerate(holdings.suits):
        held = suits[nth] & left
        if held:
            if held.bit_length() == left.bit_length() and player in goal.partners[leader]:
                worth += 120
        elif trump is not None and player != leader and suits[trump] & cards >> FIRST_BITS[trump]:
            worth += 140 if player in goal.partners[leader] else -140
    return worth


class FollowOrder:
    """The order in which cards for a trick under way are tried; each question is answered once."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self._known: dict[tuple[object, ...], tuple[int, ...]] = {}

    def of(self, cards: int, laid: Laid, follows: tuple[int, ...], *, mine: bool, is_last: bool) -> Bits:
        """These cards, the most promising first: win as cheaply as one can, or play low."""
        goal, suit = self._goal, laid.led
        if follows[0] // SUIT_BITS != suit:
            suit = suit if goal.trump is None else goal.trump
        top = 0 if is_last else (cards >> FIRST_BITS[suit] & SUIT_MASK).bit_length()
        key = follows, laid.best, laid.led, goal.sides[laid.winner], mine, is_last, top
        order = self._known.get(key)
        if order is None:
            order = self._known[key] = _by_follow(goal, cards, laid, follows, mine=mine, is_last=is_last)
        return order


def _by_follow(goal: Goal, cards: int, laid: Laid, follows: Bits, *, mine: bool, is_last: bool) -> Bits:
    if goal.exactly:
        return tuple(sorted(follows, key=_avoiding(goal, laid, mine=mine), reverse=True))
    winning = goal.sides[laid.winner] == mine
    promise = _last(goal, laid, winning) if is_last else _middle(goal, cards, laid, winning)
    return tuple(sorted(follows, key=promise, reverse=True))


def _avoiding(goal: Goal, laid: Laid, *, mine: bool) -> Callable[[int], int]:
    """The promise of each card where the side wants few tricks: it plays its highest card that does not take
    the trick, and the others leave it the trick where they can."""
    best, trump = laid.best, goal.trump
    suit_of_best = best // SUIT_BITS
    must_lose = mine or not goal.sides[laid.winner]

    def promise(bit: int) -> int:
        nth, rank = divmod(bit, SUIT_BITS)
        if bit > best if nth == suit_of_best else nth == trump:
            return -SUIT_BITS - rank
        return rank if must_lose else -rank

    return promise


def _last(goal: Goal, laid: Laid, winning: bool) -> Callable[[int], int]:
    best, led, trump = laid.best, laid.led, goal.trump
    suit_of_best = best // SUIT_BITS
    won, ruffed = (-20, 15) if winning else (30, 5)

    def promise(bit: int) -> int:
        nth = bit // SUIT_BITS
        beats = bit > best if nth == suit_of_best else nth == trump
        return (won if beats else 0) - bit % SUIT_BITS - (ruffed if nth == trump != led else 0)

    return promise


def _middle(goal: Goal, cards: int, laid: Laid, winning: bool) -> Callable[[int], float]:
    best, led, trump = laid.best, laid.led, goal.trump
    suit_of_best = best // SUIT_BITS

    def promise(bit: int) -> float:
        nth, rank = divmod(bit, SUIT_BITS)
        if not (bit > best if nth == suit_of_best else nth == trump):
            return 5 - rank - (10 if nth == trump != led else 0)
        if winning:
            return -5 - rank / 10
        is_top = cards >> bit & SUIT_MASK >> rank == 1
        return 40 - rank / 10 if is_top else 15 + rank / 2

    return promise
