"""What the networks look at: a corner of a card turned upright, and a card as a whole.

Both are cut out of the picture by perspective, at a fixed size, and then brought to the same light: the
paper of each cut becomes white and its darkest ink black, so that a dim or tinted lamp makes no difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

CARD_MM = (63.0, 88.0)
CORNER_SIZE = (48, 64)
"""Width and height of a corner cut in pixels."""
FACE_SIZE = (56, 80)
"""Width and height of a face cut in pixels."""

REACH_MM = (21.0, 28.0)
"""How far a corner cut extends into the card."""
RIM_MM = 1.5
"""How much of the table around the card a corner cut shows."""
SHARP_REACH_PX, SHARP_TIMES = 1.5, 1.5
"""How wide the edges of a cut are that are sharpened, and how many times their contrast is added."""


def corner_cut(picture: np.ndarray, quad: np.ndarray, corner: int, reach: float = 1.0) -> np.ndarray:
    """The corner (0 upper left, then clockwise) of the card at `quad`, upright, CORNER_SIZE.

    `quad` is 4 × 2, float32, clockwise from the card's upper left. The lower corners are turned by half.
    `reach`: how much further into the card the cut extends than usual.
    """
    quad, corner = upright(quad, corner)
    return warped(picture, quad, card_around(corner, reach), CORNER_SIZE)


def to_corner_cut(quad: np.ndarray, corner: int) -> np.ndarray:
    """The matrix, 3 × 3, that brings points of the picture to where `corner_cut` shows them."""
    quad, corner = upright(quad, corner)
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), card_around(corner)))


def upright(quad: np.ndarray, corner: int) -> tuple[np.ndarray, int]:
    """The card turned so that this corner is one of its upper two, and that corner's number."""
    return (quad[[2, 3, 0, 1]], corner - 2) if corner >= 2 else (quad, corner)


@cache
def card_around(corner: int, reach: float = 1.0) -> np.ndarray:
    """Where the corners of a card lie about the cut of one of its upper two, in pixels of the cut."""
    wide, tall = CARD_MM
    across = REACH_MM[0] * reach
    left = -RIM_MM if corner == 0 else wide - across + RIM_MM
    on_card = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    return np.asarray((on_card - (left, -RIM_MM)) * (CORNER_SIZE[0] / across) - 0.5, np.float32)


def face_cut(picture: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The whole card at `quad`, FACE_SIZE."""
    wide, tall = FACE_SIZE
    there = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - 0.5
    return warped(picture, quad, there.astype(np.float32), FACE_SIZE)


def warped(picture: np.ndarray, quad: np.ndarray, there: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The part of `picture` that brings `quad` to `there`, reduced without aliasing."""
    shrink = math.dist(quad[2], quad[0]) / math.dist(there[2], there[0])
    if shrink > 1.5:
        return reduced(picture, quad, there, size, min(4, round(shrink)))
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), there)
    return np.asarray(cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def reduced(
    picture: np.ndarray, quad: np.ndarray, there: np.ndarray, size: tuple[int, int], times: int
) -> np.ndarray:
    """Warped at `times` the size, then averaged down."""
    larger = (size[0] * times, size[1] * times)
    matrix = cv2.getPerspectiveTransform(
        quad.astype(np.float32), ((there + 0.5) * times - 0.5).astype(np.float32)
    )
    big = cv2.warpPerspective(picture, matrix, larger, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(big, size, interpolation=cv2.INTER_AREA))


def sharpened(cut: np.ndarray) -> np.ndarray:
    """The cut with sharper edges."""
    soft = cv2.GaussianBlur(cut, (0, 0), SHARP_REACH_PX)
    return np.asarray(cv2.addWeighted(cut, 1 + SHARP_TIMES, soft, -SHARP_TIMES, 0))


def evened(cuts: Sequence[np.ndarray]) -> np.ndarray:
    """`cuts` of one size as n × height × width × 3, float32: the paper of each about 1 in each channel, its
    darkest ink about -1."""
    some = np.stack([cut[::3, ::3].reshape(-1, 3).T for cut in cuts])
    light, low = int(0.88 * some.shape[2]), some.shape[2] // 50
    ordered = np.partition(some, (low, light), axis=2)
    paper = ordered[:, :, light].astype(np.float32)
    dark = np.minimum(ordered[:, :, low].min(axis=1).astype(np.float32), paper.min(axis=1) - 8)[:, None, None]
    steps = np.arange(256, dtype=np.float32)[:, None]
    tables = np.clip((steps - dark) / np.maximum(paper[:, None] - dark, 8), 0, 1.5) * 2 - 1
    return np.stack([cv2.LUT(cut, table[None]) for cut, table in zip(cuts, tables, strict=True)])
