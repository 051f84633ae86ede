"""The players at mijn en dijn."""

from __future__ import annotations

from sabot.games.evening.player import PLAYERS as PLAYERS
