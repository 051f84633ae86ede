"""Hands over the wheel: an arm reaches in from the rim, across the whole bowl.

The bowl stands still, so what looks other than usual there is a ball, a hand or light. A ball is small. Light
that changes changes all of the bowl, or a wide part of it softly. A hand is as wide as an arm, and other than
the bowl on both sides of it.
"""

from __future__ import annotations

import cv2
import numpy as np

from sabot_vision.wheel.strips import brightest

OTHER_LEVELS, OVER_NOISE = 10.0, 4.0
"""What differs from the usual by more than this is other: in levels, and in times the noise of its place."""

ROWS_SHARE = 0.8
"""An arm crosses this part of the bowl at least, from the rim inward."""

LEAST_TURN = 1 / 80
"""An arm is at least this wide, as a part of a turn."""

WIDEST_TURN = 0.4
"""What is other in more than this part of a turn is light, or the rotor in the varnish."""

AROUND_TURN, DIM_LEVELS = 0.27, 4.0
"""How light it is at a place is seen in this part of a turn around it: an arm fills less than half of that.
What is darker than these levels says nothing of the light."""

COARSE_COLUMNS = 4
"""This many columns are taken together where that is enough."""

SMOOTH_COLUMNS, BESIDE_COLUMNS = 5, 8
"""Columns that are seen together; and those close beside a hand, which are not learned either."""

LEARNS_S, BEGINS_S = 2.0, 2.0
"""How long it takes to learn how the bowl looks; and how long everything is learned at the beginning."""

STAYS_S = 6.0
"""What has been over the wheel for so long stands there, and is learned."""


class Cover:
    """Looks for hands over one wheel."""

    def __init__(self) -> None:
        self._bare: np.ndarray | None = None
        self._noise = np.zeros(0, np.float32)
        self._at_s = self._begun_s = self._free_s = 0.0

    def see(self, strip: np.ndarray, at_s: float) -> bool:
        """Whether a hand is over the wheel. `strip` is the bowl, the innermost row first."""
        seen = cv2.blur(strip.astype(np.float32), (SMOOTH_COLUMNS, 1))
        if self._bare is None:
            self._bare, self._noise = seen.copy(), np.zeros(seen.shape[:2], np.float32)
            self._at_s = self._begun_s = self._free_s = at_s
        dt, self._at_s = min(at_s - self._at_s, 0.5), at_s
        away = brightest(np.abs(seen + DIM_LEVELS - (self._bare + DIM_LEVELS) * _light(seen, self._bare)))
        arm = _arm(away > np.maximum(OTHER_LEVELS, OVER_NOISE * self._noise))
        if arm.mean() > WIDEST_TURN:
            arm[:] = False
        if not arm.any():
            self._free_s = at_s
        stands = at_s - self._free_s > STAYS_S
        learns = np.ones_like(arm) if stands or at_s - self._begun_s < BEGINS_S else ~_wider(arm)
        part = min(1.0, dt / LEARNS_S) * learns.astype(np.float32)
        self._bare += part[:, None] * (seen - self._bare)
        self._noise += part * (away - self._noise)
        return bool(arm.any()) and not stands


def _light(seen: np.ndarray, usual: np.ndarray) -> np.ndarray:
    """How much brighter than usual a wide part of the bowl is around each column, by colour."""
    _, columns, colours = seen.shape
    count = columns // COARSE_COLUMNS
    cut = slice(count * COARSE_COLUMNS)
    now, before = (
        each[:, cut].mean(axis=0).reshape(count, COARSE_COLUMNS, colours).mean(axis=1) + DIM_LEVELS
        for each in (seen, usual)
    )
    reach = round(AROUND_TURN * count / 2)
    near = (np.arange(count)[:, None] + np.arange(-reach, reach + 1)) % count
    around = np.partition(np.take((now / before).T, near, axis=1), reach)[..., reach].T  # their median
    return np.asarray(around[np.minimum(np.arange(columns) // COARSE_COLUMNS, count - 1)], np.float32)


def _arm(other: np.ndarray) -> np.ndarray:
    """The columns of arms; `other`: what is other than usual, rows × columns."""
    least = round(LEAST_TURN * other.shape[1])
    across = (other.mean(axis=0) >= ROWS_SHARE).astype(np.uint8)[None]
    wrapped = np.hstack([across[:, -least:], across, across[:, :least]])
    return np.asarray(
        cv2.morphologyEx(wrapped, cv2.MORPH_OPEN, np.ones((1, least), np.uint8))[0, least:-least] > 0
    )


def _wider(arm: np.ndarray) -> np.ndarray:
    """These columns and those close beside them."""
    edge = BESIDE_COLUMNS
    wrapped = np.hstack([arm[-edge:], arm, arm[:edge]]).astype(np.uint8)[None]
    return np.asarray(cv2.dilate(wrapped, np.ones((1, 2 * edge + 1), np.uint8))[0, edge:-edge] > 0)
