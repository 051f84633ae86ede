"""What the rules of roulette forbid at this moment."""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.core.shapes.view import View


def rule(view: View) -> Reason | None:
    """From rien ne va plus to the end of the coup no stake counts."""
    if view["phase"] == "decided":
        return reason("the coup is decided and not yet closed: the next stakes come after it")
    return reason("no stake after rien ne va plus") if view["phase"] == "bets-closed" else None
