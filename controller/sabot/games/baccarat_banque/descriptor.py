"""Baccarat banque, for the other rooms."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.descriptor import Descriptor
from sabot.core.reasons import reason
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
    said={"enchere": "Enchère", "adjuge": "Adjugé", "egaux": "Égaux", "brule": "Brûle"},
    means={
        "banque": reason("puts up a bank"),
        "banco": reason("plays against the whole bank"),
        "suivi": reason("banco again after a lost one"),
        "ouverte": reason("the bank covers every stake"),
        "egaux": reason("both sides have the same stakes"),
        "passe": reason("moves the stake to the other side"),
        "brule": reason("burns the bank"),
        "suite": reason("gives the bank away"),
        "prend": reason("takes the bank that is for sale"),
        "enchere": reason("bids for the bank"),
        "adjuge": reason("the bank is sold"),
        "fin": reason("plays on with the last cards"),
        "tableau": reason("asks what the tableau says"),
    },
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
