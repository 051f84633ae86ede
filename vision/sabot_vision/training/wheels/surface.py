"""Which spot of a wheel each pixel shows: the wheel as a body of revolution, seen along rays."""

from __future__ import annotations

import numpy as np

from sabot_vision.training.wheels.styles import Style

STEPS_COUNT = 40
"""Heights at which each ray is compared with the wheel, from above."""


def height(style: Style, radius: np.ndarray) -> np.ndarray:
    """How high the wheel is at a radius."""
    rim = style.track + 0.07
    radii = [0, 0.3, style.pocket_in - 0.02, style.pocket_in, style.ring_in - 0.01, style.ring_in, 1.0]
    heights = [0.12, 0.10, 0.0, style.floor, style.floor, 0.0, 0.0]
    radii += [1.02, style.track - 0.07, style.track, rim, rim + 0.01, rim + 0.08, rim + 0.09]
    low = style.track_height
    heights += [0.01, low - 0.05, low, low + 0.02, low + 0.08, low + 0.08, -0.1]
    return np.asarray(np.interp(radius, radii, heights), np.float32)


def seen(style: Style) -> tuple[np.ndarray, np.ndarray]:
    """The radius and the angle (radians, clockwise) that each pixel shows; height × width each."""
    view = style.view
    matrix = view.matrix
    inverse = np.linalg.inv(matrix[:, :3])
    seat = -inverse @ matrix[:, 3]
    x, y = np.meshgrid(np.arange(view.wide), np.arange(view.tall))
    ray = np.stack([x, y, np.ones_like(x)], -1).reshape(-1, 3) @ inverse.T
    ray = (ray / ray[:, 2:]).astype(np.float32)  # along each ray, per unit of height
    found = np.full(len(ray), np.nan, np.float32)
    before_z, before_gap = 0.0, np.zeros(len(ray), np.float32)
    for z in np.linspace(style.track_height + 0.1, -0.12, STEPS_COUNT):
        spot = seat[:2] + ray[:, :2] * np.float32(z - seat[2])
        gap = np.float32(z) - height(style, np.hypot(spot[:, 0], spot[:, 1]))
        hit = np.isnan(found) & (gap <= 0)
        part = before_gap[hit] / np.maximum(before_gap[hit] - gap[hit], 1e-6)
        found[hit] = before_z + part * (z - before_z)
        before_z, before_gap = float(z), gap
    found = np.where(np.isnan(found), np.float32(-0.1), found)
    spot = seat[:2] + ray[:, :2] * (found - seat[2])[:, None]
    shape = view.tall, view.wide
    radius, angle = np.hypot(spot[:, 0], spot[:, 1]), np.arctan2(spot[:, 0], spot[:, 1]) % (2 * np.pi)
    return radius.reshape(shape).astype(np.float32), angle.reshape(shape).astype(np.float32)
