"""Chemin de fer, for the other rooms."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.descriptor import Descriptor
from sabot.games.chemin_de_fer import rules

CLOTH = Cloth(
    title="Chemin de fer",
    names={"ponte": "Ponte", "banque": "Banque", "en-cartes": "En cartes"},
    spoken={"ponte": "le ponte", "banque": "la banque"},
    choices={"carte": "Carte", "non": "Non", "abat": "Abat"},
    past="plate",
    counted=("ponte", "banque", "en-cartes"),
    bank="banque",
)

PARTS = ("past", "odds", "player", "rehearsal", "drills", "lessons", "coach")

CHEMIN_DE_FER = Descriptor(
    rules=rules,
    cloth=CLOTH,
    folder=__package__,
    parts=PARTS,
    families=("sabot.games.baccarat",),
    fewest_cards=6,
)
