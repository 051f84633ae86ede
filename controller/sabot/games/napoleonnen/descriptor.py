"""Napoleonnen, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.napoleonnen import rules

NAPOLEONNEN = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Napoleonnen", layout="tricks", lang="nl"),
    folder=__package__,
    parts=("player", "drills", "lessons", "payouts"),
    families=("sabot.games.evening", "sabot.games.tricks", "sabot.games.auctions"),
    fewest_cards=12,
)
