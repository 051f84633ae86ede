"""Paper that no card explains: where in a picture it is worth looking into a heap.

To ask where indices are in a heap is the dearest step of all, so it is taken last, and only where cards that
are named already leave enough paper over for a part of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from sabot_vision.finding.geometry import LEAST_PX, RATIO, grown

ALMOST = 0.8
"""A heap is as large as this part of a card at least."""
MANY = 9
"""And no larger than so many: more is a table, or a cloth, that is as light as paper."""
STRIP = 0.15
"""What is left of it is so wide, in parts of a card's short side, and so large, in parts of a card."""
SOLID = 0.3
"""A heap is so wide everywhere, in parts of a card's short side: the grain of a cloth is not."""
WHITE = 0.6
"""So much of what an outline has in it is paper, where it may be that of several cards."""
EDGED = 0.2
"""So much of its outline lies along edges at least: a lamp mirrored in the cloth fades away."""
SEVERAL = 5
"""Six cards in a row or a fan are no larger than so many."""
AROUND, DENSE = 0.6, 0.12
"""So much of what lies so far around is edge, in parts of a card's short side, wherever cards lie over each
other: a lamp's light beside them has none."""
RIM_PX = 3
"""Heaps whose boxes end so near each other are one, in pixels of the copy that is searched."""
GROWN = 1.05
"""A card that is named explains so much more than its own sides: a frayed rim is no part of another."""


def heaps_among(papers: Iterable[np.ndarray], short: float) -> list[np.ndarray]:
    """Which contours of paper may be of several cards, or of one that is no clear quad; `short` is the length
    of a card's short side, 0 where nothing tells it."""
    card = RATIO * short**2
    least, most = (ALMOST * card, MANY * card) if short else (4.0 * LEAST_PX**2, np.inf)
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
    """Whether what lies within a quad is mostly `paper` (a mask, white there)."""
    left, top, wide, tall = cv2.boundingRect(as_contour(quad))
    corner = np.array((max(0, left), max(0, top)))
    part = paper[corner[1] : max(0, top + tall), corner[0] : max(0, left + wide)]
    if not part.size:
        return False
    inside = filled([as_contour(quad - corner)], (part.shape[0], part.shape[1]))
    return cv2.countNonZero(cv2.bitwise_and(part, inside)) > WHITE * cv2.countNonZero(inside)


def edged(paper: np.ndarray, edges: np.ndarray) -> bool:
    """Whether enough of the outline of some paper lies along `edges` (a mask, white there), as far as it does
    not lie where the picture ends."""
    points = paper.reshape(-1, 2)
    last = np.array(edges.shape[::-1]) - 1
    across, down = points[((points > 2) & (points < last - 2)).all(axis=1)].T
    return cv2.countNonZero(edges[down, across]) >= EDGED * len(across)


def left_over(
    heaps: Iterable[np.ndarray], named: Sequence[np.ndarray], edges: np.ndarray, short: float
) -> Iterator[np.ndarray]:
    """The solid parts of heaps (contours) of which cards that are `named` (quads, 4 × 2, all of each seen)
    leave enough for a part of another card, that ends in `edges` (a mask of the picture)."""
    least = STRIP * RATIO * short**2 if short else STRIP * 4 * LEAST_PX**2
    narrow = max(3, round(STRIP * (short or LEAST_PX)))
    wide = max(narrow, round(SOLID * short))
    for heap in heaps:
        left, top, across, down = cv2.boundingRect(heap)
        corner = np.array((left, top), np.int32)
        whole = filled([heap - corner], (down, across))
        for part in solid(whole, wide):
            covered = filled([part], (down, across))
            for quad in named:
                cv2.fillConvexPoly(covered, grown(quad, GROWN) - corner, (0,))
            rests = (rest for rest in solid(covered, narrow) if cv2.contourArea(rest) > least)
            if any(edged(rest + corner, edges) for rest in rests):
                yield tipped(part, whole, wide) + corner


def tipped(part: np.ndarray, whole: np.ndarray, wide: int) -> np.ndarray:
    """A solid part of a region (a mask), with the corners that it lost."""
    larger = cv2.dilate(filled([part], (whole.shape[0], whole.shape[1])), np.ones((wide, wide), np.uint8))
    regions = cv2.findContours(cv2.bitwise_and(larger, whole), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    return np.asarray(max(regions, key=cv2.contourArea))


def unlit(heaps: Iterable[np.ndarray], edges: np.ndarray, short: float) -> Iterator[np.ndarray]:
    """The heaps, without what a lamp's light beside the cards adds to those that are too large for cards over
    each other: only where enough is edge is it kept. `short` is the length of a card's short side, known."""
    side = round(AROUND * short) | 1
    for heap in heaps:
        if cv2.contourArea(heap) < SEVERAL * RATIO * short**2:
            yield heap
            continue
        busy = cv2.threshold(cv2.blur(edges, (side, side)), DENSE * 255, 255, cv2.THRESH_BINARY)[1]
        left = cv2.bitwise_and(filled([heap], (edges.shape[0], edges.shape[1])), busy)
        joined = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
        yield from cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]


def filled(contours: Sequence[np.ndarray], shape: tuple[int, int]) -> np.ndarray:
    """A mask (height, width) with these regions in it."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, contours, (255,))
    return mask


def solid(mask: np.ndarray, wide: int) -> Sequence[np.ndarray]:
    """The regions of a mask, as contours, without all that is not so many pixels wide."""
    kernel, nothing = np.ones((wide, wide), np.uint8), cv2.BORDER_CONSTANT
    thin = cv2.erode(mask, kernel, borderType=nothing, borderValue=0)
    opened = cv2.dilate(thin, kernel, borderType=nothing, borderValue=0)
    return cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
