"""The players at commetten."""

from __future__ import annotations

from sabot.games.evening.player import PLAYERS as PLAYERS
