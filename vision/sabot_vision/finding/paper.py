"""Paper that no card explains: where in a picture it is worth looking into a heap.

Looking for indices in a heap costs the most, so it comes last, and only where the named cards leave enough
paper for a part of another card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from sabot_vision.finding.geometry import LEAST_PX, LONG_TO_SHORT, grown

HEAP_CARDS_LEAST = 0.8
"""A heap has at least the area of this many cards."""
HEAP_CARDS_MOST = 9
"""A heap has at most the area of this many cards; anything larger is a table or a cloth as light as paper."""
LEFT_OVER_PART = 0.15
"""The rest of a heap is at least this wide, in parts of a card's short side, and this large, in parts of a
card."""
SOLID_WIDTHS = 0.3
"""A heap is at least this wide everywhere, in parts of a card's short side; the grain of a cloth is not."""
WHITE_PART = 0.6
"""At least this part of an outline's inside is paper if it may show several cards."""
EDGED_PART = 0.2
"""At least this part of a heap's outline lies along edges; the reflection of a lamp fades out instead."""
ROW_CARDS_MOST = 5
"""Six cards in a row or a fan cover at most this many whole cards."""
EDGE_REACH_WIDTHS, EDGE_PART_LEAST = 0.6, 0.12
"""Where cards lie over each other, at least this part (the second) of the surroundings within this distance
(the first, in parts of a card's short side) is edge. A patch of lamplight has no edges."""
RIM_PX = 3
"""Heaps whose boxes are this near each other are one heap, in pixels of the searched copy."""
GROWN_TIMES = 1.05
"""A named card explains an area this much larger than itself, so that its frayed rim is not taken for another
card."""


def heaps_among(papers: Iterable[np.ndarray], short: float) -> list[np.ndarray]:
    """Returns the contours of paper that may be several cards, or one that is not a clear quad. `short` is
    the length of a card's short side (0: unknown).
    """
    card = LONG_TO_SHORT * short**2
    least, most = (HEAP_CARDS_LEAST * card, HEAP_CARDS_MOST * card) if short else (4.0 * LEAST_PX**2, np.inf)
    return [paper for paper in papers if least < cv2.contourArea(paper) < most]


def each_once(heaps: Iterable[np.ndarray]) -> list[np.ndarray]:
    """The heaps, largest first, each once: several masks show the same, with a rim a little further out."""
    kept: list[np.ndarray] = []
    edges = np.empty((0, 4), np.int32)
    for heap in sorted(heaps, key=cv2.contourArea, reverse=True):
        left, top, wide, tall = cv2.boundingRect(heap)
        box = left, top, left + wide, top + tall
        if not (np.abs(edges - box).max(axis=1) <= RIM_PX).any():
            kept.append(heap)
            edges = np.vstack([edges, box])
    return kept


def as_contour(quad: np.ndarray) -> np.ndarray:
    """A quad as OpenCV has contours."""
    return np.asarray(np.rint(quad)[:, None], np.int32)


def is_white(quad: np.ndarray, paper: np.ndarray) -> bool:
    """Returns whether the inside of a quad is mostly `paper` (a mask, white there)."""
    left, top, wide, tall = cv2.boundingRect(as_contour(quad))
    corner = np.array((max(0, left), max(0, top)))
    part = paper[corner[1] : max(0, top + tall), corner[0] : max(0, left + wide)]
    if not part.size:
        return False
    inside = filled([as_contour(quad - corner)], (part.shape[0], part.shape[1]))
    return cv2.countNonZero(cv2.bitwise_and(part, inside)) > WHITE_PART * cv2.countNonZero(inside)


def edged(paper: np.ndarray, edges: np.ndarray) -> bool:
    """Whether enough of the outline of some paper lies along `edges` (a mask, white there), as far as it does
    not lie where the picture ends."""
    points = paper.reshape(-1, 2)
    last = np.array(edges.shape[::-1]) - 1
    across, down = points[((points > 2) & (points < last - 2)).all(axis=1)].T
    return cv2.countNonZero(edges[down, across]) >= EDGED_PART * len(across)


def left_over(
    heaps: Iterable[np.ndarray], named: Sequence[np.ndarray], edges: np.ndarray, short: float
) -> Iterator[np.ndarray]:
    """Returns the solid parts of heaps (contours) that the `named` cards (quads, 4 × 2, each wholly visible)
    leave over, if they are enough for a part of another card and end in `edges` (a mask of the picture).
    """
    least = LEFT_OVER_PART * LONG_TO_SHORT * short**2 if short else LEFT_OVER_PART * 4 * LEAST_PX**2
    narrow = max(3, round(LEFT_OVER_PART * (short or LEAST_PX)))
    wide = max(narrow, round(SOLID_WIDTHS * short))
    for heap in heaps:
        left, top, across, down = cv2.boundingRect(heap)
        corner = np.array((left, top), np.int32)
        whole = filled([heap - corner], (down, across))
        for part in solid(whole, wide):
            covered = filled([part], (down, across))
            for quad in named:
                cv2.fillConvexPoly(covered, grown(quad, GROWN_TIMES) - corner, (0,))
            rests = (rest for rest in solid(covered, narrow) if cv2.contourArea(rest) > least)
            if any(edged(rest + corner, edges) for rest in rests):
                yield tipped(part, whole, wide) + corner


def tipped(part: np.ndarray, whole: np.ndarray, wide: int) -> np.ndarray:
    """A solid part of a region (a mask), with the corners that it lost."""
    larger = cv2.dilate(filled([part], (whole.shape[0], whole.shape[1])), np.ones((wide, wide), np.uint8))
    regions = cv2.findContours(cv2.bitwise_and(larger, whole), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    return np.asarray(max(regions, key=cv2.contourArea))


def unlit(heaps: Iterable[np.ndarray], edges: np.ndarray, short: float) -> Iterator[np.ndarray]:
    """Returns the heaps without lamplight beside the cards: of heaps that are too large, only the parts with
    enough edges are kept. `short` is the known length of a card's short side.
    """
    side = round(EDGE_REACH_WIDTHS * short) | 1
    for heap in heaps:
        if cv2.contourArea(heap) < ROW_CARDS_MOST * LONG_TO_SHORT * short**2:
            yield heap
            continue
        busy = cv2.threshold(cv2.blur(edges, (side, side)), EDGE_PART_LEAST * 255, 255, cv2.THRESH_BINARY)[1]
        left = cv2.bitwise_and(filled([heap], (edges.shape[0], edges.shape[1])), busy)
        joined = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
        yield from cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]


def filled(contours: Sequence[np.ndarray], shape: tuple[int, int]) -> np.ndarray:
    """A mask (height, width) with these regions in it."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, contours, (255,))
    return mask


def solid(mask: np.ndarray, wide: int) -> Sequence[np.ndarray]:
    """Returns the regions of a mask, as contours, without the parts that are less than `wide` pixels wide."""
    kernel, nothing = np.ones((wide, wide), np.uint8), cv2.BORDER_CONSTANT
    thin = cv2.erode(mask, kernel, borderType=nothing, borderValue=0)
    opened = cv2.dilate(thin, kernel, borderType=nothing, borderValue=0)
    return cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
