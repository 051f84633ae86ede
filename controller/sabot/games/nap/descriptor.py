"""Nap, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.nap import rules

NAP = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth(
        "Nap",
        layout="tricks",
        lang="en",
        names={"misere": "misère", "wellington": "Wellington", "blucher": "Blücher"},
    ),
    folder=__package__,
    parts=("player", "drills", "payouts", "lessons"),
    families=("sabot.games.evening", "sabot.games.tricks", "sabot.games.auctions"),
    fewest_cards=10,
)
