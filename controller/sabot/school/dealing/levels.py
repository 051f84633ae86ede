"""The levels of the virtual table, from the coup alone to a full Saturday, as data."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Literal, NamedTuple

from sabot.core.options import House, read, shown, spelled
from sabot.core.reasons import Reason, reason

Calls = Literal["none", "result", "all"]


class Level(NamedTuple):
    """What a trainee meets.

    With no `players` nobody stakes. `calls` are those that must be made. `mistakes`, `changes`,
    `interruptions` and `jams` are shares from 0 to 1: of proposals against the rules, of stakes that are
    changed, of wishes beside which somebody interrupts, and of coups in which the sabot jams. A player acts
    every `pace_ms`; the ball rests after `spin_ms`. A silent sitting is reviewed after each coup, or only
    after the last one.
    """

    title: Reason
    players: int = 0
    calls: Calls = "none"
    mistakes: float = 0.0
    changes: float = 0.0
    interruptions: float = 0.0
    jams: float = 0.0
    pace_ms: int = 2500
    spin_ms: int = 12_000
    coups: int = 10
    reviewed: Literal["coup", "sitting"] = "coup"


LEVELS = (
    Level(reason("The coup alone")),
    Level(reason("The calls"), calls="all"),
    Level(reason("Two players"), 2, "result", pace_ms=3000),
    Level(reason("Five players, all the calls"), 5, "all", pace_ms=2000),
    Level(reason("Players make mistakes"), 5, "all", mistakes=0.3, pace_ms=2000),
    Level(
        reason("Players change their minds"), 7, "all", 0.25, changes=0.3, interruptions=0.15, pace_ms=1600
    ),
    Level(reason("A full table"), 9, "all", 0.3, 0.3, 0.2, pace_ms=1100, coups=20),
    Level(reason("Saturday night"), 9, "all", 0.35, 0.35, 0.3, 0.15, 800, 9000, 30, "sitting"),
)
"""Every level, the easiest first; a sitting names one by its number, from 1."""

USUAL_MINIMUM, USUAL_MAXIMUM = 5_00, 500_00
"""The limits of a sitting, in minor units, where the house has set none."""


def house(options: House, level: Level) -> House:
    """The house of a sitting: as this house plays, but the croupier closes every coup, no card leaves the
    sabot before *rien ne va plus*, and there are limits."""
    ours = replace(
        options,
        close="croupier",
        rnvp="required",
        minimum=options.minimum or USUAL_MINIMUM,
        maximum=options.maximum or USUAL_MAXIMUM,
    )
    pairs = written(ours)
    if "seats" not in pairs or not level.players:
        return ours
    return read(type(ours), (pairs | {"seats": str(max(level.players, FEWEST_SEATS))}).items())


def written(options: House) -> dict[str, str]:
    """The options by name, as people write them and `read` reads them."""
    return {spelled(each.name): shown(each, getattr(options, each.name)) for each in fields(options)}


FEWEST_SEATS = 3
"""Where a player holds the bank: they and two others."""
