"""Mijn en dijn, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.mijn_en_dijn import rules

NAMES = {"aas": "aas", "heer": "heer", "vrouw": "vrouw", "boer": "boer"}

MIJN_EN_DIJN = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Mijn en dijn", layout="bank", lang="nl", names=NAMES),
    folder=__package__,
    parts=("player", "drills"),
    families=("sabot.games.evening", "sabot.games.banks", "sabot.games.tricks"),
    fewest_cards=62,
)
