"""What the rules of baccarat banque forbid at this moment."""

from __future__ import annotations

from sabot.core.reasons import Reason
from sabot.core.shapes.view import View
from sabot.games.baccarat.coach import bound_banker
from sabot.games.baccarat_banque import tirage


def rule(view: View) -> Reason | None:
    """What binds the banker."""
    hands = bound_banker(view)
    if hands is None:
        return None
    droite, gauche, banque = hands
    return tirage.banker_why(tirage.Table(), (droite, gauche, banque))
