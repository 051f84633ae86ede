"""What a contract of rikken is worth, in points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.games.evening.drills import paying
from sabot.games.evening.drills.paying import Worth
from sabot.games.questions import Drill
from sabot.games.rikken import rules
from sabot.games.rikken.bids import Bid, named
from sabot.games.rikken.deal import FULL_HAND
from sabot.games.rikken.drills import joint
from sabot.games.rikken.drills.joint import SEVERAL
from sabot.games.rikken.options import Options
from sabot.games.rikken.score import base, is_made, worth

MADE, OVER, ALL, LOST = "just made", "with overtricks", "all thirteen tricks", "contract lost"
RIK, MALHEUR, ALONE, SOLO = "rik", "malheur", "alleen", "solo"
MISERE, OPEN, TALK = "misère, piek", "open", "met een praatje"
ROWS = {MADE: (), OVER: (MISERE, OPEN, TALK, SOLO), ALL: (ALONE, MISERE, OPEN, TALK, SOLO), LOST: ()}
"""What a trick more is, and which kinds of bids know none."""
ASK = "{call}, and {n} tricks: how many points does each opponent pay or get?"


def kind_of(bid: Bid) -> str:
    """The column of a bid."""
    if not bid.has_trumps:
        return (MISERE, OPEN, TALK)[bid.openness]
    return {"rik": RIK, "malheur": MALHEUR, "alone": ALONE}.get(bid.group, SOLO)


def asks(cell: str, rng: Random, *, options: Options) -> Worth:
    """What each opponent pays for a bid of this kind with a number of tricks as the row says."""
    row, kind = cell.split("/")
    if row == SEVERAL:
        return joint.subject(options).asks(SEVERAL, rng)
    bid = rng.choice([each for _, each in named(options).values() if kind_of(each) == kind])
    tricks = rng.choice(_tricks(row, bid))
    points = worth(options, bid, tricks)
    shows: dict[str, object] = {"contract": bid.title, "taken": tricks}
    return Worth(ASK, shows, abs(points), _why(options, bid, points), {"call": bid.title, "n": str(tricks)})


def _tricks(row: str, bid: Bid) -> list[int]:
    """The numbers of tricks that are meant."""
    if row == LOST:
        return [number for number in range(FULL_HAND + 1) if not is_made(bid, number)]
    more = [*range(bid.tricks + 1, FULL_HAND)] or [FULL_HAND]
    return {MADE: [bid.tricks], OVER: more, ALL: [FULL_HAND]}[row]


def _why(options: Options, bid: Bid, points: int) -> Reason:
    bare = base(options, bid)
    if points < 0:
        return reason("{call} is lost, and each opponent gets its points: {n}", call=bid.title, n=-points)
    if points == bare:
        return reason("{call} is worth {n} points", call=bid.title, n=bare)
    more = points - bare
    return reason("{call} is worth {n} points, and {m} more above it", call=bid.title, n=bare, m=more)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What the contracts of this house are worth."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    columns = tuple(dict.fromkeys(kind_of(bid) for _, bid in named(house).values()))
    rows = tuple(
        tuple("" if kind in without else f"{row}/{kind}" for kind in columns) for row, without in ROWS.items()
    )
    if house.joint_bids != "none":
        rows = (*rows, tuple(f"{SEVERAL}/{kind}" if kind == MISERE else "" for kind in columns))
    return (
        paying.drill(
            rules.NAME, "What a contract is worth", rows, partial(asks, options=house), columns=columns
        ),
    )
