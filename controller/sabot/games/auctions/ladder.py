"""Bids in their order, the lowest first: which one stands, and what goes over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

NO_BID = "pass"
"""What a player says who does not bid."""


class Made(NamedTuple):
    """What a seat said in the auction: a bid, or `pass`."""

    seat: int
    bid: str


def highest(bids: Sequence[Made], ladder: Sequence[str]) -> Made | None:
    """The highest bid so far; of equal bids the earlier one. None where all passed.

    >>> highest([Made(1, "2"), Made(2, "pass"), Made(3, "3")], ["2", "3"])
    Made(seat=3, bid='3')
    """
    made = [each for each in bids if each.bid in ladder]
    return max(made, key=lambda each: ladder.index(each.bid), default=None)


def over(ladder: Sequence[str], standing: str | None) -> tuple[str, ...]:
    """The bids that are higher than the standing one, the lowest first; all of them where no bid stands.

    >>> over(["1", "2", "3"], "2"), over(["1", "2"], None)
    (('3',), ('1', '2'))
    """
    return tuple(ladder[ladder.index(standing) + 1 :] if standing in ladder else ladder)
