"""All drills of the school, in this house."""

from __future__ import annotations

from typing import Any

from sabot.games.baccarat_banque import drills as tirage_banque
from sabot.games.punto_banco import drills as tirage
from sabot.games.questions import Drill
from sabot.games.roulette import drills as wheel
from sabot.games.trente_et_quarante import drills as trente
from sabot.school import faults, order, payouts, procedures

ORDER = ("punto-banco", "chemin-de-fer", "baccarat-banque", "trente-et-quarante", "roulette", "chips")
"""The groups as a page shows them."""


def drills(options: dict[str, Any] | None = None) -> dict[str, Drill]:
    """Every drill by its name; `options` are those of the house by game, the rules' own where none are
    named."""
    house = options or {}
    every = (
        *tirage.drills(house),
        *tirage_banque.drills(house),
        *faults.DRILLS,
        *payouts.drills(house),
        *procedures.DRILLS,
        *order.DRILLS,
        *trente.DRILLS,
        *wheel.drills(house),
    )
    return {drill.name: drill for drill in sorted(every, key=lambda each: ORDER.index(each.group))}
