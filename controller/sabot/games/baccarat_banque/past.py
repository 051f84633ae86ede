"""The results of a taille of baccarat banque: a bead plate for each side, and counts."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.core.descriptor import Score
from sabot.core.shapes.view import ResultShown
from sabot.games.baccarat.past import drawn_plates
from sabot.games.baccarat_banque.hands import SIDES

WINNERS = ("ponte", "banque", "egalite")


def score(results: Sequence[ResultShown], *, pockets: int) -> Score:
    """A plate for each side."""
    return drawn_plates({side: [_of_side(each, side) for each in results] for side in SIDES}, WINNERS)


def _of_side(result: ResultShown, side: str) -> ResultShown:
    return {**result, "winner": result["winners"][side]}
