"""Balls that lie in the ring of pockets: bright spots that turn with the rotor.

A reflection stands still in the bowl, a fret is like its neighbours, a hand is larger: what remains is a
ball. One that lies at one place of the rotor while the rotor turns rests there. Where a reflection
hides that it stands out, the place is compared with how it looks with the ball in it (`Likeness`).
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.wheel.lying import HOPPED_ROWS, Lying, Sighting
from sabot_vision.wheel.strips import PER_POCKET, darkest

BALL_COLUMNS, BALL_ROWS = 9, 3
"""How large a ball is in the strip of pockets."""

BESIDE_COLUMNS = 15
"""This far from its middle, on both sides, it must be darker."""

BRIGHT_LEAST, OVER_NOISE = 14.0, 7.0
"""A ball is this much brighter than its surroundings at least: in levels, and in times the
noise."""

SAME_PLACE_POCKETS, SAME_POCKET = 0.3, 0.5
"""A spot that is no further (in pockets) from where one was seen is the same; one ball lies at one place of a
pocket."""

LEARNS_S = 2.0
"""How long it takes to learn what stands still in the bowl."""

RECALLS_S = 1.0
"""How long pictures are kept: how the ball looks at a place is learned later than it lies there."""

FORGETS_S = 1.2
"""A place where nothing was seen for this long is forgotten."""

LIKENESS_COLUMNS = 5
"""How a ball looks is learned this far from its middle on both sides: without the frets."""

PLACES_MOST = 3
"""How many spots of a picture are looked at."""

GLARE_LEVELS = 50.0
"""Where what stands still is brighter than usual by this, a ball may be missed, and how far out it lies is
uncertain."""

ZEROS = ("0", "00", "000")
"""The green pockets: there what is green is no ball, however bright it is beside red and black."""


class Spot(NamedTuple):
    """A bright spot of one picture: its place (pockets), its row, and how much brighter it is (levels)."""

    place: float
    row: float
    bright: float


class Picture(NamedTuple):
    """A picture: its second, how far the rotor had turned (pockets), the strip of pockets and what stands
    still there (rows × columns, levels), and its spots."""

    at_s: float
    turn: float
    white: np.ndarray
    still: np.ndarray
    spots: list[Spot]

    def around(self, place: float) -> np.ndarray:
        """The columns around this place of the rotor (pockets)."""
        near = np.arange(-LIKENESS_COLUMNS, LIKENESS_COLUMNS + 1)
        return np.asarray((round((place + self.turn) * PER_POCKET) + near) % self.white.shape[1])

    def shows(self, each: Lying) -> bool:
        """Whether the ball lies there, as is known from how it looks there."""
        around = self.around(each.place)
        return each.likeness.shows(self.white[:, around], self.still[:, around])

    def known(self, each: Lying) -> Sighting:
        """The sighting of a ball that is known by how it looks."""
        return Sighting(self.at_s, self.turn, each.place, each.row, each.bright, known=True)


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
        self._pictures: deque[Picture] = deque()

    def see(self, strip: np.ndarray, place: float, at_s: float) -> list[Lying]:
        """The spots that turn with the rotor. `place`: where the first pocket is, in pockets, counted on
        over whole turns."""

        white = darkest(strip).astype(np.float32)
        dt, self._at_s = min(at_s - self._at_s, 0.5), at_s
        if self._still is None:
            self._still = white.copy()
        rest = white - self._still
        columns = round(place * PER_POCKET)
        turned = np.roll(rest, -columns, axis=1)
        turned[:, self._zeros] -= _green(strip[:, (self._zeros + columns) % strip.shape[1]])
        spots = self._spots(turned)
        while self._pictures and self._pictures[0].at_s < at_s - RECALLS_S:
            self._pictures.popleft()
        self._pictures.append(Picture(at_s, place, white, self._still.copy(), spots))
        self._match(self._pictures[-1])
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

    def _match(self, picture: Picture) -> None:
        """What this picture shows at each known place, and new places."""
        at_s, turn, white, still, spots = picture
        glare = _glare(still) if self.lying else still  # which is not looked at then
        near = self._near(spots)
        for each in self.lying:
            spot, around = near.get(each), picture.around(each.place)
            glaring = bool(glare[round(each.row), around[LIKENESS_COLUMNS]])
            if self._doubtful(each, spot, glaring, spots) and picture.shows(each):
                each.look(picture.known(each))
            elif spot:
                place = each.place + self._apart(spot.place, each.place)
                each.look(Sighting(at_s, turn, *spot._replace(place=place), glaring))
                if not glaring or not each.likeness.learned:
                    each.likeness.learn(white[:, around])
                    self._recall(each)
            elif not glaring:
                each.look(Sighting(at_s, turn, np.nan))
        self.lying = [each for each in self.lying if self._is_kept(each, at_s) and not self._moved_on(each)]
        self.lying += [Lying(Sighting(at_s, turn, *spot)) for spot in spots if spot not in near.values()]

    def _recall(self, each: Lying) -> None:
        """As soon as it is known how the ball looks here, the pictures in which nothing stood out are looked
        at again: those since it was first seen, and as many just before as show it."""
        if not each.likeness.just_learned:
            return
        known = []
        for picture in reversed(self._pictures):
            if self._doubtful(each, None, False, picture.spots) and picture.shows(each):
                known.append(picture.known(each))
            elif picture.at_s < each.begun_s:
                break
        if known:
            each.recall(known)

    def _near(self, spots: list[Spot]) -> dict[Lying, Spot]:
        """The spot at each known place; it belongs to the nearest."""
        near: dict[Lying, Spot] = {}
        for spot in spots if self.lying else ():
            nearest = min(self.lying, key=lambda each: abs(self._apart(spot.place, each.place)))
            if abs(self._apart(spot.place, nearest.place)) < SAME_PLACE_POCKETS:
                near.setdefault(nearest, spot)
        return near

    def _doubtful(self, each: Lying, spot: Spot | None, glaring: bool, spots: list[Spot]) -> bool:
        """Whether its likeness must tell if it lies there: nothing stands out there, nor in the pockets
        beside it, or only where a reflection makes it uncertain how far out."""
        if spot is None:
            return all(abs(self._apart(other.place, each.place)) > 1 for other in spots)
        return glaring and abs(spot.row - each.row) > HOPPED_ROWS

    def _is_kept(self, each: Lying, at_s: float) -> bool:
        seen = sum(look.seen for look in each.looks)
        return at_s - each.found_s < FORGETS_S and (len(each.looks) < 6 or seen > 0.4 * len(each.looks))

    def _moved_on(self, each: Lying) -> bool:
        """Whether the ball was seen later, and as often, elsewhere in the same pocket."""
        return any(
            other.found_s > each.found_s
            and abs(self._apart(other.place, each.place)) < SAME_POCKET
            and other.sightings >= each.sightings
            for other in self.lying
        )

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
