"""Roulette, for the other rooms."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.descriptor import Descriptor
from sabot.core.reasons import reason
from sabot.games.roulette import rules

CLOTH = Cloth(
    title="Roulette",
    names={
        "rouge": "Rouge",
        "noir": "Noir",
        "pair": "Pair",
        "impair": "Impair",
        "manque": "Manque",
        "passe": "Passe",
    },
    said={"moitie": "Moitié"},
    means={
        "prison": reason("leaves the stake in prison"),
        "moitie": reason("takes half of the stake back"),
    },
    layout="wheel",
    past="numbers",
    counted=("rouge", "noir", "pair", "impair", "manque", "passe"),
)

PARTS = ("past", "odds", "player", "rehearsal", "drills", "payouts", "lessons", "coach")

ROULETTE = Descriptor(
    rules=rules,
    cloth=CLOTH,
    folder=__package__,
    parts=PARTS,
    families=("sabot.games.wheel",),
)
