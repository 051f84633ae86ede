"""A trainee's rating at a game: it rises with a coup in which everything was right and falls with another.

It is Glicko's (M. Glickman, *Parameter estimation in large dynamic paired comparison experiments*, Applied
Statistics 48, 1999), each coup a game against its level. A level plays with a strength of its own, which is
known. Beside the value stands its deviation: it shrinks with each coup, and grows with each day without one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from math import hypot, log, sqrt
from typing import NamedTuple

from sabot.school.today.day import day_of

FIRST_RATING, LEVEL_STEP, EASIEST_RATING = 1200.0, 150, 900
LOWEST_RATING = 100.0

FIRST_DEVIATION, LEAST_DEVIATION = 350.0, 50.0
"""Of somebody about whom nothing is known, and of somebody who deals a lot: the rating still moves."""

FORGOTTEN_DAYS = 365.0
"""After this time without a coup the deviation has grown from the least to the first."""

GROWTH_A_DAY = sqrt((FIRST_DEVIATION**2 - LEAST_DEVIATION**2) / FORGOTTEN_DAYS)
POINTS_A_FACTOR = log(10) / 400
"""A difference of 400 points is odds of ten to one."""

SURE_DEVIATIONS = 1.96
"""Within this number of deviations on each side the rating lies in 95 of 100 cases."""

DAY_S = 86_400.0


class Coup(NamedTuple):
    """A coup that counts: when it was dealt (Unix time), its level, and whether all of it was right."""

    at_s: float
    level: int
    right: bool


class Rating(NamedTuple):
    """The rating now, by how much the last coup changed it, over how many coups it was taken, and its
    deviation."""

    value: int
    change: int
    coups: int
    deviation: int = round(FIRST_DEVIATION)

    @property
    def within(self) -> int:
        """The points on each side within which the rating lies in 95 of 100 cases."""
        return round(SURE_DEVIATIONS * self.deviation)


class Known(NamedTuple):
    """What is known of a trainee: the value and its deviation, since when (Unix time), from how many
    coups, and the change of the last one."""

    value: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION
    at_s: float = 0.0
    coups: int = 0
    change: float = 0.0

    def later(self, at_s: float) -> Known:
        """The same at a later moment: less certain with each day."""
        days = max(at_s - self.at_s, 0.0) / DAY_S
        grown = min(hypot(self.deviation, GROWTH_A_DAY * sqrt(days)), FIRST_DEVIATION)
        return self._replace(deviation=grown, at_s=at_s)

    def after(self, coup: Coup) -> Known:
        """After one more coup."""
        was = self.later(coup.at_s)
        expected = 1 / (1 + 10 ** ((strength(coup.level) - was.value) / 400))
        certainty = 1 / was.deviation**2 + POINTS_A_FACTOR**2 * expected * (1 - expected)
        value = max(was.value + POINTS_A_FACTOR / certainty * (coup.right - expected), LOWEST_RATING)
        deviation = max(1 / sqrt(certainty), LEAST_DEVIATION)
        return Known(value, deviation, coup.at_s, self.coups + 1, round(value) - round(self.value))

    def rating(self) -> Rating:
        """As it is shown."""
        return Rating(round(self.value), round(self.change), self.coups, round(self.deviation))


class Point(NamedTuple):
    """The rating at the end of a day on which coups were dealt: its last coup, and what was known then."""

    day: date
    rating: Rating


def strength(level: int) -> int:
    """The rating with which a level plays, the easiest one being 1.

    >>> strength(1), strength(8)
    (900, 1950)
    """
    return EASIEST_RATING + LEVEL_STEP * (level - 1)


def rated(coups: Iterable[Coup]) -> Rating:
    """The rating after these coups, oldest first.

    >>> rated([])
    Rating(value=1200, change=0, coups=0, deviation=350)
    >>> rated([Coup(0.0, 3, True)])
    Rating(value=1375, change=175, coups=1, deviation=247)
    >>> rated([Coup(0.0, 3, True)] * 20).deviation
    115
    """
    known = Known()
    for coup in coups:
        known = known.after(coup)
    return known.rating()


def curve(coups: Iterable[Coup]) -> list[Point]:
    """The rating at the end of each local day with a coup, by days: a clock that was wrong for a time leaves
    no knot."""
    known, found = Known(), dict[date, Rating]()
    for coup in coups:
        known = known.after(coup)
        found[day_of(coup.at_s)] = known.rating()
    return [Point(day, rating) for day, rating in sorted(found.items())]
