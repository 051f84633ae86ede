"""Draws into a picture where the eye takes the ring and its numbers to be."""

from __future__ import annotations

import cv2
import numpy as np

from sabot_vision.marking import DOUBTED_BGR, NAMED_BGR, written
from sabot_vision.wheel.rotor import Turned
from sabot_vision.wheel.seen import Seen
from sabot_vision.wheel.view import View

NUMBERS_RADIUS, TRACK_RADIUS, TRACK_HEIGHT = 1.07, 1.44, 0.25
"""Where the numbers are written, and where a track usually lies."""


def marked(picture: np.ndarray, view: View, pockets: tuple[str, ...], seen: Seen | None) -> np.ndarray:
    """A copy of `picture` with the rim of the ring, and the numbers beside their pockets: green where it is
    known which is which, else orange and without numbers."""
    drawn = picture.copy()
    rotor = seen.rotor if seen else Turned()
    known = rotor.sure and rotor.seen
    colour = NAMED_BGR if known else DOUBTED_BGR
    thick = max(1, round(max(picture.shape[:2]) / 640))
    for radius, height in ((1.0, 0.0), (TRACK_RADIUS, TRACK_HEIGHT)):
        rim = _around(view, radius, height, np.linspace(0, 2 * np.pi, 120))
        cv2.polylines(drawn, [rim], True, colour, thick, cv2.LINE_AA)
    if known:
        angles = (rotor.place + np.arange(len(pockets))) * (2 * np.pi / len(pockets))
        for name, (x, y) in zip(pockets, _around(view, NUMBERS_RADIUS, 0.0, angles), strict=True):
            written(drawn, name, (int(x) - 6 * thick, int(y) + 4 * thick), colour, thick)
    return drawn


def _around(view: View, radius: float, height: float, angles: np.ndarray) -> np.ndarray:
    """Points around the wheel, whole pixels, n × 2."""
    at = view.pixels(np.full_like(angles, radius), angles, np.full_like(angles, height))
    return np.asarray(at.round().astype(np.int32))
