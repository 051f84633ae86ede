"""Whether the cloth is seen where a card lay: the one proof that it is gone.

The surroundings of a visible card are the cloth. When the same colour is seen where the card was, nothing
lies there. A hand, a sleeve, a chip or another card is not the cloth, however long it stays.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from sabot_vision.tracking.lamp import LIT_TIMES, SAME_HUE_TIMES, bands
from sabot_vision.tracking.track import Corners, Track

WIDE_PX = 320
"""At least this many columns of a picture are examined: every fourth of 1280, and every fourth row."""

CLOTH_LEVELS = 30
"""How far a colour may be from the cloth's, in levels of each of the three channels."""

INDISTINCT_LEVELS = 10
"""A card and cloth that differ by no more than this cannot be distinguished by colour."""

BARE_PART = 0.6
"""At least this part of an empty spot shows the cloth; the rest may be printed lines and letters."""

UNCOVERED_PART = 0.25
"""At least this part of the spot must be free of other cards, or it proves nothing."""

STEP_LEVELS = 6.0
"""The stored colour of the cloth follows the light by at most this much a reading, so a hand beside the card
changes little. All three channels follow by the same part: the hue of the cloth stays what it is."""

SPOT_PART, RING_PARTS = 0.85, (1.12, 1.4)
"""The spot, and the ring around the card, as parts of its size."""

Box = tuple[slice, slice]
"""Rows and columns of the copy."""


class Ground:
    """The cloth around each card, and the card's own paper, so that a light cloth is not taken for it."""

    def __init__(self) -> None:
        self._around: dict[int, np.ndarray] = {}
        self._paper: dict[int, np.ndarray] = {}
        self._copy = np.zeros((1, 1, 3), np.uint8)
        self._cards = np.zeros((1, 1), np.uint8)
        self._scale = 1.0

    def look(self, picture: np.ndarray, cards: Iterable[Corners]) -> None:
        """Take the picture (height × width × 3) that is being read; `cards` lie in it, four corners each in
        pixels.
        """
        step = max(1, picture.shape[1] // WIDE_PX)
        self._scale = 1 / step
        self._copy = picture[::step, ::step]
        self._cards = np.zeros(self._copy.shape[:2], np.uint8)
        for quad in cards:
            self._fill(self._cards, quad, 1.1)

    def learn(self, tracks: Iterable[Track]) -> None:
        """Learn the surroundings of the visible cards; the others stay known until they are forgotten."""
        around, self._around = self._around, {}
        paper, self._paper = self._paper, {}
        for track in tracks:
            quad = track.at.quad if track.missing_s is None else ()
            now, before = self._ring(quad), around.get(track.number)
            if now is not None and before is not None:
                away = now - before
                now = before + away * min(1.0, STEP_LEVELS / max(float(np.abs(away).max()), STEP_LEVELS))
            if (known := before if now is None else now) is not None:
                self._around[track.number] = known
            inside = self._inside(quad)
            if (known := paper.get(track.number) if inside is None else inside) is not None:
                self._paper[track.number] = known

    def is_bare(self, track: Track) -> bool:
        """Whether the cloth is seen where this card lay."""
        around, paper = self._around.get(track.number), self._paper.get(track.number)
        if around is None or paper is None or not len(track.at.quad):
            return False
        if self._shows_cloth(track.at.quad, around, paper, self._copy):
            return True
        now = self._ring(track.at.quad)
        lit = bands(self._copy, around if now is None else around * brighter(around, now))
        return lit is not None and self._shows_cloth(track.at.quad, around, paper, self._copy / lit)

    def _shows_cloth(self, quad: Corners, around: np.ndarray, paper: np.ndarray, copy: np.ndarray) -> bool:
        """Whether the cloth is seen where this card lay, in `copy`: what was looked at, or the same in the
        light of a lamp that does not flicker."""
        now = self._ring(quad, copy)
        times = 1.0 if now is None else brighter(around, now)
        around, paper = around * times, np.minimum(paper * times, 255)
        here, spot = self._spot(quad, SPOT_PART)
        seen = copy[here][(spot > 0) & (self._cards[here] == 0)]
        if not len(seen) or len(seen) < UNCOVERED_PART * np.count_nonzero(spot):
            return False
        cloth = (np.abs(seen - around) < CLOTH_LEVELS * max(1.0, times)).all(axis=1)
        if np.abs(paper - around).max() > INDISTINCT_LEVELS:
            cloth &= ((seen - around) ** 2).sum(axis=1) < ((seen - paper) ** 2).sum(axis=1)
        return bool(cloth.mean() >= BARE_PART)

    def _inside(self, quad: Corners) -> np.ndarray | None:
        """The colour of most of a card; None where none of it is in the picture."""
        if not len(quad):
            return None
        here, spot = self._spot(quad, SPOT_PART)
        seen = self._copy[here][spot > 0]
        return np.median(seen, axis=0) if len(seen) else None

    def _ring(self, quad: Corners, copy: np.ndarray | None = None) -> np.ndarray | None:
        """The colour around a card, in `copy` if that is given; None where too little is seen of it."""
        if not len(quad):
            return None
        here, ring = self._spot(quad, RING_PARTS[1])
        self._fill(ring, quad, RING_PARTS[0], at=here, level=0)
        seen = (self._copy if copy is None else copy)[here][(ring > 0) & (self._cards[here] == 0)]
        return np.median(seen, axis=0) if len(seen) >= 8 else None

    def _spot(self, quad: Corners, size: float) -> tuple[Box, np.ndarray]:
        """The box of the copy around a quad, and the quad in it as a mask."""
        left, top, wide, high = cv2.boundingRect(self._around_middle(quad, size))
        here = np.s_[max(0, top) : max(0, top + high), max(0, left) : max(0, left + wide)]
        mask = np.zeros(self._cards[here].shape, np.uint8)
        self._fill(mask, quad, size, at=here)
        return here, mask

    def _around_middle(self, quad: Corners, size: float) -> np.ndarray:
        """The quad in the copy, made larger or smaller around its middle."""
        corners = np.array(quad, np.float64) * self._scale
        middle = corners.mean(axis=0)
        return np.asarray(np.rint(middle + (corners - middle) * size), np.int32)

    def _fill(
        self, mask: np.ndarray, quad: Corners, size: float, *, at: Box = np.s_[0:, 0:], level: int = 255
    ) -> None:
        """Fill the quad in a mask that lies `at` this box of the copy."""
        if mask.size:
            corner = np.array((at[1].start, at[0].start), np.int32)
            cv2.fillPoly(mask, [self._around_middle(quad, size) - corner], (level,))


def brighter(before: np.ndarray, now: np.ndarray) -> float:
    """How many times brighter the cloth around a card is now, as after the exposure followed a scene or under
    a lamp that flickers; 1 where another colour is seen there, as that of a hand."""
    times = (now + 1.0) / (before + 1.0)
    least, most = float(np.min(times)), float(np.max(times))
    same = most < SAME_HUE_TIMES * least and least > 1 / LIT_TIMES and most < LIT_TIMES
    return float(times.mean()) if same else 1.0
