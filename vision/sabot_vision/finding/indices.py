"""Indices that show, and the card that each belongs to: a small network looks at all of a picture at once.

Of cards that lie over each other often nothing is seen but an index. The network
(`sabot_vision.networks.running.told_of`) tells for every cell of a picture whether an index is there, where
the corner of its card is, and where the two sides that leave it end. It knows cards whose short side is of
about 46 to 110 pixels.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from sabot_vision.finding.corners import Imagined
from sabot_vision.finding.geometry import short_side

STRIDE = 4
"""A cell is so many pixels wide and high."""
SPAN_PX = 32.0
"""What the network counts distances in."""
ANCHOR_MM = np.array((6.0, 10.5), np.float32)
"""So far from the corner of its card, along the short side and the long one, an index is told of."""
SURE = 0.3
"""A cell tells of an index from this probability on."""
ONE = 0.16
"""Cells tell of one index where the corners that they tell of are no further apart, in short sides."""
ALIKE = 0.9
"""And the long sides that leave them go the same way, by the cosine of the angle between them."""
SLIM, WIDE = 1.0, 2.0
"""The long side of a card, however it is seen, is so many times its short one."""
UNLIKE = 2.0
"""What differs from the size of most cards by this factor is none of them."""


def lightened(picture: np.ndarray) -> np.ndarray:
    """The picture (uint8, three channels) so bright that its paper is nearly white."""
    weak = picture[::2, ::2].min(axis=2).ravel()
    at = len(weak) * 95 // 100
    return cv2.convertScaleAbs(picture, alpha=230 / max(20.0, float(np.partition(weak, at)[at])))


def cards_told(answer: np.ndarray) -> list[Imagined]:
    """The cards that the network tells of, the surest first, in pixels of what it was shown. `answer` is 7 ×
    cells down × cells across."""
    sure = 1 / (1 + np.exp(-answer[0]))
    down, across = np.nonzero(sure > SURE)
    middles = np.stack([across, down], axis=1) * STRIDE + (STRIDE - 1) / 2
    frames = answer[1:, down, across].T.reshape(-1, 3, 2) * SPAN_PX + middles[:, None]
    weight = sure[down, across]
    order, cards = np.argsort(-weight, kind="stable"), list[Imagined]()
    frames, weight = frames[order], weight[order, None, None]
    corners, along = frames[:, 0], frames[:, 2] - frames[:, 0]
    along = along / np.maximum(np.hypot(*along.T), 1e-6)[:, None]
    reach = ONE * np.maximum(1.0, np.hypot(*(frames[:, 1] - corners).T))
    left = np.ones(len(frames), bool)
    while left.any():
        first = int(np.argmax(left))
        right, down = (corners - corners[first]).T
        one = left & (right * right + down * down < reach[first] ** 2) & (along @ along[first] > ALIKE)
        one[first] = True
        cards += carded((frames[one] * weight[one]).sum(axis=0) / weight[one].sum())
        left &= ~one
    return of_one_size(cards)


def carded(frame: np.ndarray) -> list[Imagined]:
    """The card with such a frame (a corner, and the ends of its sides; 3 × 2); none where no card looks so.
    An index stands in the upper left corner of its card, or in decks with four in the upper right one."""
    corner, across, along = frame
    (x, y), (u, v) = (across - corner).tolist(), (along - corner).tolist()
    short, long = math.hypot(x, y), math.hypot(u, v)
    if not SLIM * short < long < WIDE * short:
        return []
    far = across + along - corner
    left = x * v - y * u > 0
    quad = [corner, across, far, along] if left else [across, corner, along, far]
    return [Imagined(np.array(quad, np.float32), (0 if left else 1,))]


def of_one_size(cards: list[Imagined]) -> list[Imagined]:
    """The cards, each as large as most are: they are of one deck. What is much larger or smaller is none."""
    if not cards:
        return []
    sizes = np.array([short_side(card.quad) for card in cards])
    times = np.median(sizes) / sizes
    return [
        card._replace(quad=resized(card.quad, card.corners[0], factor))
        for card, factor in zip(cards, times, strict=True)
        if 1 / UNLIKE < factor < UNLIKE
    ]


def resized(quad: np.ndarray, corner: int, times: float) -> np.ndarray:
    """The quad so many times as large, one corner where it was."""
    return np.asarray(quad[corner] + (quad - quad[corner]) * times, np.float32)
