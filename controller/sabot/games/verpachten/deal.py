"""A deal of verpachten as a value: the farm, its tenant, and what is known of the hands.

Source: HS p. 84-86. `stage` says what is going on:

    let    the farm goes to the highest bidder
    cards  the tenant deals one closed card to each of the others
    buy    each buys cards until they stand
    show   hands are laid open
    over
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabot.core.cards import DECK, Card
from sabot.core.terms import Fault, LedgerLine
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import Payment, paid
from sabot.games.verpachten.options import Options

TARGET_POINTS = 16
PACK_CARDS = tuple(card for card in DECK if card.rank != "8" and str(card) not in ("6S", "6D", "6C"))
"""Forty-five cards: without the eights and three of the sixes (HS p. 84)."""

SIX = Card("6", "H")
"""The only six; with a ten it makes sixteen, and wins from seven and nine (HS p. 85)."""


def value_of(card: Card) -> int:
    """What a card counts: aces, figures and tens ten, others their number.

    >>> [value_of(Card(rank, "H")) for rank in "A9TK"]
    [10, 9, 10, 10]
    """
    return int(card.rank) if card.rank in "2345679" else 10


def points_of(cards: Sequence[Card]) -> int:
    """What these cards count together."""
    return sum(map(value_of, cards))


class Carried(NamedTuple):
    """What one deal leaves to the next: the `farm`, its `tenant` (0: it is to be let) and the `rent`; `owed`:
    the tenant has still to pay it."""

    farm: int = 0
    tenant: int = 0
    rent: int = 0
    owed: bool = False


class Player(NamedTuple):
    """A player against the tenant: the `known` cards of the hand, and how many nobody has named."""

    seat: int
    known: tuple[Card, ...] = ()
    unseen: int = 0

    @property
    def size(self) -> int:
        """How many cards the player holds."""
        return len(self.known) + self.unseen


class Fields(NamedTuple):
    """The fields of a deal. `waiting` are the seats that are still to act, in order; `bid` is the highest,
    and `tenant` who made it, or who has the farm."""

    evening: Evening
    carried: Carried
    farm: int
    waiting: tuple[int, ...]
    stage: str = "let"
    lines: tuple[LedgerLine, ...] = ()
    faults: tuple[Fault, ...] = ()
    tenant: int = 0
    bid: int = 0
    players: tuple[Player, ...] = ()
    winner: int = 0


class Deal(Fields, evening_deal.Deal):
    """A deal of verpachten."""

    __slots__ = ()

    @property
    def options(self) -> Options:
        """What the house chose."""
        options: Options = self.evening.options
        return options

    @property
    def in_play(self) -> int:
        """The farm."""
        return self.farm

    def player(self, seat: int) -> Player:
        """The player at this seat."""
        return next(player for player in self.players if player.seat == seat)

    def with_player(self, player: Player) -> Deal:
        """The deal when this player has changed."""
        players = tuple([player if each.seat == player.seat else each for each in self.players])
        return self._replace(players=players)

    def acted(self, seat: int) -> Deal:
        """The deal when this seat need not act any more."""
        return self._replace(waiting=tuple([each for each in self.waiting if each != seat]))

    def with_paid(self, payments: Sequence[Payment]) -> Deal:
        """The deal after these payments: among the seats, and into the farm or out of it."""
        evening, farm, lines = paid(self.evening, payments, pot=self.farm)
        return self._replace(evening=evening, farm=farm, lines=(*self.lines, *lines))

    @property
    def cards_out(self) -> int:
        """How many cards have left the pack."""
        return sum(player.size for player in self.players)


def rank(player: Player) -> tuple[int, bool]:
    """The order of hands of sixteen, the best first: the fewest cards, and of two cards the one with the
    six of hearts. Still equal ones go by the deal, from the tenant's left; the book is silent."""
    return player.size, not (player.size == 2 and SIX in player.known)
