"""Cards in a heap: laid over each other as a fan, a row or a cross, so that no outline shows one whole.

A heap is a region of paper that is no card. The network that finds indices is asked about it at the size at
which it sees best. Where nobody knows how large the cards are, it is asked twice: once so small that a few
large cards are of the size it knows, once larger; and once about what is hardly larger than the cards beside.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from sabot_vision.finding.corners import Imagined, added
from sabot_vision.finding.geometry import SizeAt, short_side
from sabot_vision.finding.indices import cards_told, lightened, resized
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.running import told_of

HEAPS = 4
"""No more heaps than this are looked into, the largest."""
CARD_PX = 72
"""A heap is brought to such a size that the short side of its cards is of so many pixels."""
ASKED_PX = (170, 400)
"""Where nobody knows how long that is, the longer side of a heap is brought to so many: its cards are from a
third of it to three quarters wide, or from an eighth to a third."""
SINGLE, SHORT_PX = 1.9, 80
"""A heap no longer than so many short sides of a card is hardly more than one, whose short side is brought to
so many pixels."""
LARGER = 1.5
"""No picture is enlarged by more."""
UNLIKE = 1.5
"""What the network takes for so much larger, or smaller, than a card is known to be is none."""
BLOCK = 8
"""The sides of what is looked at are multiples of so many pixels."""
RIM = 8
"""So many pixels around a heap are looked at too."""

Box = tuple[int, int, int, int]
"""Left, top, width and height."""


def in_heap(picture: np.ndarray, box: Box, short: float, size_at: SizeAt | None) -> Piecewise[list[Imagined]]:
    """The cards that lie in the heap in a box of `picture`; all in its pixels. `short` is the likely length
    of a card's short side, 0 where nothing tells it; `size_at` knows it."""
    left, top, wide, tall = box
    corner, cards = np.array((left, top)), list[Imagined]()
    known = size_at(left + wide / 2, top + tall / 2) if size_at else 0.0
    for scale in [min(LARGER, CARD_PX / known)] if known else scales(max(wide, tall), short):
        for card in (yield from cards_in(picture[top : top + tall, left : left + wide], scale)):
            added(cards, card._replace(quad=np.asarray(card.quad + corner, np.float32)))
        yield
    return of_size(cards, size_at) if size_at else cards


def scales(side: int, short: float) -> list[float]:
    """How many times as large a heap is looked at, `side` pixels along its longer side: where it is hardly
    larger than a card of a size that is known, once."""
    if side < SINGLE * short:
        return [min(LARGER, SHORT_PX / short)]
    return [min(LARGER, asked / side) for asked in ASKED_PX]


def of_size(cards: Sequence[Imagined], size_at: SizeAt) -> list[Imagined]:
    """The cards, each as large as one is where it lies; without what is much larger or smaller."""
    sized = []
    for card in cards:
        times = size_at(*card.quad.mean(axis=0).tolist()) / short_side(card.quad)
        if 1 / UNLIKE < times < UNLIKE:
            sized.append(card._replace(quad=resized(card.quad, card.corners[0], times)))
    return sized


def cards_in(part: np.ndarray, scale: float) -> Piecewise[list[Imagined]]:
    """The cards whose indices are seen in a part of a picture, that is looked at `scale` times as large; in
    pixels of the part."""
    tall, wide = part.shape[:2]
    size = [max(1, round(side * scale / BLOCK)) * BLOCK for side in (wide, tall)]
    way = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
    shown = lightened(cv2.resize(part, size, interpolation=way))
    yield
    answer = told_of(shown)
    yield
    back = np.array((wide, tall)) / size
    return [
        card._replace(quad=np.asarray((card.quad + 0.5) * back - 0.5, np.float32))
        for card in cards_told(answer)
    ]


def boxes(heaps: Sequence[np.ndarray], shape: tuple[int, int]) -> list[Box]:
    """The boxes of the largest heaps with a little around them, none within another."""
    kept: list[Box] = []
    for heap in sorted(heaps, key=cv2.contourArea, reverse=True):
        left, top, wide, tall = cv2.boundingRect(heap)
        x, y = max(0, left - RIM), max(0, top - RIM)
        box = x, y, min(shape[1], left + wide + RIM) - x, min(shape[0], top + tall + RIM) - y
        if len(kept) < HEAPS and not any(in_middle(box, other) for other in kept):
            kept.append(box)
    return kept


def in_middle(box: Box, other: Box) -> bool:
    """Whether the middle of one box lies in the other."""
    x, y = box[0] + box[2] / 2 - other[0], box[1] + box[3] / 2 - other[1]
    return 0 < x < other[2] and 0 < y < other[3]
