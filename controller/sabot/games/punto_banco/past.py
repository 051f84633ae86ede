"""The results of a taille of punto banco: five roads, and counts."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.core.descriptor import Score
from sabot.core.shapes.view import ResultShown
from sabot.games.baccarat.past import drawn_roads
from sabot.games.punto_banco.coup import WINNERS


def score(results: Sequence[ResultShown], *, pockets: int) -> Score:
    """The roads."""
    return drawn_roads(results, WINNERS)
