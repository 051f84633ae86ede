"""Verpachten, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.verpachten import rules

VERPACHTEN = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Verpachten", layout="pot", lang="nl"),
    folder=__package__,
    parts=("player", "drills"),
    families=("sabot.games.evening",),
)
