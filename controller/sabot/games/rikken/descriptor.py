"""Rikken, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame
from sabot.games.rikken import rules
from sabot.games.rikken.bids import named
from sabot.games.rikken.options import Options

KINDS_OF_DEAL = {"op-voorhand": "op voorhand", "open-piek-totaal": "open piek totaal", "mieen": "mieën"}
PRINTED = KINDS_OF_DEAL | {name.replace("_", " "): bid.title for name, (_, bid) in named(Options()).items()}
"""Words of the script, and how they are written."""

RIKKEN = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Rikken", layout="tricks", lang="nl", names=PRINTED),
    folder=__package__,
    parts=("player", "drills", "lessons"),
    families=("sabot.games.evening", "sabot.games.tricks"),
    fewest_cards=52,
)
