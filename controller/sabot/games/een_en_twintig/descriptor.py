"""Een-en-twintig, for the other rooms."""

from __future__ import annotations

from sabot.core.descriptor import Descriptor
from sabot.games.een_en_twintig import rules
from sabot.games.evening.cloth import cloth
from sabot.games.evening.household import HouseholdGame

EEN_EN_TWINTIG = Descriptor(
    rules=HouseholdGame(rules),
    cloth=cloth("Een-en-twintig", layout="bank", lang="nl", names={"kaart": "kaart"}),
    folder=__package__,
    parts=("player", "drills", "payouts"),
    families=("sabot.games.evening", "sabot.games.banks"),
    fewest_cards=4,
)
