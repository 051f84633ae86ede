"""How well the wheel's sensor is judged: simulated spins with imperfect sensors; every number is compared
with the truth.

Five sorts of table: usual habits; hands in the way at every tenth spin; a ball picked up right after two
revolutions; a wheel with one eye over its pockets; and faults.
"""

from __future__ import annotations

import math
import random
import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from sabot.core.progress import Advance, Progress, silent, stepping
from sabot.instruments.wheel import inference as wheel_inference
from sabot.instruments.wheel import physics as wheel_physics
from sabot.instruments.wheel.edges import EYES, Options
from sabot.instruments.wheel.inference import Spin
from sabot.instruments.wheel.physics import FAULTY, HABITS, Habits, Sensors, Truth
from sabot.instruments.wheel.places import glances
from sabot.instruments.wheel.rotor import Seen

SENSORS = Sensors(missed=0.01, doubled=0.01, jitter_s=200e-6)

HABITS_WITHOUT_HANDS = HABITS._replace(hand=0.0)
TABLES: dict[str, tuple[Habits, bool, float]] = {
    "as usual": (HABITS_WITHOUT_HANDS, True, 1.0),
    "hands in the way": (HABITS, True, 0.3),
    "picked up after two revolutions": (HABITS_WITHOUT_HANDS._replace(hold=(2.0, 2.0)), True, 0.3),
    "without pocket2": (HABITS_WITHOUT_HANDS, False, 0.1),
}
"""Each sort of table, whether its wheel has a second eye over the pockets, and its share of the spins."""


LIVE_EVERY_SPINS = 10
"""One in this many spins is also judged as at a live table: only the edges so far are known."""


TRUE_NAMES = {each: {"sensor-silent"} for each in FAULTY if each.endswith("-silent")}
TRUE_NAMES["pockets-disagree"] = {"sensors-disagree"}
TRUE_NAMES["ball-removed"] = {"ball-out", "unsure"}
"""Faults of a simulated wheel with other names than their own. A ball taken away leaves the same edges as one
that jumps out; if it passed once, it may also be a ball at rest."""

A_HANDS = "as of a hand"
"""A launch that failed after only one edge: a hand that lays the ball down leaves the same."""


class Outcome(NamedTuple):
    """One spin: `said` is `right`, `wrong` or `unsure`. Then how long after two revolutions at rest its place
    was established, its number known, and its number reported live (negative: before; None: not replayed
    live), and whether the live one was wrong. `seen`: two edges one revolution apart came within two
    revolutions; `settled`: the last of them also came when no ball jumps any more, if the drop was seen."""

    said: str
    established_s: float
    known_s: float
    live_s: float | None
    live_wrong: bool
    seen: bool
    settled: bool


def measure(
    spins: int = 100_000, *, seed: int = 1, pockets: int = 37, progress: Progress = silent
) -> dict[str, object]:
    """Returns the figures of `sabot bench wheel`."""
    found: dict[str, object] = {}
    faulty = max(120, spins // 100)
    with progress(
        "judging spins", sum(round(spins * part) for _, _, part in TABLES.values()) + faulty
    ) as advance:
        for name, (habits, eye, part) in TABLES.items():
            options, numbers = Options(pockets=pockets), stepping(range(round(spins * part)), advance)
            found[name] = _table(numbers, habits, seed=seed, options=options, second_eye=eye)
        found["things that go wrong"] = _faulty(faulty, seed=seed, advance=advance)
    return found


def _table(
    spins: Iterable[int], habits: Habits, *, seed: int, options: Options, second_eye: bool
) -> dict[str, object]:
    rng, begun_s = random.Random(seed), time.perf_counter()
    outcomes = [
        outcome(
            rng, number % 2 == 0, habits, options, live=number % LIVE_EVERY_SPINS == 0, second_eye=second_eye
        )
        for number in spins
    ]
    said = Counter(each.said for each in outcomes)
    live = [each for each in outcomes if each.live_s is not None]
    return {
        "spins": len(outcomes),
        "right": said["right"],
        "wrong": said["wrong"],
        "unsure": said["unsure"],
        "unsure_per_1000": round(1000 * said["unsure"] / max(1, len(outcomes)), 3),
        "seen_a_revolution_apart_within_two_revolutions": _share(each.seen for each in outcomes),
        "and_settled": _share(each.settled for each in outcomes),
        "established_within_two_revolutions": _share(each.established_s <= 0 for each in outcomes),
        "known_within_two_revolutions": _share(each.known_s <= 0 for each in outcomes),
        "known_at_the_latest_s": _latest([each.known_s for each in outcomes]),
        "replayed_live": len(live),
        "wrong_live": sum(each.live_wrong for each in live),
        "told_live_within_two_revolutions": _share(
            each.live_s <= 0 for each in live if each.live_s is not None
        ),
        "seconds": round(time.perf_counter() - begun_s, 1),
    }


def _latest(times_s: Iterable[float]) -> float:
    return round(max((each for each in times_s if each < math.inf), default=0.0), 2)


def _share(holds: Iterable[bool]) -> float:
    listed = list(holds)
    return float(round(sum(listed) / max(1, len(listed)), 4))


def outcome(
    rng: random.Random,
    clockwise: bool,
    habits: Habits,
    options: Options,
    *,
    live: bool = True,
    second_eye: bool = True,
) -> Outcome:
    """Returns one spin: what a recording of it says, and what a live table would have said and when."""
    truth, edges = spun(rng, clockwise=clockwise, habits=habits, options=options, second_eye=second_eye)
    spin = _judged(truth, edges, options)
    number, live_s = _known_live(truth, edges, options, spin) if live else (None, None)
    again_s = _again_s(truth, edges)
    return Outcome(
        "unsure" if spin is None or spin.number is None else _verdict(spin.number, truth),
        _seconds(spin.at_us if spin else None) - truth.second_s,
        _seconds(spin.known_us if spin else None) - truth.second_s,
        None if live_s is None else live_s - truth.second_s,
        number not in (None, truth.number),
        again_s > 0,
        again_s >= truth.dropped_s + options.scatter_s,
    )


def _seconds(at_us: int | None) -> float:
    return math.inf if at_us is None else at_us / 1e6


def _verdict(number: str, truth: Truth) -> str:
    return "right" if number == truth.number else "wrong"


def _known_live(truth: Truth, edges: Seen, options: Options, judged: Spin | None) -> tuple[str | None, float]:
    """Returns what a live table says, and when: it knows every edge up to that moment and none after it."""
    ball = glances(edges)
    for now_s in ball[bisect_right(ball, truth.dropped_s) + 1 :]:
        sofar = {name: times[: bisect_right(times, now_s)] for name, times in edges.items()}
        found = wheel_inference.spins(sofar, options, now_s=now_s)
        if found and found[0].decided:
            return found[0].number, now_s
    return (judged.number, _seconds(judged.known_us)) if judged else (None, math.inf)


def _again_s(truth: Truth, edges: Seen) -> float:
    """Returns when the resting ball was last seen within two revolutions, if it was also seen a revolution
    before; otherwise 0."""
    seen = [
        times[bisect_left(times, truth.rest_s) : bisect_left(times, truth.second_s)]
        for times in (edges[eye] for eye in EYES)
    ]
    again = max(map(len, seen)) > 1 or sum(map(len, seen)) > 2
    return max(times[-1] for times in seen if times) if again else 0.0


def spun(
    rng: random.Random,
    *,
    clockwise: bool,
    habits: Habits,
    options: Options | None = None,
    wrong: str = "",
    second_eye: bool = True,
) -> tuple[Truth, Seen]:
    """Returns a spin and the edges of its imperfect sensors."""
    truth, pulses = wheel_physics.spin(
        rng, clockwise=clockwise, options=options, habits=habits, wrong=wrong, second_eye=second_eye
    )
    return truth, wheel_inference.seen(wheel_physics.edges(SENSORS.spoilt(pulses, rng)))


def _judged(truth: Truth, edges: Seen, options: Options) -> Spin | None:
    """What a recording of these edges says of the spin."""
    found = wheel_inference.spins(edges, options)
    near = [each for each in found if abs(each.begun_us / 1e6 - truth.launched_s) < 30]
    return near[0] if near else None


def _faulty(spins: int, *, seed: int, advance: Advance) -> dict[str, object]:
    """Returns each fault, and the names that it got."""
    rng = random.Random(seed)
    each = spins // len(FAULTY)
    return {wrong: names_of(wrong, each, rng) for wrong in stepping(FAULTY, lambda _: advance(each))}


def names_of(wrong: str, spins: int, rng: random.Random) -> dict[str, int]:
    """Returns for `spins` spins with this fault (hands in the way at one in ten): how many got a true name,
    which names the others got, and how many had a wrong number."""
    names, wrongly = Counter[str](), 0
    for number in range(spins):
        truth, edges = spun(rng, clockwise=number % 2 == 0, habits=HABITS, wrong=wrong)
        spin = _judged(truth, edges, Options(pocket2=True))
        names[_name(wrong, spin, edges)] += 1
        wrongly += spin is not None and spin.number not in (None, truth.number)
    return {"spins": spins, "by_its_name": names.pop(wrong, 0), **names, "wrong": wrongly}


def _name(wrong: str, spin: Spin | None, edges: Seen) -> str:
    """Returns the name that a fault got: the fault itself for any true name."""
    said = spin.faults if spin else ()
    if not TRUE_NAMES.get(wrong, {wrong}).isdisjoint(said):
        return wrong
    if wrong == "launch-failed" and len(edges["track"]) < 2:
        return A_HANDS
    return " ".join(said) or "nothing"
