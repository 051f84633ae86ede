"""The players at banken met variaties."""

from __future__ import annotations

from sabot.games.evening.player import PLAYERS as PLAYERS
