"""Hands as far as they are known: dealing, throwing cards away, and drawing others. A value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason

NOT_IN_HAND = reason("only cards of the own hand are thrown away")


class Holding(NamedTuple):
    """The cards of a deal.

    `size`: cards in a full hand. `hands` are what is left of the hands that are known; a seat whose hand is
    not known is not in it. `dealt`: the seats that have their cards. `gone` were thrown away or turned up.
    """

    pack: frozenset[Card]
    size: int
    hands: Mapping[int, tuple[Card, ...]] = {}
    dealt: tuple[int, ...] = ()
    gone: tuple[Card, ...] = ()

    def with_hand(self, seat: int, cards: tuple[Card, ...]) -> Holding:
        """The cards when this seat was dealt this hand."""
        return self._replace(hands={**self.hands, seat: cards}, dealt=(*self.dealt, seat))

    def with_gone(self, *cards: Card) -> Holding:
        """The cards when these were thrown away or turned up, and lie in no hand."""
        hands = {seat: tuple(card for card in hand if card not in cards) for seat, hand in self.hands.items()}
        return self._replace(hands=hands, gone=(*self.gone, *cards))

    def with_drawn(self, seat: int, cards: tuple[Card, ...]) -> Holding:
        """The cards when these came into a known hand."""
        return self._replace(hands={**self.hands, seat: self.hands[seat] + cards})

    def without(self, seat: int, card: Card) -> Holding:
        """The cards when this seat has played this one."""
        if seat not in self.hands:
            return self
        left = tuple(each for each in self.hands[seat] if each != card)
        return self._replace(hands={**self.hands, seat: left})

    def impossible(self, cards: tuple[Card, ...]) -> Reason | None:
        """Why these cards cannot come from the pack; None where they can."""
        if len({*cards}) < len(cards) or not self.pack.issuperset(cards):
            return reason("the pack of this game has each of its cards once")
        elsewhere = {card for hand in self.hands.values() for card in hand} | {*self.gone}
        return reason("this card is at another place") if elsewhere & {*cards} else None

    def wrong_number(self, cards: tuple[Card, ...]) -> Reason | None:
        """Why as many cards are no hand; None where they are one."""
        return None if len(cards) == self.size else reason("a hand has {n} cards", n=self.size)

    def not_given(self, seat: int, given: int | tuple[Card, ...]) -> Reason | None:
        """Why a seat cannot throw these away; of a known hand the cards are named, of others the number."""
        if isinstance(given, int):
            unnamed = given > 0 and seat in self.hands
            return reason("this hand is known: its cards are named") if unnamed else None
        if seat not in self.hands or not {*given} <= {*self.hands[seat]} or len({*given}) < len(given):
            return NOT_IN_HAND
        return None

    def not_drawn(self, cards: tuple[Card, ...], *, count: int) -> Reason | None:
        """Why these cards cannot come for `count` that were thrown away; None where they can."""
        if len(cards) != count:
            return reason("as many cards come as were thrown away: {n}", n=count)
        return self.impossible(cards)
