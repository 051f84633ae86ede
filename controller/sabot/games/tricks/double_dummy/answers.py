"""What the other rooms ask when all hands lie open: can the contract be made, which cards are best now, and
with which card was it thrown away?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sabot.core.cards import SUITS, Card
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.tricks.double_dummy.asking import Question, decided, search_in, usual_limit
from sabot.games.tricks.double_dummy.bits import bit_of, card_of, mask_of
from sabot.games.tricks.double_dummy.goal import Goal
from sabot.games.tricks.double_dummy.holdings import Holdings
from sabot.games.tricks.double_dummy.playable import Playable
from sabot.games.tricks.double_dummy.search import UndecidedError, laid_by
from sabot.games.tricks.tricks import FOLLOW_SUIT, Following, Trick, winner


class Contract(NamedTuple):
    """What `side` (seats) is to reach: at least `tricks` tricks, or `exactly` that number.

    `asked` is a card that its holder has to play when its suit is led for the first time. `order` is the
    ranks of the game, lowest first.
    """

    side: frozenset[int]
    tricks: int
    exactly: bool = False
    trump: str | None = None
    asked: Card | None = None
    rule: Following = FOLLOW_SUIT
    order: str = ACE_HIGH


class Open(NamedTuple):
    """A deal with all hands open: what each seat holds before the trick under way, clockwise, who leads to
    that trick, the cards that lie in it, and how many tricks the side has taken."""

    hands: Mapping[int, tuple[Card, ...]]
    leader: int
    trick: Trick = Trick()
    taken: int = 0

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats, clockwise."""
        return tuple(self.hands)

    @property
    def to_play(self) -> int:
        """The seat that plays next."""
        seats = self.seats
        return seats[(seats.index(self.leader) + len(self.trick.plays)) % len(seats)]

    def after(self, card: Card, contract: Contract) -> Open:
        """The deal when the seat that is to play has played this card."""
        trick = self.trick.with_play(self.to_play, card)
        if len(trick.plays) < len(self.hands):
            return self._replace(trick=trick)
        taker = winner(trick, contract.trump, order=contract.order)
        played = dict(trick.plays)
        hands = {
            seat: tuple(each for each in held if each != played[seat]) for seat, held in self.hands.items()
        }
        return Open(hands, taker, Trick(), self.taken + (taker in contract.side))


def can_be_made(deal: Open, contract: Contract, *, limit: int | None = None) -> bool | None:
    """Whether the side reaches its goal when nobody errs; None where the limit is too low to tell.

    >>> from sabot.core.cards import card_named
    >>> hands = {1: (card_named("AS"), card_named("2H")), 2: (card_named("KS"), card_named("3H"))}
    >>> can_be_made(Open(hands, leader=1), Contract(frozenset({1}), tricks=1))
    True
    >>> can_be_made(Open(hands, leader=1), Contract(frozenset({1}), tricks=2))
    False
    """
    try:
        return _Table(deal, contract, limit).is_made(deal)
    except UndecidedError:
        return None


def most_tricks(deal: Open, contract: Contract, *, limit: int | None = None) -> int | None:
    """How many tricks the side takes when nobody errs, those before included; how many it needs does not
    count here. None where the limit is too low to tell."""
    table = _Table(deal, contract._replace(exactly=False), limit)
    tricks, most = deal.taken, deal.taken + len(deal.hands[deal.leader])
    try:
        while tricks < most and table.is_made(deal, tricks + 1):
            tricks += 1
    except UndecidedError:
        return None
    return tricks


def best_cards(deal: Open, contract: Contract, *, limit: int | None = None) -> tuple[Card, ...] | None:
    """The cards with which the seat to play gets the most for its side: those that make the contract or beat
    it, else those that lose the fewest tricks. None where the limit is too low to tell."""
    try:
        table = _Table(deal, contract, limit)
        return _best(table, deal)
    except UndecidedError:
        return None


def _best(table: _Table, deal: Open) -> tuple[Card, ...]:
    contract, held = table.contract, table.playable(deal)
    mine = deal.to_play in contract.side
    for tricks in _worse_and_worse(contract, mine=mine):
        kept = [card for card in held if table.is_made(deal.after(card, contract), tricks) == mine]
        if kept:
            return tuple(kept)
    return held


def _worse_and_worse(contract: Contract, *, mine: bool) -> Iterator[int]:
    """The goal, and then what is left to play for: fewer tricks, or for the other side more."""
    yield contract.tricks
    if not contract.exactly:
        yield from (
            range(contract.tricks - 1, 0, -1) if mine else range(contract.tricks + 1, len(ACE_HIGH) + 1)
        )


class Error(NamedTuple):
    """A card that decided the contract: in which trick (from 1), who played it, and what had kept it."""

    trick: int
    seat: int
    card: Card
    better: tuple[Card, ...]


def errors(
    deal: Open, contract: Contract, plays: Sequence[Card], *, limit: int | None = None
) -> tuple[Error, ...] | None:
    """The cards with which a contract that could be made was thrown away, or one that could be beaten was let
    through. `plays` are all cards after those of `deal`, in the order in which they were played. None where
    the limit is too low.
    """
    try:
        table = _Table(deal, contract, limit)
        return tuple(_errors(table, deal, plays))
    except UndecidedError:
        return None


def _errors(table: _Table, deal: Open, plays: Sequence[Card]) -> Iterator[Error]:
    made = table.is_made(deal)
    for nth, card in enumerate(plays, start=len(deal.trick.plays)):
        seat, after = deal.to_play, deal.after(card, table.contract)
        still = table.is_made(after)
        if still != made:
            yield Error(nth // len(deal.hands) + 1, seat, card, _best(table, deal))
        deal, made = after, still


class _Table:
    """One search for all questions about a deal."""

    def __init__(self, deal: Open, contract: Contract, limit: int | None) -> None:
        if contract.rule.suit != "yes":
            raise ValueError("only games in which everybody follows suit can be solved")
        self.contract, self._seats = contract, deal.seats
        self._limit = usual_limit() if limit is None else limit
        order, asked = contract.order, contract.asked
        self._holdings = Holdings([mask_of(held, order) for held in deal.hands.values()])
        bit = None if asked is None else bit_of(asked, order)
        self._goal = Goal(
            [self._seats.index(seat) for seat in contract.side],
            self._holdings.players,
            exactly=contract.exactly,
            trump=None if contract.trump is None else SUITS.index(contract.trump),
            rule=contract.rule,
            asked=bit,
            asked_of=None if bit is None else self._holdings.owner(bit),
        )
        self._search = search_in(self._holdings, self._goal)

    def is_made(self, deal: Open, tricks: int | None = None) -> bool:
        """Whether the side takes as many tricks (else those of the contract). Raises UndecidedError."""
        need = (self.contract.tricks if tricks is None else tricks) - deal.taken
        leader, plays = self._seats.index(deal.leader), bytes(self._plays(deal))
        question = Question(self._cards(deal), leader, plays, need)
        made = decided(self._search, question, limit=self._limit, in_attempts=self.contract.exactly)
        if made is None:
            raise UndecidedError(f"not decided after {self._limit} positions")
        return made

    def playable(self, deal: Open) -> tuple[Card, ...]:
        """The cards that may be played now, one of each run."""
        playable, cards = Playable(self._holdings, self._goal), self._cards(deal)
        leader, player = self._seats.index(deal.leader), self._seats.index(deal.to_play)
        laid = laid_by(self._plays(deal), leader, len(self._seats), self._goal.trump)
        bits = playable.leads(cards, player) if laid is None else playable.follows(cards, laid, player)
        return tuple(card_of(bit, self.contract.order) for bit in bits)

    def _cards(self, deal: Open) -> int:
        return mask_of([card for held in deal.hands.values() for card in held], self.contract.order)

    def _plays(self, deal: Open) -> Iterator[int]:
        return (bit_of(card, self.contract.order) for _, card in deal.trick.plays)
