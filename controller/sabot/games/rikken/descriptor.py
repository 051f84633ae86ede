"""Rikken, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.rikken import rules

RIKKEN = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Rikken", layout="tricks", lang="nl"),
    folder=__package__,
    parts=("player",),
    families=("sabot.games.evening", "sabot.games.tricks"),
    fewest_cards=52,
)
