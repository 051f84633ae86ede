"""What the rules of baccarat banque forbid at this moment."""

from __future__ import annotations

from sabot.core.reasons import Reason
from sabot.core.shapes.view import View
from sabot.games.baccarat.coach import bound_banker
from sabot.games.baccarat_banque.hands import Table
from sabot.games.baccarat_banque.whys import banker_why


def rule(view: View) -> Reason | None:
    """What binds the banker."""
    hands = bound_banker(view)
    if hands is None:
        return None
    droite, gauche, banque = hands
    return banker_why(Table(), (droite, gauche, banque))
