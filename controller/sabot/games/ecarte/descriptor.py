"""Écarté, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.ecarte import rules
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame

ECARTE = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Écarté", layout="tricks", lang="nl"),
    folder=__package__,
    parts=("player", "drills", "payouts", "lessons"),
    families=("sabot.games.evening", "sabot.games.tricks"),
    fewest_cards=11,
)
