"""The words of an edge message from the wheel: pulses that begin, pulses that end, edges that were lost.

How long a pulse lasts tells what made it: the gleam of a fret is over before the rotor has turned by 1.5
degrees, a ball takes twice as long and more, a sleeve over the rim stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from sabot.instruments.line.messages import Edges
from sabot.instruments.wheel.edges import EYES, NAMES, Edge

PULSE_ENDS = 0x80
"""Added to a sensor's number: it no longer sees what it saw."""

EDGES_LOST = 0
"""In place of a sensor's number: what follows is how many edges the board had no room for."""

SLEEVE_US = 1_000_000
"""No ball stays before a sensor for so long while the rotor turns; a sleeve or a hand does."""

FRET_DEG = 1.5
"""While the rotor turns this far, a fret has passed an eye over the pockets: it is 4 mm wide at most, 1.0° at
a radius of 240 mm. A ball of 18 mm has not: even 6 mm off its middle it is 13 mm wide, 3.2°."""

BALL = frozenset(NAMES.values()) - {"index", "index2"}
"""The sensors that a ball passes."""


class Words(NamedTuple):
    """What a message says, in order of time: where pulses begin and end, how many edges are lost, how many
    words name a sensor that nobody knows."""

    begins: list[Edge]
    ends: list[Edge]
    lost: int
    unknown: int


def words(message: Edges, time_us: int) -> Words:
    """The message, sorted out; `time_us` is its frame's."""
    begins: list[Edge] = []
    ends: list[Edge] = []
    lost = unknown = 0
    for number, value in message.edges:
        name = NAMES.get(number & ~PULSE_ENDS)
        if number == EDGES_LOST:
            lost += value
        elif name is None:
            unknown += 1
        else:
            (ends if number & PULSE_ENDS else begins).append(Edge(time_us + value, name))
    return Words(begins, ends, lost, unknown)


def of_balls(edges: list[Edge], ends: Iterable[Edge]) -> list[Edge]:
    """The edges without those whose pulse, now that its end is known, was too long for a ball, or too short
    for one at an eye over the pockets."""
    fret_us = FRET_DEG / 360 * _turn_us(edges)
    others = {
        begun
        for end in ends
        if end.sensor in BALL
        and (begun := _begun(edges, end)) is not None
        and not (fret_us if end.sensor in EYES else 0) <= end.t_us - begun.t_us <= SLEEVE_US
    }
    return [each for each in edges if each not in others] if others else edges


def _turn_us(edges: list[Edge]) -> int:
    """How long a turn of the rotor takes: the shortest of the last three, because two turns seem to be one
    where the mark was missed; 0 if it has not passed twice."""
    passed = [each.t_us for each in edges if each.sensor == "index"][-4:]
    return min((later - earlier for earlier, later in pairwise(passed)), default=0)


def _begun(edges: list[Edge], end: Edge) -> Edge | None:
    """Where the pulse with this end began."""
    earlier = (each for each in reversed(edges) if each.sensor == end.sensor and each.t_us <= end.t_us)
    return next(earlier, None)
