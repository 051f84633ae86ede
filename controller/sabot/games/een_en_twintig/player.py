"""The players at een-en-twintig."""

from __future__ import annotations

from sabot.games.evening.player import PLAYERS as PLAYERS
