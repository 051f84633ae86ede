"""A round of zeilen: its state, and the money that moves in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import PotDeal
from sabot.games.tricks.cards import ACE_HIGH, pack

Phase = Literal["hands", "answers", "cover", "turn", "over"]

FULL_PACK = pack(ACE_HIGH)
FULL_HAND = 3
"""Open cards before each player."""
LOSSES_MOST = 2
"""A bank that loses its pot as often is lost (HS p. 88)."""
LAST_SAIL = 2
"""After this sail the banker takes the pot."""


class Carried(NamedTuple):
    """What goes from round to round: the pot, the whole rounds that the bank has played, how often it lost
    the pot, the sail that went in last (0: none), and the cards of the second pack that have left it.
    `banker` is the seat whose bank it is; 0: nobody's yet."""

    pot: int = 0
    rounds: int = 0
    losses: int = 0
    sail: int = 0
    drawn: tuple[Card, ...] = ()
    banker: int = 0


class Fields(NamedTuple):
    """The fields of a round.

    `opened`: its first act came. `hands` are the open cards. `waiting`: the seats that have still to answer;
    the first is asked now. `covering`: those that may still add a stake to this hand. `bets`: what rides on
    it. `turned`: the cards that were turned for it.
    """

    evening: Evening
    carried: Carried
    pot: int
    losses: int
    sail: int
    drawn: tuple[Card, ...]
    waiting: tuple[int, ...]
    phase: Phase = "hands"
    opened: bool = False
    hands: Mapping[int, tuple[Card, ...]] = {}
    covering: tuple[int, ...] = ()
    bets: tuple[tuple[int, int], ...] = ()
    turned: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, PotDeal):
    """A round of zeilen."""

    __slots__ = ()

    @property
    def banker(self) -> int:
        """The seat that has the bank."""
        return self.evening.dealer

    @property
    def covered(self) -> int:
        """What rides on this hand."""
        return sum(amount for _, amount in self.bets)

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards that have left the second pack. Where it is spent, it is shuffled; the book is silent."""
        return () if len(self.drawn) == len(FULL_PACK) else self.drawn

    def burned(self, card: Card) -> Evening | None:
        """The evening when a card of the second pack was burned: it has left the pack."""
        if card in self.gone:
            return None
        return self.evening._replace(carried=self.carried._replace(drawn=(*self.gone, card)))

    @property
    def is_lost(self) -> bool:
        """Whether the bank is lost: the pot was lost too often, or the banker has nothing to put in."""
        return self.is_spent or not self.pot

    @property
    def is_spent(self) -> bool:
        """Whether the bank lost its pot too often."""
        return self.losses >= LOSSES_MOST


def begun(evening: Evening) -> Deal:
    """The round before its first card. Who takes the bank over begins with the pot alone: the rounds, the
    losses and the sails were another's."""
    kept = evening.carried if isinstance(evening.carried, Carried) else Carried()
    if kept.banker != evening.dealer:
        kept = Carried(kept.pot, drawn=kept.drawn)
    sail = kept.sail + bool(kept.sail)
    waiting = evening.after(evening.dealer)[:-1]
    return Deal(evening, kept, kept.pot, kept.losses, sail, kept.drawn, waiting)
