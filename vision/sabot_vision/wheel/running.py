"""The ball on its track: its angle from picture to picture, its laps, and when it leaves the track."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.wheel.covering import Cover
from sabot_vision.wheel.strips import TRACK_RADII, grey

BRIGHT_LEAST, OVER_NOISE = 12.0, 7.0
"""A ball is this much brighter than what was there before: in levels, and in times the noise."""

FAINT_LEAST, FAINT_OVER_NOISE = 3.5, 3.8
"""In little light only so much: such a spot is a ball where it goes on as a ball does."""

LEARNS_S = 1.5

SLOWEST_REV_S, FASTEST_REV_S = 0.3, 3.6
"""Between these speeds, in laps a second, a bright spot on the track can be a ball."""

GATE_TURNS = 0.07
"""A ball is at most this part of a lap from where it is expected."""

BEGINS_COUNT, FAINT_COUNT, BEGINS_S = 4, 6, 0.1
"""This many pictures in a row with the ball where it should be, or with a faint one, each this much later at
most, are a run."""

LOST_S, LOST_FAST_S = 0.45, 1.1
"""A ball that was not seen on its track for so long has left it; after the longer time, if it was fast."""

STAYS_UP_REV_S = 0.9
"""A ball that is faster than this, in laps a second, does not leave its track yet."""

SLOWS_BY = 0.12
"""The usual part of its speed that a ball loses in a lap."""

SHORT_COLUMNS, LONG_COLUMNS = 7, (15, 25)
"""How long a ball looks: a slow one, and the smears of faster ones."""

UNSEEN_LAPS = 0.25
"""The eye measures the laps of a ball with an error of at most this part of one, however it looks."""

LEANS_BY, FALLS_BY = 0.03, 0.1
"""A ball this much further in (radii of the ring) than where it ran may be leaving its track, or has left
it."""


class Spot(NamedTuple):
    """A bright spot in the bowl: at this second, at this part of a turn clockwise, at this radius; or a
    `faint` one."""

    at_s: float
    turn: float
    radius: float
    faint: bool = False


class Run(NamedTuple):
    """A ball on its track. `turns` made there since `begun_s` (clockwise positive), `further` those since it
    was last seen as far out; `speed` in turns a second; `last_s` when it was last seen, and at which part of
    a turn (`angle`); `dropped`: it has left the track."""

    begun_s: float
    last_s: float
    turns: float
    speed: float
    angle: float
    further: float = 0.0
    dropped: bool = False

    @property
    def laps(self) -> int:
        """Whole laps: what the eye may have missed counts for the ball."""
        return math.floor(abs(self.turns) + UNSEEN_LAPS)


class Bowl:
    """The bowl of one wheel through the pictures of one camera."""

    def __init__(self) -> None:
        self._still: np.ndarray | None = None
        self._at_s = -np.inf
        self._spots: list[Spot] = []
        self._radii: list[tuple[float, float]] = []
        self.run: Run | None = None
        self._cover, self.covered = Cover(), False

    def see(self, strip: np.ndarray, at_s: float) -> Run | None:
        """The ball on its track; None where none runs."""
        seen = grey(strip)
        dt, self._at_s = min(at_s - self._at_s, 0.5), at_s
        if self._still is None:
            self._still = seen.copy()
        rest = seen - self._still
        self.covered = self._cover.see(strip, at_s)
        self._follow(rest, at_s)
        step = 60 * dt / LEARNS_S
        self._still += np.clip(rest, -step, step)
        return self.run

    def forget(self) -> None:
        """The run is over."""
        self.run = None
        self._spots.clear()

    def _follow(self, rest: np.ndarray, at_s: float) -> None:
        run = self.run
        if run is None:
            if spot := _spot(rest, at_s):
                self._spots = [*self._spots[1 - FAINT_COUNT :], spot]
                self.run = _begun(self._spots)
                self._radii = [(each.turn, each.radius) for each in self._spots]
            return
        if run.dropped:
            return
        dt = at_s - run.last_s
        spot = _spot(rest, at_s, near=run.angle + _rolls(run.speed, dt), within=_gate(dt))
        usual = _usual(self._radii, spot.turn) if spot else 0.0
        self.run = _continued(run, spot, at_s, usual)
        if spot and not self.run.further and self.run.last_s == at_s:
            self._radii.append((spot.turn, spot.radius))


def _spot(rest: np.ndarray, at_s: float, *, near: float = 0.0, within: float = 1.0) -> Spot | None:
    """The spot that stands out most, of the size of a ball or of its smear, `near` this part of a turn."""
    columns = rest.shape[1]
    reach = columns // 15
    wrapped = np.hstack([rest[:, -reach:], rest, rest[:, :reach]]).astype(np.float32)
    away = np.abs((np.arange(columns) / columns - near + 0.5) % 1 - 0.5)
    best, found = 1.0, None
    for long in (SHORT_COLUMNS, *LONG_COLUMNS):
        mean = cv2.blur(wrapped, (long, 2))
        here, left, right = (mean[:, reach + by : reach + by + columns] for by in (0, -reach, reach))
        stands_out = here - np.maximum(np.maximum(left, right), 0)
        stands_out[:, away > within] = 0
        noise, short = 1.48 * float(np.median(np.abs(mean))), SHORT_COLUMNS / long
        least = max(FAINT_LEAST * short, FAINT_OVER_NOISE * noise)
        row, column = np.unravel_index(int(np.argmax(stands_out)), stands_out.shape)
        bright = float(stands_out[row, column])
        if bright > best * least:
            best = bright / least
            faint = bright < max(BRIGHT_LEAST * short, OVER_NOISE * noise)
            middle = _middle(stands_out[row], int(column), reach // 2)
            found = Spot(at_s, middle, TRACK_RADII[int(row)], faint)
    return found


def _middle(values: np.ndarray, column: int, reach: int) -> float:
    """The middle of what stands out near this column, as a part of a turn."""
    near = np.arange(column - reach, column + reach + 1)
    weight = np.maximum(values[near % len(values)] - 0.4 * values[column], 0)
    return float((weight * near).sum() / weight.sum() / len(values))


def _begun(spots: list[Spot]) -> Run | None:
    """A run, where the last of these spots go round like a ball."""
    bright = not any(each.faint for each in spots[-BEGINS_COUNT:])
    count = BEGINS_COUNT if bright else FAINT_COUNT
    if len(spots) < count:
        return None
    spots = spots[-count:]
    times = np.array([each.at_s for each in spots])
    turns = np.unwrap([each.turn for each in spots], period=1.0)
    speed, start = np.polyfit(times - times[-1], turns, 1)
    off = np.abs(start + speed * (times - times[-1]) - turns).max()
    radii = np.array([each.radius for each in spots])
    steady = (
        off < 0.02 and np.ptp(radii) < 0.2 and radii.mean() > 1.25 and times[-1] - times[0] < count * BEGINS_S
    )
    if not (steady and SLOWEST_REV_S < abs(speed) < FASTEST_REV_S):
        return None
    made = turns[-1] - turns[0]
    return Run(
        float(times[0]),
        float(times[-1]),
        float(made),
        float(speed),
        float(turns[-1]) % 1,
    )


def _continued(run: Run, spot: Spot | None, at_s: float, usual: float) -> Run:
    """The run after one more picture. `usual`: the radius of the track where the spot is."""
    dt = at_s - run.last_s
    if spot:
        on = _rolls(run.speed, dt)
        off = (spot.turn - run.angle - on + 0.5) % 1 - 0.5
        if abs(off) < _gate(dt):
            slow = abs(run.speed) <= STAYS_UP_REV_S
            if slow and spot.radius < usual - FALLS_BY:
                return run._replace(dropped=True)
            speed = on / dt + 0.25 * off / dt
            run = run._replace(last_s=at_s, speed=speed, angle=spot.turn % 1, further=run.further + on + off)
            if slow and spot.radius < usual - LEANS_BY:
                return run
            return run._replace(turns=run.turns + run.further, further=0.0)
    return run._replace(dropped=dt > (LOST_FAST_S if abs(run.speed) > STAYS_UP_REV_S else LOST_S))


def _gate(dt: float) -> float:
    """How far a ball may be from where it is expected after this time, in turns."""
    return GATE_TURNS + 0.1 * dt


def _usual(radii: list[tuple[float, float]], turn: float) -> float:
    """The radius at which the ball runs at this part of a turn, by those at which it ran: seen from the
    side, a track that is higher than it was taken to be is further out there and further in here."""
    turns, out = np.array(radii).T
    angle = 2 * np.pi * turns
    shape = np.stack([np.ones_like(angle), np.cos(angle), np.sin(angle)], -1)
    middle = float(np.median(out))
    fitted = np.linalg.solve(
        shape.T @ shape + np.diag([0.0, 0.2, 0.2]) + 1e-6 * np.eye(3), shape.T @ (out - middle)
    )
    return middle + float(fitted @ (1.0, np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)))


def _rolls(speed: float, dt: float) -> float:
    """How far a ball rolls that slows as balls do, in turns."""
    return float(np.copysign(np.log1p(SLOWS_BY * abs(speed) * dt) / SLOWS_BY, speed))
