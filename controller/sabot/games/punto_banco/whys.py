"""Why punto and banco draw or stand: the rules of the tirage as reasons."""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.games.baccarat.whys import GIVEN_NAMES

PUNTO_DRAWS_TO = 5


def punto_draws(points: int) -> Reason:
    """Why a card is owed to punto."""
    return reason("{place} has {n} and draws to {m}", place="punto", n=points, m=PUNTO_DRAWS_TO)


def banco_draws(points: int, third: int | None) -> Reason:
    """Why a card is owed to banco, by the value of punto's third card, None where punto stood."""
    if third is None:
        return reason("banco has {n} against no third card", n=points)
    return reason("banco has {n} against {given}", n=points, given=GIVEN_NAMES[third])


def punto_stands(points: int) -> Reason:
    """Why punto takes no third card."""
    return reason("{place} has {n} and stands on 6 and 7", place="punto", n=points)


def banco_stands(points: int, third: int | None) -> Reason:
    """Why banco takes no third card, by the value of punto's, None where punto stood."""
    if third is None:
        return reason("banco has {n} against no third card and stands", n=points)
    return reason("banco has {n} against {given} and stands", n=points, given=GIVEN_NAMES[third])
