"""Coach mode: what the rules forbid at this moment, told before anybody does it.

What is owed stands on the croupier's page in any case, with its reason. A coach says the other half too:
"banco has 5 against a 3 and stands", at the moment at which a card would be wrong. The game's own folder
knows it (its part `coach`).
"""

from __future__ import annotations

from sabot.core.reasons import Reason
from sabot.core.shapes.view import View
from sabot.games.register import descriptor
from sabot_dashboard.words.sentence import Sentence, of_reason


def coach(view: View) -> Sentence | None:
    """The rule by which a card or a stake would be wrong now; None where nobody learns, or there is none."""
    if view.get("training") != "coach" or view["faults"]:
        return None
    game = descriptor(view["game"])
    part = game.part("coach") if game else None
    why: Reason | None = part.rule(view) if part else None
    return of_reason(why) if why else None
