"""Cards drawn with a few strokes, for the simulated eye: a jumbo index in two corners, pips, plain courts.

They look enough like print for the reader to read them. They copy nobody's artwork.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

PX_PER_MM = 6
"""Pixels a millimetre."""
WIDE, TALL = 63 * PX_PER_MM, 88 * PX_PER_MM

PAPER_BGR, RED_BGR, BLACK_BGR, GOLD_BGR = (246, 252, 252), (40, 30, 190), (25, 22, 20), (120, 190, 240)
INK = {"C": BLACK_BGR, "D": RED_BGR, "H": RED_BGR, "S": BLACK_BGR}

PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((0, 0.5),),
    "2": ((0, 0), (0, 1)),
    "3": ((0, 0), (0, 0.5), (0, 1)),
    "4": ((-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a card stand: sideways from the middle, and from the top (0) to the bottom row (1)."""
PIPS["5"] = (*PIPS["4"], (0, 0.5))
PIPS["6"] = (*PIPS["4"], (-1, 0.5), (1, 0.5))
PIPS["7"] = (*PIPS["6"], (0, 0.25))
PIPS["8"] = (*PIPS["7"], (0, 0.75))
_EIGHT = tuple((side, row / 3) for side in (-1.0, 1.0) for row in range(4))
PIPS["9"] = (*_EIGHT, (0, 0.5))
PIPS["T"] = (*_EIGHT, (0, 1 / 6), (0, 5 / 6))


@cache
def card(name: str) -> np.ndarray:
    """The face of a card (`8C`), TALL × WIDE × 3, blue-green-red."""
    rank, suit = name[0], name[1]
    face = np.full((TALL, WIDE, 3), PAPER_BGR, np.uint8)
    for _ in range(2):
        write(face, "10" if rank == "T" else rank, (7, 4), 13, INK[suit])
        stamp(face, suit, (7, 24), 10)
        face = np.ascontiguousarray(face[::-1, ::-1])
    if rank not in PIPS:
        return court(face, suit)
    for side, row in PIPS[rank]:
        large = 22 if rank == "A" else 10
        stamp(face, suit, (31.5 + 12.6 * side, 17.6 + 52.8 * row), -large if row > 0.5 else large)
    return face


def court(face: np.ndarray, suit: str) -> np.ndarray:
    """A frame with two heads and shoulders, one upside down."""
    cv2.rectangle(face, mm(13, 12), mm(50, 76), INK[suit], 4)
    for _ in range(2):
        stamp(face, suit, (21, 21), 12)
        cv2.circle(face, mm(31.5, 27), 7 * PX_PER_MM, GOLD_BGR, -1, cv2.LINE_AA)
        shoulders = [mm(19, 43), mm(44, 43), mm(36, 33), mm(27, 33)]
        cv2.fillPoly(face, [np.array(shoulders)], RED_BGR, cv2.LINE_AA)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def mm(x: float, y: float) -> tuple[int, int]:
    """Millimetres of a card as its pixels."""
    return round(x * PX_PER_MM), round(y * PX_PER_MM)


def write(face: np.ndarray, text: str, at: tuple[float, float], high: float, ink: tuple[int, ...]) -> None:
    """Write a rank `high` millimetres high, its upper middle at `at`."""
    tall, font = round(high * PX_PER_MM), cv2.FONT_HERSHEY_SIMPLEX
    thick = round(0.17 * tall)
    scale = cv2.getFontScaleFromHeight(font, tall - thick, thick)
    (wide, _), _ = cv2.getTextSize(text, font, scale, thick)
    paper = np.full((2 * tall, wide + 4 * thick, 3), PAPER_BGR, np.uint8)
    cv2.putText(paper, text, (2 * thick, round(1.5 * tall)), font, scale, ink, thick, cv2.LINE_AA)
    rows, columns = np.nonzero(paper.min(axis=2) < 128)
    inked = paper[np.min(rows) : np.max(rows) + 1, np.min(columns) : np.max(columns) + 1]
    wide = min(round(0.85 * tall), inked.shape[1])
    left, top = mm(at[0], at[1])
    left -= wide // 2
    face[top : top + tall, left : left + wide] = cv2.resize(inked, (wide, tall), interpolation=cv2.INTER_AREA)


def stamp(face: np.ndarray, suit: str, at: tuple[float, float], large: float) -> None:
    """A suit with its middle at `at`, all in millimetres; upside down where `large` is below 0."""
    for part in outlines(suit):
        points = (part * large + at) * PX_PER_MM * 16
        cv2.fillPoly(face, [np.rint(points).astype(np.int32)], INK[suit], cv2.LINE_AA, 4)


def outlines(suit: str) -> list[np.ndarray]:
    """Polygons that together fill a suit, in a square of side 1 about the origin, y down."""
    if suit == "D":
        return [np.array([(0, -0.5), (0.4, 0), (0, 0.5), (-0.4, 0)])]
    if suit == "H":
        return heart()
    if suit == "S":
        return [heart()[0] * (1, -0.82) + (0, -0.09), foot(0.05)]
    leaves = [disc(0, -0.25), disc(-0.24, 0.08), disc(0.24, 0.08)]
    return [*leaves, np.array([(-0.1, -0.15), (0.1, -0.15), (0.14, 0.15), (-0.14, 0.15)]), foot(0.0)]


def heart() -> list[np.ndarray]:
    """Two arcs that meet in a cleft above and in a point below."""
    angles = np.linspace(np.pi, 0, 24)
    arc = np.stack([0.24 + 0.26 * np.cos(angles), -0.24 - 0.26 * np.sin(angles)], axis=1)
    arc[0] = (0, -0.25)
    right = np.concatenate([arc, [(0.5, -0.16), (0.44, 0.02), (0.3, 0.2), (0.12, 0.38), (0, 0.5)]])
    return [np.concatenate([right, right[::-1] * (-1, 1)])]


def foot(top: float) -> np.ndarray:
    """What a spade or a club stands on."""
    return np.array([(0.03, top), (0.05, 0.3), (0.2, 0.5), (-0.2, 0.5), (-0.05, 0.3), (-0.03, top)])


def disc(x: float, y: float) -> np.ndarray:
    """A round polygon."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.stack([x + 0.25 * np.cos(angles), y + 0.25 * np.sin(angles)], axis=1)
