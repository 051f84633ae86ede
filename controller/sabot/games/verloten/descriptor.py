"""Verloten, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.verloten import rules

VERLOTEN = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Verloten", layout="pot", lang="nl"),
    folder=__package__,
    parts=("player", "drills"),
    families=("sabot.games.evening", "sabot.games.tricks"),
    fewest_cards=10,
)
