"""What a game's cloth has printed on it: its words, in its own language. One entry a game.

These are the words that stand on the cloth and that the croupier says, not the reader's: they are never
translated.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Cloth(NamedTuple):
    """The printed words of one game, and which templates draw it.

    `card_for` and `wins` have a slot `{place}`, filled from `spoken` (a place within a sentence) or the
    printed name. `layout` is the template of the cards or the wheel, `past` that of the score; `prints` are
    the chances printed beside the cards. `turns` says which call asks whom to speak, `choices` how he says
    it; where the table `talks`, calls and stakes are heard.
    """

    lang: str
    title: str
    names: dict[str, str]
    bets_open: str
    bets_closed: str
    card_for: str
    moment: str
    natural: str
    wins: str
    shut: str = "La table est fermée"
    layout: str = "hands"
    past: str = ""
    spoken: Mapping[str, str] = MappingProxyType({})
    choices: Mapping[str, str] = MappingProxyType({})
    turns: Mapping[str, str] = MappingProxyType({})
    prints: tuple[str, ...] = ()
    talks: bool = True

    def place(self, name: str) -> str:
        """The place as it stands within a sentence."""
        return self.spoken.get(name) or self.names.get(name, name).lower()


PUNTO_BANCO = Cloth(
    lang="fr",
    title="Punto banco",
    names={"punto": "Punto", "banco": "Banco", "egalite": "Égalité"},
    bets_open="Faites vos jeux",
    bets_closed="Rien ne va plus",
    card_for="Carte pour {place}",
    moment="Un instant",
    natural="Naturel",
    wins="{place} gagne",
    past="roads",
    talks=False,
)

_SAYS = {"carte": "Carte", "non": "Non", "abat": "Abat"}

CHEMIN_DE_FER = PUNTO_BANCO._replace(
    title="Chemin de fer",
    names={"ponte": "Ponte", "banque": "Banque", "en-cartes": "En cartes"},
    spoken={"ponte": "le ponte", "banque": "la banque"},
    choices=_SAYS,
    turns={"La parole est au ponte": "ponte", "La parole est à la banque": "banque"},
    past="plate",
    talks=True,
)

BACCARAT_BANQUE = PUNTO_BANCO._replace(
    title="Baccarat banque",
    names={
        "droite": "Droite",
        "gauche": "Gauche",
        "banque": "Banque",
        "egalite": "Égalité",
        "ponte": "Pontes",
    },
    spoken={"droite": "droite", "gauche": "gauche", "banque": "la banque"},
    choices=_SAYS,
    turns={
        "La parole est à droite": "droite",
        "La parole est à gauche": "gauche",
        "La parole est à la banque": "banque",
    },
    past="sides",
    talks=True,
)

TRENTE_ET_QUARANTE = PUNTO_BANCO._replace(
    title="Trente et quarante",
    names={
        "noir": "Noir",
        "rouge": "Rouge",
        "couleur": "Couleur",
        "inverse": "Inverse",
        "apres": "Après",
        "refait": "Refait",
    },
    bets_open="Messieurs, faites votre jeu",
    bets_closed="Le jeu est fait",
    layout="rows",
    past="card",
    prints=("noir", "rouge", "couleur", "inverse"),
    talks=True,
)

ROULETTE = PUNTO_BANCO._replace(
    title="Roulette",
    names={
        "rouge": "Rouge",
        "noir": "Noir",
        "pair": "Pair",
        "impair": "Impair",
        "manque": "Manque",
        "passe": "Passe",
    },
    layout="wheel",
    past="numbers",
    talks=True,
)

CLOTHS = {
    "punto-banco": PUNTO_BANCO,
    "chemin-de-fer": CHEMIN_DE_FER,
    "baccarat-banque": BACCARAT_BANQUE,
    "trente-et-quarante": TRENTE_ET_QUARANTE,
    "roulette": ROULETTE,
}


def cloth_of(game: str) -> Cloth:
    """The cloth of `game`; one that has none yet gets a plain French one under its own name."""
    plain = PUNTO_BANCO._replace(title=game.replace("-", " ").capitalize(), names={}, past="")
    return CLOTHS.get(game) or plain
