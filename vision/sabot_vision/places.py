"""Where on the table a card lies: from pixels to millimetres by four known points, and from there to the
zones of a game.

The rectangle that the four points span is the table's own: its upper left corner, as the camera sees it, is
(0, 0). The points are the middles of four ArUco marks (dictionary 4×4, numbers 0 to 3, clockwise from the
upper left), or named by hand.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from sabot.core.descriptor import Zone
from sabot.core.reasons import reason
from sabot.games.register import descriptor
from sabot_vision.frame import shrunk
from sabot_vision.networks.cutting import CARD_MM

Point = tuple[float, float]
Polygon = tuple[Point, ...]

MARK_NUMBERS = (0, 1, 2, 3)
"""The numbers of the marks, clockwise from the upper left."""
MARKS_PX = 900
"""Marks are looked for in a copy whose longer side has at least this many pixels."""


class PlacesError(ValueError):
    """An impossible calibration. The message is one line that says why and what to do."""


class Places(NamedTuple):
    """A calibrated camera. `to_table` (3 × 3) takes pixels to millimetres, `zones` are in millimetres;
    `corners` the four points in pixels."""

    corners: Polygon
    size_mm: Point
    zones: Mapping[str, Polygon]
    to_table: np.ndarray

    def at(self, x: float, y: float) -> Point:
        """The point of the table, in millimetres, at these pixels."""
        return through(self.to_table, [(x, y)])[0]

    def card_px(self, x: float, y: float) -> float:
        """Returns the length in pixels of the short side of a card that lies at these pixels."""
        here, right, below = through(self.to_table, [(x, y), (x + 1, y), (x, y + 1)])
        across, down = np.subtract(right, here), np.subtract(below, here)
        square_mm = abs(float(across[0] * down[1] - across[1] * down[0]))
        return CARD_MM[0] / max(math.sqrt(square_mm), 1e-3)

    def zone(self, x: float, y: float) -> str:
        """The zone at these pixels; empty where there is none."""
        here = self.at(x, y)
        return next((name for name, polygon in self.zones.items() if holds(polygon, here)), "")

    def outlines(self) -> dict[str, Polygon]:
        """The zones in pixels."""
        back = np.linalg.inv(self.to_table)
        return {name: through(back, polygon) for name, polygon in self.zones.items()}


def places(corners: Sequence[Point], size_mm: Point, zones: Mapping[str, Polygon]) -> Places:
    """The calibration by four points in pixels, clockwise from the upper left. Raises PlacesError."""
    if len(corners) != 4 or not cv2.isContourConvex(np.array(corners, np.float32).reshape(-1, 1, 2)):
        raise PlacesError(
            reason("four points are needed, clockwise from the upper left, that span a rectangle")
        )
    area = cv2.contourArea(np.array(corners, np.float32), oriented=True)
    if area < 0:
        raise PlacesError(
            reason("the four points are anticlockwise: name or lay them clockwise, from the upper left on")
        )
    if area < 1000:
        raise PlacesError(reason("the four points lie too near to each other"))
    width, height = size_mm
    square = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), square)
    return Places(tuple(corners), size_mm, dict(zones), np.asarray(matrix))


def usual_zones(game: str) -> dict[str, Zone]:
    """The zones of a game where none are given, as parts of the rectangle; none of a game that is unknown."""
    found = descriptor(game)
    return found.zones() if found else {}


def zones_of(game: str, size_mm: Point, text: str = "") -> dict[str, Polygon]:
    """The zones that `text` spells, or those of the game: `punto 0,0 390,400; banco 410,0 800,400`, each by
    two opposite corners or by more, in millimetres. Raises PlacesError."""
    if text.strip():
        return dict(zone_spelled(each) for each in text.split(";") if each.strip())
    (width, height), layout = size_mm, usual_zones(game)
    return {
        name: rectangle((left * width, top * height), (right * width, bottom * height))
        for name, (left, top, right, bottom) in layout.items()
    }


def zone_spelled(text: str) -> tuple[str, Polygon]:
    """One zone: its name and its corners. Raises PlacesError."""
    name, *rest = text.split()
    corners = points_spelled(" ".join(rest))
    if len(corners) < 2:
        raise PlacesError(f"zone {name!r}: two or more corners such as 0,0 390,400 were expected")
    return name, rectangle(*corners) if len(corners) == 2 else corners


def points_spelled(text: str) -> Polygon:
    """Points as `12,34 56.5,78`. Raises PlacesError."""
    points = []
    for word in text.split():
        found = re.fullmatch(r"(-?\d{1,6}(?:\.\d+)?),(-?\d{1,6}(?:\.\d+)?)", word)
        if found is None:
            raise PlacesError(f"{word[:30]!r} is no point; one such as 120,340 was expected")
        points.append((float(found[1]), float(found[2])))
    return tuple(points)


def spelled(points: Iterable[Point]) -> str:
    """Points as `points_spelled` reads them."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def on_smaller(points: Iterable[Point], times: int) -> Polygon:
    """Points of a picture in pixels of one that is this many times smaller."""
    return tuple(((x + 0.5) / times - 0.5, (y + 0.5) / times - 0.5) for x, y in points)


def on_camera(points: Iterable[Point], times: int) -> Polygon:
    """Points of a picture that is this many times smaller, in pixels of the larger one."""
    return tuple(((x + 0.5) * times - 0.5, (y + 0.5) * times - 0.5) for x, y in points)


def rectangle(one: Point, other: Point) -> Polygon:
    """The rectangle between two opposite corners."""
    (left, top), (right, bottom) = one, other
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def holds(polygon: Polygon, point: Point) -> bool:
    """Whether a polygon holds a point, or has it on its edge."""
    return cv2.pointPolygonTest(np.array(polygon, np.float32), point, False) >= 0


def through(matrix: np.ndarray, points: Sequence[Point]) -> Polygon:
    """Points through a perspective."""
    there = cv2.perspectiveTransform(np.array(points, np.float64).reshape(-1, 1, 2), matrix)
    return tuple((float(x), float(y)) for x, y in there.reshape(-1, 2))


def marks(picture: np.ndarray) -> dict[int, Point]:
    """The middles in pixels of those of the four marks that can be seen in `picture`."""
    dictionary, how = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), cv2.aruco.DetectorParameters()
    how.minMarkerDistanceRate = 0.05  # else a small mark is lost beside the outline of its own white edge
    near, times = shrunk(picture, MARKS_PX)
    found, numbers, _ = cv2.aruco.ArucoDetector(dictionary, how).detectMarkers(near)
    each = (np.mean(corners.reshape(4, 2), axis=0).tolist() for corners in found)
    middles = on_camera(((x, y) for x, y in each), times)
    named = zip(np.ravel(numbers) if found else (), middles, strict=True)
    return {int(number): middle for number, middle in named if int(number) in MARK_NUMBERS}


def corners_by_marks(picture: np.ndarray) -> Polygon:
    """The four points by the marks. Raises PlacesError naming those that are not seen."""
    seen = marks(picture)
    if missing := [str(number) for number in MARK_NUMBERS if number not in seen]:
        raise PlacesError(
            reason(
                "mark {marks} is not seen: lay the marks flat and whole into the picture, "
                "or name the four points by hand",
                marks=", ".join(missing),
            )
        )
    return tuple(seen[number] for number in MARK_NUMBERS)


def mark(number: int, side_px: int = 200) -> np.ndarray:
    """The picture of a mark, to be printed; grey, with the white edge that it needs."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    inner = cv2.aruco.generateImageMarker(dictionary, number, side_px)
    return np.pad(np.asarray(inner), side_px // 6, constant_values=255)


YELLOW_BGR, RED_BGR = (80, 220, 255), (60, 60, 255)


def drawn(picture: np.ndarray, where: Places) -> np.ndarray:
    """The picture with the four points and the zones over it."""
    out = picture.copy()
    for name, outline in where.outlines().items():
        corners = np.array(outline, np.int32)
        cv2.polylines(out, [corners], True, YELLOW_BGR, 2, cv2.LINE_AA)
        left, top = corners.min(axis=0)
        written(out, name, (int(left) + 10, int(top) + 34), YELLOW_BGR)
    for number, (x, y) in enumerate(where.corners):
        cv2.circle(out, (round(x), round(y)), 9, RED_BGR, 3, cv2.LINE_AA)
        written(out, str(number), (round(x) + 12, round(y)), RED_BGR)
    return out


def written(out: np.ndarray, text: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    """Write into a picture."""
    cv2.putText(out, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.9, colour, 2, cv2.LINE_AA)
