"""What a player wins of the pots of poker, odd cents included."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.core.terms import money
from sabot.games.evening.drills import paying
from sabot.games.evening.drills.paying import Worth
from sabot.games.poker import rules
from sabot.games.pots.pot import Stakes, side_pots, won
from sabot.games.questions import Drill

ONE, SHARED, SIDE, MAIN, FOLDED = (
    *("one pot", "a pot that is shared", "a side pot"),
    *("the main pot of a player with less", "stakes of a player who folded"),
)
CELLS = (ONE, SHARED, SIDE, MAIN, FOLDED)
ASK = "Seat 4 deals. What does seat {n} win?"
SEATS = (1, 2, 3, 4)
ONE_COUNTER, COUNTERS = 50, range(3, 30)
"""The smallest counter in these pots, in minor units, and how many a player may stake."""


class Showdown(NamedTuple):
    """What each seat paid, the place of each hand that was shown (1: the best), and the seat in question."""

    paid: Mapping[int, int]
    places: Mapping[int, int]
    seat: int


def showdown(cell: str, rng: Random) -> Showdown:
    """Stakes and hands of this cell."""
    first, second, third, fourth = rng.sample(SEATS, 4)
    whole = ONE_COUNTER * rng.choice(COUNTERS)
    less = ONE_COUNTER * rng.randrange(1, whole // ONE_COUNTER)
    paid = dict.fromkeys(SEATS, whole)
    places = {first: 1, second: 2, third: 3, fourth: 4}
    if cell == SHARED:
        return Showdown(paid, {**places, second: 1, third: 1}, rng.choice((first, second, third)))
    if cell in (SIDE, MAIN):
        return Showdown({**paid, first: less}, places, second if cell == SIDE else first)
    if cell == FOLDED:
        return Showdown({**paid, fourth: less}, {first: 1, second: 2, third: 3}, first)
    return Showdown(paid, places, first)


def asks(cell: str, rng: Random) -> Worth:
    """What a seat wins of these stakes."""
    paid, places, seat = showdown(cell, rng)
    pots = side_pots(Stakes(0, tuple(paid.items())), [*places])
    shares = won(pots, {each: -place for each, place in places.items()}, SEATS)
    stakes = [{"seat": each, "amount": money(paid[each]), "place": places.get(each)} for each in SEATS]
    return Worth(ASK, {"stakes": stakes}, shares[seat], WHYS[cell], {"n": str(seat)})


WHYS: dict[str, Reason] = {
    ONE: reason("the best hand wins the whole pot"),
    SHARED: reason("equal hands share, and odd cents go one each to the first from the left of the dealer"),
    SIDE: reason("the best hand with less does not win what was staked above it: the next one does"),
    MAIN: reason("a player wins from each other no more than they staked themselves"),
    FOLDED: reason("what a player who folded has staked stays in the pot"),
}


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What is won."""
    title = "What is won of the pots"
    return (paying.drill(rules.NAME, title, (CELLS,), asks, typed="money", target_s=10.0),)
