"""Who sits at a simulated table: the players of its game, as the game's own folder has them."""

from __future__ import annotations

from sabot.games.register import DESCRIPTORS
from sabot.games.wishes import Players, silent

NOBODY = Players(silent, silent, silent)
"""Of a game that has no players of its own: its coups are dealt without stakes."""


def players(game: str) -> Players:
    """The players of `game`."""
    part = DESCRIPTORS[game].part("player")
    found: Players = part.PLAYERS if part else NOBODY
    return found
