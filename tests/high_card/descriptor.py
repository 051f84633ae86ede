"""High card, for the other rooms."""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.descriptor import Descriptor
from tests.high_card import rules

CLOTH = Cloth(
    title="High card",
    names={"left": "Left", "right": "Right", "equal": "Equal"},
    lang="en",
    bets_open="Place your bets",
    bets_closed="No more bets",
    card_for="A card for {place}",
    moment="One moment",
    wins="{place} wins",
    shut="The table is closed",
    past="plate",
    counted=("left", "right", "equal"),
)

HIGH_CARD = Descriptor(
    rules=rules,
    cloth=CLOTH,
    folder=__package__,
    parts=("past", "player", "rehearsal", "drills", "lessons", "odds"),
    fewest_cards=2,
)
