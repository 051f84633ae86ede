"""The games, by name: those of the house, and those that other installed packages offer.

A package offers a game by an entry point `sabot.games` that leads to its `Descriptor`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module

from sabot.core.descriptor import Descriptor, refusal
from sabot.core.game import Game
from sabot.core.register import Register

FOLDERS = (
    *("punto_banco", "roulette", "trente_et_quarante", "chemin_de_fer", "baccarat_banque"),
    *("ecarte", "mieen", "nap", "napoleonnen", "poker", "rikken", "verpachten"),
    *("een_en_twintig", "banken_variaties"),
    *("mijn_en_dijn", "zeilen", "loterijen", "verloten"),
    *("commetten", "handelen"),
)
"""Where the games of the house lie, in their order. A game has the name of its folder."""


def _described(folder: str) -> Descriptor:
    """The descriptor in this folder, which has the name of the game in capitals. It is imported only now: no
    command waits for games that it does not need."""
    found: Descriptor = getattr(import_module(f"sabot.games.{folder}.descriptor"), folder.upper())
    return found


DESCRIPTORS = Register(
    {folder.replace("_", "-"): partial(_described, folder) for folder in FOLDERS},
    group="sabot.games",
    named=lambda each: each.name,
    refusal=refusal,
)
"""Every game that can be dealt, by the name that scripts and configuration use."""

USUAL = "punto-banco"
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
