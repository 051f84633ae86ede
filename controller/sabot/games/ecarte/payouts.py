"""What the tricks of a deal of écarté count."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.games.ecarte import rules
from sabot.games.ecarte.deal import FULL_HAND
from sabot.games.ecarte.playing import MAJORITY_TRICKS, points_for
from sabot.games.evening.drills import paying
from sabot.games.evening.drills.paying import Worth
from sabot.games.questions import Drill

SOME, ALL = "three or four tricks", "all five tricks"
SOME_BRUTAL, ALL_BRUTAL = "three or four against brutaal", "all five against brutaal"
ASK = "{n} tricks: how many points does the winner count?"
ASK_BRUTAL = "{n} tricks against a player who said brutaal: how many points does the winner count?"


def asks(cell: str, rng: Random) -> Worth:
    """What as many tricks count."""
    brutal = cell in (SOME_BRUTAL, ALL_BRUTAL)
    tricks = FULL_HAND if cell in (ALL, ALL_BRUTAL) else rng.randrange(MAJORITY_TRICKS, FULL_HAND)
    why = reason("three or four tricks count one point; all five, or tricks against brutaal, count two")
    shows: dict[str, object] = {"contract": "brutaal" if brutal else "", "taken": tricks}
    points = points_for(tricks, loser_brutal=brutal)
    return Worth(ASK_BRUTAL if brutal else ASK, shows, points, why, {"n": str(tricks)})


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What a deal counts."""
    cells = (SOME, ALL, SOME_BRUTAL, ALL_BRUTAL)
    return (paying.drill(rules.NAME, "What the tricks count", (cells,), asks, target_s=3.0),)
