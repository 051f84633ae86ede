"""A deal of rikken: what was dealt, called, named and played so far. A value; each act makes the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sabot.core.cards import DECK, Card
from sabot.core.terms import Fault
from sabot.games.evening.deal import Deal as HouseholdDeal
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.rikken.auction import Auction, Called
from sabot.games.rikken.bids import Bid
from sabot.games.rikken.options import Options
from sabot.games.tricks.tricks import Trick, winner

FULL_HAND, PLAYERS_AT_TABLE = 13, 4
ANNOUNCED_ROUNDS = ("rikken", "op-voorhand", "open-piek-totaal", "mieen")
"""What a deal may be: with an auction, rik named before the deal, or without any contract."""
AUCTION, OP_VOORHAND, TOTAAL, MIEEN = ANNOUNCED_ROUNDS


class Contract(NamedTuple):
    """What is played: `bid` by `declarer`; `joint` are all bids at this height, the declarer's first.

    `asked` is the asked card, `stands_in` says that it replaces an ace in the declarer's own hand, or that
    no card is left to ask. `partner` is the seat that everybody knows as the declarer's partner.
    """

    bid: Bid
    declarer: int
    joint: tuple[Called, ...]
    trump: str | None = None
    asked: Card | None = None
    stands_in: bool = False
    partner: int | None = None

    @property
    def has_partner(self) -> bool:
        """Whether the declarer plays with the holder of an asked card: by the bid, and unless they hold the
        whole suit themselves."""
        return self.bid.has_partner and (self.asked is not None or not self.stands_in)


class Claim(NamedTuple):
    """`seat` says that they take `number` of the tricks that are left; `agreed` are those who accept it."""

    seat: int
    number: int
    agreed: frozenset[int] = frozenset()


class Fields(NamedTuple):
    """`round` is one of ANNOUNCED_ROUNDS. `hands` are the hands that are known, with what is left of them;
    `shown` the seats whose hands lie open. `counts`: how many cards hidden hands have, as their players
    counted them before the first call. `tricks` are complete, `trick` is under way. `claim` waits for the
    others, `granted` is one that holds. `void` says why nobody scores; `lost_by` revoked, and that costs them
    the deal. `takers` took the tricks; `points` and `paid` are there when the deal is over."""

    evening: Evening
    round: str
    auction: Auction
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()
    hands: Mapping[int, frozenset[Card]] = {}
    shown: frozenset[int] = frozenset()
    dealt: bool = False
    contract: Contract | None = None
    tricks: tuple[Trick, ...] = ()
    trick: Trick = Trick()
    claim: Claim | None = None
    granted: Claim | None = None
    void: str = ""
    lost_by: int | None = None
    takers: tuple[int, ...] = ()
    points: Mapping[int, int] | None = None
    paid: tuple[Line, ...] = ()
    counts: Mapping[int, int] = {}


class Deal(Fields, HouseholdDeal):
    """A deal of rikken."""

    __slots__ = ()

    @property
    def options(self) -> Options:
        """What this house plays."""
        return self.auction.options

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats, the left of the dealer first."""
        return self.auction.order

    @property
    def laid(self) -> tuple[tuple[tuple[int, Card], ...], ...]:
        """Every trick as its cards with their seats; the one under way last, where it was begun."""
        whole = tuple(trick.plays for trick in self.tricks)
        return (*whole, self.trick.plays) if self.trick.plays else whole

    @property
    def trick_number(self) -> int:
        """The number of the trick under way, from 1."""
        return len(self.tricks) + 1

    @property
    def tricks_left(self) -> int:
        """Tricks that are not complete."""
        return FULL_HAND - len(self.tricks)

    @property
    def trump(self) -> str | None:
        """The trump suit, where there is one."""
        return self.contract.trump if self.contract else None

    def played_on(self, seat: int, card: Card) -> Deal | None:
        """The decided deal with one more line, where tricks are left and the card may come from this hand:
        going on after a contract has fallen is no fault (F13)."""
        is_left = card in self.hands.get(seat, DECK) and card not in seen(self)
        if self.points is None or seat not in self.seats or not self.tricks_left or not is_left:
            return None
        return self.with_line("over", seat=seat, card=str(card))

    def with_fault(self, fault: Fault) -> Deal:
        """The deal with one more fault."""
        return self._replace(faults=(*self.faults, fault))


def begun(evening: Evening) -> Deal:
    order = evening.after(evening.dealer)
    return Deal(evening, evening.options.round, Auction(evening.options, order))


def seen(deal: Deal) -> dict[Card, int]:
    """Every card that lies or lay on the table, with its seat."""
    return {card: seat for trick in deal.laid for seat, card in trick}


def unseen(deal: Deal) -> frozenset[Card]:
    """The cards that nobody knows: neither played nor in a known hand."""
    known = frozenset(card for hand in deal.hands.values() for card in hand)
    return frozenset(DECK) - known - seen(deal).keys()


def cards_left(deal: Deal, seat: int) -> int:
    """How many cards this seat should hold."""
    return FULL_HAND - len(deal.tricks) - any(who == seat for who, _ in deal.trick.plays)


def taker(deal: Deal, trick: Trick) -> int:
    """The seat that takes a trick. An asked card that replaces an ace is the highest of its suit (ch. 21)."""
    contract = deal.contract
    if contract and contract.stands_in and contract.asked and trick.led == contract.asked.suit:
        ruffed = any(card.suit == deal.trump for _, card in trick.plays)
        holder = next((seat for seat, card in trick.plays if card == contract.asked), None)
        if holder and not ruffed:
            return holder
    return winner(trick, deal.trump)


def tricks_of(deal: Deal) -> dict[int, int]:
    """The tricks that each seat has taken."""
    return {seat: deal.takers.count(seat) for seat in deal.seats}


def is_lost(deal: Deal, call: Called) -> bool:
    """Whether a bid has fallen: a misère with its first trick, a piek with its second, a solo with the first
    of another. All others are played to the end."""
    bid, taken = call.bid, tricks_of(deal)[call.seat]
    if bid is None or bid.has_partner or bid.group == "alone":
        return False
    return taken < len(deal.tricks) if bid.has_trumps else taken > bid.tricks
