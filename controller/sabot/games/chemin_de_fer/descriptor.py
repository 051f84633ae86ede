"""Chemin de fer, for the other rooms."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.descriptor import Descriptor
from sabot.core.reasons import reason
from sabot.games.chemin_de_fer import rules

CLOTH = Cloth(
    title="Chemin de fer",
    names={"ponte": "Ponte", "banque": "Banque", "en-cartes": "En cartes"},
    spoken={"ponte": "le ponte", "banque": "la banque"},
    choices={"carte": "Carte", "non": "Non", "abat": "Abat"},
    said={
        "avec-la-table": "Avec la table",
        "enchere": "Enchère",
        "adjuge": "Adjugé",
        "associe": "Associé",
    },
    means={
        "banque": reason("puts up a bank"),
        "banco": reason("plays against the whole bank"),
        "suivi": reason("banco again after a lost one"),
        "avec-la-table": reason("plays against half of the bank"),
        "passe": reason("gives the bank away"),
        "prend": reason("takes the bank that is for sale"),
        "enchere": reason("bids for the bank"),
        "adjuge": reason("the bank is sold"),
        "refuse": reason("lets the bank go by"),
        "associe": reason("joins the bank"),
        "tableau": reason("asks what the tableau says"),
    },
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
