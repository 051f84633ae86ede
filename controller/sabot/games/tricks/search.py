"""With all hands open: whether a side can take a number of the tricks that are left, against any play.

Each player follows suit if they can, and the highest trump or the highest card of the suit led takes the
trick. The search looks at every line of play that differs, and gives up after a number of positions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from sabot.core.cards import SUITS, Card

MOST_POSITIONS = 4_000
"""Positions that a search looks at before it gives up: well under a second on a desktop."""

LOW_TO_HIGH = "23456789TJQKA"
_SUIT = {suit: ((1 << 13) - 1) << 13 * place for place, suit in enumerate(SUITS)}
_BIT = {
    Card(rank, suit): 1 << 13 * place + height
    for place, suit in enumerate(SUITS)
    for height, rank in enumerate(LOW_TO_HIGH)
}
_SUIT_OF = {bit: _SUIT[card.suit] for card, bit in _BIT.items()}


class Position(NamedTuple):
    """All hands at a moment: `hands` by seat in the order of play, the cards in the `trick` under way, its
    leader's first, and the seat whose `turn` it is."""

    hands: Mapping[int, Collection[Card]]
    turn: int
    trump: str | None = None
    trick: tuple[Card, ...] = ()


class Goal(NamedTuple):
    """The players of `side` take at least `least` and at most `most` of the tricks that are left."""

    side: Collection[int]
    least: int
    most: int


def can_reach(position: Position, goal: Goal, *, positions: int = MOST_POSITIONS) -> bool | None:
    """Whether the side reaches its goal however the others play; None where the search gave up.

    >>> from sabot.core.cards import card_named as card
    >>> hands = {1: [card("AS"), card("2S")], 2: [card("KS"), card("3S")]}
    >>> can_reach(Position(hands, turn=1), Goal([1], 1, 1))
    True
    >>> can_reach(Position(hands, turn=2), Goal([1], 2, 2))
    False
    """
    seats = [*position.hands]
    search = _Search(
        side=tuple(seat in goal.side for seat in seats),
        goal=goal,
        trump=_SUIT[position.trump] if position.trump else 0,
        left=positions,
    )
    hands = tuple(sum(_BIT[card] for card in cards) for cards in position.hands.values())
    trick = tuple(_BIT[card] for card in position.trick)
    try:
        return search.holds(hands, seats.index(position.turn), trick, 0)
    except _TooManyError:
        return None


class _TooManyError(Exception):
    """The search has looked at as many positions as it may."""


class _Search:
    """One search; it remembers the positions between two tricks."""

    def __init__(self, *, side: tuple[bool, ...], goal: Goal, trump: int, left: int) -> None:
        self.side, self.goal, self.trump, self.left = side, goal, trump, left
        self.known: dict[tuple[tuple[int, ...], int, int], bool] = {}

    def holds(self, hands: tuple[int, ...], turn: int, trick: tuple[int, ...], taken: int) -> bool:
        if trick:
            return self.plays(hands, turn, trick, taken)
        decided = self.decided(hands[turn].bit_count(), taken)
        if decided is not None:
            return decided
        key = (hands, turn, taken)
        if key not in self.known:
            self.known[key] = self.plays(hands, turn, trick, taken)
        return self.known[key]

    def decided(self, tricks: int, taken: int) -> bool | None:
        """What is sure before a trick: out of reach, or reached however it goes on."""
        _, least, most = self.goal
        if taken > most or taken + tricks < least:
            return False
        return True if taken >= least and taken + tricks <= most else None

    def plays(self, hands: tuple[int, ...], turn: int, trick: tuple[int, ...], taken: int) -> bool:
        self.left -= 1
        if self.left < 0:
            raise _TooManyError
        own = self.side[turn]
        for card in self.moves(hands, turn, trick):
            if self.after(hands, turn, (*trick, card), taken) == own:
                return own
        return not own

    def moves(self, hands: tuple[int, ...], turn: int, trick: tuple[int, ...]) -> Iterator[int]:
        """One of each run of neighbouring cards: the others do the same."""
        hand = hands[turn]
        legal = (hand & _SUIT_OF[trick[0]] if trick else 0) or hand
        others = sum(hands) + sum(trick) - hand
        found = list(_different(legal, others))
        wants_many = self.side[turn] == (self.goal.least > 0)
        return reversed(found) if wants_many or self.side[turn] else iter(found)

    def after(self, hands: tuple[int, ...], turn: int, trick: tuple[int, ...], taken: int) -> bool:
        hands = (*hands[:turn], hands[turn] - trick[-1], *hands[turn + 1 :])
        if len(trick) < len(hands):
            return self.plays(hands, (turn + 1) % len(hands), trick, taken)
        winner = (turn + 1 + self.winner(trick)) % len(hands)
        return self.holds(hands, winner, (), taken + self.side[winner])

    def winner(self, trick: tuple[int, ...]) -> int:
        """The place in the trick of the card that takes it."""
        led = _SUIT_OF[trick[0]]
        best = max(trick, key=lambda card: (card & self.trump, card & led))
        return trick.index(best)


def _different(legal: int, others: int) -> Iterator[int]:
    """The lowest of each run of cards with no other player's card between them, low to high."""
    run = False
    for bit in _BIT_BY_BIT:
        if bit & _BOTTOM or bit & others:
            run = False
        if bit & legal:
            if not run:
                yield bit
            run = True


_BIT_BY_BIT = tuple(1 << place for place in range(52))
_BOTTOM = sum(1 << 13 * place for place in range(4))
