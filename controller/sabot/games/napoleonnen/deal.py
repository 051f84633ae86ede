"""A deal of napoleonnen: its state, its pack, and what follows from it. Source: HS p. 63-65."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault
from sabot.games.auctions.ladder import Made
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import Payment, paid
from sabot.games.tricks.cards import ACE_HIGH_32, pack
from sabot.games.tricks.holding import Holding
from sabot.games.tricks.playing import Play

Phase = Literal["dealing", "bidding", "naming", "exchanging", "trumps", "playing", "over"]
PotName = Literal["pot", "kijkpot"]

FULL_HAND = 5
"""Cards in a hand, and tricks in a deal."""
STOK_CARDS = 2
"""Cards of the stok."""
ANTE_COUNTERS = 5
"""What each player puts into the pot before each deal."""
LADDER = ("1", "2", "3", "4", "nap")
"""The bids, the lowest first: a number of tricks. Five are called nap."""
TRICKS = {bid: number for number, bid in enumerate(LADDER, start=1)}
ADDED = {7: "65", 8: "654"}
"""The ranks that are added for more than six players (HS p. 65)."""


def pack_for(players: int) -> tuple[Card, ...]:
    """The cards for this many players. HS p. 63 takes out those from two to five and says that 32 are left:
    the sixes go too, as p. 65 confirms.

    >>> len(pack_for(6)), len(pack_for(7)), len(pack_for(8))
    (32, 40, 44)
    """
    return pack(ADDED.get(players, "") + ACE_HIGH_32)


class Carried(NamedTuple):
    """What goes from deal to deal: the pot and the kijkpot, in minor units."""

    pot: int = 0
    kijkpot: int = 0


class Fields(NamedTuple):
    """The fields of a deal.

    `looked`: the seats that paid to see the stok. `contract` is the bid that is played, `named` the sum that
    it is for. `drawing`: how many cards of the stok come into the declarer's known hand. `play` is there from
    the naming of trumps on. `paid` are the payments at the end, `made` whether the contract was made.
    """

    evening: Evening
    holding: Holding
    phase: Phase = "dealing"
    pot: int = 0
    kijkpot: int = 0
    looked: tuple[int, ...] = ()
    bids: tuple[Made, ...] = ()
    contract: Made | None = None
    named: int = 0
    drawing: int = 0
    play: Play | None = None
    paid: tuple[Line, ...] = ()
    made: bool | None = None
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, evening_deal.Deal):
    """A deal of napoleonnen."""

    __slots__ = ()

    @property
    def in_play(self) -> int:
        """The pot and the kijkpot."""
        return self.pot + self.kijkpot

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards that were thrown away, as far as they are known."""
        return self.holding.gone

    @property
    def declarer(self) -> int:
        """The seat that plays; 0 before there is one."""
        return self.contract.seat if self.contract else 0


def transferred(
    deal: Deal, payments: Sequence[Payment], *, pot: PotName = "pot"
) -> tuple[Deal, tuple[Line, ...]]:
    """The deal after these payments into or out of one of the pots, and the lines that report them."""
    before = deal.pot if pot == "pot" else deal.kijkpot
    evening, after, lines = paid(deal.evening, payments, pot=before)
    left = Carried(after, deal.kijkpot) if pot == "pot" else Carried(deal.pot, after)
    named = tuple((name, {**keys, "of": pot}) for name, keys in lines)
    return deal._replace(evening=evening, pot=left.pot, kijkpot=left.kijkpot), named


def paid_in(deal: Deal, payments: Sequence[Payment], *, pot: PotName = "pot") -> Deal:
    """The deal after these payments, which are reported now."""
    after, lines = transferred(deal, payments, pot=pot)
    return after._replace(lines=(*after.lines, *lines))
