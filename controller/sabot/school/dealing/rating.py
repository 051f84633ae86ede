"""A trainee's rating at a game: it rises with a coup in which everything was right and falls with another.

The formula is Elo's (A. Elo, *The Rating of Chessplayers*, 1978): each level plays with a strength of its
own, and the rating moves by how surprising the coup was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

FIRST_RATING, LEVEL_STEP, EASIEST_RATING = 1200.0, 150, 900
NEW_COUPS = 20
"""The first coups of a trainee, in which the rating moves fast."""

FAST_POINTS, USUAL_POINTS = 40.0, 20.0
"""The most that one coup moves the rating."""

LOWEST_RATING = 100.0


class Rating(NamedTuple):
    """The rating now, by how much the last coup changed it, and over how many coups it was taken."""

    value: int
    change: int
    coups: int


def strength(level: int) -> int:
    """The rating with which a level plays, the easiest one being 1.

    >>> strength(1), strength(8)
    (900, 1950)
    """
    return EASIEST_RATING + LEVEL_STEP * (level - 1)


def rated(coups: Iterable[tuple[int, bool]]) -> Rating:
    """The rating after these coups, oldest first: the level of each, and whether all of it was right.

    >>> rated([])
    Rating(value=1200, change=0, coups=0)
    >>> rated([(3, True)])
    Rating(value=1220, change=20, coups=1)
    >>> rated([(1, True)] * 3).value, rated([(8, False)] * 3).value
    (1218, 1198)
    """
    value, before, count = FIRST_RATING, FIRST_RATING, 0
    for level, right in coups:
        expected = 1 / (1 + 10 ** ((strength(level) - value) / 400))
        most = FAST_POINTS if count < NEW_COUPS else USUAL_POINTS
        before, value = value, max(value + most * (right - expected), LOWEST_RATING)
        count += 1
    return Rating(round(value), round(value) - round(before), count)
