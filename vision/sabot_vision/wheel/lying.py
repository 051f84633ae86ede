"""A spot that turns with the rotor, through the pictures: whether it is a ball that rests."""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

LOOKS_MOST, SEEN_LEAST = 240, 6
"""How many pictures are remembered of a place, and how many must show a spot before it counts."""

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

FAINT_PART = 0.6
"""A spot that is only this part as bright as usual is faint."""

IN_SIGHT_S = 0.5
"""For so long without a break a ball must be seen clearly, where glare hides it for the rest of the time:
longer than a ball lies between two jumps."""

LEARNT_LEAST, LEARNT_MOST = 3, 8
"""How a ball looks where it lies is known after the first number of pictures; about as many as the second
number count."""

EXPECTED_LEAST = 15.0
"""A ball that is less different from the reflection behind it than this (levels) cannot be told from it."""

PART_LEAST, ALIKE_LEAST = 0.5, 0.75
"""The ball lies there if the picture differs from the reflection by this part at least of how the ball would,
and in nearly the same way (1: exactly; the cosine of the angle between the two differences)."""


class Sighting(NamedTuple):
    """A look at a place of the rotor: its second, how far the rotor had turned (pockets), and where a spot
    was (pockets clockwise from the first; NaN: none), how far out (in rows of the strip), how much
    brighter than its surroundings (levels), and whether a reflection shines there. `known`: nothing stood
    out, but the place looks as it does with the ball in it."""

    at_s: float
    turn: float
    place: float
    row: float = 0.0
    bright: float = 0.0
    glare: bool = False
    known: bool = False

    @property
    def seen(self) -> bool:
        """Whether it was seen there."""
        return not math.isnan(self.place)

    def is_clear(self, row: float, bright: float) -> bool:
        """Whether it tells how far out the ball is. It does not where the ball seems to be further in or out
        than usual (`row`) and a reflection shines there, or the spot is fainter than usual (`bright`)."""
        doubtful = self.glare or self.bright < FAINT_PART * bright
        return not (doubtful and abs(self.row - row) > HOPPED_ROWS)


class Likeness:
    """How a ball looks where it lies, learned from pictures that show it clearly."""

    def __init__(self) -> None:
        self._mean: np.ndarray | None = None
        self._count = 0

    def learn(self, shown: np.ndarray) -> None:
        """Take one more clear picture of it (rows × columns, levels)."""
        self._count = min(self._count + 1, LEARNT_MOST)
        self._mean = shown if self._mean is None else self._mean + (shown - self._mean) / self._count

    @property
    def learned(self) -> bool:
        """Whether there were enough pictures."""
        return self._count >= LEARNT_LEAST

    @property
    def just_learned(self) -> bool:
        """Whether the last picture was the first one that was enough."""
        return self._count == LEARNT_LEAST

    def shows(self, shown: np.ndarray, still: np.ndarray) -> bool:
        """Whether the ball lies there in this picture also, where `still` is seen without one (each rows ×
        columns, levels): a ball hides the reflection behind it, and may be darker than that."""
        if self._mean is None or not self.learned:
            return False
        ball = self._mean > (np.median(self._mean) + self._mean.max()) / 2
        expected, seen = (self._mean - still)[ball], (shown - still)[ball]
        strong, common = float((expected**2).sum()), float((expected * seen).sum())
        if strong < EXPECTED_LEAST**2 * ball.sum() or common < PART_LEAST * strong:
            return False
        return common > ALIKE_LEAST * float(np.sqrt(strong * (seen**2).sum()))


class Lying:
    """A spot at one place of the rotor, through the pictures since it was first seen there."""

    def __init__(self, first: Sighting) -> None:
        self.place = first.place
        self.begun_s = self.last_s = self.found_s = first.at_s
        self.looks = deque([first], maxlen=LOOKS_MOST)
        self.row = first.row
        self.likeness = Likeness()

    def look(self, look: Sighting) -> None:
        """One more picture in which it was seen, or could have been."""
        self.looks.append(look)
        if not look.seen:
            return
        self.last_s = look.at_s
        self.found_s = self.found_s if look.known else look.at_s
        seen = [(each.place, each.row) for each in self._since_back()]
        self.place, self.row = np.median(seen, axis=0).tolist()

    def recall(self, known: list[Sighting]) -> None:
        """Earlier pictures in which it lay here, as is known by now."""
        times = {each.at_s for each in known}
        looks = [*known, *(each for each in self.looks if each.at_s not in times)]
        self.looks = deque(sorted(looks, key=lambda each: each.at_s), maxlen=LOOKS_MOST)
        self.begun_s = min(self.begun_s, *times)

    def _since_back(self) -> list[Sighting]:
        """The sightings since it was away for so long that it may have hopped."""
        back_s = max((b.at_s for a, b in _breaks(self.looks) if b.at_s - a.at_s > HOPS_S), default=-np.inf)
        return [each for each in self.looks if each.at_s >= back_s and each.seen]

    @property
    def lies_s(self) -> float:
        """How long it has been seen there."""
        return self.last_s - self.begun_s

    @property
    def sightings(self) -> int:
        """How often something stood out there."""
        return sum(each.seen and not each.known for each in self.looks)

    @property
    def bright(self) -> float:
        """How much brighter than its surroundings it mostly is, in levels."""
        return float(np.median([each.bright for each in self.looks if each.seen]))

    def since(self, begin_s: float) -> Stay:
        """How it lay from this second on."""
        looks = self._looks(begin_s)
        seen = [each for each in looks if each.seen]
        if len(seen) < SEEN_LEAST:
            return Stay()
        places, rows, bright = np.array([(each.place, each.row, each.bright) for each in seen]).T
        middle, row, usual = (float(np.median(each)) for each in (places, rows, bright))
        clear = [each for each in seen if each.is_clear(row, usual)]
        return Stay(
            middle,
            seen[-1].at_s - seen[0].at_s,
            len(seen) / len(looks),
            abs(seen[-1].turn - seen[0].turn),
            float(np.percentile(np.abs(places - middle), 80)),
            max((b.at_s - a.at_s for a, b in _breaks(looks)), default=0.0),
            _hopped(clear),
            _in_sight_s([each for each in self._since_back() if each.is_clear(row, usual)]),
            _in_sight_s(clear) >= seen[-1].at_s - seen[0].at_s - A_PICTURE_S,
        )

    def _looks(self, begin_s: float) -> list[Sighting]:
        """The looks from this second on; where a reflection hid it then, from the sighting before."""
        looks = list(self.looks)
        first = next((n for n, each in enumerate(looks) if each.at_s >= begin_s), len(looks))
        if 0 < first < len(looks) and looks[first - 1].seen:
            first -= looks[first].at_s - looks[first - 1].at_s > HOPS_S
        return looks[first:]


class Stay(NamedTuple):
    """A stay at a `place` of the rotor: how long (seconds), in which `share` of the pictures it was seen,
    how far the rotor `turned` meanwhile, and how `unsteady` the place was, in pockets;
    `away_s`: for how long at most it was not there; `hopped`: how far in or out (in rows) it was at most from
    one clear sighting to the next; `in_sight_s`: for how long at most it was seen clearly
    without a break since it came there, and whether it was so for the `whole` stay."""

    place: float = 0.0
    lies_s: float = 0.0
    share: float = 0.0
    turned: float = 0.0
    unsteady: float = 0.0
    away_s: float = 0.0
    hopped: float = 0.0
    in_sight_s: float = 0.0
    whole: bool = False

    @property
    def lasts(self) -> bool:
        """Whether something lies so that turns with the rotor, also where a few pictures did not show it."""
        return self.share >= SHARE_LEAST and self.turned >= TURNED_LEAST and self.unsteady <= UNSTEADY_MOST

    @property
    def rests(self) -> bool:
        """Whether a ball that stays so rests."""
        lies = self.lies_s >= RESTS_S - A_PICTURE_S and self.in_sight_s >= IN_SIGHT_S and self.lasts
        return lies and self.away_s <= HOPS_S and self.hopped <= HOPPED_ROWS


def _hopped(clear: list[Sighting]) -> float:
    """How far in or out (rows) it was at most from one of these to the next. Across a break it may have come
    to be seen elsewhere without a hop: the ring does not lie exactly where the view has it. Two that are
    clear under a reflection are as far out as usual, each with its own error."""
    found = itertools.pairwise(each for each in clear if not each.known)
    steps = [abs(b.row - a.row) for a, b in found if b.at_s - a.at_s <= HOPS_S and not (a.glare and b.glare)]
    return max(steps, default=0.0)


def _in_sight_s(clear: list[Sighting]) -> float:
    """The longest time in seconds without a break or a hop: each sighting came before a ball could have
    hopped since the one before."""
    longest, begun_s = 0.0, clear[0].at_s if clear else 0.0
    for before, look in itertools.pairwise(clear):
        if look.at_s - before.at_s > HOPS_S or _hopped([before, look]) > HOPPED_ROWS:
            begun_s = look.at_s
        longest = max(longest, look.at_s - begun_s)
    return longest


def _breaks(looks: Iterable[Sighting]) -> Iterator[tuple[Sighting, Sighting]]:
    """Each sighting and the next one, where looks between them showed nothing."""
    last, missed = None, False
    for look in looks:
        if not look.seen:
            missed = True
            continue
        if last and missed:
            yield last, look
        last, missed = look, False
