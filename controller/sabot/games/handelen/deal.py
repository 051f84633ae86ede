"""A deal of handelen: the pot, the cards that were turned, and whose they are. Source: HS p. 53-54."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import PotDeal
from sabot.games.handelen.options import Options
from sabot.games.tricks.cards import ACE_HIGH, pack

Phase = Literal["dealing", "trump", "turning", "over"]
Goods = Literal["troef", "pakket"]

FULL_PACK = frozenset(pack(ACE_HIGH))
FULL_HAND = 3
"""Closed cards before each player."""
ANTE_COUNTERS, DEALER_COUNTERS, FINE_COUNTERS = 4, 6, 4
"""What the others and the dealer put in, and what a fault costs (HS p. 53)."""


class Carried(NamedTuple):
    """What one deal leaves to the next: the pot, and the cards that are not in the stock any more."""

    pot: int = 0
    spent: tuple[Card, ...] = ()


class Owned(NamedTuple):
    """A trump that was turned, and the seat that owns it."""

    seat: int
    card: Card


class Sale(NamedTuple):
    """What a seat sells now, and the bids for it, the highest last."""

    seat: int
    goods: Goods
    bids: tuple[tuple[int, int], ...] = ()


class Fields(NamedTuple):
    """The fields of a deal.

    `spent`: the cards that lie beside the stock. `trump` is the card that made trump. `cards` are those that
    were turned, each with the seat where it lay; `owners`: who bought the packet at a seat. `best` is the
    highest trump. `offered`: the seats that offered their packet since the last card; `fined`:
    those that paid the fine since the last act of another kind.
    """

    evening: Evening
    pot: int = 0
    spent: tuple[Card, ...] = ()
    phase: Phase = "dealing"
    trump: Card | None = None
    cards: tuple[tuple[int, Card], ...] = ()
    owners: Mapping[int, int] = {}
    best: Owned | None = None
    sale: Sale | None = None
    offered: tuple[int, ...] = ()
    fined: frozenset[int] = frozenset()
    paid: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, PotDeal):
    """A deal of handelen."""

    __slots__ = ()

    @property
    def options(self) -> Options:
        """What the house chose."""
        options: Options = self.evening.options
        return options

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards that lie beside the stock."""
        return self.spent

    def burned(self, card: Card) -> Evening | None:
        """The evening when a card of the stock was burned: it lies beside the stock."""
        if card in self.spent:
            return None
        return self.evening._replace(carried=Carried(self.pot, (*self.spent, card)))

    @property
    def next_place(self) -> int | None:
        """The seat where the next card is turned; None when all are."""
        count = len(self.cards)
        return self.order[count % len(self.order)] if count < FULL_HAND * len(self.order) else None

    @property
    def seen(self) -> frozenset[Card]:
        """The cards that are not in the stock, and not closed on the table."""
        shown = {card for _, card in self.cards}
        return frozenset({*self.spent, *shown} | ({self.trump} if self.trump else set()))

    def owner(self, seat: int) -> int:
        """Who owns the cards that lie at this seat."""
        return self.owners.get(seat, seat)

    def closed(self, seat: int) -> int:
        """How many cards at this seat are not turned."""
        return FULL_HAND - sum(seat == each for each, _ in self.cards)


def begun(evening: Evening) -> Deal:
    """The deal before its first card. The stock goes on from deal to deal. Where it is too short for a deal,
    the player on the dealer's right has shuffled the spent cards into it (HS p. 54 prints "the right of the
    player")."""
    carried = evening.carried or Carried()
    needed = FULL_HAND * len(evening.seats) + 1
    left = len(FULL_PACK) - len(carried.spent)
    return Deal(evening, carried.pot, carried.spent if left >= needed else ())


def following(deal: Deal) -> Evening:
    """The left neighbour deals on from the same stock; a pot that nobody took stays."""
    return deal.evening.following(carried=Carried(deal.pot, tuple(sorted(deal.seen))))
