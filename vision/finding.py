"""Where cards may lie: outlines in a picture, from several kinds of light and dark, none trusted alone.

Everything here proposes and nothing decides: an outline too many costs a millisecond of reading, an outline
missed costs a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from vision.corners import imagined
from vision.geometry import LEAST_PX, crossing, distinct, is_card, portrait, same

SEARCHED_PX = 720
"""Outlines are looked for in a copy of the picture reduced by a whole number, to about this many pixels."""


class Outline(NamedTuple):
    """A place where a card may lie.

    `quad` is 4 × 2, float32, pixels of the picture, clockwise; the side from the first corner to the second
    is a short one. `corners` are those seen as corners of the outline; a `whole` card shows all four.
    """

    quad: np.ndarray
    corners: tuple[int, ...]
    whole: bool


def outlines(picture: np.ndarray) -> list[Outline]:
    """Every place in `picture` (height × width × 3, uint8) where a card may lie, larger ones first."""
    small, scale = reduced(picture)
    whole: list[np.ndarray] = []
    torn: list[np.ndarray] = []
    for mask in masks(small):
        sort_out(mask, whole, torn)
    quads = distinct(whole)
    found = [Outline(to_picture(quad, scale), (0, 1, 2, 3), True) for quad in quads]
    for quad, corners in imagined(torn, quads, small.shape[:2]):
        found.append(Outline(to_picture(quad, scale), corners, False))
    return found


def reduced(picture: np.ndarray) -> tuple[np.ndarray, float]:
    """(the copy that is searched, its size against that of `picture`)."""
    times = max(1, round(max(picture.shape[:2]) / SEARCHED_PX))
    if times == 1:
        return picture, 1.0
    size = picture.shape[1] // times, picture.shape[0] // times
    exact = picture[: size[1] * times, : size[0] * times]
    return np.asarray(cv2.resize(exact, size, interpolation=cv2.INTER_AREA)), 1 / times


def to_picture(quad: np.ndarray, scale: float) -> np.ndarray:
    """A quad of the small copy in pixels of the picture."""
    return np.asarray((quad + 0.5) / scale - 0.5, np.float32)


def masks(small: np.ndarray) -> Iterator[np.ndarray]:
    """Black and white pictures in some of which each card is one region."""
    smooth = cv2.GaussianBlur(small, (0, 0), 0.8)
    blue, green, red = cv2.split(smooth)
    white = cv2.min(cv2.min(blue, green), red)
    grey = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
    level, mask = cv2.threshold(white, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    yield mask
    yield cv2.threshold(white, (level + 255) / 2 if level > 100 else level * 1.5, 255, cv2.THRESH_BINARY)[1]
    yield cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    side = max(small.shape[:2]) // 5 | 1
    yield cv2.adaptiveThreshold(white, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, side, -6)
    across, down = cv2.spatialGradient(white)
    for low, high in ((12, 40), (30, 90)):
        yield cv2.dilate(cv2.Canny(across, down, low, high), np.ones((3, 3), np.uint8))


def sort_out(mask: np.ndarray, whole: list[np.ndarray], torn: list[np.ndarray]) -> None:
    """Add the quads of `mask` to `whole`, and what is large enough but no quad to `torn`."""
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    most = 0.9 * mask.size
    for contour in contours:
        if len(contour) < 4 * LEAST_PX or not LEAST_PX**2 < cv2.contourArea(contour) < most:
            continue
        rough = four_corners(contour)
        if rough is None:
            torn.append(contour)
        elif all(same(rough, other) is None for other in whole):
            keep_quad(contour, rough, whole, torn)


def keep_quad(
    contour: np.ndarray, rough: np.ndarray, whole: list[np.ndarray], torn: list[np.ndarray]
) -> None:
    """Add the card of this outline to `whole`, or the outline to `torn` where its sides fit no card."""
    fitted = fitted_sides(contour.reshape(-1, 2).astype(np.float32), rough)
    if fitted is not None and is_card(fitted):
        whole.append(portrait(fitted))
    else:
        torn.append(contour)


def four_corners(contour: np.ndarray) -> np.ndarray | None:
    """The four corners of an outline, roughly and as `portrait` has them; None where it has others."""
    hull = cv2.convexHull(contour)
    if cv2.contourArea(contour) < 0.85 * cv2.contourArea(hull):
        return None
    around = cv2.arcLength(hull, True)
    for slack in (0.03, 0.05, 0.07):
        corners = cv2.approxPolyDP(hull, slack * around, True)
        if len(corners) == 4:
            return portrait(corners.reshape(4, 2).astype(np.float32))
    return None


def fitted_sides(points: np.ndarray, rough: np.ndarray) -> np.ndarray | None:
    """The corners where straight lines through the middle of each side meet: round corners cost nothing."""
    lines = []
    for here, there in zip(rough, np.roll(rough, -1, axis=0), strict=True):
        along = there - here
        length = float(np.linalg.norm(along)) + 1e-6
        unit = along / length
        offset = points - here
        far = offset @ unit
        aside = np.abs(offset @ np.array([-unit[1], unit[0]], np.float32))
        near = points[(far > 0.15 * length) & (far < 0.85 * length) & (aside < 0.06 * length + 1.5)]
        if len(near) < 6:
            return None
        lines.append(cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    meeting = [crossing(lines[side - 1], lines[side]) for side in range(4)]
    return None if any(point is None for point in meeting) else np.array(meeting, np.float32)
