"""The rotor from its edges: how far it has turned at any moment, which way, how fast.

Two fixed sensors see one mark: `index`, and `index2` some way round. Between edges the turn is a polynomial
through those nearby; a rotor that slows by 6 % in a revolution is so known to a fraction of a pocket.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import NamedTuple

from sabot.games.wheel.terms import ANTICLOCKWISE, CLOCKWISE
from sabot.instruments.wheel.curve import fitted, value

Times = list[float]
"""Seconds, in order."""

Seen = dict[str, Times]
"""Seconds at which each sensor saw something, in order, without doubles."""

BLIND_S = {"index": 0.25, "index2": 0.25, "track": 0.15, "track2": 0.15, "pocket": 0.04, "pocket2": 0.04}
"""A second edge of one sensor within this time is a double of the first."""

OFF_BEAT_TURNS = 0.2
"""An edge this far from where the rotor should be is not the mark's."""

EDGES_LEAST = 3
"""With fewer edges no sensor can be called silent."""

STEADY_EDGES = 5
"""This many fitting edges belong to the turn of one rotor."""

BEYOND_TURNS = 1.6
"""A turn is extended at most this far beyond its last edge."""

CURVE_EDGES = 7
"""How many edges around a moment its curve uses."""

OFF_STEADY_TURNS = 0.06
"""The same once its pace and its slowing are known."""

UNEVEN_TURNS = 0.008
"""Edges further than this from the curve are not the turn of one rotor."""


class Rotor(NamedTuple):
    """A rotor's turn: at `times` it had turned by `turns` revolutions in its own direction.

    `direction` is empty where the sensors do not tell it; `silent` names a sensor that saw nothing.
    """

    times: Times
    turns: list[float]
    direction: str
    silent: str = ""

    @property
    def sign(self) -> int:
        """1 clockwise, -1 anticlockwise."""
        return 1 if self.direction == CLOCKWISE else -1

    def rpm(self, at_s: float) -> float:
        """Revolutions a minute at this moment; 0 where the edges are too few to say."""
        if len(self.times) < 3:
            return 0.0
        nearest = _nearest(self.times, at_s, 5)
        near = [time - at_s for time in self.times[nearest]]
        return fitted(near, self.turns[nearest], degree=min(2, len(self.times) - 2))[1] * 60

    def turned(self, at_s: float) -> tuple[float, float]:
        """How far it had turned, and how badly the edges nearby fit the drawn line; both in revolutions."""
        times, turns = self.times, self.turns
        if len(times) < 3:
            return 0.0, 1.0
        nearest = _nearest(times, at_s, CURVE_EDGES)
        return _turned(tuple(times[nearest]), tuple(turns[nearest]), at_s)


@lru_cache(maxsize=4096)
def _turned(times: tuple[float, ...], turns: tuple[float, ...], at_s: float) -> tuple[float, float]:
    """The same from the edges around the moment alone. Remembered, because a live spin is judged again from
    its beginning with each message, ten times a second."""
    near = [time - at_s for time in times]
    pace = (turns[-1] - turns[0]) / (near[-1] - near[0])
    if max(-near[-1], near[0]) * pace > BEYOND_TURNS:
        return 0.0, 1.0
    line = fitted(near, turns, degree=3 if len(near) > 5 else 2 if len(near) > 3 else 1)
    rough = max(abs(value(line, time) - turn) for time, turn in zip(near, turns, strict=True))
    return line[0], rough


def _nearest(times: Times, at_s: float, count: int) -> slice:
    """The `count` edges around a moment."""
    middle = bisect_left(times, at_s)
    begin = max(0, min(middle - count // 2 - 1, len(times) - count))
    return slice(begin, begin + count)


def single(times: Times, blind_s: float) -> Times:
    """The edges without the second of two that came as one."""
    return times[:1] + [later for sooner, later in itertools.pairwise(times) if later - sooner > blind_s]


def rotor(index: Times, index2: Times, *, apart: float, early_s: float = math.inf) -> Rotor:
    """The turn of one rotor from the edges of both sensors, from the first of them on: it ends where the
    rotor was stopped or turned round. `index2` sits `apart` revolutions (clockwise) from `index`.

    A sensor is silent when it saw almost nothing while the other did: up to `early_s`, or later where the
    rotor is so slow that neither saw much.
    """
    early = index[: bisect_right(index, early_s)], index2[: bisect_right(index2, early_s)]
    enough = max(len(times) for times in early) >= EDGES_LEAST
    if silent := _silent(*early) if enough else _silent(index, index2):
        alone = _steady(index2 if silent == "index" else index, [], 0.0)
        return alone._replace(silent=silent)
    ways = {CLOCKWISE: apart % 1, ANTICLOCKWISE: (1 - apart) % 1}
    turns = {way: _steady(index, index2, part) for way, part in ways.items()}
    direction = max(turns, key=lambda way: len(turns[way].times))
    best, other = turns.pop(direction), turns.popitem()[1]
    if len(best.times) < STEADY_EDGES or len(best.times) < 1.5 * len(other.times):
        return best
    return best._replace(direction=direction)


def _silent(index: Times, index2: Times) -> str:
    """The sensor that missed most of what the other saw."""
    few, many = sorted((len(index), len(index2)))
    if many < EDGES_LEAST or few > 0.3 * many:
        return ""
    return "index" if len(index) < len(index2) else "index2"


def _steady(index: Times, index2: Times, fraction: float) -> Rotor:
    """Every edge that fits one steady turn: whole revolutions at `index`, `fraction` more at `index2`."""
    edges = [(time, 0.0) for time in index] + [(time, fraction) for time in index2]
    edges.sort(key=lambda edge: edge[0])
    return Rotor(*_counted([time for time, _ in edges], [part for _, part in edges]), "")


def _pace(times: list[float], parts: list[float]) -> float:
    """Revolutions a second at the beginning; a revolution in which an edge was missed looks like two."""
    gaps = []
    for part in {*parts[:6]}:
        mine = [time for time, own in zip(times[:6], parts[:6], strict=True) if own == part]
        gaps += [later - sooner for sooner, later in itertools.pairwise(mine)]
    return 1 / min(gaps) if gaps else 0.0


def _counted(times: list[float], parts: list[float]) -> tuple[list[float], list[float]]:
    """The edges that fit, with their turns, until two of four do not: the turn is lost then."""
    if not times:
        return [], []
    kept, turns, misfits = [times[0]], [parts[0]], [-9]
    first_pace = _pace(times, parts)
    for number, (time, part) in enumerate(zip(times[1:], parts[1:], strict=True), start=1):
        expected = _expected(kept, turns, time, first_pace)
        turn = _turn(expected, (part - turns[-1]) % 1)
        if abs(expected - turn) > (OFF_BEAT_TURNS if len(kept) < STEADY_EDGES else OFF_STEADY_TURNS) * max(
            1.0, turn
        ):
            if number - misfits[-1] < 4:
                lost_s = times[misfits[-1]]
                fit = sum(each < lost_s for each in kept)
                return kept[:fit], turns[:fit]
            misfits.append(number)
            continue
        kept.append(time)
        turns.append(turns[-1] + turn)
    return kept, turns


def _expected(kept: list[float], turns: list[float], time: float, first_pace: float) -> float:
    """How far the rotor should have turned since the last edge: at the pace of the last revolution, and
    slowing as it did."""
    since_s = time - kept[-1]
    if len(kept) < 3:
        return since_s * first_pace
    pace = (turns[-1] - turns[-3]) / (kept[-1] - kept[-3])
    if len(kept) < STEADY_EDGES:
        return since_s * pace
    before = (turns[-3] - turns[-5]) / (kept[-3] - kept[-5])
    slowing = (pace - before) / ((kept[-1] - kept[-5]) / 2)
    ahead_s = (time - kept[-3]) / 2
    return since_s * max(pace + slowing * ahead_s, 0.5 * pace)


def _turn(expected: float, part: float) -> float:
    """The turn nearest to what was expected that ends at this part of a revolution."""
    least = part if part > 0.05 else part + 1
    return least + max(0, round(expected - least))
