"""Balls that lie in the ring of pockets: bright spots that turn with the rotor.

A reflection stands still in the bowl, a fret is like its neighbours, a hand is larger: what remains is a
ball. One that lies at one place of the rotor while the rotor turns rests there.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.wheel.strips import PER_POCKET

BALL_COLUMNS, BALL_ROWS = 9, 3
"""How large a ball is in the strip of pockets."""

BESIDE_COLUMNS = 15
"""This far from its middle, on both sides, it must be darker."""

BRIGHT_LEAST, OVER_NOISE = 14.0, 7.0
"""A ball is this much brighter than its surroundings at least: in levels, and in times the
noise."""

SAME_PLACE_POCKETS = 0.3
LEARNS_S = 2.0
"""How long it takes to learn what stands still in the bowl."""

FORGETS_S = 1.2
"""A place where nothing was seen for this long is forgotten."""

LOOKS_MOST, SEEN_LEAST = 240, 6
"""How many pictures are remembered of a place, and how many must show a spot before it counts."""

PLACES_MOST = 3
"""How many spots of a picture are looked at."""


RESTS_S = 0.85
"""A ball that lies at one place of the rotor for so long rests there."""

A_PICTURE_S = 0.03
"""As exactly as pictures show it."""

SHARE_LEAST, TURNED_LEAST, UNSTEADY_MOST = 0.7, 1.5, 0.2
"""It must be seen there in this part of the pictures, while the rotor turns by this many pockets, no further
(in pockets) from its middle."""

HOPS_S = 0.09
"""A ball that was away for longer may have hopped, and come back to the same pocket."""

HOPPED_ROWS = 0.5
"""A ball that rises is seen further out by more than this (in rows of the strip of pockets): it hops on the
spot, and does not rest yet."""

GLARE_LEVELS = 50.0
"""Where what stands still is brighter than usual by this, a ball may be missed, and how far out it lies is
uncertain."""

ZEROS = ("0", "00", "000")
"""The green pockets: there what is green is no ball, however bright it is beside red and black."""

IN_SIGHT_S = 0.5
"""For so long without a break a ball must be seen clearly, where glare hides it for the rest of the time:
longer than a ball lies between two jumps."""


class Sighting(NamedTuple):
    """A look at a place of the rotor: its second, how far the rotor had turned (pockets), and where a spot
    was (pockets clockwise from the first; NaN: none), how far out (in rows of the strip), how much
    brighter than its surroundings (levels), and whether a reflection shines there."""

    at_s: float
    turn: float
    place: float
    row: float = 0.0
    bright: float = 0.0
    glare: bool = False


class Spot(NamedTuple):
    """A bright spot of one picture: its place (pockets), its row, and how much brighter it is (levels)."""

    place: float
    row: float
    bright: float


class Lying:
    """A spot at one place of the rotor, through the pictures since it was first seen there."""

    def __init__(self, first: Sighting) -> None:
        self.place = first.place
        self.begun_s = self.last_s = first.at_s
        self.looks = deque([first], maxlen=LOOKS_MOST)
        self.row = first.row

    def look(self, look: Sighting) -> None:
        """One more picture in which it was seen, or could have been."""
        self.looks.append(look)
        if not np.isnan(look.place):
            self.last_s = look.at_s
            seen = [(each.place, each.row) for each in self.looks if not np.isnan(each.place)]
            self.place, self.row = np.median(seen, axis=0).tolist()

    @property
    def lies_s(self) -> float:
        """How long it has been seen there."""
        return self.last_s - self.begun_s

    @property
    def bright(self) -> float:
        """How much brighter than its surroundings it mostly is, in levels."""
        return float(np.median([each.bright for each in self.looks if not np.isnan(each.place)]))

    def since(self, begin_s: float) -> Stay:
        """How it lay from this second on."""
        looks = [each for each in self.looks if each.at_s >= begin_s]
        seen = [each for each in looks if not np.isnan(each.place)]
        if len(seen) < SEEN_LEAST:
            return Stay()
        places, rows = np.array([(each.place, each.row) for each in seen]).T
        middle, row = float(np.median(places)), float(np.median(rows))
        clear = [each for each in seen if not (each.glare and abs(each.row - row) > HOPPED_ROWS)]
        return Stay(
            middle,
            seen[-1].at_s - seen[0].at_s,
            len(seen) / len(looks),
            abs(seen[-1].turn - seen[0].turn),
            float(np.percentile(np.abs(places - middle), 80)),
            _away_s(looks),
            float(np.abs(np.diff([each.row for each in clear])).max(initial=0.0)),
            _in_sight_s(clear),
        )


class Stay(NamedTuple):
    """A stay at a `place` of the rotor: how long (seconds), in which `share` of the pictures it was seen,
    how far the rotor `turned` meanwhile, and how `unsteady` the place was, in pockets;
    `away_s`: for how long at most it was not there; `hopped`: how far in or out (in rows) it was at most from
    one clear sighting to the next; `in_sight_s`: for how long at most it was seen clearly without a break."""

    place: float = 0.0
    lies_s: float = 0.0
    share: float = 0.0
    turned: float = 0.0
    unsteady: float = 0.0
    away_s: float = 0.0
    hopped: float = 0.0
    in_sight_s: float = 0.0

    @property
    def lasts(self) -> bool:
        """Whether something lies so that turns with the rotor, also where a few pictures did not show it."""
        return self.share >= SHARE_LEAST and self.turned >= TURNED_LEAST and self.unsteady <= UNSTEADY_MOST

    @property
    def rests(self) -> bool:
        """Whether a ball that stays so rests."""
        lies = self.lies_s >= RESTS_S - A_PICTURE_S and self.in_sight_s >= IN_SIGHT_S and self.lasts
        return lies and self.away_s <= HOPS_S and self.hopped <= HOPPED_ROWS


class Pockets:
    """The pockets of one wheel through the pictures of one camera."""

    def __init__(self, pockets: tuple[str, ...]) -> None:
        self._count = len(pockets)
        zeros = [number for number, name in enumerate(pockets) if name in ZEROS]
        self._zeros = np.add.outer(
            PER_POCKET * np.array(zeros, int), np.arange(-PER_POCKET, PER_POCKET)
        ).ravel()
        """The columns of the strip, in the rotor's own frame, in and close beside the zeros."""
        self._still: np.ndarray | None = None
        self._at_s = -np.inf
        self.lying: list[Lying] = []

    def see(self, strip: np.ndarray, place: float, at_s: float) -> list[Lying]:
        """The spots that turn with the rotor. `place`: where the first pocket is, in pockets, counted on
        over whole turns."""

        white = strip.min(axis=2).astype(np.float32)
        dt, self._at_s = min(at_s - self._at_s, 0.5), at_s
        if self._still is None:
            self._still = white.copy()
        rest = white - self._still
        columns = round(place * PER_POCKET)
        turned = np.roll(rest, -columns, axis=1)
        turned[:, self._zeros] -= _green(strip[:, (self._zeros + columns) % strip.shape[1]])
        spots = self._spots(turned)
        self._match(spots, np.roll(_glare(self._still), -columns, axis=1), place, at_s)
        step = np.float32(60 * dt / LEARNS_S)
        self._still += np.clip(rest, -step, step)
        return self.lying

    def _spots(self, rest: np.ndarray) -> list[Spot]:
        """Bright spots, the brightest first. `rest`: the strip in the rotor's
        own frame."""
        folded = rest.reshape(len(rest), self._count, PER_POCKET)
        usual = np.maximum(np.median(folded[:, 1::2], axis=1), np.median(folded[:, 2::2], axis=1))
        rest = (folded - usual[:, None]).reshape(rest.shape)
        wrapped = np.hstack([rest[:, -2 * BESIDE_COLUMNS :], rest, rest[:, : 2 * BESIDE_COLUMNS]])
        mean = cv2.blur(wrapped, (BALL_COLUMNS, BALL_ROWS))
        edge = 2 * BESIDE_COLUMNS
        here, left, right = (
            mean[:, edge + by : edge + by + rest.shape[1]] for by in (0, -BESIDE_COLUMNS, BESIDE_COLUMNS)
        )
        stands_out = here - np.maximum(np.maximum(left, right), 0)
        noise = 1.48 * float(np.median(np.abs(mean)))
        least = max(BRIGHT_LEAST, OVER_NOISE * noise)
        return _peaks(stands_out, least)

    def _match(self, spots: list[Spot], glare: np.ndarray, turn: float, at_s: float) -> None:
        left = list(spots)
        for each in self.lying:
            near = [spot for spot in left if abs(self._apart(spot.place, each.place)) < SAME_PLACE_POCKETS]
            glaring = bool(glare[round(each.row), round(each.place * PER_POCKET) % glare.shape[1]])
            if near:
                left.remove(near[0])
                place = each.place + self._apart(near[0].place, each.place)
                each.look(Sighting(at_s, turn, *near[0]._replace(place=place), glaring))
            elif not glaring:
                each.look(Sighting(at_s, turn, np.nan))
        self.lying = [each for each in self.lying if self._is_kept(each, at_s)]
        self.lying += [Lying(Sighting(at_s, turn, *spot)) for spot in left]

    def _is_kept(self, each: Lying, at_s: float) -> bool:
        seen = sum(not np.isnan(look.place) for look in each.looks)
        return at_s - each.last_s < FORGETS_S and (len(each.looks) < 6 or seen > 0.4 * len(each.looks))

    def _apart(self, one: float, other: float) -> float:
        return (one - other + self._count / 2) % self._count - self._count / 2


def _peaks(values: np.ndarray, least: float) -> list[Spot]:
    """The largest maxima above `least`."""
    highest = values.max(axis=0)
    found: list[Spot] = []
    for _ in range(PLACES_MOST):
        best = int(np.argmax(highest))
        if highest[best] < least:
            break
        near = np.arange(best - 6, best + 7) % len(highest)
        weight = np.maximum(highest[near] - 0.5 * highest[best], 0)
        place = (best + float((weight * np.arange(-6, 7)).sum() / weight.sum())) / PER_POCKET
        out = np.maximum(values[:, best] - 0.5 * highest[best], 0)
        row = float((out * np.arange(len(out))).sum() / out.sum())
        found.append(Spot(place, row, float(highest[best])))
        highest[np.arange(best - PER_POCKET, best + PER_POCKET + 1) % len(highest)] = 0
    return found


def _green(pixels: np.ndarray) -> np.ndarray:
    """How green these are (rows × columns, levels); nothing white or grey is."""
    blue, green, red = np.moveaxis(pixels.astype(np.int16), -1, 0)
    return np.asarray(np.maximum(green - np.maximum(blue, red), 0))


def _glare(still: np.ndarray) -> np.ndarray:
    """Where a reflection shines, or close beside one (rows × columns of the strip, bool); `still` is what
    stands still in the bowl (levels)."""
    usual = np.median(still[:, ::4], axis=1, keepdims=True)
    shines = cv2.blur(still - usual, (BALL_COLUMNS, BALL_ROWS)) > GLARE_LEVELS
    edge = BESIDE_COLUMNS
    wrapped = np.hstack([shines[:, -edge:], shines, shines[:, :edge]]).astype(np.uint8)
    return np.asarray(cv2.dilate(wrapped, np.ones((1, 2 * edge + 1), np.uint8))[:, edge:-edge] > 0)


def _in_sight_s(clear: list[Sighting]) -> float:
    """The longest time in seconds without a break: each sighting came before a ball could have hopped since
    the one before."""
    longest, begun_s, last_s = 0.0, -np.inf, -np.inf
    for look in clear:
        if look.at_s - last_s > HOPS_S:
            begun_s = look.at_s
        last_s = look.at_s
        longest = max(longest, last_s - begun_s)
    return longest


def _away_s(looks: list[Sighting]) -> float:
    """The longest time from one sighting to the next with only looks between them that showed nothing."""
    longest, last_s, missed = 0.0, looks[0].at_s, False
    for look in looks:
        if np.isnan(look.place):
            missed = True
            continue
        longest = max(longest, look.at_s - last_s if missed else 0.0)
        last_s, missed = look.at_s, False
    return longest
