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


class Sighting(NamedTuple):
    """A look at a place of the rotor: its second, how far the rotor had turned (pockets), and where a spot
    was (pockets clockwise from the first; NaN: none), how far out (in rows of the strip), and how much
    brighter than its surroundings (levels)."""

    at_s: float
    turn: float
    place: float
    row: float = 0.0
    bright: float = 0.0


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

    def look(self, look: Sighting) -> None:
        """One more picture in which it was seen, or could have been."""
        self.looks.append(look)
        if not np.isnan(look.place):
            self.last_s = look.at_s
            self.place = float(np.median([each.place for each in self.looks if not np.isnan(each.place)]))

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
        places = np.array([each.place for each in seen])
        middle = float(np.median(places))
        return Stay(
            middle,
            seen[-1].at_s - seen[0].at_s,
            len(seen) / len(looks),
            abs(seen[-1].turn - seen[0].turn),
            float(np.percentile(np.abs(places - middle), 80)),
            _away_s(looks),
            float(np.abs(np.diff([each.row for each in seen])).max()),
        )


class Stay(NamedTuple):
    """A stay at a `place` of the rotor: how long (seconds), in which `share` of the pictures it was seen,
    how far the rotor `turned` meanwhile, and how `unsteady` the place was, in pockets;
    `away_s`: for how long at most it was not there; `hopped`: how far in or out (in rows) it was at most from
    one sighting to the next."""

    place: float = 0.0
    lies_s: float = 0.0
    share: float = 0.0
    turned: float = 0.0
    unsteady: float = 0.0
    away_s: float = 0.0
    hopped: float = 0.0

    @property
    def lasts(self) -> bool:
        """Whether something lies so that turns with the rotor, also where a few pictures did not show it."""
        return self.share >= SHARE_LEAST and self.turned >= TURNED_LEAST and self.unsteady <= UNSTEADY_MOST

    @property
    def rests(self) -> bool:
        """Whether a ball that stays so rests."""
        lies = self.lies_s >= RESTS_S - A_PICTURE_S and self.lasts
        return lies and self.away_s <= HOPS_S and self.hopped <= HOPPED_ROWS


class Pockets:
    """The pockets of one wheel through the pictures of one camera."""

    def __init__(self, pockets: tuple[str, ...]) -> None:
        self._count = len(pockets)
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
        spots = self._spots(np.roll(rest, -columns, axis=1))
        hidden = np.roll((self._still > 170).mean(axis=0) > 0.5, -columns)
        self._match(spots, hidden, place, at_s)
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

    def _match(self, spots: list[Spot], hidden: np.ndarray, turn: float, at_s: float) -> None:
        left = list(spots)
        for each in self.lying:
            near = [spot for spot in left if abs(self._apart(spot.place, each.place)) < SAME_PLACE_POCKETS]
            if near:
                left.remove(near[0])
                place = each.place + self._apart(near[0].place, each.place)
                each.look(Sighting(at_s, turn, *near[0]._replace(place=place)))
            elif not hidden[round(each.place * PER_POCKET) % len(hidden)]:
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
