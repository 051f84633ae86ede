"""What the shoe's bar sensor makes of a real card: a spot of light, a card that lies badly, a comparator.

A model from the drawings and data sheets in hardware/, no measurement. The sensor looks through a slit of
0.6 by 5 mm from 1.2 mm below the card. A card that is lifted is seen wider and darker; one that lies askew
crosses the slit over a longer way; worn ink is grey, worn paper dirty. What the phototransistor sees is
compared with a level, with the hysteresis and the noise of the sensor board.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import numpy as np

from tests.firmware import hand
from tests.firmware.hand import BAR, CARD_MM, GATE, GATE_MM, Edge, Print

STEP_MM = 0.02
BEFORE_MM, AFTER_MM = 4.0, 6.0
SLIT_MM, SLIT_LONG_MM, SENSOR_MM, DEEP_MM = 0.6, 5.0, 1.0, 1.2
PAPER, INK, GROUND = 0.90, 0.06, 0.03
"""How much of the light comes back: a new card, its bars, the black bridge."""

LEVEL, HYSTERESIS, NOISE = 0.3, 0.03, 0.004
"""Of the light from perfect white: where the comparator decides, between its two levels, and its noise."""

SLOW_US = 20.0
"""The phototransistor and its resistor follow the light as slowly as this."""


class Lying(NamedTuple):
    """How a card passes; as it stands here, new and flat.

    `lift_mm` is its height over the floor, `bow_mm` how much that changes along it, `tilt_deg` how far it
    lies askew; `faded` how much of the ink is gone, `dirty` how much of the white of the paper; `lamp` is the
    strength of the lamp.
    """

    lift_mm: float = 0.0
    bow_mm: float = 0.0
    tilt_deg: float = 0.0
    faded: float = 0.0
    dirty: float = 0.0
    lamp: float = 1.0


FLAT = Lying()


def inside(chance: random.Random) -> Lying:
    """Any card within the tolerances that docs/firmware.md states."""
    lift = chance.uniform(0, LIFT_MM)
    return Lying(
        lift_mm=lift,
        bow_mm=chance.uniform(0, LIFT_MM - lift),
        tilt_deg=chance.uniform(-TILT_DEG, TILT_DEG),
        faded=chance.uniform(0, FADED),
        dirty=chance.uniform(0, DIRTY),
        lamp=chance.uniform(1 - LAMP, 1 + LAMP),
    )


LIFT_MM, TILT_DEG, FADED, DIRTY, LAMP = 0.25, 3.0, 0.2, 0.1, 0.1
"""The tolerances."""


def outside(chance: random.Random) -> Lying:
    """A card that is beyond them in one way or in several, by up to four times."""
    times = [chance.uniform(1, 4) if chance.random() < 0.5 else chance.random() for _ in range(4)]
    times[chance.randrange(4)] = chance.uniform(1, 4)
    lift = LIFT_MM * times[0]
    return Lying(
        lift_mm=lift * chance.random(),
        bow_mm=lift,
        tilt_deg=chance.choice([-1, 1]) * TILT_DEG * times[1],
        faded=min(0.95, FADED * times[2]),
        dirty=min(0.6, DIRTY * times[3]),
        lamp=chance.uniform(0.7, 1.3),
    )


def swiped(name: str, speed: np.ndarray, lying: Lying, how: Print, chance: random.Random) -> list[Edge]:
    """The edges of a card drawn out at once, as the comparator gives them."""
    places, dark = crossings(seen(name, speed, lying, how, chance), chance)
    times = hand.times(speed, places)
    edges = [Edge(t, BAR, int(each)) for t, each in zip(times, dark, strict=True)]
    busy, free = hand.times(speed, [GATE_MM + BEFORE_MM, CARD_MM + GATE_MM + BEFORE_MM])
    return sorted([*edges, Edge(busy, GATE, 1), Edge(free, GATE, 0)])


def pace(chance: random.Random, fastest: float = 2.0) -> np.ndarray:
    """A hand from before the card comes to after it has gone."""
    return hand.pace(chance, way_mm=BEFORE_MM + CARD_MM + AFTER_MM + GATE_MM, fastest=fastest)


def seen(name: str, speed: np.ndarray, lying: Lying, how: Print, chance: random.Random) -> np.ndarray:
    """The light that the phototransistor sees at every STEP_MM of the way, 1 for perfect white."""
    back = reflected(name, lying, how, chance)
    along = np.linspace(0, 1, len(back))
    height = lying.lift_mm + lying.bow_mm * np.sin(np.pi * (along + chance.random())) ** 2
    smears = SLOW_US * 2 * float(speed.mean())
    skew = SLIT_LONG_MM * abs(math.tan(math.radians(lying.tilt_deg)))
    narrow, wide = (
        smooth(smooth(smooth(back, SLIT_MM + high * (SLIT_MM + SENSOR_MM) / DEEP_MM), skew), smears)
        for high in (float(np.min(height)), float(np.max(height)))
    )
    share = (height - float(np.min(height))) / max(float(np.ptp(height)), 1e-9)
    light = narrow + (wide - narrow) * share
    return light * lying.lamp * (DEEP_MM / (DEEP_MM + height)) ** 2


def reflected(name: str, lying: Lying, how: Print, chance: random.Random) -> np.ndarray:
    """How much of the light comes back from each place of the way."""
    count = round((BEFORE_MM + CARD_MM + AFTER_MM) / STEP_MM)
    paper = PAPER * (1 - lying.dirty)
    ink = INK + (paper - INK) * lying.faded
    back = np.full(count, GROUND)
    marks = hand.marks(name, how, chance)
    stretch = 1 / math.cos(math.radians(lying.tilt_deg))
    for (start, dark), (end, _) in zip(marks, [*marks[1:], (CARD_MM / stretch, 1)], strict=True):
        ends = [round((BEFORE_MM + at * stretch) / STEP_MM) for at in (start, end)]
        at_edge = start == CARD_MM
        back[ends[0] : ends[1]] = GROUND if at_edge else ink if dark else paper
    worn = np.random.default_rng(chance.getrandbits(32)).normal(0, 1, count)
    back += smooth(worn, 0.5) * 5 * (lying.dirty + lying.faded) * 0.05 * (back > GROUND)
    return back


def smooth(signal: np.ndarray, width_mm: float) -> np.ndarray:
    """The mean over so much of the way about each place."""
    half = width_mm / STEP_MM / 2
    total = np.concatenate(([0.0], np.cumsum(signal)))
    at = np.arange(len(signal)) + 0.5
    low, high = np.clip(at - max(half, 0.5), 0, len(signal)), np.clip(at + max(half, 0.5), 0, len(signal))
    places = np.arange(len(total))
    return (np.interp(high, places, total) - np.interp(low, places, total)) / (high - low)


def crossings(light: np.ndarray, chance: random.Random) -> tuple[np.ndarray, np.ndarray]:
    """Where (mm from the beginning of the way) the comparator changes, and whether it then says dark."""
    noisy = light + np.random.default_rng(chance.getrandbits(32)).normal(0, NOISE, len(light))
    says = np.where(noisy > LEVEL + HYSTERESIS / 2, 1, np.where(noisy < LEVEL - HYSTERESIS / 2, 0, -1))
    says[0] = 0
    decided = np.maximum.accumulate(np.where(says >= 0, np.arange(len(says)), 0))
    state = says[decided]
    at = np.flatnonzero(np.diff(state)) + 1
    return at * STEP_MM, 1 - state[at]
