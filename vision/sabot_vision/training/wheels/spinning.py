"""What happens at a wheel in a film: the rotor, the ball, hands. Physics as in the simulated wheel."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sabot.games.wheel.turning import DROP_REV_S, LAUNCH_REV_S, USUAL_RPM, USUAL_SLOWING
from sabot_vision.training.wheels.launching import launched, pushed
from sabot_vision.training.wheels.styles import Chance, Style
from sabot_vision.training.wheels.surface import height

TURN = 2 * math.pi
PUSH_S = 0.8
"""How long the croupier pushes the rotor at the beginning of a film."""

WRONG = (
    *("too-few-laps", "rotor-too-slow", "rotor-too-fast", "wrong-direction", "launch-failed"),
    *("ball-out", "ball-removed", "no-spin", "second-ball", "hand", "dark", "down-at-once", "carried"),
)
"""What can be made to go wrong with a spin: in the last two the ball comes down after a lap and rests in a
pocket, and a hand carries it from one pocket to another before its number can be known."""


ENTERS_AT = 0.95
"""The radius at which a falling ball meets the rotor."""

FALLS_PER_S2 = 9.81 / 0.26
"""In radii of the ring a second, each second; a ring is 26 cm from its middle to its rim."""


class Spot(NamedTuple):
    """Where a ball is: in radii of the ring, and radians clockwise in the bowl."""

    radius: float
    angle: float
    height: float


class Reach(NamedTuple):
    """A hand that reaches over the wheel, from `begin_s` to `end_s`, as far as `radius`."""

    begin_s: float
    end_s: float
    radius: float
    angle: float


class Hop(NamedTuple):
    """The ball goes from one place of the rotor to another (in pockets), and lies there until `until_s`."""

    begin_s: float
    lands_s: float
    until_s: float
    start: float
    end: float
    high: float


class Truth(NamedTuple):
    """What happened; seconds of the film. `number` None: the ball did not come to rest, or not in a spin."""

    number: str | None
    clockwise: bool
    rpm: float
    laps: int
    launched_s: float
    dropped_s: float
    rest_s: float
    over_s: float
    length_s: float
    wrong: str = ""


class Habits(NamedTuple):
    """How the table spins; each value is drawn within its bounds. `hold_s`: how long the ball lies."""

    rpm: tuple[float, float] = USUAL_RPM
    slowing: tuple[float, float] = USUAL_SLOWING
    laps: tuple[float, float] = (5.5, 10.0)
    launch_rev_s: tuple[float, float] = LAUNCH_REV_S
    drop_rev_s: tuple[float, float] = DROP_REV_S
    hops: tuple[int, int] = (0, 5)
    lies_s: float = 0.45
    hold_s: tuple[float, float] = (1.8, 3.2)
    before_s: tuple[float, float] = (1.3, 1.8)
    after_s: float = 1.2


HABITS = Habits()
BRISK = Habits(
    laps=(3.3, 3.5),
    launch_rev_s=(2.4, 2.5),
    hops=(0, 1),
    lies_s=0.2,
    hold_s=(1.1, 1.1),
    before_s=(1.2, 1.2),
    after_s=0.0,
)
"""A spin that is soon over, for tests; the eye has looked for 1.5 s as it is launched."""


NEVER_RESTS = ("ball-out", "launch-failed", "no-spin", "ball-removed", "second-ball")
EMPTY_S = 10.5
"""How long a film goes on after a ball that is gone without a number."""


class Spinning:
    """One spin by chance. `before`: the angle and the speed (radians, a second) of the rotor as the film
    begins."""

    def __init__(
        self,
        style: Style,
        seed: int,
        *,
        clockwise: bool,
        wrong: str = "",
        habits: Habits = HABITS,
        before: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        chance = np.random.default_rng((seed, 31))
        self._style, self._before, self.wrong = style, before, wrong
        self._sign = 1 if clockwise else -1
        self._ball_sign = self._sign if wrong == "wrong-direction" else -self._sign
        self._turning = pushed(chance, habits.rpm, habits.slowing, wrong)
        self._laps, self._ball = launched(chance, habits, wrong)
        self._from = chance.uniform(0, TURN)
        self._launched_s = PUSH_S + chance.uniform(*habits.before_s)
        self._dropped_s = self._launched_s + self._ball.when(self._laps)
        self._falls_s = self._dropped_s + chance.uniform(0.9, 1.4)
        self._hops = self._scatter(chance, habits)
        self._pockets_radius = (style.pocket_in + style.ring_in) / 2 + chance.uniform(-0.02, 0.02)
        others = len(style.pockets)
        self._second = round(self._hops[-1].end) + int(chance.integers(3, others - 3))
        self.truth = self._truth(chance, habits, clockwise)
        self.reaches = tuple(self._reaches(chance))

    def _truth(self, chance: Chance, habits: Habits, clockwise: bool) -> Truth:
        wrong, last = self.wrong, self._hops[-1]
        hold_s = chance.uniform(0.1, 0.35) if wrong == "ball-removed" else chance.uniform(*habits.hold_s)
        over_s = {"ball-out": self._hops[0].lands_s, "launch-failed": self._dropped_s + 0.3}.get(
            wrong, last.lands_s + hold_s
        )
        spare_s = EMPTY_S if wrong in (*NEVER_RESTS, "dark", "hand", "carried") else habits.after_s
        rests = wrong not in NEVER_RESTS
        pocket = self._style.pockets[round(last.end) % len(self._style.pockets)]
        return Truth(
            pocket if rests else None,
            clockwise,
            60 * self._speed(self._launched_s),
            int(self._laps),
            self._launched_s,
            self._dropped_s,
            last.lands_s,
            over_s,
            over_s + spare_s,
            wrong,
        )

    # --- the rotor

    def rotor(self, t_s: float) -> float:
        """The angle of the first pocket's middle, radians clockwise in the bowl."""
        start, speed = self._before
        push_s = min(t_s, PUSH_S)
        wanted = self._sign * TURN * self._turning.speed
        angle = start + speed * push_s + (wanted - speed) * push_s**2 / (2 * PUSH_S)
        return angle + self._sign * TURN * self._turning.turned(max(0.0, t_s - PUSH_S))

    def ends(self) -> tuple[float, float]:
        """The angle and the speed of the rotor at the end, for the next film of this wheel."""
        end_s = self.truth.length_s
        return self.rotor(end_s), (self.rotor(end_s) - self.rotor(end_s - 0.01)) / 0.01

    def _speed(self, t_s: float) -> float:
        t_s -= PUSH_S
        return (self._turning.turned(t_s + 0.05) - self._turning.turned(t_s - 0.05)) / 0.1

    # --- the balls

    def balls(self, t_s: float) -> list[Spot]:
        """Where balls are."""
        seen = [spot] if (spot := self._first(t_s)) else []
        return [*seen, self._in_pocket(self._second, t_s)] if self.wrong == "second-ball" else seen

    def _first(self, t_s: float) -> Spot | None:
        if self.wrong == "no-spin":
            lies = self.truth.rest_s - 0.5 < t_s < self.truth.over_s
            return self._in_pocket(self._hops[-1].end, t_s) if lies else None
        if not self._launched_s <= t_s < self.truth.over_s + (0.5 if self.wrong == "ball-out" else 0.0):
            return None
        if t_s < self._dropped_s:
            return self._on(self._style.track, self._rolled(t_s), 0.0)
        if t_s < self._falls_s:
            return self._falling(t_s)
        if self.wrong == "ball-out" and t_s > self._hops[0].lands_s:
            gone_s = t_s - self._hops[0].lands_s
            return Spot(0.9 + 3 * gone_s, self._rolled(self._falls_s), 0.1 + 0.8 * gone_s)
        return self._scattering(t_s)

    def _rolled(self, t_s: float) -> float:
        return self._from + self._ball_sign * TURN * self._ball.turned(t_s - self._launched_s)

    def _on(self, radius: float, angle: float, above: float) -> Spot:
        ground = float(height(self._style, np.array(radius)))
        return Spot(radius, angle, ground + self._style.ball + above)

    def _in_pocket(self, place: float, t_s: float) -> Spot:
        angle = self.rotor(t_s) + place * TURN / len(self._style.pockets)
        return self._on(self._pockets_radius, angle, 0.0)

    def _falling(self, t_s: float) -> Spot:
        part = (t_s - self._dropped_s) / (self._falls_s - self._dropped_s)
        radius = self._style.track - (self._style.track - ENTERS_AT) * part**1.6
        return self._on(radius, self._rolled(t_s), 0.05 * max(0.0, math.sin(9 * part)) * part)

    def _scattering(self, t_s: float) -> Spot:
        hop = next((each for each in self._hops if t_s < each.until_s), self._hops[-1])
        if t_s >= hop.lands_s:
            return self._in_pocket(hop.end, t_s)
        part = (t_s - hop.begin_s) / (hop.lands_s - hop.begin_s)
        place = hop.start + (hop.end - hop.start) * part
        lies = self._in_pocket(place, t_s)
        above = hop.high * 4 * part * (1 - part)
        if hop is not self._hops[0]:
            return Spot(lies.radius + hop.high * math.sin(math.pi * part), lies.angle, lies.height + above)
        radius, high = ENTERS_AT + (lies.radius - ENTERS_AT) * part, self._on(ENTERS_AT, 0.0, 0.0).height
        return Spot(radius, lies.angle, high + (lies.height - high) * part + above)

    def _scatter(self, chance: Chance, habits: Habits) -> list[Hop]:
        """From the fall to rest: hops, and moments in which it lies."""
        pocket = TURN / len(self._style.pockets)
        place, t_s = (self._rolled(self._falls_s) - self.rotor(self._falls_s)) / pocket, self._falls_s
        hops: list[Hop] = []
        count = int(chance.integers(*habits.hops, endpoint=True)) + 1
        for number in range(count):
            on = self._ball_sign * chance.uniform(2, 9) if not number else chance.normal(0, 3)
            end = round(place + on) + chance.uniform(-0.12, 0.12)
            high = chance.uniform(0.03, 0.2)
            lands_s = t_s + (
                chance.uniform(0.25, 0.6) if not number else 2 * math.sqrt(2 * high / FALLS_PER_S2)
            )
            lies_s = chance.uniform(0, habits.lies_s) if number < count - 1 else math.inf
            hops.append(Hop(t_s, lands_s, lands_s + lies_s, place, end, high))
            place, t_s = end, lands_s + lies_s
        return [*hops[:-1], *self._carried(chance, hops[-1])] if self.wrong == "carried" else hops

    def _carried(self, chance: Chance, last: Hop) -> Iterator[Hop]:
        """The ball lies too shortly for its number, and is carried on."""
        until_s = last.lands_s + chance.uniform(0.3, 0.75)
        on = int(chance.integers(4, len(self._style.pockets) - 4))
        yield last._replace(until_s=until_s)
        yield Hop(until_s, until_s + chance.uniform(0.4, 1.2), math.inf, last.end, round(last.end) + on, 0.0)

    # --- hands

    def _reaches(self, chance: Chance) -> Iterator[Reach]:
        truth = self.truth
        side = chance.uniform(0, TURN)
        yield Reach(-1.0, PUSH_S, 1.0, side)
        yield Reach(truth.launched_s - 0.8, truth.launched_s + 0.3, self._style.track, self._from)
        if truth.wrong == "hand":
            yield Reach(truth.rest_s - chance.uniform(0.5, 1.5), truth.over_s, 0.1, side + 2)
        if truth.wrong == "carried":
            carried = self._hops[-1]
            taken = self._in_pocket(carried.start, carried.begin_s)
            yield Reach(carried.begin_s - 0.3, carried.lands_s + 0.3, 0.7, taken.angle)
        if truth.wrong == "no-spin":
            yield Reach(truth.rest_s - 1.5, truth.rest_s - 0.3, 0.7, self._lies_at(truth.rest_s - 0.5))
        if truth.wrong != "ball-out":
            yield Reach(truth.over_s - 0.5, truth.over_s + 0.6, 0.7, self._lies_at(truth.over_s))

    def _lies_at(self, t_s: float) -> float:
        return self._in_pocket(self._hops[-1].end, t_s).angle
