"""What a sitting of five minutes asks next, what of its time is over, and at which level it deals. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from sabot.school.dealing.rating import Rating, strength
from sabot.school.schedule import Plan

DRILLS_S, DEALING_MINUTES = 180.0, 2
WHOLE_S = DRILLS_S + 60 * DEALING_MINUTES

LONGEST_GAP_S = 60.0
"""A longer time between two things that a trainee does is a pause, and counts as this much."""

NEW_DRILLS = 3
"""New cells come from this number of drills at a time."""

HARDEST_LEVEL = 4
"""At a harder one a coup takes too long for a sitting of five minutes."""


def spent_s(moments_ms: Sequence[int]) -> float:
    """How much of the time is over at the last of these moments; a pause counts as a minute.

    >>> spent_s([0, 4000, 3_600_000])
    64.0
    """
    return sum(min(max(after - before, 0) / 1000, LONGEST_GAP_S) for before, after in pairwise(moments_ms))


def chosen(plans: Mapping[str, Plan], asked: Sequence[str], *, home: Sequence[str], now_s: float) -> str:
    """The drill of the next question, after the drills `asked` so far.

    Drills with due cells take turns. Where nothing is due, new cells come from a few drills of this table's
    game (`home`), then what is forgotten first. No drill comes twice running where another one may come.
    """
    due = {name: len(plan.due(now_s)) for name, plan in plans.items()}
    wanted = [name for name in plans if due[name]] or _new(plans, home) or [*home] or [*plans]
    counts, last = Counter(asked), asked[-1] if asked else ""
    others = [name for name in wanted if name != last] or wanted
    return min(others, key=lambda name: (counts[name], -due[name]))


def _new(plans: Mapping[str, Plan], home: Sequence[str]) -> list[str]:
    """A few drills with cells that were never asked, those that were begun first."""
    fresh = [name for name in home if plans[name].unseen()]
    return sorted(fresh, key=lambda name: plans[name].last == "")[:NEW_DRILLS]


def level_for(rating: Rating) -> int:
    """The hardest level that plays no better than the trainee; the easiest one for somebody new.

    >>> level_for(Rating(1200, 0, 0)), level_for(Rating(1200, 0, 5)), level_for(Rating(100, 0, 5))
    (1, 3, 1)
    """
    fits = [level for level in range(1, HARDEST_LEVEL + 1) if strength(level) <= rating.value]
    return max(fits, default=1) if rating.coups else 1
