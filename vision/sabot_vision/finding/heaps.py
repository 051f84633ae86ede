"""Cards in a heap: laid over each other as a fan, a row or a cross, so that no outline shows one whole.

A heap is a region of paper that is not one card. The network that finds indices looks at it at the size at
which it sees best. If the size of the cards is not known, it looks twice: once with the heap so small that a
few large cards have the size that it knows, and once larger. It looks once at a heap that is hardly larger
than the cards beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from sabot_vision.finding.corners import Imagined, added
from sabot_vision.finding.geometry import SizeAt, short_side
from sabot_vision.finding.indices import cards_from, lightened, resized
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.frame import shrunk
from sabot_vision.networks.running import index_answers

HEAPS_MOST = 4
"""At most this many heaps are examined, the largest first."""
CARD_PX = 72
"""A heap is scaled so that the short side of its cards has this many pixels."""
ASKED_PX = (170, 400)
"""If the size of the cards is not known, the longer side of a heap is scaled to these. Its cards are then a
third to three quarters of it wide, or an eighth to a third."""
SINGLE_CARD_WIDTHS, SHORT_PX = 1.9, 80
"""A heap no longer than this many short sides is hardly more than one card. That card's short side is scaled
to this many pixels."""
ENLARGED_TIMES_MOST = 1.5
"""No picture is enlarged more than this."""
OTHER_SIZE_TIMES = 1.5
"""A find that is larger or smaller than the known size of a card by this factor is not a card."""
BLOCK_PX = 8
"""The sides of the part that the network gets are multiples of this."""
RIM_PX = 8
"""This rim around a heap is examined too."""

Box = tuple[int, int, int, int]
"""Left, top, width and height."""


def in_heap(picture: np.ndarray, box: Box, short: float, size_at: SizeAt | None) -> Piecewise[list[Imagined]]:
    """The cards that lie in the heap in a box of `picture`; all in its pixels. `short` is the likely length
    of a card's short side, 0 where nothing tells it; `size_at` knows it."""
    left, top, wide, tall = box
    corner, cards = np.array((left, top)), list[Imagined]()
    known = size_at(left + wide / 2, top + tall / 2) if size_at else 0.0
    for scale in [min(ENLARGED_TIMES_MOST, CARD_PX / known)] if known else scales(max(wide, tall), short):
        for card in (yield from cards_in(picture[top : top + tall, left : left + wide], scale)):
            added(cards, card._replace(quad=np.asarray(card.quad + corner, np.float32)))
        yield
    return of_size(cards, size_at) if size_at else cards


def scales(side: int, short: float) -> list[float]:
    """Returns the scales at which the network looks at a heap whose longer side is `side` pixels: only one if
    the heap is hardly larger than one card of known size.
    """
    if side < SINGLE_CARD_WIDTHS * short:
        return [min(ENLARGED_TIMES_MOST, SHORT_PX / short)]
    return [min(ENLARGED_TIMES_MOST, asked / side) for asked in ASKED_PX]


def of_size(cards: Sequence[Imagined], size_at: SizeAt) -> list[Imagined]:
    """Returns the cards, each with the known size of a card at its place; drops those that are much larger or
    smaller.
    """
    sized = []
    for card in cards:
        times = size_at(*card.quad.mean(axis=0).tolist()) / short_side(card.quad)
        if 1 / OTHER_SIZE_TIMES < times < OTHER_SIZE_TIMES:
            sized.append(card._replace(quad=resized(card.quad, card.corners[0], times)))
    return sized


def cards_in(part: np.ndarray, scale: float) -> Piecewise[list[Imagined]]:
    """Returns the cards whose indices are seen in a part of a picture, enlarged `scale` times; in pixels of
    the part.
    """
    tall, wide = part.shape[:2]
    size = [max(1, round(side * scale / BLOCK_PX)) * BLOCK_PX for side in (wide, tall)]
    way = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
    shown = lightened(cv2.resize(shrunk(part, 2 * max(size))[0], size, interpolation=way))
    yield
    answer = index_answers(shown)
    yield
    back = np.array((wide, tall)) / size
    return [
        card._replace(quad=np.asarray((card.quad + 0.5) * back - 0.5, np.float32))
        for card in cards_from(answer)
    ]


def boxes(heaps: Sequence[np.ndarray], shape: tuple[int, int]) -> list[Box]:
    """The boxes of the largest heaps with a little around them, none within another."""
    kept: list[Box] = []
    for heap in sorted(heaps, key=cv2.contourArea, reverse=True):
        left, top, wide, tall = cv2.boundingRect(heap)
        x, y = max(0, left - RIM_PX), max(0, top - RIM_PX)
        box = x, y, min(shape[1], left + wide + RIM_PX) - x, min(shape[0], top + tall + RIM_PX) - y
        if len(kept) < HEAPS_MOST and not any(in_middle(box, other) for other in kept):
            kept.append(box)
    return kept


def in_middle(box: Box, other: Box) -> bool:
    """Whether the middle of one box lies in the other."""
    x, y = box[0] + box[2] / 2 - other[0], box[1] + box[3] / 2 - other[1]
    return 0 < x < other[2] and 0 < y < other[3]
