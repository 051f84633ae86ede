"""A simulated wheel: a rotor that slows, a ball that slows, drops, scatters and rests, and what the sensors
make of it.

Nothing here knows how the edges are judged. `spin` gives what truly happened and every edge that perfect
sensors would send; `Sensors` spoils those as real ones do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import NamedTuple

from sabot.games.wheel.terms import ANTICLOCKWISE, CLOCKWISE
from sabot.games.wheel.turning import (
    AGAINST_AIR,
    DROP_REV_S,
    LAUNCH_REV_S,
    TOO_FEW_LAPS,
    USUAL_RPM,
    USUAL_SLOWING,
    Turning,
)
from sabot.instruments.wheel.edges import EYES, Edge, Options

FAULTY = (
    *("too-few-laps", "rotor-too-slow", "rotor-too-fast", "wrong-direction", "ball-out", "launch-failed"),
    *("index-silent", "index2-silent", "track-silent", "pocket-silent", "sensors-disagree", "ball-removed"),
    *("pocket2-silent", "pockets-disagree"),
)
"""What can be made to go wrong with a spin."""


JUST_PUSHED_S = 1.0, 2.0
"""How soon after its push the ball is launched at a rotor that is too fast; later it is slow enough."""


class Truth(NamedTuple):
    """What happened. Seconds from the beginning of the spin's own time; `number` None: the ball did not rest.

    `second_s`: two revolutions of the rotor after rest. `over_s`: the ball was picked up.
    """

    number: str | None
    clockwise: bool
    rpm: float
    laps: int
    launched_s: float
    dropped_s: float
    rest_s: float
    second_s: float
    over_s: float
    wrong: str = ""

    @property
    def direction(self) -> str:
        """That of the rotor."""
        return CLOCKWISE if self.clockwise else ANTICLOCKWISE


class Sensors(NamedTuple):
    """How sensors err: edges missed, doubled (within `double_s`), and moved by `jitter_s` (one sigma)."""

    missed: float = 0.01
    doubled: float = 0.01
    jitter_s: float = 200e-6
    double_s: float = 0.008

    def spoilt(self, pulses: list[tuple[float, str]], rng: random.Random) -> list[tuple[float, str]]:
        """What comes out of these sensors, in order."""
        out = []
        for time_s, sensor in pulses:
            if rng.random() < self.missed:
                continue
            seen_s = time_s + rng.gauss(0, self.jitter_s)
            out.append((seen_s, sensor))
            if rng.random() < self.doubled:
                out.append((seen_s + rng.uniform(0.0004, self.double_s), sensor))
        return sorted(out)


PERFECT = Sensors(0.0, 0.0, 0.0)


class Habits(NamedTuple):
    """How the table spins: each value is drawn at random within its bounds. `hold`: revolutions for which
    the ball lies at rest; `hand`: how often a hand gets in the way when it is picked up; `jumps`:
    sightings while it scatters; `off`: how far from the middle of a pocket it rests, in pockets; `break_s`
    before the next."""

    rpm: tuple[float, float] = USUAL_RPM
    slowing: tuple[float, float] = USUAL_SLOWING
    laps: tuple[float, float] = (6.0, 20.0)
    launch_rev_s: tuple[float, float] = LAUNCH_REV_S
    drop_rev_s: tuple[float, float] = DROP_REV_S
    scatter_s: tuple[float, float] = (1.0, 5.0)
    hold: tuple[float, float] = (2.0, 15.0)
    off: float = 0.1
    jumps: int = 5
    hand: float = 0.1
    before_s: tuple[float, float] = (6.0, 10.0)
    break_s: tuple[float, float] = (3.0, 8.0)


HABITS = Habits()


def spin(
    rng: random.Random,
    *,
    clockwise: bool,
    options: Options | None = None,
    habits: Habits = HABITS,
    wrong: str = "",
    second_beam: bool = False,
    second_eye: bool = True,
    number: str = "",
) -> tuple[Truth, list[tuple[float, str]]]:
    """One spin, and the pulses of perfect sensors in order: `(seconds, sensor)`. A wheel has `pocket2`, but
    without a `second_eye`, and no `track2`, but with a `second_beam`."""
    wheel = options or Options()
    turning = _turning(rng, habits, wrong)
    launched_s = rng.uniform(*habits.before_s if wrong != "rotor-too-fast" else JUST_PUSHED_S)
    with_rotor = clockwise == (wrong != "wrong-direction")
    passes, seconds, dropped_s = _on_the_track(rng, launched_s, habits, wrong, clockwise=not with_rotor)
    rest_s = dropped_s + rng.uniform(*habits.scatter_s)
    rests = wrong not in ("ball-out", "launch-failed")
    hold = rng.uniform(0.1, 0.9) if wrong == "ball-removed" else rng.uniform(*habits.hold)
    over_s = turning.when(turning.turned(rest_s) + hold)
    while not math.isfinite(over_s):  # a rotor that would stand still before: it is given a longer run
        turning = turning._replace(slowing=turning.slowing / 2)
        over_s = turning.when(turning.turned(rest_s) + hold)
    start, pocket = rng.random(), rng.randrange(len(wheel.order))
    if number:
        pocket = wheel.order.index(number) - wheel.order.index(wheel.mark_pocket)
    place = pocket + rng.uniform(-habits.off, habits.off)
    eyes = tuple(EYES) if second_eye else ("pocket",)
    scene = _Scene(_crooked(wheel, wrong), turning, clockwise, start, eyes)
    end_s = over_s + rng.uniform(*habits.break_s)
    pulses = [(each, "track") for each in passes]
    if wrong == "wrong-direction" or second_beam:
        pulses += [(each, "track2") for each in seconds]
    pulses += scene.mark(end_s)
    if wrong != "launch-failed":
        pulses += _jumps(rng, scene, dropped_s, rest_s, habits)
    if rests:
        pulses += scene.ball(place, rest_s, over_s)
    pulses += _hand(rng, over_s, habits, eyes[-1])
    kept = sorted(each for each in pulses if each[1] != wrong.removesuffix("-silent"))
    second_s = turning.when(turning.turned(rest_s) + 2)
    at = (pocket + wheel.order.index(wheel.mark_pocket)) % len(wheel.order)
    rpm = 60 * (turning.turned(launched_s + 0.05) - turning.turned(launched_s - 0.05)) / 0.1
    number = wheel.order[at] if rests else ""
    times_s = launched_s, dropped_s, rest_s, second_s, over_s
    return Truth(number or None, clockwise, rpm, len(passes), *times_s, wrong), kept


def _turning(rng: random.Random, habits: Habits, wrong: str) -> Turning:
    """A rotor for this spin; one that slows evenly loses ever more in a revolution, so it begins with
    less."""
    drag = rng.choice((2, 1, 1, 0))
    slowing = rng.uniform(*habits.slowing)
    return Turning(_rpm(rng, habits, wrong) / 60, slowing if drag else slowing / 2, drag)


def _rpm(rng: random.Random, habits: Habits, wrong: str) -> float:
    if wrong == "rotor-too-slow":
        return rng.uniform(5, 8)
    return rng.uniform(44, 55) if wrong == "rotor-too-fast" else rng.uniform(*habits.rpm)


def _on_the_track(
    rng: random.Random, launched_s: float, habits: Habits, wrong: str, *, clockwise: bool
) -> tuple[list[float], list[float], float]:
    """When the ball passed the beam, when the second one (a quarter of a lap further clockwise), and when it
    left."""
    bounds = {"too-few-laps": TOO_FEW_LAPS, "launch-failed": (1.5, 2.2)}.get(wrong, habits.laps)
    laps, first, last = (
        rng.uniform(*bounds),
        rng.uniform(*habits.launch_rev_s),
        rng.uniform(*habits.drop_rev_s),
    )
    if wrong == "launch-failed":
        first = rng.uniform(0.8, 1.0)
    ball = Turning(first, math.log(first / last) / laps, AGAINST_AIR)
    start = rng.random() if laps > 2.2 else rng.uniform(0.0, 0.4)
    passes = [launched_s + ball.when(start + lap) for lap in range(int(laps - start) + 1)]
    further = 0.25 if clockwise else 0.75
    seconds = [launched_s + ball.when(start + lap + further) for lap in range(len(passes) - 1)]
    return passes, seconds, launched_s + ball.when(laps)


class _Scene(NamedTuple):
    """The wheel, its rotor, where the mark stood at time 0 (revolutions clockwise from index), and the eyes
    over its pockets."""

    wheel: Options
    turning: Turning
    clockwise: bool
    start: float
    eyes: tuple[str, ...] = ()

    def passing(self, place: float, sensor_deg: float, begin_s: float, end_s: float) -> Iterator[float]:
        """When a place of the rotor (revolutions clockwise of the mark) passes a sensor."""
        sign = 1 if self.clockwise else -1
        ahead = sign * (sensor_deg / 360 - self.start - place) % 1
        turn = ahead + math.ceil(self.turning.turned(begin_s) - ahead)
        while (time_s := self.turning.when(turn)) < end_s:
            yield time_s
            turn += 1

    def mark(self, end_s: float) -> list[tuple[float, str]]:
        """The edges of the index sensors."""
        sensors = ("index", self.wheel.index_deg), ("index2", self.wheel.index2_deg)
        return [(each, name) for name, deg in sensors for each in self.passing(0, deg, 0, end_s)]

    def ball(self, place: float, begin_s: float, end_s: float) -> list[tuple[float, str]]:
        """The sightings of a ball that lies in a place (pockets clockwise of the mark)."""
        turn = place / len(self.wheel.order)
        angles = [(name, float(getattr(self.wheel, EYES[name]))) for name in self.eyes]
        return [(each, name) for name, deg in angles for each in self.passing(turn, deg, begin_s, end_s)]


def _crooked(wheel: Options, wrong: str) -> Options:
    """Where the sensors truly sit: in disagreement, one of them elsewhere."""
    if wrong == "sensors-disagree":
        return wheel._replace(index2_deg=wheel.index2_deg + 90.0)
    return wheel._replace(pocket2_deg=wheel.pocket2_deg + 40.0) if wrong == "pockets-disagree" else wheel


def passes(
    wheel: Options, turning: Turning, *, clockwise: bool, place: float, sensor_deg: float, end_s: float
) -> Iterator[float]:
    """When a place of the rotor (revolutions clockwise of the mark) passes a sensor, until `end_s`; the mark
    begins half a revolution away from index."""
    return _Scene(wheel, turning, clockwise, 0.5).passing(place, sensor_deg, 0.0, end_s)


def _jumps(
    rng: random.Random, scene: _Scene, begin_s: float, end_s: float, habits: Habits
) -> Iterator[tuple[float, str]]:
    """Sightings while the ball scatters, as many of each eye: at any moment, or from a pocket in which it
    stays for a while."""
    for eye in scene.eyes:
        for _ in range(rng.randint(0, habits.jumps)):
            moment = rng.uniform(begin_s + 0.15, end_s)
            if rng.random() < 0.3:
                pocket = rng.randrange(len(scene.wheel.order))
                yield from scene.ball(pocket, moment, min(end_s, moment + 1.2))
            else:
                yield moment, eye


def _hand(rng: random.Random, over_s: float, habits: Habits, eye: str) -> list[tuple[float, str]]:
    """A hand over the sensors while the ball is picked up."""
    if rng.random() >= habits.hand:
        return []
    sensor = rng.choice(("pocket", eye, "track"))
    return [(over_s + rng.uniform(0.0, 1.5), sensor) for _ in range(rng.randint(1, 6))]


def edges(pulses: list[tuple[float, str]], *, begin_us: int = 0) -> list[Edge]:
    """Pulses as edges of a recording."""
    return [Edge(begin_us + round(time_s * 1e6), sensor) for time_s, sensor in pulses]
