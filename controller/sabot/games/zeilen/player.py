"""The players at zeilen."""

from __future__ import annotations

from sabot.games.evening.player import PLAYERS as PLAYERS
