"""The players at poker: each deals by chance what it does not see, and does what wins most on average.

drawing    which cards are thrown away
imagining  the hands with which a deal may end
speaking   what a player says, and why it pays
"""

from __future__ import annotations

from sabot.games.poker.player.speaking import PLAYERS as PLAYERS
from sabot.games.poker.player.speaking import wished as wished
