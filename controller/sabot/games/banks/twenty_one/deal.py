"""A deal of een-en-twintig: its state, and what follows from it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault, Stake
from sabot.games.banks.stakes import players
from sabot.games.banks.twenty_one.values import TABLE_TEN, Counting, cards_of, points, values_of
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening

Phase = Literal["first", "stakes", "second", "playing", "opening", "banker", "showing", "over"]

STAKE = "kaart"
"""Where a stake lies: on the first card."""


class Hand(NamedTuple):
    """One hand. `cards` are those that are known, and the last `bought` of them lie open; `unseen` were not
    seen. `first` is the stake before it was raised. `raised`: it was, and a card must be bought for it.
    `is_split`: one of two out of a pair. `is_open`: all its cards lie open. `state`: `in` play, `stood`, or
    `done` when it is settled."""

    seat: int
    cards: tuple[Card, ...] = ()
    unseen: int = 0
    bought: int = 0
    stake: int = 0
    first: int = 0
    raised: bool = False
    is_split: bool = False
    is_open: bool = False
    state: Literal["in", "stood", "done"] = "in"

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.cards) + self.unseen

    @property
    def is_known(self) -> bool:
        """Whether all its cards are known."""
        return not self.unseen


class Fields(NamedTuple):
    """The fields of a deal.

    `hands` are those of the players, from the banker's left, and `bank` is the banker's. `drawing` is the
    hand that gets a card (its place in `hands`), None: none. `begun`: a player has spoken, so it is too late
    to split. `is_ten`: the table counts ten, and one card is dealt. `highest` had the groote bank.
    `bust`: the banker went over.
    """

    evening: Evening
    phase: Phase = "first"
    hands: tuple[Hand, ...] = ()
    bank: Hand = Hand(0)
    drawing: int | None = None
    doubled: bool = False
    is_ten: bool = False
    begun: bool = False
    highest: tuple[int, ...] = ()
    bust: bool = False
    results: tuple[tuple[int, int], ...] = ()
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, evening_deal.Deal):
    """A deal of een-en-twintig."""

    __slots__ = ()

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """The stakes that are not settled yet."""
        return tuple(Stake(STAKE, hand.stake, hand.seat) for hand in self.hands if hand.stake)

    @property
    def in_play(self) -> int:
        """All of these."""
        return sum(hand.stake for hand in self.hands)

    @property
    def banker(self) -> int:
        """The seat of the banker."""
        return self.evening.dealer

    @property
    def how(self) -> Counting:
        """How this house counts."""
        return TABLE_TEN if self.is_ten else values_of(self.evening.options)

    @property
    def turn(self) -> int:
        """The place of the hand that plays; the number of hands when none does."""
        left = (nth for nth, hand in enumerate(self.hands) if hand.state == "in")
        return next(left, len(self.hands))

    @property
    def to_show(self) -> Hand | None:
        """The first hand that stood and is not settled."""
        return next((hand for hand in self.hands if hand.state == "stood"), None)

    @property
    def pack(self) -> tuple[Card, ...]:
        """Every card that is played with."""
        return cards_of(self.evening.options, len(self.evening.seats))

    @property
    def cards_left(self) -> int:
        """How many cards are not dealt yet."""
        return len(self.pack) - sum(hand.size for hand in self.all_hands)

    @property
    def all_hands(self) -> tuple[Hand, ...]:
        """The hands in the order in which cards are dealt: the banker's last."""
        return (*self.hands, self.bank)

    def points(self, hand: Hand) -> int:
        """The points of a hand that is known."""
        return points(hand.cards, self.how)

    def with_hand(self, nth: int, **changes: object) -> Deal:
        """The deal with other fields of this hand; the place after the last is the banker's."""
        hands = [*self.all_hands]
        hands[nth] = hands[nth]._replace(**changes)  # type: ignore[arg-type]
        return self._replace(hands=tuple(hands[:-1]), bank=hands[-1])


def begun(evening: Evening) -> Deal:
    """The deal before its first card."""
    hands = tuple(Hand(seat) for seat in players(evening))
    return Deal(evening, hands=hands, bank=Hand(evening.dealer))


def begun_with_ten(evening: Evening) -> Deal:
    """A deal in which the table counts ten: stakes are laid before the card."""
    deal = begun(evening)._replace(is_ten=True)
    return deal._replace(phase="stakes") if deal.hands else deal
