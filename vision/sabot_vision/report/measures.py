"""What can be measured of a card that was found in a picture: its index, its light, and how it is seen."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.networks.cutting import CARD_MM, CORNER_SIZE, REACH_MM, card_around, warped

FINE_TIMES = 4
"""An index is measured in a cut this many times as large as the one that the network sees."""
PX_PER_MM = FINE_TIMES * CORNER_SIZE[0] / REACH_MM[0]
INDEX_MM = (2.8, 17.5)
"""The letter of an index is at least and at most this high."""
LETTER_WIDE_MM = 16.0
TOP_MM_MOST = 15.0
"""The letter begins at most this far below the edge of its card."""
SOLID_PART = 0.15
"""At least this part of the box around a letter is ink."""
INKED_PART = 0.45
"""What is darker than paper by this part of the darkest ink's difference is ink."""
CLIPPED_FROM = 252
"""From this brightness on a pixel of 8 bits tells nothing more."""
STEP_SLOPE = math.sqrt(2 * math.pi)
"""An edge of height 1 that is blurred by a Gaussian of width s has a slope of 1 / (s × this)."""


class Measures(NamedTuple):
    """`card_px`: the short side of the card. `index_px`, `index_mm`: the height of the letter of its index, 0
    where none stands out. `blur_mm`: how far edges are blurred on the card (the width of a Gaussian), and
    `blur_px` in the picture. `paper`: the brightness of the paper, 0 to 255; `ink`: how much darker the ink
    is, in parts of it. `clipped`: the part of the corner that is overexposed. `tilt`: the angle in degrees
    between the line of sight and the upright on the card. `inside`: the part of the card inside the picture.
    """

    card_px: float
    index_px: float
    index_mm: float
    blur_mm: float
    blur_px: float
    paper: float
    ink: float
    clipped: float
    tilt: float
    inside: float


def measured(picture: np.ndarray, card: Found) -> Measures:
    """Returns the measures of a card in its picture; of its two corners the clearer one counts."""
    quad = np.array(card.quad, np.float32)
    short, long = scale_of(quad)
    corners = [corner(picture, quad, number) for number in (0, 2)]
    best = max(corners, key=lambda each: (each.letter_mm > 0, each.ink))
    return Measures(
        card_px=short * CARD_MM[0],
        index_px=best.letter_mm * long,
        index_mm=best.letter_mm,
        blur_mm=best.blur_mm,
        blur_px=best.blur_mm * math.sqrt(short * long),
        paper=best.paper,
        ink=best.ink,
        clipped=max(each.clipped for each in corners),
        tilt=tilt_of(quad),
        inside=inside_of(quad, picture.shape[:2]),
    )


def scale_of(quad: np.ndarray) -> tuple[float, float]:
    """Returns pixels a millimetre along the short sides and along the long sides."""
    sides = [math.dist(quad[n], quad[(n + 1) % 4]) for n in range(4)]
    return (sides[0] + sides[2]) / 2 / CARD_MM[0], (sides[1] + sides[3]) / 2 / CARD_MM[1]


def tilt_of(quad: np.ndarray) -> float:
    """Returns how far a card is seen from aside, in degrees: 0 from straight above it. A circle on the card
    is then seen as an ellipse, whose axes tell."""
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2 / CARD_MM[0]
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2 / CARD_MM[1]
    most, least = np.linalg.svd(np.stack([across, down], axis=1), compute_uv=False)
    return math.degrees(math.acos(min(1.0, float(least / max(most, 1e-9)))))


def inside_of(quad: np.ndarray, shape: tuple[int, int]) -> float:
    """Returns which part of a quad lies inside a picture of this height and width."""
    high, wide = shape
    frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    whole = cv2.contourArea(quad)
    return float(cv2.intersectConvexConvex(quad, frame)[0]) / max(whole, 1e-9)


class Corner(NamedTuple):
    """The measures of one corner, as in `Measures`; `letter_mm` is 0 where no letter stands out."""

    letter_mm: float
    blur_mm: float
    paper: float
    ink: float
    clipped: float


def corner(picture: np.ndarray, quad: np.ndarray, number: int) -> Corner:
    """Returns the measures of the upper left (0) or lower right (2) corner of a card."""
    turned = np.roll(quad, -number, axis=0)
    there = np.asarray((card_around(0) + 0.5) * FINE_TIMES - 0.5, np.float32)
    cut = warped(picture, turned, there, (CORNER_SIZE[0] * FINE_TIMES, CORNER_SIZE[1] * FINE_TIMES))
    weak = cut.min(axis=2)
    paper, dark = (float(np.percentile(weak, part)) for part in (88, 2))
    return Corner(
        letter_mm=letter_mm(weak, paper, dark),
        blur_mm=blur_mm(weak, paper, dark),
        paper=paper,
        ink=(paper - dark) / max(paper, 1.0),
        clipped=float((weak >= CLIPPED_FROM).mean()),
    )


def letter_mm(weak: np.ndarray, paper: float, dark: float) -> float:
    """Returns the height of the highest of the parts of a corner that may be the letter of an index; both
    figures of a 10 are as high. `weak` is the weakest colour of each pixel."""
    inked = (weak < paper - INKED_PART * (paper - dark)).astype(np.uint8)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(inked, connectivity=8)
    high, wide = inked.shape
    for left, top, across, down, area in sorted(boxes[1:].tolist(), key=lambda box: (box[1], -box[3])):
        free = left > 0 and top > 0 and left + across < wide and top + down < high
        likely = INDEX_MM[0] < down / PX_PER_MM < INDEX_MM[1] and across < LETTER_WIDE_MM * PX_PER_MM
        if free and likely and top < TOP_MM_MOST * PX_PER_MM and area > SOLID_PART * across * down:
            return float(down / PX_PER_MM)
    return 0.0


def blur_mm(weak: np.ndarray, paper: float, dark: float) -> float:
    """Returns the width of the Gaussian that blurs the sharpest edges of a corner like this."""
    across = cv2.Sobel(weak, cv2.CV_32F, 1, 0, ksize=3) / 8
    down = cv2.Sobel(weak, cv2.CV_32F, 0, 1, ksize=3) / 8
    slope = float(np.percentile(np.hypot(across, down), 99))
    return (paper - dark) / max(slope, 1e-3) / STEP_SLOPE / PX_PER_MM
