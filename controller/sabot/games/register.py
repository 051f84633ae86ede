"""The games, by name: those of the house, and those that other installed packages offer.

A package offers a game by an entry point `sabot.games` that leads to its `Descriptor`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sabot.core.descriptor import Descriptor, refusal
from sabot.core.game import Game
from sabot.core.register import Register
from sabot.games.baccarat_banque.descriptor import BACCARAT_BANQUE
from sabot.games.banken_variaties.descriptor import BANKEN_VARIATIES
from sabot.games.chemin_de_fer.descriptor import CHEMIN_DE_FER
from sabot.games.commetten.descriptor import COMMETTEN
from sabot.games.ecarte.descriptor import ECARTE
from sabot.games.een_en_twintig.descriptor import EEN_EN_TWINTIG
from sabot.games.handelen.descriptor import HANDELEN
from sabot.games.loterijen.descriptor import LOTERIJEN
from sabot.games.mieen.descriptor import MIEEN
from sabot.games.mijn_en_dijn.descriptor import MIJN_EN_DIJN
from sabot.games.nap.descriptor import NAP
from sabot.games.napoleonnen.descriptor import NAPOLEONNEN
from sabot.games.poker.descriptor import POKER
from sabot.games.punto_banco.descriptor import PUNTO_BANCO
from sabot.games.rikken.descriptor import RIKKEN
from sabot.games.roulette.descriptor import ROULETTE
from sabot.games.trente_et_quarante.descriptor import TRENTE_ET_QUARANTE
from sabot.games.verloten.descriptor import VERLOTEN
from sabot.games.verpachten.descriptor import VERPACHTEN
from sabot.games.zeilen.descriptor import ZEILEN

DESCRIPTORS = Register(
    (
        *(PUNTO_BANCO, ROULETTE, TRENTE_ET_QUARANTE, CHEMIN_DE_FER, BACCARAT_BANQUE),
        *(ECARTE, MIEEN, NAP, NAPOLEONNEN, POKER, RIKKEN, VERPACHTEN),
        *(EEN_EN_TWINTIG, BANKEN_VARIATIES),
        *(MIJN_EN_DIJN, ZEILEN, LOTERIJEN, VERLOTEN),
        *(COMMETTEN, HANDELEN),
    ),
    group="sabot.games",
    named=lambda each: each.name,
    refusal=refusal,
)
"""Every game that can be dealt, by the name that scripts and configuration use."""

USUAL = PUNTO_BANCO.name
"""The game of a table whose configuration names none."""


class _Rules(Mapping[str, Game]):
    """The rules of each game."""

    def __getitem__(self, name: str) -> Game:
        return DESCRIPTORS[name].rules

    def __iter__(self) -> Iterator[str]:
        return iter(DESCRIPTORS)

    def __len__(self) -> int:
        return len(DESCRIPTORS)


GAMES: Mapping[str, Game] = _Rules()
"""The rules of every game, by its name."""


def casino() -> list[str]:
    """The games that a croupier deals: all but the household games.

    >>> "roulette" in casino(), "nap" in casino()
    (True, False)
    """
    return [name for name, each in DESCRIPTORS.items() if not each.is_at_home]


def descriptor(name: str) -> Descriptor | None:
    """The descriptor of this game; None where there is no such game."""
    return DESCRIPTORS.get(name)


def game_named(name: str) -> Game | None:
    """The rules of the game of this name, written with hyphens or underscores.

    >>> game_named("Punto_Banco").NAME
    'punto-banco'
    >>> game_named("whist") is None
    True
    """
    return GAMES.get(name.strip().lower().replace("_", "-"))
