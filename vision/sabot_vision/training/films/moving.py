"""Cards and hands on a filmed cloth: where each is at any time.

Lengths are millimetres of the table, times seconds of the film.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Point = tuple[float, float]

STILL_MM_S, STILL_RADIANS_S = 25.0, 0.35
"""A card that moves or turns more slowly than this rests."""


class Pose(NamedTuple):
    """The middle of a card, and by how much it is turned, in radians."""

    x: float
    y: float
    turn: float = 0.0


class Move(NamedTuple):
    """A movement that begins and ends gently."""

    begins_s: float
    ends_s: float
    start: Pose
    end: Pose

    def at(self, t_s: float) -> Pose:
        """Where it is."""
        part = (t_s - self.begins_s) / max(self.ends_s - self.begins_s, 1e-6)
        gently = np.clip(part, 0, 1) ** 2 * (3 - 2 * np.clip(part, 0, 1))
        return Pose(*(a + (b - a) * float(gently) for a, b in zip(self.start, self.end, strict=True)))


class Moving:
    """A card or a fingertip. It is nowhere before its first movement and after `ends_s`."""

    def __init__(self, moves: Sequence[Move] = ()) -> None:
        self.moves, self.ends_s = list(moves), float("inf")

    def at(self, t_s: float) -> Pose | None:
        """Where it is; None where it is not there."""
        begun = [move for move in self.moves if move.begins_s <= t_s]
        return begun[-1].at(t_s) if begun and t_s < self.ends_s else None

    def rests(self, t_s: float) -> bool:
        """Whether it lies still, to the eye."""
        before, after = self.at(t_s - 0.02), self.at(t_s + 0.02)
        if before is None or after is None:
            return False
        away = np.hypot(after.x - before.x, after.y - before.y) / 0.04
        return bool(away < STILL_MM_S and abs(after.turn - before.turn) / 0.04 < STILL_RADIANS_S)


class Hand(NamedTuple):
    """A hand: its fingertips, the point outside the picture where its arm comes from, and its colours
    (blue, green, red)."""

    tips: Moving
    shoulder: Point
    skin: tuple[int, ...]
    sleeve: tuple[int, ...]


class Lies(NamedTuple):
    """The truth about one card: its name and place, its pose, whether it `rests`, and whether it is `open`:
    neither a hand nor another card is over it."""

    card: str
    place: str
    pose: Pose
    rests: bool
    open: bool
