"""A round of verloten: its pot, the prizes on the closed cards, and the cards that were turned.

Source: HS p. 82-83.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault, money
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import PotDeal

Phase = Literal["begin", "draw", "prizes", "tickets", "turn", "over"]

PAIR_CARDS = 2
"""A prize and a ticket before each player."""


class Carried(NamedTuple):
    """What goes from round to round: the pot, and the seat that deals the tickets (0: none is named)."""

    pot: int = 0
    tickets: int = 0


class Fields(NamedTuple):
    """The fields of a round.

    `tickets`: the seat that deals the tickets; the dealer of the evening deals the prizes. `drawing`: the
    seats that draw for the deal, `lots` their cards, `drawn` all cards that were drawn for it, `found` the
    dealers that are found. `prizes`: what was laid on the closed card of each seat. `turned`: the cards of
    each seat that lie open, the prize first. `taken`: what each seat won.
    """

    evening: Evening
    pot: int
    tickets: int
    phase: Phase = "begin"
    drawing: tuple[int, ...] = ()
    lots: Mapping[int, Card] = {}
    drawn: tuple[Card, ...] = ()
    found: tuple[int, ...] = ()
    prizes: Mapping[int, int] = {}
    turned: Mapping[int, tuple[Card, ...]] = {}
    taken: Mapping[int, int] = {}
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, PotDeal):
    """A round of verloten."""

    __slots__ = ()

    @property
    def dealer(self) -> int:
        """The seat that deals the prizes and divides the pot."""
        return self.evening.dealer

    @property
    def left(self) -> int:
        """What is not laid on a card yet."""
        return self.pot - sum(self.prizes.values())

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose cards are not both turned."""
        return tuple([seat for seat in self.order if len(self.turned.get(seat, ())) < PAIR_CARDS])


def begun(evening: Evening) -> Deal:
    """The round before its first card. Where no other seat was named for it, the left neighbour of the dealer
    deals the tickets."""
    kept = evening.carried if isinstance(evening.carried, Carried) else Carried()
    is_named = kept.tickets in evening.seats and kept.tickets != evening.dealer
    tickets = kept.tickets if is_named else evening.left_of(evening.dealer)
    return Deal(evening, kept.pot, tickets)


def shown(amounts: Mapping[int, int]) -> dict[str, str]:
    """Sums by seat, as text."""
    return {str(seat): money(amount) for seat, amount in amounts.items()}
