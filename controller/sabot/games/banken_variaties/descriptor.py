"""Banken met variaties, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.banken_variaties import rules
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame

BANKEN_VARIATIES = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth(
        "Banken met variaties", layout="bank", lang="nl", names={chance: chance for chance in rules.CHANCES}
    ),
    folder=__package__,
    parts=("player", "drills"),
    families=("sabot.games.evening", "sabot.games.banks"),
    fewest_cards=4,
)
