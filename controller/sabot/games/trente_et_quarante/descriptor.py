"""Trente et quarante, for the other rooms."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.descriptor import Descriptor
from sabot.core.reasons import reason
from sabot.games.trente_et_quarante import rules

CLOTH = Cloth(
    title="Trente et quarante",
    names={
        "noir": "Noir",
        "rouge": "Rouge",
        "couleur": "Couleur",
        "inverse": "Inverse",
        "apres": "Après",
        "refait": "Refait",
    },
    said={"moitie": "Moitié"},
    means={
        "prison": reason("leaves the stake in prison"),
        "moitie": reason("takes half of the stake back"),
        "passe": reason("moves the stake to another chance"),
        "assurance": reason("insures the stake against the refait"),
    },
    bets_open="Messieurs, faites votre jeu",
    bets_closed="Le jeu est fait",
    layout="rows",
    past="card",
    counted=("rouge", "noir", "couleur", "inverse"),
    prints=("noir", "rouge", "couleur", "inverse"),
)

PARTS = ("past", "odds", "player", "rehearsal", "drills", "lessons", "coach")

TRENTE_ET_QUARANTE = Descriptor(rules=rules, cloth=CLOTH, folder=__package__, parts=PARTS, fewest_cards=8)
