"""The games of the house, by name."""

from __future__ import annotations

from controller.rules import baccarat_banque, chemin_de_fer, punto_banco, roulette, trente_et_quarante
from controller.rules.game import Game

GAMES: dict[str, Game] = {
    game.NAME: game for game in (punto_banco, roulette, trente_et_quarante, chemin_de_fer, baccarat_banque)
}
"""Every game that can be dealt, by the name that scripts and configuration use."""
