"""How much a player stakes: the usual sum, and more where the stake wins on average."""

from __future__ import annotations

from sabot.core.terms import Turn, money

USUAL_STAKE = 100
"""In minor units; the books name none."""
GOOD_STAKE = 200
"""Where the stake wins on average."""


def stake(turn: Turn, gain: float) -> str:
    """A sum within the limits of this turn; `gain` is what a stake of one wins on average.

    >>> stake(Turn(2, (), (1, 150)), gain=0.1), stake(Turn(2, (), (1, 150)), gain=-0.1)
    ('1.50', '1.00')
    """
    least, most = turn.limits or (0, 0)
    return money(min(most, max(least, GOOD_STAKE if gain > 0 else USUAL_STAKE)))
