"""What the reading head of the board gives for a real card: slit, phototransistor, converter.

The model of optics.py with other parts (docs/optics.md): the light of each place comes through the slit of
rays.py, the phototransistor charges and discharges as its data sheet lets it, the lamp is pulsed, and the
samples have the converter's noise. firmware/portable/light.c makes edges of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from tests.firmware import board, hand, optics
from tests.firmware.hand import BAR, CARD_MM, GATE, GATE_MM, Edge, Print
from tests.firmware.optics import BEFORE_MM, STEP_MM, Lying
from tests.hardware import rays
from tests.hardware.rays import Slit

HALF_US = 25.0
"""The lamp is on so long, then off so long (light.h)."""

CHARGE = 20e-6 * 100e-6 / (2 * np.log(9))
"""A s: from the data sheet's rise time, 20 µs from 10 to 90 % at 100 µA with 1 kilohm."""

STEPS_PER_A = 1e3 * 4.9 / 3.3 * 4095
"""Of the converter: 1 kilohm, the amplifier's 4.9, 3.3 V."""

NOISE_STEPS = 2.85
"""What 8.7 effective bits of 12 mean."""

SETTLES = 40
"""Pulses until a head has seen what is there without a card (light.h)."""

SHEET = 0.16
"""What the sheet with the slit sends back by itself, of perfect white through the slit, where its lower side
sends back 5 % (docs/optics.md)."""

WEAKEST_A, STRONGEST_A = 126e-6, 552e-6
"""Perfect white flat on the floor, from the weakest honest head to the strongest (docs/optics.md)."""


class Head(NamedTuple):
    """One head in its hall, in A: what perfect white flat on the floor gives, what the hall adds at most.

    `sheet` is what its sheet with the slit sends back, as a part of that white.
    """

    white_a: float = 200e-6
    hall_a: float = 0.0
    flicker_hz: float = 100.0
    slit: Slit = Slit()
    sheet: float = SHEET


@cache
def kernel(slit: Slit, lift: float) -> np.ndarray:
    """The light of each STEP_MM about the slit's middle, 1 in all for a card flat on the floor."""
    at = np.arange(-4, 4 + STEP_MM, STEP_MM)
    flat = rays.strip(slit).sum() * (rays.WAY[1] - rays.WAY[0])
    return np.interp(at, rays.WAY, rays.strip(slit, lift)) * STEP_MM / flat


def seen(name: str, lying: Lying, how: Print, slit: Slit, chance: random.Random) -> np.ndarray:
    """The light at every STEP_MM of the way, 1 for perfect white flat on the floor."""
    back = optics.reflected(name, lying, how, chance)
    along = np.linspace(0, 1, len(back))
    height = lying.lift_mm + lying.bow_mm * np.sin(np.pi * (along + chance.random())) ** 2
    skew = optics.SLIT_LONG_MM * abs(np.tan(np.radians(lying.tilt_deg)))
    crossed = optics.smooth(back, skew)
    low, high = (
        np.convolve(crossed, kernel(slit, round(float(each) * 20) / 20), "same")
        for each in (np.min(height), np.max(height))
    )
    return lying.lamp * (low + (high - low) * (height - np.min(height)) / max(float(np.ptp(height)), 1e-9))


def samples(
    light: np.ndarray, speed: np.ndarray, head: Head, chance: random.Random
) -> list[tuple[int, int, int]]:
    """(µs, lit, dark) of every pulse while the card passes. The head has looked at its start for a while."""
    places = np.arange(len(light)) * STEP_MM
    when = hand.times(speed, places)
    before = 2 * SETTLES
    ends = np.arange(HALF_US * (1 - before), when[-1], HALF_US)
    lit = np.arange(len(ends)) % 2 == 0
    seen_then = np.interp(ends - HALF_US / 2, when, light)
    phase = chance.uniform(0, 2 * np.pi)
    hall = head.hall_a * (1 + np.sin(2e-6 * np.pi * head.flicker_hz * ends + phase)) / 2
    drives = (
        hall + np.where(lit, head.white_a * (np.maximum(seen_then, 0) + head.sheet) + 0.2e-6, 0.0) + 0.05e-6
    )
    noise = np.random.default_rng(chance.getrandbits(32)).normal(0, NOISE_STEPS, len(ends))
    steps = np.clip(np.round(np.array(currents(drives)) * STEPS_PER_A + noise), 0, 4095).astype(int)
    end = len(ends) // 2 * 2
    return list(
        zip(
            ends[before:end:2].astype(int),
            steps[before:end:2],
            steps[before + 1 : end : 2],
            strict=True,
        )
    )


def currents(drives: Iterable[float], half_us: float = HALF_US) -> list[float]:
    """The phototransistor's current at the end of each half; `drives` is what it would come to in the end.

    Its base is charged by the light and discharged by its own current: dI/dt = I (drive - I) / CHARGE, the
    logistic curve, exactly.
    """
    now, found = 0.05e-6, []
    for drive in drives:
        swing = np.exp(-drive * half_us * 1e-6 / CHARGE)
        now = drive / (1 + (drive / now - 1) * swing)
        found.append(float(now))
    return found


def turns(pulses: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """(µs, dark) of what the firmware makes of these samples, after it has settled on the first."""
    first = [(0, *pulses[0][1:])] * SETTLES
    said = board.asked("light", (f"{at} {lit} {dark}" for at, lit, dark in [*first, *pulses]))
    return [(int(at), int(ink)) for at, ink in map(str.split, said)]


def swiped(
    name: str, speed: np.ndarray, lying: Lying, how: Print, head: Head, chance: random.Random
) -> list[Edge]:
    """The edges of a card drawn out at once, as the head and light.c give them."""
    light = seen(name, lying, how, head.slit, chance)
    edges = [Edge(at, BAR, ink) for at, ink in turns(samples(light, speed, head, chance))]
    busy, free = hand.times(speed, [GATE_MM + BEFORE_MM, CARD_MM + GATE_MM + BEFORE_MM])
    return sorted([*edges, Edge(busy, GATE, 1), Edge(free, GATE, 0)])
