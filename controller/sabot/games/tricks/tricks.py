"""A trick: who leads, what may follow, and who takes it. What differs from game to game is data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.games.tricks.cards import ACE_HIGH


class Trick(NamedTuple):
    """The cards of a trick in the order in which they were played, each with its seat."""

    plays: tuple[tuple[int, Card], ...] = ()

    @property
    def led(self) -> str | None:
        """The suit that was led; None before the lead."""
        return self.plays[0][1].suit if self.plays else None

    @property
    def leader(self) -> int | None:
        """The seat that led."""
        return self.plays[0][0] if self.plays else None

    def with_play(self, seat: int, card: Card) -> Trick:
        """The trick with one more card."""
        return Trick((*self.plays, (seat, card)))


class Following(NamedTuple):
    """What a game demands of a player who does not lead.

    `suit`: they follow the suit that was led if they can (`trump`: only if trump was led; `no`: never).
    `ruff`: without that suit they must play trump. `head`: they must beat the best card so far if they can.
    """

    suit: str = "yes"
    ruff: bool = False
    head: bool = False


FOLLOW_SUIT = Following()
"""Follow suit; without it, trump or discard as you like."""


def legal(
    hand: Iterable[Card],
    trick: Trick,
    *,
    trump: str | None = None,
    rule: Following = FOLLOW_SUIT,
    order: str = ACE_HIGH,
) -> tuple[Card, ...]:
    """The cards of this hand that may be played to this trick.

    >>> from sabot.core.cards import card_named as card
    >>> trick = Trick(((1, card("8C")),))
    >>> [*map(str, legal([card("2C"), card("KD")], trick))]
    ['2C']
    >>> [*map(str, legal([card("2H"), card("KD")], trick, trump="H", rule=Following(ruff=True)))]
    ['2H']
    """
    cards = tuple(hand)
    if trick.led is None:
        return cards
    bound = _bound(cards, trick.led, trump, rule)
    if not rule.head:
        return bound
    heading = tuple(card for card in bound if _beats_all(card, trick, trump, order))
    return heading or bound


def _bound(cards: tuple[Card, ...], led: str, trump: str | None, rule: Following) -> tuple[Card, ...]:
    """The cards that the suit led leaves, before it is asked which of them beat the others."""
    follows = rule.suit == "yes" or (rule.suit == "trump" and led == trump)
    if follows and (same := tuple(card for card in cards if card.suit == led)):
        return same
    if rule.ruff and (trumps := tuple(card for card in cards if card.suit == trump)):
        return trumps
    return cards


def _beats_all(card: Card, trick: Trick, trump: str | None, order: str) -> bool:
    return winner(trick.with_play(0, card), trump, order=order) == 0


def winner(trick: Trick, trump: str | None = None, *, order: str = ACE_HIGH) -> int:
    """The seat that takes the trick: the highest trump, else the highest card of the suit led. The first of
    two equal cards takes it.

    >>> from sabot.core.cards import card_named as card
    >>> winner(Trick(((1, card("8C")), (2, card("KC")), (3, card("2H")))), "H")
    3
    """
    suit = trump if any(card.suit == trump for _, card in trick.plays) else trick.led
    seats = [
        (order.index(card.rank), -nth, seat)
        for nth, (seat, card) in enumerate(trick.plays)
        if card.suit == suit
    ]
    return max(seats)[2]
