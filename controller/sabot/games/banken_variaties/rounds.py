"""A round of one of the variations from the third on: its state. Source: HS p. 40-43."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault, Stake, money
from sabot.games.banks import stakes
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening

NAMES = (
    *("een-en-twintig", "tafel tien", "gelijk of ongelijk", "rouge ou noir", "even of oneven"),
    *("tikt-ie", "hoopjes", "spoortje"),
)
"""The series of eight, in its order."""


class Wager(NamedTuple):
    """What a seat staked, and on which chance. `amount` is 0 once it is settled."""

    seat: int
    where: str
    amount: int


class Fields(NamedTuple):
    """The fields of a round.

    `players` play against the banker, from the banker's left. `word` is what the banker said at tikt-ie.
    `turned` are the cards that were turned up, oldest first; `rows` the open cards of each player at
    spoortje. `at` is where the cards of the guess in play begin in `turned`.
    """

    evening: Evening
    variation: int
    players: tuple[int, ...]
    wagers: tuple[Wager, ...] = ()
    word: str = ""
    turned: tuple[Card, ...] = ()
    rows: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    at: int = 0
    results: tuple[tuple[int, int], ...] = ()
    is_over: bool = False
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Round(Fields, evening_deal.Deal):
    """A round against the banker."""

    __slots__ = ()

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """The stakes that are not settled."""
        return tuple(Stake(each.where, each.amount, each.seat) for each in self.wagers if each.amount)

    @property
    def in_play(self) -> int:
        """All of these."""
        return sum(each.amount for each in self.wagers)

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The open cards before the players, while others still get theirs. The second pack has them too, but
        only the banker turns its cards."""
        if len(self.rows) == len(self.players):
            return ()
        return tuple(card for _, row in self.rows for card in row)

    @property
    def banker(self) -> int:
        """The seat of the banker."""
        return self.evening.dealer

    @property
    def to_stake(self) -> tuple[int, ...]:
        """The players who have not staked yet."""
        staked = {each.seat for each in self.wagers}
        return tuple(seat for seat in self.players if seat not in staked)


def begun(evening: Evening, variation: int) -> Round:
    """The round before its first act."""
    return Round(evening, variation, stakes.players(evening))


def laid(deal: Round, wager: Wager) -> Round:
    """The round with one more stake."""
    evening = deal.evening.paid({wager.seat: -wager.amount})
    after = deal._replace(evening=evening, wagers=(*deal.wagers, wager), at=len(deal.turned))
    amount = money(wager.amount)
    return after.with_line("stake", seat=wager.seat, bet=wager.where, amount=amount, stake=amount)


def settled(deal: Round, seat: int, *, times: int) -> Round:
    """The round when the stake of a seat is paid so often, or pays (below zero); 0: it goes back."""
    (mine,) = (each for each in deal.wagers if each.seat == seat)
    pays = stakes.won if times >= 0 else stakes.lost
    evening, lines = pays(deal.evening, seat, mine.amount, times=abs(times))
    left = tuple(each._replace(amount=0) if each.seat == seat else each for each in deal.wagers)
    results = (*deal.results, (seat, times))
    return deal._replace(evening=evening, wagers=left, lines=(*deal.lines, *lines), results=results)


def all_settled(deal: Round, wins: dict[int, bool]) -> Round:
    """The round when each of these stakes wins or loses once, and it is over."""
    for seat, has_won in wins.items():
        deal = settled(deal, seat, times=1 if has_won else -1)
    return deal._replace(is_over=True)
