"""Punto banco, for the other rooms."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.descriptor import Descriptor
from sabot.games.punto_banco import coup

CLOTH = Cloth(
    title="Punto banco",
    names={
        "punto": "Punto",
        "banco": "Banco",
        "egalite": "Égalité",
        "paire-punto": "Paire punto",
        "paire-banco": "Paire banco",
    },
    past="roads",
    tableau="banco",
    counted=("punto", "banco", "egalite"),
    talks=False,
)

PARTS = ("past", "tableau", "odds", "player", "rehearsal", "drills", "payouts", "lessons", "coach")

PUNTO_BANCO = Descriptor(
    rules=coup,
    cloth=CLOTH,
    folder=__package__,
    parts=PARTS,
    families=("sabot.games.baccarat",),
    fewest_cards=6,
)
