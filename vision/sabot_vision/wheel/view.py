"""Where a camera stands over a wheel: points of the wheel to pixels.

Lengths are in radii of the ring of numbers, measured to its outer rim. The ring lies in the plane of height
0, its middle at the origin. Angles are clockwise, seen from above, from the direction that is upward in a
picture taken from straight above.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np


class View(NamedTuple):
    """A camera: the size of its picture and its focal length in pixels; the middle of the ring in the
    picture; its distance; and how the wheel's plane leans, as a vector of rotation in radians (both 0: from
    straight above)."""

    wide: int
    tall: int
    focal_px: float
    x_px: float
    y_px: float
    distance: float
    lean_x: float = 0.0
    lean_y: float = 0.0

    @property
    def matrix(self) -> np.ndarray:
        """Points of the wheel (x, y, height, 1) to pixels, homogeneous; 3 × 4."""
        return _matrix(self)

    @property
    def slant(self) -> float:
        """The angle between the line of sight to the middle and the wheel's axis, in radians."""
        matrix = self.matrix
        seat = -np.linalg.solve(matrix[:, :3], matrix[:, 3])
        return float(np.arccos(np.clip(seat[2] / np.linalg.norm(seat), -1, 1)))

    def pixels(self, radius: np.ndarray, angle: np.ndarray, height: np.ndarray) -> np.ndarray:
        """The pixels (… × 2) of points of the wheel; all three of one shape."""
        points = np.stack([radius * np.sin(angle), radius * np.cos(angle), height, np.ones_like(radius)], -1)
        seen = points @ self.matrix.T
        return np.asarray(seen[..., :2] / seen[..., 2:])

    def spelled(self) -> str:
        """The view as text, for a configuration; `view_of` reads it."""
        return " ".join(f"{value:.6g}" for value in self)

    def flat(self) -> np.ndarray:
        """The plane of the ring (x, y, 1) to pixels, homogeneous; 3 × 3."""
        return self.matrix[:, [0, 1, 3]]


def view_of(text: str) -> View:
    """The view that `spelled` wrote. Raises ValueError."""
    wide, tall, *others = map(float, text.split())
    if len(others) != 6 or min(wide, tall, others[0], others[3]) <= 0:
        raise ValueError(f"{text[:60]!r} is no view of a wheel: eight numbers of a calibration were expected")
    return View(int(wide), int(tall), *others)


@lru_cache(maxsize=64)
def _matrix(view: View) -> np.ndarray:
    rotation = np.asarray(cv2.Rodrigues(np.array([view.lean_x, view.lean_y, 0.0]))[0])
    middle = np.array([view.wide / 2, view.tall / 2])
    away = np.append((np.array([view.x_px, view.y_px]) - middle) / view.focal_px, 1.0) * view.distance
    camera = np.array([[view.focal_px, 0, middle[0]], [0, view.focal_px, middle[1]], [0, 0, 1]])
    return np.asarray(camera @ np.column_stack([rotation @ np.diag([1.0, -1.0, -1.0]), away]))
