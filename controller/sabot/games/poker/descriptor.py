"""Poker, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.poker import rules

POKER = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Poker", layout="pot", lang="en"),
    folder=__package__,
    parts=("player", "drills", "payouts"),
    families=("sabot.games.evening", "sabot.games.pots"),
)
