"""Where a camera stands over a wheel: points of the wheel to pixels.

Lengths are in radii of the ring of numbers, measured to its outer rim. The ring lies in the plane of height 0,
its middle at the origin. Angles are clockwise, seen from above, from the direction that is upward in a picture
taken from straight above.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np


class View(NamedTuple):
    """A camera: the size of its picture and its focal length in pixels; the middle of the ring in the picture;
    its distance; and how the wheel's plane leans, as a vector of rotation in radians (both 0: from straight
    above)."""

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
        rotation = np.asarray(cv2.Rodrigues(np.array([self.lean_x, self.lean_y, 0.0]))[0])
        middle = np.array([self.wide / 2, self.tall / 2])
        away = np.append((np.array([self.x_px, self.y_px]) - middle) / self.focal_px, 1.0) * self.distance
        camera = np.array([[self.focal_px, 0, middle[0]], [0, self.focal_px, middle[1]], [0, 0, 1]])
        return np.asarray(camera @ np.column_stack([rotation @ np.diag([1.0, -1.0, -1.0]), away]))

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

    def flat(self) -> np.ndarray:
        """The plane of the ring (x, y, 1) to pixels, homogeneous; 3 × 3."""
        return self.matrix[:, [0, 1, 3]]
