"""Commetten, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.commetten import rules
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame

COMMETTEN = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Commetten", layout="pot", lang="nl"),
    folder=__package__,
    parts=("player", "drills"),
    families=("sabot.games.evening", "sabot.games.tricks"),
)
