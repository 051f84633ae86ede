"""What the rules of trente et quarante forbid at this moment."""

from __future__ import annotations

from sabot.core.cards import card_named
from sabot.core.reasons import Reason
from sabot.core.shapes.view import View
from sabot.games.trente_et_quarante import rules


def rule(view: View) -> Reason | None:
    """The row that is full, and at the end that both are."""
    noir, rouge = (place["cards"] for place in view["places"])
    coup = rules.opening(rules.Options())
    for card in filter(None, map(card_named, [*noir, *rouge])):
        coup = rules.dealt(coup, card, None)[0]
    return rules.full(coup)
