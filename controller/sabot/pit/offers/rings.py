"""The rings of a roll-out: which tables take a version first, when the next ones may, and what stops it.

Pure: the places of the roll-out and what the pit has seen of their tables in, what to do next out.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sabot.core.reasons import NOTHING, Reason, Why, reason

HEALTHY_COUPS = 50
"""Coups that a table plays with the version until it counts as healthy, if nothing else is said."""

FAILURES_STOP = 2
"""Failures that stop a roll-out. In a ring of one table, one does."""

NONE, WAITS, ACCEPTED, DECLINED = "none", "waits", "accepted", "declined"
"""How the last offer of the version to a table stands. What was declined long enough ago is `NONE` again."""


class Period(NamedTuple):
    """How long a table is watched with the version: the coups that must count, and hours since it has it."""

    coups: int = HEALTHY_COUPS
    hours: float = 0.0


USUAL_PERIOD = Period()


class Seen(NamedTuple):
    """What the pit has seen of one table. `failed` says why it failed with this version, and stays; `back`
    is how the offer of the version before stands, once the roll-out has stopped. `coups` and `hours` are
    those since it has the version, `period` those that it needs."""

    station: str
    ring: int
    has_it: bool = False
    is_up: bool = True
    offer: str = NONE
    is_free: bool = True
    coups: int = 0
    failed: Reason = NOTHING
    back: str = NONE
    hours: float = 0.0
    period: Period = USUAL_PERIOD

    @property
    def is_healthy(self) -> bool:
        """Whether it plays well with the version."""
        is_long_enough = self.coups >= self.period.coups and self.hours >= self.period.hours
        return not self.failed and self.has_it and is_long_enough

    @property
    def is_settled(self) -> bool:
        """Whether nobody waits for it any more."""
        return bool(self.failed) or self.is_healthy


class Next(NamedTuple):
    """What to do next: `offers` of the version, offers of the version before (`backs`), and offers to take
    back (`withdrawn`); the `ring` that is at work; why the roll-out `stopped`, empty where it did not;
    whether all is done; and why each table `waits`."""

    ring: int
    offers: tuple[str, ...] = ()
    backs: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    stopped: Reason = NOTHING
    is_done: bool = False
    waits: tuple[tuple[str, Why], ...] = ()


def sizes(tables: int) -> list[int]:
    """How many tables have the version when each ring is done: one, a tenth, half, all.

    >>> sizes(12), sizes(40), sizes(2)
    ([1, 2, 6, 12], [1, 4, 20, 40], [1, 2])
    """
    wanted = (1, -(-tables // 10), -(-tables // 2), tables)
    return sorted({min(each, tables) for each in wanted if each})


def rings(stations: Iterable[str], *, seed: str) -> dict[str, int]:
    """The ring of each table, from 1. The order is drawn from the `seed`: the same one gives the same rings,
    and not every version is tried at the same table first."""
    drawn = sorted(set(stations), key=lambda each: (hashlib.sha256(f"{seed} {each}".encode()).digest(), each))
    ends = sizes(len(drawn))
    return {each: 1 + sum(number >= end for end in ends) for number, each in enumerate(drawn)}


def following(tables: Sequence[Seen], *, stopped: Reason = NOTHING) -> Next:
    """What to do next. `stopped`: why the roll-out had stopped already."""
    ring = _at_work(tables)
    if because := stopped or _stops(tables):
        return Next(
            ring,
            backs=_backs(tables),
            withdrawn=tuple(each.station for each in tables if each.offer == WAITS and not each.has_it),
            stopped=because,
            waits=tuple((each.station, _why_back(each)) for each in tables if each.has_it),
        )
    return Next(
        ring,
        offers=tuple(each.station for each in tables if each.ring == ring and _is_due(each)),
        backs=_backs(each for each in tables if each.failed),
        is_done=all(each.is_settled for each in tables)
        and not any(each.failed and each.has_it for each in tables),
        waits=tuple((each.station, why) for each in tables if (why := _why_waits(each, ring))),
    )


def _at_work(tables: Sequence[Seen]) -> int:
    """The first ring with a table that is not settled; the last one where all are."""
    last = max((each.ring for each in tables), default=1)
    return min((each.ring for each in tables if not each.is_settled), default=last)


def _stops(tables: Sequence[Seen]) -> Reason:
    """Why it stops; nothing where it goes on."""
    failed = [each for each in tables if each.failed]
    alone = [each for each in failed if sum(other.ring == each.ring for other in tables) == 1]
    if len(failed) < FAILURES_STOP and not alone:
        return NOTHING
    return _together([reason("{name}: {why}", name=each.station, why=each.failed) for each in failed])


def _together(whys: Sequence[Reason]) -> Reason:
    """All of them as one. Halved each time, so that a floor of thousands nests a dozen deep."""
    if len(whys) == 1:
        return whys[0]
    half = len(whys) // 2
    return reason("{first}; {then}", first=_together(whys[:half]), then=_together(whys[half:]))


def _backs(tables: Iterable[Seen]) -> tuple[str, ...]:
    """Those that have it and were not asked yet to take the version before."""
    return tuple(each.station for each in tables if each.has_it and each.back == NONE and each.is_free)


def _is_due(table: Seen) -> bool:
    return not table.failed and not table.has_it and table.offer == NONE and table.is_free


def _why_waits(table: Seen, ring: int) -> Why:
    if table.failed:
        return table.failed
    if table.is_healthy:
        return ""
    if table.ring > ring:
        return f"its ring waits for ring {ring}"
    if table.has_it:
        return _how_far(table) if table.is_up else "its carrier is not connected"
    if table.offer == NONE:
        return "it is offered now" if table.is_free else "another offer waits for an answer there"
    return {
        WAITS: "nobody has answered yet",
        ACCEPTED: "accepted, and not reported yet",
        DECLINED: "refused, lapsed or withdrawn: it is offered again a day after it was",
    }[table.offer]


def _how_far(table: Seen) -> str:
    """How much of its period is over."""
    coups = f"{table.coups} of {table.period.coups} coups"
    hours = f"{math.floor(10 * table.hours) / 10:.1f} of {table.period.hours:g} hours"
    return f"{coups}, {hours}" if table.period.hours else coups


def _why_back(table: Seen) -> str:
    return {
        NONE: "has it; the version before is offered",
        WAITS: "has it; the version before is offered, and nobody has answered yet",
        ACCEPTED: "has it; accepted the version before",
    }.get(table.back, "has it; the version before was refused: it is offered again a day after it was")
