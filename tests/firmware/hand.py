"""A hand that draws cards over the sensors of the shoe: where the card is, and which edges that gives.

A model, no measurement: the card is 88 mm long, its code stands in the middle of the long edge, the bar
sensor looks at a black ground, and the gate stands 6 mm further out. Ink makes every bar wider or narrower
alike, and each edge is seen a little too early or too late.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from sabot.printing import code128

BAR, GATE, LID = range(3)
CARD_MM, MODULE_MM, GATE_MM = 88.0, 0.8, 6.0
SLOWEST, FASTEST = 0.1, 3.0
STEP_MM = 0.05
BLANK, ENDS = "", [(0.0, 0), (CARD_MM, 1)]
NAMES = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"] + ["CUT"]


class Edge(NamedTuple):
    """A sensor changed, µs after the card's beginning came to the bar sensor."""

    at_us: float
    sensor: int
    level: int


class Print(NamedTuple):
    """How a card is printed, and how well it is seen, in mm. `reverse`: the code stands end first."""

    reverse: bool = False
    ink_mm: float = 0.0
    blur_mm: float = 0.0


def marks(name: str, how: Print, chance: random.Random) -> list[tuple[float, int]]:
    """(mm from the card's beginning, dark) of every change along a card, its two ends included."""
    widths = code128.bars(name)[:: -1 if how.reverse else 1]
    at = (CARD_MM - sum(widths) * MODULE_MM) / 2
    found = [(0.0, 0)]
    for number, width in enumerate([0, *widths]):
        at += width * MODULE_MM
        begins = number % 2 == 0
        spread = -how.ink_mm / 2 if begins else how.ink_mm / 2
        found.append((at + spread + chance.gauss(0, how.blur_mm), int(begins)))
    return [*found, (CARD_MM, 1)]


def pace(
    chance: random.Random, ratio: float = 2.0, way_mm: float = CARD_MM + GATE_MM, fastest: float = FASTEST
) -> np.ndarray:
    """Speed in mm/µs at every STEP_MM of the way; within the card it changes by up to `ratio`."""
    way = np.arange(0, way_mm + STEP_MM, STEP_MM) / CARD_MM
    shape = SHAPES[chance.randrange(len(SHAPES))](way, chance)
    shape = (shape - shape.min()) / max(float(np.ptp(shape)), 1e-9)
    least = chance.uniform(1.0, ratio) if chance.random() < 0.5 else ratio
    slow = np.exp(chance.uniform(np.log(SLOWEST), np.log(fastest / least)))
    return slow * least**shape / 1000.0


def times(speed: np.ndarray, places: Sequence[float]) -> np.ndarray:
    """When (µs) each place of the way (mm) is reached."""
    way = np.arange(len(speed)) * STEP_MM
    return np.interp(places, way, np.concatenate(([0.0], np.cumsum(STEP_MM / speed[:-1]))))


def drawn(name: str, speed: np.ndarray, how: Print, chance: random.Random) -> list[Edge]:
    """The edges of a card that is drawn out at once."""
    found = marks(name, how, chance)
    bars = times(speed, [place for place, _ in found])
    edges = [Edge(t, BAR, level) for t, (_, level) in zip(bars, found, strict=True)]
    busy, free = times(speed, [GATE_MM, CARD_MM + GATE_MM])
    return sorted([*edges, Edge(busy, GATE, 1), Edge(free, GATE, 0)])


def followed(
    names: Sequence[str], gaps_mm: Sequence[float], speed: np.ndarray, how: Print, chance: random.Random
) -> list[Edge]:
    """The edges of cards that follow each other at these distances. A `BLANK` has no bars."""
    starts = list(accumulate((CARD_MM + gap for gap in gaps_mm), initial=0.0))
    places = [
        (start + place, BAR, level)
        for name, start in zip(names, starts, strict=True)
        for place, level in (ENDS if name == BLANK else marks(name, how, chance))
    ]
    for start in starts:
        places += [(start + GATE_MM, GATE, 1), (start + CARD_MM + GATE_MM, GATE, 0)]
    at = times(speed, [place for place, _, _ in places])
    return sorted(Edge(t, sensor, level) for t, (_, sensor, level) in zip(at, places, strict=True))


def moved(name: str, way_mm: Sequence[tuple[float, float]], how: Print, chance: random.Random) -> list[Edge]:
    """The edges of a card whose beginning is at these places (µs, mm), straight on between them."""
    places = [(place, BAR, level) for place, level in marks(name, how, chance)]
    places += [(GATE_MM, GATE, 1), (CARD_MM + GATE_MM, GATE, 0)]
    edges = []
    for (t0, x0), (t1, x1) in pairwise(way_mm):
        for place, sensor, level in places:
            share = (place - x0) / (x1 - x0) if x1 != x0 else -1.0
            if 0 <= share < 1:
                edges.append(Edge(t0 + share * (t1 - t0), sensor, level if x1 > x0 else 1 - level))
    return sorted(edges)


def _steady(way: np.ndarray, chance: random.Random) -> np.ndarray:
    return np.zeros_like(way)


def _ramp(way: np.ndarray, chance: random.Random) -> np.ndarray:
    return way * chance.choice([-1, 1])


def _wave(way: np.ndarray, chance: random.Random) -> np.ndarray:
    return np.sin(2 * np.pi * (chance.uniform(0.3, 2.5) * way + chance.random()))


def _pull(way: np.ndarray, chance: random.Random) -> np.ndarray:
    """From one speed to another within 3 to 15 mm."""
    width = chance.uniform(3, 15) / CARD_MM / 4
    return chance.choice([-1, 1]) * np.tanh((way - chance.random()) / width)


def _jerk(way: np.ndarray, chance: random.Random) -> np.ndarray:
    """From one speed to another at once, which no hand can do."""
    return chance.choice([-1, 1]) * (way > chance.random()).astype(float)


SHAPES = [_steady, _ramp, _wave, _pull, _jerk]
