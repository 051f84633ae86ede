"""What a deal of rikken is worth (Doevendans ch. 8 and 17). Every number is points per player.

The losers pay the winners, so a deal always sums to zero. The book prices no failure: the points then go to
the other side [ours].
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sabot.games.rikken.bids import Bid
from sabot.games.rikken.options import Options

ALL_TRICKS = 13
LOWEST_ALONE_OF_THE_BOOK = 7


def base(options: Options, bid: Bid) -> int:
    """What each opponent pays for the bare contract."""
    if bid.group == "alone":
        steps = bid.tricks - LOWEST_ALONE_OF_THE_BOOK if options.score_table == "rising" else 0
        return options.score_alone + steps
    if bid.group == "solo":
        return options.score_solo_beter if bid.hearts else options.score_solo
    if bid.has_trumps:
        return options.score_rik if bid.group == "rik" else options.score_malheur
    return (options.score_misere, options.score_open, options.score_praatje)[bid.openness]


def is_made(bid: Bid, tricks: int) -> bool:
    """Whether a side that took `tricks` has made its contract.

    >>> from sabot.games.rikken.bids import named
    >>> _, piek = named(Options())["piek"]
    >>> [is_made(piek, tricks) for tricks in (0, 1, 2)]
    [False, True, False]
    """
    return tricks >= bid.tricks if bid.has_trumps else tricks == bid.tricks


def worth(options: Options, bid: Bid, tricks: int) -> int:
    """What each opponent pays the side that took `tricks`; negative where the opponents get it.

    >>> from sabot.games.rikken.bids import named
    >>> _, rik = named(Options())["rik"]
    >>> [worth(Options(), rik, tricks) for tricks in (7, 8, 9, 13)]
    [-1, 1, 2, 10]
    """
    if not is_made(bid, tricks):
        return -base(options, bid) - _missing(bid, tricks) * options.undertrick_points
    bonus = options.score_thirteen if bid.has_partner and tricks == ALL_TRICKS else 0
    over = tricks - bid.tricks if bid.has_trumps else 0
    return base(options, bid) + over * options.score_overtrick + bonus


def _missing(bid: Bid, tricks: int) -> int:
    """How many tricks a failed contract lacks. A solo ends with its first lost trick: it lacks one [ours]."""
    if bid.group == "solo":
        return 1
    return max(0, bid.tricks - tricks)


Points = dict[int, int]
"""Points by seat; they sum to zero."""


def paid_to(side: Collection[int], seats: Collection[int], each: int) -> Points:
    """The points when each opponent of `side` pays `each`, and the side shares it alike.

    >>> paid_to([1], [1, 2, 3, 4], 3), paid_to([1, 3], [1, 2, 3, 4], 1)
    ({1: 9, 2: -3, 3: -3, 4: -3}, {1: 1, 2: -1, 3: 1, 4: -1})
    """
    others = len(seats) - len(side)
    return {seat: each * others // len(side) if seat in side else -each for seat in seats}


def summed(seats: Collection[int], parts: Iterable[Points]) -> Points:
    """The sum of several accounts: bids that are settled one by one."""
    total = dict.fromkeys(seats, 0)
    for part in parts:
        total = {seat: total[seat] + part[seat] for seat in seats}
    return total
