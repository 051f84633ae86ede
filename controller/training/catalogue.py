"""All drills of the school, in this house."""

from __future__ import annotations

from typing import Any

from controller.training import faults, order, payouts, procedures, tirage, tirage_banque, trente, wheel
from controller.training.terms import Drill

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
