"""Cards in a heap: laid over each other as a fan, a row or a cross, so that no outline shows one whole.

A heap is a region of paper that is no card. The network that finds indices is asked about it twice, for
nobody knows yet how large its cards are: once so small that a few large cards are of the size it knows, once
larger. It is asked once about what is hardly larger than the cards beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.corners import Imagined, added
from vision.eyes import told_of
from vision.indices import STRIDE, cards_told, lightened

HEAPS = 4
"""No more heaps than this are looked into, the largest."""
ASKED_PX = (170, 400)
"""The longer side of a heap is brought to so many pixels: its cards are from a third of it to three quarters
wide, or from an eighth to a third."""
SINGLE, SHORT_PX = 1.9, 80
"""A heap no longer than so many short sides of a card is hardly more than one, whose short side is brought to
so many pixels."""
LARGER = 1.5
"""No picture is enlarged by more."""
RIM = 8
"""So many pixels around a heap are looked at too."""


def in_heaps(picture: np.ndarray, heaps: Sequence[np.ndarray], short: float) -> list[Imagined]:
    """The cards that lie in heaps (regions as contours) of `picture`; all in its pixels. `short` is the
    length of a card's short side, 0 where nothing tells it."""
    cards: list[Imagined] = []
    for left, top, wide, tall in boxes(heaps, picture.shape[:2]):
        part = picture[top : top + tall, left : left + wide]
        for scale in scales(max(wide, tall), short):
            for card in cards_in(part, scale):
                quad = np.asarray(card.quad + np.array((left, top)), np.float32)
                added(cards, card._replace(quad=quad))
    return cards


def scales(side: int, short: float) -> list[float]:
    """How many times as large a heap is looked at, `side` pixels along its longer side: where it is hardly
    larger than a card of a size that is known, once."""
    if side < SINGLE * short:
        return [min(LARGER, SHORT_PX / short)]
    return [min(LARGER, asked / side) for asked in ASKED_PX]


def cards_in(part: np.ndarray, scale: float) -> list[Imagined]:
    """The cards whose indices are seen in a part of a picture, that is looked at `scale` times as large; in
    pixels of the part."""
    tall, wide = part.shape[:2]
    size = [max(2, round(side * scale / STRIDE)) * STRIDE for side in (wide, tall)]
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    answer = told_of(lightened(cv2.resize(part, size, interpolation=way)))
    back = np.array((wide, tall)) / size
    return [
        card._replace(quad=np.asarray((card.quad + 0.5) * back - 0.5, np.float32))
        for card in cards_told(answer)
    ]


def boxes(heaps: Sequence[np.ndarray], shape: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Left, top, width and height of the largest heaps with a little around them, none within another."""
    kept: list[tuple[int, int, int, int]] = []
    for heap in sorted(heaps, key=cv2.contourArea, reverse=True):
        left, top, wide, tall = cv2.boundingRect(heap)
        x, y = max(0, left - RIM), max(0, top - RIM)
        box = x, y, min(shape[1], left + wide + RIM) - x, min(shape[0], top + tall + RIM) - y
        if len(kept) < HEAPS and not any(within(box, other) for other in kept):
            kept.append(box)
    return kept


def within(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether the middle of one box lies in the other."""
    x, y = box[0] + box[2] / 2 - other[0], box[1] + box[3] / 2 - other[1]
    return 0 < x < other[2] and 0 < y < other[3]
