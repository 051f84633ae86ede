"""How well the wheel's sensor is judged: simulated spins with erring sensors, every number compared with the
truth.

Four sorts of table: as habits are; hands that get in the way at every tenth spin; a ball that is picked up
after two revolutions at once; and things that go wrong.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from controller.instruments import wheel_inference, wheel_physics
from controller.instruments.wheel_edges import Options
from controller.instruments.wheel_inference import Spin
from controller.instruments.wheel_physics import FAULTY, HABITS, Habits, Sensors, Truth

SENSORS = Sensors(missed=0.01, doubled=0.01, jitter_s=200e-6)

TABLES: dict[str, tuple[Habits, float]] = {
    "as usual": (HABITS._replace(hand=0.0), 1.0),
    "hands in the way": (HABITS, 0.3),
    "picked up after two revolutions": (HABITS._replace(hand=0.0, hold=(2.0, 2.0)), 0.1),
}
"""Each sort of table, and what part of the spins it gets."""


class Outcome(NamedTuple):
    """One spin: `said` is `right`, `wrong` or `unsure`; how long after two revolutions at rest its place was
    established and its number known (negative: before)."""

    said: str
    established_s: float = 0.0
    known_s: float = 0.0


def measure(spins: int = 100_000, *, seed: int = 1, pockets: int = 37) -> dict[str, Any]:
    """The figures, as `sabot bench wheel` prints them."""
    found: dict[str, Any] = {}
    for name, (habits, part) in TABLES.items():
        found[name] = _table(round(spins * part), habits, seed=seed, options=Options(pockets=pockets))
    found["things that go wrong"] = _faulty(max(120, spins // 100), seed=seed)
    return found


def _table(spins: int, habits: Habits, *, seed: int, options: Options) -> dict[str, Any]:
    rng, begun_s = random.Random(seed), time.perf_counter()
    outcomes = [_outcome(rng, number % 2 == 0, habits, options) for number in range(spins)]
    said = Counter(each.said for each in outcomes)
    right = [each for each in outcomes if each.said == "right"]
    return {
        "spins": spins,
        "right": said["right"],
        "wrong": said["wrong"],
        "unsure": said["unsure"],
        "unsure_per_1000": round(1000 * said["unsure"] / max(1, spins), 3),
        "established_within_two_revolutions": _share(each.established_s <= 0 for each in right),
        "known_within_two_revolutions": _share(each.known_s <= 0 for each in right),
        "known_at_the_latest_s": round(max((each.known_s for each in right), default=0.0), 2),
        "seconds": round(time.perf_counter() - begun_s, 1),
    }


def _share(holds: Iterable[bool]) -> float:
    listed = list(holds)
    return float(round(sum(listed) / max(1, len(listed)), 4))


def _outcome(rng: random.Random, clockwise: bool, habits: Habits, options: Options) -> Outcome:
    truth, spin = _spun(rng, clockwise=clockwise, habits=habits, options=options)
    if spin is None or spin.number is None or spin.at_us is None or spin.known_us is None:
        return Outcome("unsure")
    if spin.number != truth.number:
        return Outcome("wrong")
    return Outcome("right", spin.at_us / 1e6 - truth.second_s, spin.known_us / 1e6 - truth.second_s)


def _spun(
    rng: random.Random, *, clockwise: bool, habits: Habits, options: Options, wrong: str = ""
) -> tuple[Truth, Spin | None]:
    """A spin, and what was made of its edges."""
    truth, pulses = wheel_physics.spin(rng, clockwise=clockwise, options=options, habits=habits, wrong=wrong)
    edges = wheel_physics.edges(SENSORS.spoilt(pulses, rng))
    found = wheel_inference.spins(wheel_inference.seen(edges), options)
    near = [each for each in found if abs(each.begun_us / 1e6 - truth.launched_s) < 30]
    return truth, near[0] if near else None


def _faulty(spins: int, *, seed: int) -> dict[str, Any]:
    """For each thing that can go wrong: how often it was named, and how often a wrong number was given."""
    rng, found = random.Random(seed), {}
    for wrong in FAULTY:
        each = spins // len(FAULTY)
        spun = [
            _spun(rng, clockwise=number % 2 == 0, habits=HABITS, options=Options(), wrong=wrong)
            for number in range(each)
        ]
        found[wrong] = {
            "spins": each,
            "named": sum(spin is not None and bool(spin.faults) for _, spin in spun),
            "wrong": sum(
                spin is not None and spin.number is not None and spin.number != truth.number
                for truth, spin in spun
            ),
        }
    return found
