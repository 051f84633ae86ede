"""A draw of loterijen: its tickets, its prizes, and the money that lies on them. Source: HS p. 55-56."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault, Stake
from sabot.games.banks import stakes
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import THE_POT, PotDeal
from sabot.games.loterijen.options import Options

TICKETS_MOST = 30
"""All tickets of a draw (HS p. 55)."""
STAKE_LOST = -1
"""Stands for a prize that loses the stake."""


class Prize(NamedTuple):
    """What a turned card means for its tickets: how many times the stake it pays. 0: the stake goes back."""

    name: str
    times: int


NIET, OWN_MONEY = Prize("niet", STAKE_LOST), Prize("eigen geld", 0)
TWO_TIMES, THREE_TIMES, MAIN_PRIZE = Prize("tweemaal", 2), Prize("driemaal", 3), Prize("hoofdprijs", 5)
NOT_DRAWN = Prize("niet getrokken", STAKE_LOST)
"""What becomes of a ticket that no card decided: its stake is the banker's."""


class Ticket(NamedTuple):
    """A ticket: a card of the first pack with its price on it. `prize` is empty while it is undecided."""

    seat: int
    card: Card
    price: int
    prize: str = ""


class Common(NamedTuple):
    """What goes from draw to draw where all players are the bank."""

    pot: int = 0


class Fields(NamedTuple):
    """The fields of a draw.

    `buyer` has paid `price`, and the card of their ticket comes next (0: none is due). `content` are the
    seats that buy no more. `drawn` are the cards of the second pack.
    """

    evening: Evening
    pot: int = 0
    buyer: int = 0
    price: int = 0
    content: tuple[int, ...] = ()
    tickets: tuple[Ticket, ...] = ()
    drawn: tuple[Card, ...] = ()
    is_over: bool = False
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, PotDeal):
    """A draw of loterijen."""

    __slots__ = ()

    @property
    def options(self) -> Options:
        """What the house chose."""
        options: Options = self.evening.options
        return options

    @property
    def undecided(self) -> tuple[Ticket, ...]:
        """The tickets that no card has decided."""
        return tuple([each for each in self.tickets if not each.prize])

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """The prices on the tickets that no card has decided."""
        return tuple([Stake(str(each.card), each.price, each.seat) for each in self.undecided])

    @property
    def in_play(self) -> int:
        """The prices on undecided tickets, a price whose card has not come, and the common bank."""
        return self.pot + self.price + sum(each.price for each in self.undecided)

    @property
    def banker(self) -> int:
        """The seat that turns the cards, and holds the bank where all do not."""
        return self.evening.dealer

    @property
    def bank(self) -> int:
        """Who is paid and pays: the banker, or the common pot."""
        return THE_POT if self.options.coop_bank else self.banker

    @property
    def buyers(self) -> tuple[int, ...]:
        """The seats that may still buy, from the banker's left; a banker buys only from a common bank."""
        around = stakes.players(self.evening)
        if self.options.coop_bank and self.evening.can_pay(self.banker, 1):
            around = (*around, self.banker)
        most = tickets_most(len(self.evening.seats))
        return tuple([seat for seat in around if seat not in self.content and self.bought(seat) < most])

    def bought(self, seat: int) -> int:
        """How many tickets this seat has."""
        return sum(each.seat == seat for each in self.tickets)


def begun(evening: Evening) -> Deal:
    """The draw before its first ticket."""
    return Deal(evening, evening.carried.pot if isinstance(evening.carried, Common) else 0)


def tickets_most(players: int) -> int:
    """How many tickets each may buy at a table with this number of players, the banker among them.

    >>> tickets_most(12), tickets_most(6)
    (2, 5)
    """
    return TICKETS_MOST // players


def prizes(options: Options) -> tuple[Prize, ...]:
    """The prize of each card that is turned, in their order.

    >>> [prize.name for prize in prizes(Options())][3:5], len(prizes(Options()))
    (['niet', 'eigen geld'], 17)
    """
    kinds = (
        (NIET, options.nieten),
        (OWN_MONEY, options.own_money),
        (TWO_TIMES, options.two_times),
        (THREE_TIMES, options.three_times),
        (MAIN_PRIZE, options.main_prizes),
    )
    return tuple([prize for prize, cards in kinds for _ in range(cards)])
