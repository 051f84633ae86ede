"""A deal of mieën as a value: the pot, the hands, the mie, and who goes along. Source: HS p. 57-59."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import Payment, paid
from sabot.games.mieen.options import Options
from sabot.games.tricks.cards import ACE_HIGH, pack
from sabot.games.tricks.holding import Holding
from sabot.games.tricks.playing import Play

Phase = Literal["dealing", "turning", "speaking", "drawing", "choosing", "taking", "playing", "over"]

FULL_PACK = frozenset(pack(ACE_HIGH))
FULL_HAND = 3
"""Cards in a hand, and tricks in a deal."""
MIE_CARDS = 5
"""Closed cards in the middle."""
ANTE_COUNTERS = 3
"""What each puts in (HS p. 57)."""


class Carried(NamedTuple):
    """What goes from deal to deal: the pot, and the seats that put nothing into the next one: those that paid
    for having no trick, and a dealer who defended."""

    pot: int = 0
    exempt: tuple[int, ...] = ()


class Fields(NamedTuple):
    """The fields of a deal.

    `carried` came from the deal before. `trump` is the card that made trump; `taken` is the seat of the
    dealer who took it into the hand (0: it lies there). `stock`: how many cards are left to exchange.
    `spoken`: the seats that have spoken, `along` those that go along, in their order. `mie`: the seat that
    took the mie. `drawing`: how many cards come into the hand of the seat that speaks. `defends`: the dealer
    plays for the pot. `divided` is the pot that the tricks are worth.
    """

    evening: Evening
    holding: Holding
    carried: Carried
    pot: int = 0
    phase: Phase = "dealing"
    trump: Card | None = None
    taken: int = 0
    stock: int = 0
    spoken: tuple[int, ...] = ()
    along: tuple[int, ...] = ()
    mie: int = 0
    drawing: int = 0
    defends: bool = False
    play: Play | None = None
    divided: int = 0
    paid: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, evening_deal.Deal):
    """A deal of mieën."""

    __slots__ = ()

    @property
    def options(self) -> Options:
        """What the house chose."""
        options: Options = self.evening.options
        return options

    @property
    def in_play(self) -> int:
        """The pot."""
        return self.pot

    @property
    def discarded(self) -> tuple[Card, ...]:
        """What was thrown away, and the card that made trump."""
        return self.holding.gone

    @property
    def dealer(self) -> int:
        """The seat that deals, and speaks last."""
        return self.evening.dealer

    @property
    def speaker(self) -> int:
        """The seat whose turn it is to speak."""
        return self.order[len(self.spoken)]

    def is_known(self, seat: int) -> bool:
        """Whether the hand of this seat is known."""
        return seat in self.holding.hands

    def with_paid(self, payments: Iterable[Payment]) -> tuple[Deal, tuple[Line, ...]]:
        """The deal after these payments, and the lines that report them."""
        evening, pot, lines = paid(self.evening, payments, pot=self.pot)
        return self._replace(evening=evening, pot=pot), lines


def begun(evening: Evening) -> Deal:
    """The deal before its first card."""
    carried = evening.carried or Carried()
    stock = len(FULL_PACK) - FULL_HAND * len(evening.seats) - MIE_CARDS - 1
    return Deal(evening, Holding(FULL_PACK, FULL_HAND), carried, carried.pot, stock=stock)
