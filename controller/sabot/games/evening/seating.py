"""Who sits at the table: sitting down, leaving, and who deals first. All of it between two deals."""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.core.terms import money
from sabot.core.words import Words
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening

WORDS = ("sit SEAT [AMOUNT]", "leave SEAT", "dealer SEAT")
VERBS = ("sit", "leave", "dealer")
SEATS_MOST = 12
"""Seats at a table at home."""

EVENING_S = 12 * 3600
"""No evening is longer: so long a telephone keeps its seat."""

TOO_LATE = reason(
    "players sit down, leave or draw for the deal between two deals: this one is played out, or annulled"
)
"""The books are silent; we let a deal be played out, or annulled."""


def refusal(evening: Evening, words: Words, *, most: int) -> Reason | None:
    """Why this cannot be; None where it can."""
    verb, seat = words[0], words[1]
    if verb == "sit":
        return _seat_refused(evening, seat, words[2], most=most)
    if seat not in evening.seats:
        return reason("nobody sits at seat {n}", n=seat)
    return None


def _seat_refused(evening: Evening, seat: int, amount: int | None, *, most: int) -> Reason | None:
    if seat > SEATS_MOST:
        return reason("the table has {n} seats", n=SEATS_MOST)
    if not evening.named:
        return None
    owes = max(0, -evening.purses.get(seat, 0))
    if amount and amount <= owes:
        return reason("seat {n} owes {owed}: chips are bought for more", n=seat, owed=money(owes))
    if seat in evening.seats:
        return None if amount else reason("seat {n} is taken", n=seat)
    if len(evening.seats) >= most:
        return reason("the game is for {n} players at most", n=most)
    return None


def changed(evening: Evening, words: Words) -> tuple[Evening, Line]:
    """The evening after this, and the line that reports it."""
    verb, seat = words[0], words[1]
    if verb == "sit":
        return _joined(evening, seat, words[2])
    if verb == "leave":
        return _left(evening, seat)
    return evening._replace(dealer=seat), ("dealer", {"seat": seat})


def _joined(evening: Evening, seat: int, amount: int | None) -> tuple[Evening, Line]:
    """A player sits down; they buy chips where they name a sum, and what they owe is paid out of it. The
    first by name ends the company that only the house's option made."""
    there = evening.seats if evening.named else ()
    purses = {**(evening.purses if evening.named else {})}
    purses[seat] = purses.get(seat, 0) + (amount or 0)
    bought = {**evening.bought, seat: evening.bought.get(seat, 0) + amount} if amount else evening.bought
    seats = tuple(sorted({*there, seat}))
    dealer = evening.dealer if evening.dealer in seats else seats[0]
    after = evening._replace(seats=seats, purses=purses, bought=bought, dealer=dealer, named=True)
    if seat not in there:
        after = after._replace(joined=evening.joined | {seat})
    return after, ("sit", {"seat": seat, **({"amount": money(amount)} if amount else {})})


def _left(evening: Evening, seat: int) -> tuple[Evening, Line]:
    """A player leaves, and takes their chips along; without chips their purse stays on the sheet."""
    dealer = evening.left_of(seat) if evening.dealer == seat else evening.dealer
    seats = tuple(each for each in evening.seats if each != seat)
    after = evening._replace(seats=seats, dealer=dealer, named=True)
    line = ("leave", {"seat": seat, "amount": money(evening.purses[seat])})
    if seat in evening.bought:
        after = after._replace(
            purses={each: has for each, has in evening.purses.items() if each != seat},
            bought={each: sum_ for each, sum_ in evening.bought.items() if each != seat},
        )
    return after, line
