"""A deal of nap: its state, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault
from sabot.games.auctions.ladder import Made
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.nap.calls import FULL_HAND, TRICKS
from sabot.games.tricks.tricks import Trick

Phase = Literal["dealing", "buying", "calling", "choosing", "playing", "pool", "over"]


class Carried(NamedTuple):
    """What goes from deal to deal: the pool in minor units, whether the next stakes are doubled, and who
    dealt first."""

    pool: int = 0
    doubled: bool = False
    first: int = 0


NOTHING_CARRIED = Carried()


class Played(NamedTuple):
    """A card that lies in a trick that is over, or on the table: the trick's number from 1, seat and card."""

    trick: int
    seat: int
    card: Card


class Fields(NamedTuple):
    """The fields of a deal.

    `begun`: its first card came, and the kitty is paid. `hands` are what is left of the hands that are known;
    a seat whose hand is not known is not in it. `dealt`: the seats that have their cards. `bought` is how
    many cards each seat exchanged, `thrown` are those thrown away. `drawing` is the seat that gets new cards
    for them, and how many. `contract` is the call that is played, `spare` the seat that takes the spare hand
    (0: none). `takers` took the tricks so far. `shown`: one card each for the pool. `paid` are the payments
    at the end, `made` whether the contract was made.
    """

    evening: Evening
    phase: Phase = "dealing"
    begun: bool = False
    hands: Mapping[int, tuple[Card, ...]] = {}
    dealt: tuple[int, ...] = ()
    bought: Mapping[int, int] = {}
    thrown: tuple[Card, ...] = ()
    drawing: tuple[int, int] | None = None
    bids: tuple[Made, ...] = ()
    contract: Made | None = None
    spare: int = 0
    trump: str | None = None
    trick: Trick = Trick()
    played: tuple[Played, ...] = ()
    takers: tuple[int, ...] = ()
    shown: tuple[tuple[int, Card], ...] = ()
    paid: tuple[Line, ...] = ()
    pool: int = 0
    made: bool | None = None
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, evening_deal.Deal):
    """A deal of nap."""

    __slots__ = ()

    @property
    def in_play(self) -> int:
        """The pool."""
        return self.pool

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards that were thrown away, as far as they are known."""
        return self.thrown

    @property
    def carried(self) -> Carried:
        """What came from the deal before."""
        kept = self.evening.carried
        return kept if isinstance(kept, Carried) else NOTHING_CARRIED

    def tricks(self, seat: int) -> int:
        """How many tricks this seat has taken."""
        return self.takers.count(seat)


def next_to_play(deal: Deal) -> int:
    """The seat that leads, or follows."""
    assert deal.contract is not None
    if deal.trick.plays:
        return deal.evening.left_of(deal.trick.plays[-1][0])
    return deal.takers[-1] if deal.takers else deal.contract.seat


def is_made(deal: Deal) -> bool | None:
    """Whether the contract is made; None while it can still be made and lost."""
    assert deal.contract is not None
    call, caller = deal.contract.bid, deal.contract.seat
    taken, left = deal.tricks(caller), FULL_HAND - len(deal.takers)
    if call == "misere":
        return False if taken else (None if left else True)
    if taken >= TRICKS[call]:
        return True
    return False if taken + left < TRICKS[call] else None
