"""Where the ball rests, from the moments at which the pocket sensor saw it. Rather unsure than wrong.

A ball at rest comes by once a revolution, always at the same place of the rotor; one that still jumps comes
by anywhere, sometimes twice at the same place by chance. So two sightings at one place count when the later
one is too late for a jump, or almost too late and they lie as near together as a resting ball's do, or when
nothing else was seen for a whole revolution after the last jump could have been; three at one place count at
once; one alone never does.
"""

from __future__ import annotations

from typing import NamedTuple

AGREE = 0.25
"""Sightings that lie no further apart than so many pockets are at one place."""

BETWEEN = 0.38
"""So far from the middle of a pocket, in pockets, it is anybody's guess which pocket it is."""

ALIKE = 0.05
"""Two sightings alone, both while the ball may still jump, must lie no further apart than this."""

SOON_S, CLOSE, MIDDLE = 0.5, 0.03, 0.15
"""So shortly before a ball jumps no more, two sightings count that lie so near together, so near to the
middle of a pocket. A ball that jumps on after both would have to scatter as long as any does, and chance to
lead it there twice: docs/wheel.md says how seldom that is."""

ONE_MISSED = 2.5
"""Two sightings of a resting ball, between which one may be missing, are no more revolutions apart."""

MISSED_S = 2.2
"""So much later the ball may have dropped, where its last pass left no edge."""


class Sighting(NamedTuple):
    """The pocket sensor saw the ball: at `time_s`, when the rotor had turned by `turn`, at `place` pockets
    clockwise from zero."""

    time_s: float
    turn: float
    place: float


class Moments(NamedTuple):
    """What else counts: `latest_s`, after which no ball jumps any more; `now_s` and `now_turn`, up to which
    all is known; `period_s` of the rotor; `over`: nothing more will come."""

    latest_s: float
    now_s: float
    period_s: float
    over: bool = False


class Rest(NamedTuple):
    """The verdict: `place` where the ball rests (None: not known), how sure, and why not.

    `at_s`: when the ball came by there for the second time; `known_s`: when no doubt was left.
    """

    place: float | None
    confidence: float = 0.0
    at_s: float = 0.0
    known_s: float = 0.0
    why: str = ""
    seen: int = 0


def rest(sightings: list[Sighting], moments: Moments, *, pockets: int) -> Rest:
    """Where the ball rests, and since when that is known: what a live table would have said, if it holds."""
    verdict = _judged(sightings, moments, pockets)
    if verdict.place is None:
        return verdict
    for count in range(2, len(sightings) + 1):
        known = sightings[:count]
        early = _judged(known, moments._replace(now_s=known[-1].time_s, over=False), pockets)
        if early.place is not None:
            return _same(early, verdict, pockets)
    return verdict


def agreed(sightings: list[Sighting], *, pockets: int) -> float | None:
    """The place at which a ball lies here, whatever else is known of it; None where none does."""
    group = _group(sightings, pockets)
    return _middle(group, pockets) if len(group) >= 3 or _once_round(group, pockets) else None


def _once_round(group: list[Sighting], pockets: int) -> bool:
    """Whether the ball came by twice as one does that lies in a pocket: alike, a revolution or two later."""
    if len(group) != 2:
        return False
    first, last = group
    return abs(_apart(first.place, last.place, pockets)) <= ALIKE and last.turn - first.turn < ONE_MISSED


def _same(early: Rest, late: Rest, pockets: int) -> Rest:
    assert early.place is not None
    assert late.place is not None
    if round(early.place) % pockets != round(late.place) % pockets:
        return Rest(None, why="moved", seen=late.seen)
    return late._replace(known_s=early.known_s)


def _judged(sightings: list[Sighting], moments: Moments, pockets: int) -> Rest:
    group = _group(sightings, pockets)
    if not group:
        return Rest(None, why="nothing")
    place = _middle(group, pockets)
    verdict = _weighed(sightings, group, moments, pockets)
    if verdict.place is not None and abs(place - round(place)) > BETWEEN:
        return Rest(None, why="between", seen=len(group))
    return verdict if verdict.place is None else verdict._replace(place=place)


def _weighed(sightings: list[Sighting], group: list[Sighting], moments: Moments, pockets: int) -> Rest:
    first, last, count = group[0], group[-1], len(group)
    others = [each for each in sightings if each.time_s > first.time_s and each not in group]
    late = sum(each.time_s >= moments.latest_s for each in group)
    among = sum(moments.latest_s <= each.time_s < last.time_s for each in others)
    after = [each for each in others if each.time_s > last.time_s]
    quiet_s = max(moments.latest_s, last.time_s) + 1.15 * moments.period_s
    settled = Rest(0.0, 0.0, group[min(1, count - 1)].time_s, last.time_s, seen=count)
    if late and len(_group(after, pockets)) > 1:
        return Rest(None, why="several", seen=count)
    if count >= 3 and among <= count - 2 and (late or not after):
        return settled._replace(confidence=0.99999)
    if count == 2 and not among and _enough(first, last, others, moments, pockets):
        return settled._replace(confidence=0.9999)
    alike = count == 2 and abs(_apart(first.place, last.place, pockets)) <= ALIKE
    jumped = any(each.time_s < max(last.time_s, moments.latest_s) for each in others)
    if alike and not jumped and not after and (moments.over or moments.now_s >= quiet_s):
        return settled._replace(confidence=0.9999, known_s=min(moments.now_s, quiet_s))
    return Rest(None, why="several" if among or after else "few", seen=count)


def _enough(first: Sighting, last: Sighting, others: list[Sighting], moments: Moments, pockets: int) -> bool:
    """Whether two sightings are a resting ball's: none between, and the sooner, the nearer together."""
    since_s = last.time_s - moments.latest_s
    if last.turn - first.turn > ONE_MISSED or any(each.time_s < last.time_s for each in others):
        return False
    apart = abs(_apart(first.place, last.place, pockets))
    middle = abs(last.place - round(last.place)) <= MIDDLE
    if since_s >= 0:
        return since_s >= MISSED_S or (apart <= ALIKE and middle)
    return since_s >= -SOON_S and apart <= CLOSE and middle


def _group(sightings: list[Sighting], pockets: int) -> list[Sighting]:
    """The largest set of sightings at one place, in different revolutions; of equal ones the latest."""
    best: list[Sighting] = []
    for anchor in reversed(sightings):
        group: list[Sighting] = []
        for each in sightings:
            near = abs(_apart(each.place, anchor.place, pockets)) <= AGREE
            if near and (not group or each.turn - group[-1].turn > 0.5):
                group.append(each)
        if len(group) > len(best):
            best = group
    return best


def _apart(one: float, other: float, pockets: int) -> float:
    """How far one place lies from another, in pockets, the short way round."""
    return (one - other + pockets / 2) % pockets - pockets / 2


def _middle(group: list[Sighting], pockets: int) -> float:
    origin = group[-1].place
    return (origin + sum(_apart(each.place, origin, pockets) for each in group) / len(group)) % pockets
