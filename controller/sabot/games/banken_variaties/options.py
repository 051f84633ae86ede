"""What the house may choose at banken met variaties. Source: HS p. 39-43."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.banks.twenty_one import options as twenty_one
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(twenty_one.Options):
    """The options of the variations, with those of the first, een-en-twintig."""

    players: int = option(4, PLAYERS, *range(2, 12))
    variation: int = option(0, "the variation that is played each time; 0: all eight in turn", *range(9))
    figures: str = option(
        "redraw",
        "even or odd: figures count ten, another card is turned, or knave and king are odd, the queen even",
        "redraw",
        "ten",
        "joe",
    )
    count_from: int = option(1, "tikt-ie is counted from one to king, or from two to ace", 1, 2)
