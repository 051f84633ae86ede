"""The results of a taille of chemin de fer: a bead plate, and counts."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.core.descriptor import Score
from sabot.core.shapes.view import ResultShown
from sabot.games.baccarat.past import drawn_plates
from sabot.games.chemin_de_fer.rules import WINNERS


def score(results: Sequence[ResultShown], *, pockets: int) -> Score:
    """One plate."""
    return drawn_plates({"": results}, WINNERS)
