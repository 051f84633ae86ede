"""Mieën, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.mieen import rules

MIEEN = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Mieën", layout="tricks", lang="nl"),
    folder=__package__,
    parts=("player", "drills", "payouts"),
    families=("sabot.games.evening", "sabot.games.tricks"),
    fewest_cards=12,
)
