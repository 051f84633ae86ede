"""How far the rotor has turned: the ring of numbers, followed by its colours.

Each picture's ring is compared, at every angle, with how the ring looks. What stands still in the bowl (a
reflection does not turn with the rotor) is learned and taken away. One picture may be taken for another
place: red and black alternate, and only the zero says which is which. So the comparisons of many pictures
are added up, each turned by as much as the rotor has turned since.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from sabot.games.wheel.layout import POCKETS
from sabot_vision.wheel.numerals import ink
from sabot_vision.wheel.strips import PER_POCKET, darkest

COLOURS = {"rouge": (1.0, -0.5), "noir": (0.0, 0.0), None: (-0.4, 1.0)}
"""How red and how green a pocket looks, by its colour; zeros are green."""

LIKE_ENOUGH = 0.45
"""A ring must look like this much of its colours (1: exactly), else it is not seen."""

SURE_BY, LOST_BY = 0.03, 0.01
"""By how much the best place must beat the second best, over many pictures, to be believed, and to stay
so."""

KEEPS_SHARE = 0.93
"""The part of what earlier pictures said that is kept at each picture."""

LEARNS_S = 3.0
"""How long it takes to learn what stands still."""

COASTS_S = 1.0
"""How long the rotor is believed to go on as before while the ring is not seen."""

TURNS_POCKETS_S = 1.5
"""While the rotor is slower, nothing is learned, in pockets a second."""


class Turned(NamedTuple):
    """The rotor in one picture. `place`: the column of the bowl at which the middle of the first pocket is,
    counted on over whole turns, in pockets; `speed` in pockets a second, clockwise positive; `sure`: which
    pocket is which is known; `seen`: the ring was made out in this picture; `like`: how well."""

    place: float = 0.0
    speed: float = 0.0
    sure: bool = False
    seen: bool = False
    like: float = 0.0


@cache
def pattern(pockets: tuple[str, ...]) -> np.ndarray:
    """How red and how green the ring is at each column, its middle taken away; 2 × columns. Where no colour
    tells which pocket is which, also how much ink its numbers have there; 3 × columns."""
    looks = np.array([COLOURS[POCKETS[name].colour if name in POCKETS else None] for name in pockets], float)
    repeats = any((np.roll(looks, shift, axis=0) == looks).all() for shift in range(1, len(pockets)))
    columns = np.roll(np.repeat(looks, PER_POCKET, axis=0), -PER_POCKET // 2, axis=0).T
    if repeats:
        columns = np.vstack([columns, ink(pockets)])
    centred = np.asarray(columns - columns.mean(axis=1, keepdims=True))
    centred.flags.writeable = False  # it is one for all that ask
    return centred


def colours(ring: np.ndarray) -> np.ndarray:
    """How red, how green and how white each column of a strip is, 3 × columns."""
    blue, green, red = ring.astype(np.float32).mean(axis=0).T
    return np.stack([red - green, green - (red + blue) / 2, darkest(ring).mean(axis=0)])


class Follower:
    """Follows the rotor through the pictures of one camera."""

    def __init__(self, pockets: tuple[str, ...]) -> None:
        self._looks = pattern(pockets)
        self._count = len(pockets)
        self._columns = self._looks.shape[1]
        self._transformed = np.conj(np.fft.rfft(self._looks))
        self._squared = np.conj(np.fft.rfft((self._looks**2).sum(axis=0)))
        self._still: np.ndarray | None = None
        self._spread = np.ones(self._columns)
        self._sums = np.zeros(self._columns)
        self._known: list[tuple[float, float]] = []
        self.now = Turned()
        self._at_s = self._seen_s = -np.inf
        self._locked = False

    def see(self, ring: np.ndarray, at_s: float) -> Turned:
        """The rotor in this picture's strip."""
        shown = colours(ring)[: len(self._looks)]
        weight = self._weight(ring)
        likes = self._compared(shown, weight)
        dt, self._at_s = min(at_s - self._at_s, COASTS_S), at_s
        if not self._locked:
            self._lock(likes, at_s)
        else:
            self._follow(likes, dt, at_s)
        self._learn(shown, dt)
        return self.now

    def _weight(self, ring: np.ndarray) -> np.ndarray:
        glare = darkest(ring).mean(axis=0) > 225
        dull = self._spread < 0.3 * np.median(self._spread)
        return np.asarray(np.where(glare | dull, 0.05, 1.0))

    def _compared(self, shown: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """How well the ring fits at every column, up to 1."""
        still = self._still if self._still is not None else np.zeros_like(shown)
        rest = shown - still
        rest = rest - (rest * weight).sum(axis=1, keepdims=True) / weight.sum()
        size = rest.std(axis=1, keepdims=True) + 4.0
        rest = rest / size
        fits = np.fft.irfft((np.fft.rfft(rest * weight) * self._transformed).sum(axis=0), self._columns)
        power = np.fft.irfft(np.fft.rfft(weight) * self._squared, self._columns)
        return np.asarray(fits / np.sqrt(np.maximum(power * (rest**2 * weight).sum(), 1e-6)))

    # --- finding it

    def _lock(self, likes: np.ndarray, at_s: float) -> None:
        """The same ring in three pictures, each turned on as far: it is found."""
        best = int(np.argmax(likes))
        self.now = Turned(like=float(likes[best]))
        if likes[best] < LIKE_ENOUGH:
            self._known.clear()
            return
        self._known = [*self._known[-3:], (at_s, self._fine(likes, best))]
        if len(self._known) < 4:
            return
        times, places = np.array(self._known).T
        places = np.unwrap(places, period=self._count)
        speed, start = np.polyfit(times - at_s, places, 1)
        if np.abs(start + speed * (times - at_s) - places).max() < 0.3:
            self._locked, self._seen_s = True, at_s
            self._sums[:] = likes
            self.now = Turned(float(start), float(speed), False, True, float(likes[best]))

    def _fine(self, likes: np.ndarray, best: int) -> float:
        """The place of a maximum between columns, in pockets."""
        left, middle, right = likes[best - 1], likes[best], likes[(best + 1) % self._columns]
        bend = left - 2 * middle + right
        part = 0.5 * (left - right) / bend if bend < -1e-9 else 0.0
        return float((best + np.clip(part, -0.5, 0.5)) / PER_POCKET)

    # --- following it

    def _follow(self, likes: np.ndarray, dt: float, at_s: float) -> None:
        before = self.now
        expected = before.place + before.speed * dt
        self._sums = (
            KEEPS_SHARE * _rolled(self._sums, before.speed * dt * PER_POCKET) + (1 - KEEPS_SHARE) * likes
        )
        near = (round(expected * PER_POCKET) + np.arange(-14, 15)) % self._columns
        best = int(near[np.argmax(likes[near])])
        like = float(likes[best])
        if like < LIKE_ENOUGH:
            if at_s - self._seen_s > COASTS_S:
                self._locked = False
                self._known.clear()
            self.now = before._replace(
                place=expected, seen=False, like=like, sure=before.sure and self._locked
            )
            return
        self._seen_s = at_s
        off = (self._fine(likes, best) - expected + self._count / 2) % self._count - self._count / 2
        place, speed = expected + 0.7 * off, before.speed + 0.3 * off / max(dt, 1e-3)
        self.now = Turned(place, speed, self._is_sure(place, before.sure), True, like)

    def _is_sure(self, place: float, was: bool) -> bool:
        """Whether no other place fits nearly as well; a better one is taken instead."""
        here = round(place * PER_POCKET) % self._columns
        away = np.abs(
            (np.arange(self._columns) - here + self._columns // 2) % self._columns - self._columns // 2
        )
        others = np.where(away > 0.8 * PER_POCKET, self._sums, -1.0)
        mine = float(self._sums[away <= 6].max())
        by = mine - float(others.max())
        if by < -SURE_BY:
            self._locked = False
            self._known.clear()
        return by > (LOST_BY if was else SURE_BY)

    def _learn(self, shown: np.ndarray, dt: float) -> None:
        """What stands still in the bowl: the mean of what passes."""
        if self._still is None:
            self._still = np.tile(shown.mean(axis=1, keepdims=True), (1, self._columns))
        if not (self.now.seen and abs(self.now.speed) > TURNS_POCKETS_S):
            return
        part = min(1.0, dt / LEARNS_S)
        away = shown - self._still
        self._still = self._still + part * away
        self._spread = self._spread + part * (np.sqrt((away**2).sum(axis=0)) - self._spread)


def _rolled(sums: np.ndarray, columns: float) -> np.ndarray:
    """The sums moved on by this many columns."""
    whole = int(np.floor(columns))
    part = columns - whole
    moved = np.roll(sums, whole)
    return np.asarray((1 - part) * moved + part * np.roll(moved, 1))
