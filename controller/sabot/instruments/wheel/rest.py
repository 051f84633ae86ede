"""Where the ball rests, from the moments at which the eyes over the pockets saw it. It prefers unsure to
wrong.

A ball at rest passes once a revolution, always at the same place of the rotor. A jumping ball passes
anywhere, sometimes twice at one place by chance. So two sightings at one place count if the later one is too
late for a jump; or if it is almost too late and both are as near together as those of a resting ball; or if
nothing else was seen for a whole revolution after the last possible jump. Three sightings at one place count
at once; a single one never counts.

Two eyes see a resting ball in turn. It must pass at one place for a whole revolution, because a ball may sit
in a pocket for less and jump on. Three sightings in turn at one place need no wait: jumps do not make them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

SAME_PLACE_POCKETS = 0.25
"""Sightings no further apart than this are at one place."""

AMBIGUOUS_POCKETS = 0.38
"""Further than this from the middle of a pocket, the pocket is not certain."""

EARLY_PAIR_POCKETS = 0.05
"""Two sightings while the ball may still jump must be no further apart than this."""

EARLY_PAIR_S, ONE_EYE_APART_POCKETS, OFF_CENTRE_POCKETS = 0.5, 0.03, 0.15
"""Up to this long before a ball can no longer jump, two sightings count if they are this near together and
this near to the middle of a pocket. A jumping ball would have to scatter for the longest time and pass there
twice by chance: docs/wheel.md says how rare that is."""

WHOLE_TURNS = 0.9
"""Sightings at least this far apart count as a whole revolution apart."""

EARLY_THREE_S, BOTH_EYES_APART_POCKETS = 2.0, 0.15
"""Up to this long before a ball can no longer jump, three successive sightings by two eyes count: those of
one eye as near together as above, those of both eyes this near."""

SAME_PASS_TURNS = 0.2
"""Sightings of one place less than this apart are one pass."""

ONE_MISSED_TURNS = 2.5
"""Two sightings of a resting ball, with one missing between them, are at most this far apart."""

MISSED_PASS_S = 2.2
"""The ball may have dropped this much later if its last pass left no edge."""


class Sighting(NamedTuple):
    """An eye saw the ball: at `time_s`, when the rotor had turned by `turn`, at `place` pockets clockwise
    from zero."""

    time_s: float
    turn: float
    place: float
    eye: str = "pocket"


class Moments(NamedTuple):
    """What else counts: `latest_s`, after which no ball jumps any more; `now_s` and `now_turn`, up to which
    all is known; `period_s` of the rotor; `over`: nothing more will come."""

    latest_s: float
    now_s: float
    period_s: float
    over: bool = False


class Rest(NamedTuple):
    """The verdict: `place` where the ball rests (None: not known), how sure, and why not.

    `at_s`: when the ball came by there a revolution after the first time; `known_s`: when no doubt was left;
    `seen`: how often, or once where it was for less than a revolution.
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
        return verdict._replace(why="eyes") if _contradict(sightings, pockets) else verdict
    for count in range(2, len(sightings) + 1):
        known = sightings[:count]
        early = _judged(known, moments._replace(now_s=known[-1].time_s, over=False), pockets)
        if early.place is not None:
            return _same(early, verdict, pockets)
    return verdict


def agreed(sightings: list[Sighting], *, pockets: int) -> float | None:
    """Returns the place of a ball by these sightings alone; None if there is none."""
    group = _group(sightings, pockets)
    enough = len(group) >= 3 and group[-1].turn - group[0].turn > 1 + WHOLE_TURNS
    return _middle(group, pockets) if enough or _once_round(group, pockets) else None


def _contradict(sightings: list[Sighting], pockets: int) -> bool:
    """Whether the eyes see the ball lie, each in another place."""
    eyes = sorted({each.eye for each in sightings})
    places = [agreed([each for each in sightings if each.eye == eye], pockets=pockets) for eye in eyes]
    known = [place for place in places if place is not None]
    return len(known) > 1 and abs(_apart(known[0], known[1], pockets)) > 2 * SAME_PLACE_POCKETS


def _once_round(group: list[Sighting], pockets: int) -> bool:
    """Whether the ball came by twice as one does that lies in a pocket: alike, a revolution or two later."""
    if len(group) != 2:
        return False
    first, last = group
    return (
        _near(group, pockets, EARLY_PAIR_POCKETS) and WHOLE_TURNS < last.turn - first.turn < ONE_MISSED_TURNS
    )


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
    if verdict.place is not None and abs(place - round(place)) > AMBIGUOUS_POCKETS:
        return Rest(None, why="between", seen=len(group))
    return verdict if verdict.place is None else verdict._replace(place=place)


def _weighed(sightings: list[Sighting], group: list[Sighting], moments: Moments, pockets: int) -> Rest:
    first, last, count = group[0], group[-1], len(group)
    back = [each for each in group if each.turn - first.turn > WHOLE_TURNS]
    if not back:
        return Rest(None, why="few", seen=1)
    others = _others(sightings, group)
    among = any(moments.latest_s <= each.time_s < last.time_s for each in others)
    after = [each for each in others if each.time_s > last.time_s]
    unsure = Rest(None, why="several" if among or after else "few", seen=count)
    if last.time_s >= moments.latest_s and len(_group(after, pockets)) > 1:
        return unsure._replace(why="several")
    settled = Rest(0.0, 0.0, back[0].time_s, last.time_s, seen=count)
    enough = _by_turns if len({each.eye for each in sightings}) > 1 else _alone
    if sure := enough(sightings, group, moments, pockets):
        return settled._replace(confidence=sure)
    quiet_s = max(moments.latest_s, last.time_s) + 1.15 * moments.period_s
    jumped = any(each.time_s < max(last.time_s, moments.latest_s) for each in others)
    still = (
        not jumped
        and not after
        and (count == 2 or enough is _by_turns)
        and _near(group, pockets, EARLY_PAIR_POCKETS)
    )
    if still and (moments.over or moments.now_s >= quiet_s):
        return settled._replace(confidence=0.9999, known_s=min(moments.now_s, quiet_s))
    return unsure


def _others(sightings: list[Sighting], group: list[Sighting]) -> list[Sighting]:
    """What was seen elsewhere since the first of these."""
    return [each for each in sightings if each.time_s > group[0].time_s and each not in group]


def _alone(sightings: list[Sighting], group: list[Sighting], moments: Moments, pockets: int) -> float:
    """How sure it is that these sightings of one eye are of a resting ball; 0: the ball may jump, or a hand
    may move it."""
    if len(group) == 2:
        return 0.9999 if _pair(sightings, group, moments, pockets, soon_s=EARLY_PAIR_S) else 0.0
    last, others = group[-1], _others(sightings, group)
    among = sum(moments.latest_s <= each.time_s < last.time_s for each in others)
    known = last.time_s >= moments.latest_s or not any(each.time_s > last.time_s for each in others)
    return 0.99999 if known and among <= len(group) - 2 else 0.0


def _by_turns(sightings: list[Sighting], group: list[Sighting], moments: Moments, pockets: int) -> float:
    """The same of two eyes: three running, or two that are late and of both eyes. An eye that sits elsewhere
    than it should sees the ball elsewhere, between any two of the other."""
    both = len({each.eye for each in group}) > 1
    if len(group) == 2:
        return 0.9999 if both and _pair(sightings, group, moments, pockets, soon_s=0.0) else 0.0
    running = zip(sightings, sightings[1:], sightings[2:], strict=False)
    threes = [
        three for three in running if three[2].turn - three[0].turn > WHOLE_TURNS and set(three) <= set(group)
    ]
    if any(three[2].time_s >= moments.latest_s for three in threes):
        return 0.99999
    return 0.9999 if any(_soon(three, moments, pockets) for three in threes) else 0.0


def _soon(three: tuple[Sighting, ...], moments: Moments, pockets: int) -> bool:
    """Whether three sightings of both eyes are enough although the ball might jump still."""
    last = three[-1]
    return (
        last.time_s >= moments.latest_s - EARLY_THREE_S
        and len({each.eye for each in three}) > 1
        and _near(three, pockets, ONE_EYE_APART_POCKETS)
        and abs(last.place - round(last.place)) <= OFF_CENTRE_POCKETS
    )


def _pair(
    sightings: list[Sighting], group: list[Sighting], moments: Moments, pockets: int, *, soon_s: float
) -> bool:
    """Whether two sightings are a resting ball's: none between, and the sooner, the nearer together."""
    first, last = group
    since_s = last.time_s - moments.latest_s
    between = any(each.time_s < last.time_s for each in _others(sightings, group))
    if between or last.turn - first.turn > ONE_MISSED_TURNS:
        return False
    apart = abs(_apart(first.place, last.place, pockets))
    middle = abs(last.place - round(last.place)) <= OFF_CENTRE_POCKETS
    if since_s >= 0:
        return since_s >= MISSED_PASS_S or (apart <= EARLY_PAIR_POCKETS and middle)
    return since_s >= -soon_s and apart <= ONE_EYE_APART_POCKETS and middle


def _near(group: Sequence[Sighting], pockets: int, apart: float) -> bool:
    """Whether those of each eye lie so near together, and those of both near enough."""
    return all(
        abs(_apart(each.place, other.place, pockets))
        <= (apart if each.eye == other.eye else BOTH_EYES_APART_POCKETS)
        for each, other in itertools.combinations(group, 2)
    )


def _group(sightings: list[Sighting], pockets: int) -> list[Sighting]:
    """The largest set of sightings at one place, in different passes; of equal ones the latest."""
    best: list[Sighting] = []
    half = pockets / 2  # `_apart`, written out: this is asked for every two sightings
    for anchor in reversed(sightings):
        at = anchor.place
        group = [
            each for each in sightings if abs((each.place - at + half) % pockets - half) <= SAME_PLACE_POCKETS
        ]
        if len(group) > len(best) and len(passes := _passes(group)) > len(best):
            best = passes
    return best


def _passes(sightings: list[Sighting]) -> list[Sighting]:
    """The first sighting of each pass."""
    found: list[Sighting] = []
    for each in sightings:
        if not found or each.turn - found[-1].turn > SAME_PASS_TURNS:
            found.append(each)
    return found


def _apart(one: float, other: float, pockets: int) -> float:
    """How far one place lies from another, in pockets, the short way round."""
    return (one - other + pockets / 2) % pockets - pockets / 2


def _middle(group: list[Sighting], pockets: int) -> float:
    origin = group[-1].place
    return (origin + sum(_apart(each.place, origin, pockets) for each in group) / len(group)) % pockets
