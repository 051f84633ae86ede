"""A ladder of bids as data: the lowest first. Who bids over whom follows from the order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

NO_BID = "pass"
"""A bid that is none."""


class Made(NamedTuple):
    """What a seat bid, `pass` included."""

    seat: int
    bid: str


def highest(bids: Sequence[Made], ladder: Sequence[str]) -> Made | None:
    """The bid that stands; the first of two equal ones. None where all passed.

    >>> highest([Made(1, "2"), Made(2, "pass"), Made(3, "3")], ["2", "3"])
    Made(seat=3, bid='3')
    """
    made = [each for each in bids if each.bid in ladder]
    return max(made, key=lambda each: ladder.index(each.bid), default=None)


def over(ladder: Sequence[str], standing: str | None) -> tuple[str, ...]:
    """The bids of this ladder that are higher than the one that stands, the lowest first.

    >>> over(["1", "2", "3"], "2"), over(["1", "2"], None)
    (('3',), ('1', '2'))
    """
    return tuple(ladder[ladder.index(standing) + 1 :] if standing in ladder else ladder)


def next_to_bid(seats: Sequence[int], bids: Sequence[Made]) -> int | None:
    """Who bids next where each seat bids once, in this order; None when all have.

    >>> next_to_bid([2, 3, 1], [Made(2, "pass")])
    3
    """
    return seats[len(bids)] if len(bids) < len(seats) else None
