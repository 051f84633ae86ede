"""The wheel unrolled: its rings as strips whose columns are angles in the bowl."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.wheel.view import View

PER_POCKET = 16
"""Columns of a strip for each pocket."""

RING_RADII = (0.88, 0.91, 0.94, 0.97)
POCKET_RADII = tuple(np.linspace(0.60, 0.84, 10).tolist())
TRACK_RADII = tuple(np.linspace(1.10, 1.54, 10).tolist())
"""Where the rows of each strip lie, in radii of the ring of numbers. Wheels differ: each strip is wider than
what it must show."""

BALL_LIES = -0.047
"""The height of the middle of a ball in its pocket: a fifth of a pocket off where a wheel is shallower or
deeper."""

BOWL_RISES = 0.6
"""How steeply the bowl rises from the ring to the track."""


class Strips(NamedTuple):
    """One picture unrolled, each rows × columns × 3, uint8: the ring of numbers, the pockets, the bowl."""

    ring: np.ndarray
    pockets: np.ndarray
    bowl: np.ndarray


def darkest(strip: np.ndarray) -> np.ndarray:
    """The darkest of the three colours of each pixel: how white it is. This and the next two go colour by
    colour, because NumPy takes up to fifty times as long along a last axis of three."""
    blue, green, red = (strip[..., each] for each in range(3))
    return np.asarray(np.minimum(np.minimum(blue, green), red))


def brightest(strip: np.ndarray) -> np.ndarray:
    """The brightest of the three colours of each pixel."""
    blue, green, red = (strip[..., each] for each in range(3))
    return np.asarray(np.maximum(np.maximum(blue, green), red))


def grey(strip: np.ndarray) -> np.ndarray:
    """The mean of the three colours of each pixel, float64."""
    blue, green, red = (strip[..., each] for each in range(3))
    return np.asarray((blue.astype(float) + green + red) / 3)


class Ring:
    """Unrolls the ring of numbers alone: a sixth of the rows of all strips."""

    def __init__(self, view: View, pockets: int) -> None:
        self._x, self._y = _maps(view, pockets, RING_RADII, [0.0] * len(RING_RADII))

    def __call__(self, picture: np.ndarray) -> np.ndarray:
        """The strip of the ring in a picture (height × width × 3, uint8), as in `Strips`."""
        return np.asarray(cv2.remap(picture, self._x, self._y, cv2.INTER_LINEAR))


class Unroller:
    """Unrolls pictures of one camera."""

    def __init__(self, view: View, pockets: int) -> None:
        bowl = np.clip((np.array(TRACK_RADII) - 1.0) * BOWL_RISES, 0, 0.29)
        heights = (*(0.0 for _ in RING_RADII), *(BALL_LIES for _ in POCKET_RADII), *bowl)
        self._x, self._y = _maps(view, pockets, (*RING_RADII, *POCKET_RADII, *TRACK_RADII), heights)

    def reads(self, tall: int, wide: int) -> np.ndarray:
        """Which pixels of a picture are looked at; tall × wide."""
        read = np.zeros((tall + 2, wide + 2), bool)
        for down in (0, 1):
            for right in (0, 1):
                column = np.clip(self._x[..., 0] + right, -1, wide) + 1
                read[np.clip(self._x[..., 1] + down, -1, tall) + 1, column] = True
        return read[1:-1, 1:-1]

    def __call__(self, picture: np.ndarray) -> Strips:
        """The strips of a picture (height × width × 3, uint8)."""
        flat = np.asarray(cv2.remap(picture, self._x, self._y, cv2.INTER_LINEAR))
        first, second = len(RING_RADII), len(RING_RADII) + len(POCKET_RADII)
        return Strips(flat[:first], flat[first:second], flat[second:])


def _maps(
    view: View, pockets: int, radii: Sequence[float], heights: Sequence[float]
) -> tuple[np.ndarray, np.ndarray]:
    """Where in a picture each column of strips at these radii and heights lies, for OpenCV's `remap`."""
    columns = pockets * PER_POCKET
    angle = np.arange(columns) * (2 * np.pi / columns)
    shape = len(radii), columns
    radius, height = (np.broadcast_to(np.array(each)[:, None], shape) for each in (radii, heights))
    at = view.pixels(radius, np.broadcast_to(angle, shape), height)
    x, y = cv2.convertMaps(at[..., 0].astype(np.float32), at[..., 1].astype(np.float32), cv2.CV_16SC2)
    return np.asarray(x), np.asarray(y)
