"""What is learnt of rikken: cards, tricks and bids (`play`), and what contracts are worth (`payouts`)."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.core.options import House
from sabot.games.questions import Drill
from sabot.games.rikken.drills import payouts, play


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of rikken, as this house plays it."""
    return (*play.drills(options), *payouts.drills(options))
