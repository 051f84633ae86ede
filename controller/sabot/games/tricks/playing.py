"""The play of a deal: whose turn it is, which card is refused, who takes each trick. A value.

A card of a known hand that breaks a rule is refused. One of an unknown hand is believed, until a later card
of that hand proves that the rule was broken.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeVar

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Fault, LedgerLine, Turn
from sabot.games.evening.deal import Deal
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.tricks.holding import Holding
from sabot.games.tricks.tricks import FOLLOW_SUIT, Following, Trick, legal, winner

FOLLOW = reason("the rules of following suit do not allow this card")
LEAD = reason("the leader may play any card")
FOLLOWS = reason("follow suit if you can")
RUFFS = reason("follow suit if you can, else play trump if you can")


class Play(NamedTuple):
    """The tricks of a deal. `seats` play clockwise, `leader` leads the first trick. `tricks` are over, each
    with its taker in `takers`; `trick` lies on the table."""

    seats: tuple[int, ...]
    leader: int
    trump: str | None = None
    rule: Following = FOLLOW_SUIT
    order: str = ACE_HIGH
    tricks: tuple[Trick, ...] = ()
    takers: tuple[int, ...] = ()
    trick: Trick = Trick()

    @property
    def turn(self) -> int:
        """The seat that leads, or follows."""
        if not self.trick.plays:
            return self.takers[-1] if self.takers else self.leader
        last = self.seats.index(self.trick.plays[-1][0])
        return self.seats[(last + 1) % len(self.seats)]

    @property
    def why(self) -> Reason:
        """What the seat whose turn it is has to do."""
        if not self.trick.plays:
            return LEAD
        return RUFFS if self.rule.ruff else FOLLOWS

    @property
    def number(self) -> int:
        """The number of the trick on the table, from 1."""
        return len(self.tricks) + 1

    def taken(self, seat: int) -> int:
        """How many tricks this seat has."""
        return self.takers.count(seat)

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """What this seat has played, in its order."""
        return tuple(card for trick in (*self.tricks, self.trick) for who, card in trick.plays if who == seat)

    def due(self, holding: Holding) -> Turn:
        """What the seat whose turn it is may play."""
        seat = self.turn
        hand = holding.hands.get(seat)
        if hand is None:
            return Turn(seat, (f"play {seat} CARD",), why=self.why)
        return Turn(
            seat, tuple(f"play {seat} {card}" for card in self.allowed(hand, self.trick)), why=self.why
        )

    def allowed(self, hand: tuple[Card, ...], trick: Trick) -> tuple[Card, ...]:
        """The cards of a hand that may be played to a trick."""
        return legal(hand, trick, trump=self.trump, rule=self.rule, order=self.order)


def refused(play: Play, holding: Holding, seat: int, card: Card) -> Fault | None:
    """Why this card cannot be played now; None where it can."""
    fault = _found(play, holding, seat, card)
    return fault and fault._replace(card=card, seat=seat, trick=play.number)


def _found(play: Play, holding: Holding, seat: int, card: Card) -> Fault | None:
    if seat != play.turn:
        return Fault("wrong-order", reason("seat {n} plays the next card", n=play.turn))
    hand = holding.hands.get(seat)
    if hand is None:
        played = {each for who in play.seats for each in play.cards_of(who)}
        because = reason("this card was played before") if card in played else holding.impossible((card,))
        return Fault("impossible-card", because) if because else None
    if card not in hand:
        return Fault("impossible-card", reason("this card is not in the hand of seat {n}", n=seat))
    if card not in play.allowed(hand, play.trick):
        return Fault("revoke", FOLLOW)
    return None


def with_proven(
    faults: tuple[Fault, ...], play: Play, holding: Holding, *, seat: int, card: Card
) -> tuple[Fault, ...]:
    """These faults, and the revoke that a card of an unknown hand proves, unless it is among them: with that
    card in the hand, an earlier one was not allowed."""
    number = None if seat in holding.hands else _broken(play, seat, card)
    if number is None or any(
        (each.kind, each.seat, each.trick) == ("revoke", seat, number) for each in faults
    ):
        return faults
    because = reason("in trick {n} another card had to be played", n=number)
    return (*faults, Fault("revoke", because, card, seat=seat, trick=number))


def _broken(play: Play, seat: int, card: Card) -> int | None:
    """The first trick in which this seat broke a rule, if it held this card all the time."""
    cards = (*play.cards_of(seat), card)
    for number, trick in enumerate(play.tricks, start=1):
        place = [who for who, _ in trick.plays].index(seat)
        hand = cards[number - 1 :]
        if hand[0] not in play.allowed(hand, Trick(trick.plays[:place])):
            return number
    return None


def laid(play: Play, seat: int, card: Card) -> tuple[Play, tuple[LedgerLine, ...]]:
    """The play with one more card, and its lines; a full trick is taken."""
    trick = play.trick.with_play(seat, card)
    lines: tuple[LedgerLine, ...] = (("card", {"card": str(card), "to": str(seat)}),)
    if len(trick.plays) < len(play.seats):
        return play._replace(trick=trick), lines
    taker = winner(trick, play.trump, order=play.order)
    cards = [str(each) for _, each in trick.plays]
    taken = ("trick", {"number": play.number, "seat": taker, "cards": cards})
    over = play._replace(tricks=(*play.tricks, trick), takers=(*play.takers, taker), trick=Trick())
    return over, (*lines, taken)


class TrickDeal(Deal, Protocol):
    """A deal in which tricks are played: a NamedTuple with the fields `holding` and `play`."""

    __slots__ = ()

    @property
    def holding(self) -> Holding:
        """The cards of the deal."""

    @property
    def play(self) -> Play | None:
        """Its tricks; None before the first lead."""


Kind = TypeVar("Kind", bound=TrickDeal)


def played(deal: Kind, seat: int, card: Card) -> Kind:
    """The deal after a card of this seat, which may prove an earlier revoke. A card that is refused only adds
    its fault."""
    assert deal.play is not None
    changed: Any = deal
    if fault := refused(deal.play, deal.holding, seat, card):
        same: Kind = changed._replace(faults=(*deal.faults, fault))
        return same
    faults = with_proven(deal.faults, deal.play, deal.holding, seat=seat, card=card)
    play, lines = laid(deal.play, seat, card)
    after: Kind = changed._replace(
        play=play, holding=deal.holding.without(seat, card), faults=faults, lines=(*deal.lines, *lines)
    )
    return after
