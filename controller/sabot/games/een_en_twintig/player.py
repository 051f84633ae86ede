"""The players at een-en-twintig, the banker among them: they do what wins most on average."""

from __future__ import annotations

from sabot.games.banks.player.playing import wished as wished
from sabot.games.evening.player import thoughtful

PLAYERS = thoughtful(wished)
