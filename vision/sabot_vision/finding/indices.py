"""Indices that show, and the card that each belongs to: a small network looks at all of a picture at once.

Often only an index shows of cards that lie over each other. The network
(`sabot_vision.networks.running.index_answers`) says for every cell of a picture whether an index is there,
where the corner of its card is, and where the two sides from that corner end. It knows cards with a short
side of about 46 to 110 pixels.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from sabot_vision.finding.corners import Imagined
from sabot_vision.finding.geometry import short_side

CELL_PX = 4
"""A cell is this wide and high."""
SPAN_PX = 32.0
"""The network's unit of distance."""
ANCHOR_MM = np.array((6.0, 10.5), np.float32)
"""The middle of an index lies this far from the corner of its card, along the short side and the long side.
"""
INDEX_PROBABILITY = 0.3
"""From this probability on a cell holds an index."""
INDEX_MERGE_WIDTHS = 0.16
"""Two cells show the same index if their corners are no further apart than this, in short sides,"""
PARALLEL_COSINE = 0.9
"""and if the cosine of the angle between their long sides is at least this."""
LONG_TO_SHORT_LEAST, LONG_TO_SHORT_MOST = 1.0, 2.0
"""The long side of a card, seen from any angle, is at least and at most this many times its short side."""
OTHER_SIZE_TIMES = 2.0
"""A find that differs from the size of most cards by this factor is not a card."""


def lightened(picture: np.ndarray) -> np.ndarray:
    """Returns the picture (uint8, three channels), brightened until its paper is nearly white."""
    weak = picture[::2, ::2].min(axis=2).ravel()
    at = len(weak) * 95 // 100
    return cv2.convertScaleAbs(picture, alpha=230 / max(20.0, float(np.partition(weak, at)[at])))


def cards_from(answer: np.ndarray) -> list[Imagined]:
    """Returns the cards in the network's answer, the surest first, in pixels of the picture that it was
    shown. `answer` is 7 × cells down × cells across.
    """
    sure = 1 / (1 + np.exp(-answer[0]))
    down, across = np.nonzero(sure > INDEX_PROBABILITY)
    middles = np.stack([across, down], axis=1) * CELL_PX + (CELL_PX - 1) / 2
    frames = answer[1:, down, across].T.reshape(-1, 3, 2) * SPAN_PX + middles[:, None]
    weight = sure[down, across]
    order, cards = np.argsort(-weight, kind="stable"), list[Imagined]()
    frames, weight = frames[order], weight[order, None, None]
    corners, along = frames[:, 0], frames[:, 2] - frames[:, 0]
    along = along / np.maximum(np.hypot(*along.T), 1e-6)[:, None]
    reach = INDEX_MERGE_WIDTHS * np.maximum(1.0, np.hypot(*(frames[:, 1] - corners).T))
    left = np.ones(len(frames), bool)
    while left.any():
        first = int(np.argmax(left))
        right, down = (corners - corners[first]).T
        one = (
            left
            & (right * right + down * down < reach[first] ** 2)
            & (along @ along[first] > PARALLEL_COSINE)
        )
        one[first] = True
        cards += carded((frames[one] * weight[one]).sum(axis=0) / weight[one].sum())
        left &= ~one
    return of_one_size(cards)


def carded(frame: np.ndarray) -> list[Imagined]:
    """The card with such a frame (a corner, and the ends of its sides; 3 × 2); None if no card looks like
    that. An index stands in the upper left corner of its card, or in decks with four in the upper right one.
    """
    corner, across, along = frame
    (x, y), (u, v) = (across - corner).tolist(), (along - corner).tolist()
    short, long = math.hypot(x, y), math.hypot(u, v)
    if not LONG_TO_SHORT_LEAST * short < long < LONG_TO_SHORT_MOST * short:
        return []
    far = across + along - corner
    left = x * v - y * u > 0
    quad = [corner, across, far, along] if left else [across, corner, along, far]
    return [Imagined(np.array(quad, np.float32), (0 if left else 1,))]


def of_one_size(cards: list[Imagined]) -> list[Imagined]:
    """Returns the cards, each with the size of most of them, because they are of one deck; drops those much
    larger or smaller.
    """
    if not cards:
        return []
    sizes = np.array([short_side(card.quad) for card in cards])
    times = np.median(sizes) / sizes
    return [
        card._replace(quad=resized(card.quad, card.corners[0], factor))
        for card, factor in zip(cards, times, strict=True)
        if 1 / OTHER_SIZE_TIMES < factor < OTHER_SIZE_TIMES
    ]


def resized(quad: np.ndarray, corner: int, times: float) -> np.ndarray:
    """Returns the quad, `times` as large, with one corner kept in place."""
    return np.asarray(quad[corner] + (quad - quad[corner]) * times, np.float32)
