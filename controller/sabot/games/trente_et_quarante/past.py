"""The results of a taille of trente et quarante: the card with its figures, and counts."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.core.descriptor import Score
from sabot.core.shapes.view import ResultShown
from sabot.games.trente_et_quarante import card as trente_card

LINES_MOST = 40
"""How many lines of the card are sent."""


def score(results: Sequence[ResultShown], *, pockets: int) -> Score:
    """The card: `lines` of `[grand, petit]`, oldest first, and the `figures` in them as
    `[tableau, figure, first, last, chance]` by line; lines before the first that is sent count below zero."""
    card = trente_card.card(results)
    hidden = max(0, len(card.lines) - LINES_MOST)
    last = len(card.lines) - 1
    figures = [
        [each.tableau, each.figure, each.first - hidden, each.last - hidden, each.chance, each.length]
        for each in card.markers
        if each.last >= hidden
    ]
    return {
        "kind": "card",
        "lines": [[line.grand, line.petit] for line in card.lines[hidden:]],
        "figures": figures,
        "now": [each for each in figures if each[3] == last - hidden],
        "counts": {**card.counts, "apres": card.apres, "refait": card.refaits},
        "coups": len(results),
    }
