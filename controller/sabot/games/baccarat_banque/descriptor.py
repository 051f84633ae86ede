"""Baccarat banque, for the other rooms."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.descriptor import Descriptor
from sabot.games.baccarat_banque import rules

CLOTH = Cloth(
    title="Baccarat banque",
    names={
        "droite": "Droite",
        "gauche": "Gauche",
        "banque": "Banque",
        "egalite": "Égalité",
        "ponte": "Pontes",
    },
    spoken={"droite": "droite", "gauche": "gauche", "banque": "la banque"},
    choices={"carte": "Carte", "non": "Non", "abat": "Abat"},
    past="sides",
    across=("gauche", "banque", "droite"),
    counted=("ponte", "banque", "egalite"),
    sides=("droite", "gauche"),
    bank="banque",
)

PARTS = ("past", "odds", "player", "rehearsal", "drills", "lessons", "coach")

BACCARAT_BANQUE = Descriptor(
    rules=rules,
    cloth=CLOTH,
    folder=__package__,
    parts=PARTS,
    families=("sabot.games.baccarat",),
    fewest_cards=9,
)
