"""The cloth of a game by its name."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.games.register import descriptor

__all__ = ["Cloth", "cloth_of"]


def cloth_of(game: str) -> Cloth:
    """The cloth of `game`; a game that is not here any more, but on record, gets a plain one under its own
    name."""
    found = descriptor(game)
    return found.cloth if found else Cloth(game.replace("-", " ").capitalize(), talks=False)
