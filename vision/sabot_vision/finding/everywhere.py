"""Indices anywhere in a picture: the finder looks at everything that the named cards leave over.

A rule that says where cards may lie loses cards: on light wood paper is no brighter than the table, and a fan
of thirteen is larger than any heap. So the finder sees the whole picture, at the size that the named cards or
the calibration tell, at three sizes where nothing tells; in a hurry only until a find that shows both its
indices tells it. It looks at strips of at most two tiles, so that reading can pause between them; tiles
without an edge that no named card explains show nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from sabot_vision.finding.corners import Imagined, added
from sabot_vision.finding.geometry import LEAST_PX, SizeAt, grown, short_side
from sabot_vision.finding.heaps import CARD_PX, ENLARGED_TIMES_MOST, Box, cards_in, of_size
from sabot_vision.finding.outlines import Searched
from sabot_vision.finding.pacing import Piecewise

PICTURE_PX = (400, 700, 1100)
"""If nothing tells the size of cards, the longer side of the picture is scaled to these: cards are then about
a fifth, a tenth and a fifteenth of it wide."""
TILE_PX = 224
"""The finder looks at square tiles of the scaled picture,"""
TILES_AT_A_TIME = 2
"""at most this many beside each other at once,"""
RIM_PX = 40
"""and at this much around them, so that it sees an index on the border whole."""
EDGE_WIDTHS = 1.0
"""An index has edges of at least this length, in short sides of its card."""
NEAR_TIMES = 1.25
"""At scales that differ by less than this factor the finder sees a card equally well."""
EXPLAINED_TIMES = 1.08
"""A named card explains the edges in an area this much larger than itself."""


def cards_anywhere(
    picture: np.ndarray,
    sought: Searched,
    named: Sequence[np.ndarray],
    size_at: SizeAt | None,
    seen: Sequence[Imagined] | None = None,
) -> Piecewise[list[Imagined]]:
    """The cards whose indices are seen anywhere in `picture`, in its pixels. `named` are the quads of the
    known cards, each wholly visible; `size_at` gives the size of cards where a calibrated camera knows it.
    In a hurry, `seen` are the cards found before, which may tell the size; None: there is time.
    """
    edges, cards = unexplained(sought, named), list[Imagined]()
    sizes = scales(picture.shape[:2], sought, named, size_at)
    hurried = seen is not None and len(sizes) > 1
    if hurried and (short := size_told(seen or ())):
        sizes = [scale_for(short)]
    for scale in sizes:
        yield from look_at(picture, edges, sought, scale, cards)
        if hurried and (short := size_told(cards)):
            if not 1 / NEAR_TIMES < scale_for(short) / scale < NEAR_TIMES:
                yield from look_at(picture, edges, sought, scale_for(short), cards)
            break
    return of_size(cards, size_at) if size_at else cards


def look_at(
    picture: np.ndarray, edges: np.ndarray, sought: Searched, scale: float, cards: list[Imagined]
) -> Piecewise[None]:
    """Add to `cards` those that the finder sees where `edges` are, the picture scaled so."""
    for left, top, wide, tall in strips(edges, sought, picture.shape[:2], scale):
        part, corner = picture[top : top + tall, left : left + wide], np.array((left, top), np.float32)
        for card in (yield from cards_in(part, scale)):
            added(cards, card._replace(quad=card.quad + corner))
        yield


def size_told(cards: Sequence[Imagined]) -> float:
    """Returns the short side of the cards that show both their indices, in the median; 0 if none does."""
    both = [short_side(card.quad) for card in cards if {0, 2} <= {*card.corners} or {1, 3} <= {*card.corners}]
    return float(np.median(both)) if both else 0.0


def scale_for(short: float) -> float:
    """Returns the scale at which the finder sees cards with this short side best."""
    return min(ENLARGED_TIMES_MOST, CARD_PX / short)


def unexplained(sought: Searched, named: Sequence[np.ndarray]) -> np.ndarray:
    """The edges in the searched copy, as a mask, without those on named cards."""
    edges = sought.edges.copy()
    for quad in named:
        cv2.fillConvexPoly(edges, grown((quad + 0.5) * sought.scale - 0.5, EXPLAINED_TIMES), (0,))
    return edges


def scales(
    shape: tuple[int, int], sought: Searched, named: Sequence[np.ndarray], size_at: SizeAt | None
) -> list[float]:
    """Returns the scales at which the finder looks at a picture of this height and width; none where a card
    is said to be larger than the picture.
    """
    short = 0.0
    if size_at:
        short = size_at(shape[1] / 2, shape[0] / 2)
    elif named:
        short = float(np.median([short_side(quad) for quad in named]))
    tried = [min(ENLARGED_TIMES_MOST, longer / max(shape)) for longer in PICTURE_PX]
    return [scale for scale in ([scale_for(short)] if short else tried) if scale * max(shape) > CARD_PX]


def strips(edges: np.ndarray, sought: Searched, shape: tuple[int, int], scale: float) -> Iterator[Box]:
    """The parts of a picture (of this height and width) that the finder looks at, in its pixels: neighbouring
    tiles with enough of `edges`, each with a rim.
    """
    side, rim = TILE_PX / scale, RIM_PX / scale
    least = EDGE_WIDTHS * max(LEAST_PX, CARD_PX / scale * sought.scale)
    down, across = (max(1, round(length / side)) for length in shape)
    tall, wide = shape[0] / down, shape[1] / across
    for row in range(down):
        busy = [
            has_edges(edges, (n * wide, row * tall, wide, tall), sought.scale, least) for n in range(across)
        ]
        for first, count in runs(busy):
            left, top = max(0, int(first * wide - rim)), max(0, int(row * tall - rim))
            right = min(shape[1], int((first + count) * wide + rim))
            yield left, top, right - left, min(shape[0], int((row + 1) * tall + rim)) - top


def has_edges(edges: np.ndarray, box: tuple[float, float, float, float], scale: float, least: float) -> bool:
    """Whether a box of the picture (left, top, width, height) holds at least `least` pixels of `edges`, a
    mask of the copy that is `scale` times as large.
    """
    left, top, wide, tall = (part * scale for part in box)
    part = edges[int(top) : int(top + tall) + 1, int(left) : int(left + wide) + 1]
    return cv2.countNonZero(part) >= least


def runs(busy: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yields where each run of busy tiles begins and how long it is, at most `TILES_AT_A_TIME`."""
    at = 0
    while at < len(busy):
        count = 0
        while at + count < len(busy) and busy[at + count] and count < TILES_AT_A_TIME:
            count += 1
        if count:
            yield at, count
        at += max(1, count)
