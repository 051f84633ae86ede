"""The results of a taille as a screen draws them, in the drawing of their game.

Every score says over how many `coups` it was taken; `kind` names the drawing.
"""

from __future__ import annotations

from sabot.core.descriptor import Score
from sabot.core.shapes.view import View
from sabot.games.register import descriptor


def score(view: View, *, pockets: int = 37) -> Score | None:
    """The score of `view["results"]`, or None in a game that has none. `pockets`: of the wheel."""
    game = descriptor(view["game"])
    past = game.part("past") if game else None
    if past is None:
        return None
    found: Score = past.score(view["results"], pockets=pockets)
    return found
