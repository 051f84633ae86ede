"""The games of the house, by name."""

from __future__ import annotations

from sabot.core.game import Game
from sabot.games.baccarat_banque import rules as baccarat_banque
from sabot.games.chemin_de_fer import rules as chemin_de_fer
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.roulette import rules as roulette
from sabot.games.trente_et_quarante import rules as trente_et_quarante

GAMES: dict[str, Game] = {
    game.NAME: game for game in (punto_banco, roulette, trente_et_quarante, chemin_de_fer, baccarat_banque)
}
"""Every game that can be dealt, by the name that scripts and configuration use."""


def game_named(name: str) -> Game | None:
    """The game of this name, written with hyphens or underscores."""
    return GAMES.get(name.strip().lower().replace("_", "-"))
