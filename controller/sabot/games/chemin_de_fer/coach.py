"""What the rules of chemin de fer forbid at this moment."""

from __future__ import annotations

from sabot.core.reasons import Reason
from sabot.core.shapes.view import View
from sabot.games.baccarat.coach import bound_banker
from sabot.games.chemin_de_fer import tirage as chemin_tirage


def rule(view: View) -> Reason | None:
    """What binds the banker."""
    hands = bound_banker(view)
    if hands is None:
        return None
    ponte, banque = hands
    return chemin_tirage.banque_why(sum(banque) % 10, (*ponte, None)[2])
