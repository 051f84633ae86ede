"""Cards that are seen in part: cards in heaps, and cards with only a corner in a torn outline."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from sabot_vision.finding.corners import Imagined, imagined, likely_sizes
from sabot_vision.finding.everywhere import cards_anywhere
from sabot_vision.finding.geometry import SizeAt
from sabot_vision.finding.heaps import Box, boxes, in_heap
from sabot_vision.finding.outlines import Outline, Searched, searched, to_picture
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.finding.paper import as_contour, each_once, is_white, left_over, unlit


def outlines(picture: np.ndarray) -> list[Outline]:
    """Returns every place in `picture` (height × width × 3, uint8) where an outline shows a card or a part of
    one.
    """
    sought = searched(picture)
    return sought.whole + torn(sought, ())


def parts(
    picture: np.ndarray,
    sought: Searched,
    named: Sequence[np.ndarray],
    strange: Sequence[np.ndarray],
    size_at: SizeAt | None = None,
    *,
    hurried: bool = False,
) -> Piecewise[list[Outline]]:
    """The places in a picture where a card may lie that is seen in part; it yields None where it may pause.
    `named` are the quads of the known cards, each wholly visible; `strange` the quads of outlines that no
    single card has.

    If `size_at` gives the size of cards, finds in a heap are trusted, and no outlines are examined there.
    Where nothing tells it and there is no time (`hurried`), the first finds tell it.
    """
    short, explained, seen = sought.short / sought.scale, list[Box](), list[Imagined]()
    heaps = boxes(worth_a_look(sought, named, strange, size_known=size_at is not None), picture.shape[:2])
    yield
    for box in heaps:
        cards = yield from in_heap(picture, box, short, size_at)
        seen += cards
        explained += [box] if cards and size_at else []
    seen += yield from cards_anywhere(picture, sought, named, size_at, seen if hurried else None)
    found = [Outline(quad, corners, False, size_at is not None) for quad, corners in seen]
    found += torn(sought, explained)
    yield
    return found


def worth_a_look(
    sought: Searched, named: Sequence[np.ndarray], strange: Sequence[np.ndarray], *, size_known: bool
) -> list[np.ndarray]:
    """The heaps that are worth looking into, as contours of the picture; `size_known`: how large
    cards are is known."""
    quads, odd = ([(quad + 0.5) * sought.scale - 0.5 for quad in some] for some in (named, strange))
    papers = sought.heaps + [as_contour(quad) for quad in odd if is_white(quad, sought.paper)]
    if not papers:
        return []
    if size_known:
        papers = list(unlit(papers, sought.edges, sought.short))
    short = sought.short or max(likely_sizes(quads), default=0.0)
    rests = left_over(each_once(papers), quads, sought.edges, short)
    return [to_picture(rest, sought.scale).astype(np.int32) for rest in rests]


def torn(sought: Searched, explained: Sequence[Box]) -> list[Outline]:
    """Returns the cards with a corner in a torn outline, except those in the `explained` boxes."""
    boxed = [[edge * sought.scale for edge in box] for box in explained]
    left = [each for each in sought.torn if not any(lies_in(cv2.boundingRect(each), box) for box in boxed)]
    cards = imagined(left, sought.clear, sought.paper.shape[:2])
    placed = [Outline(to_picture(quad, sought.scale), corners, False) for quad, corners in cards]
    return [card for card in placed if not any(corner_in(card, box) for box in explained)]


def lies_in(inner: Sequence[float], outer: Sequence[float]) -> bool:
    """Whether one box (left, top, width, height) lies in another."""
    (left, top, wide, tall), (x, y, across, down) = inner, outer
    return x <= left and left + wide <= x + across and y <= top and top + tall <= y + down


def corner_in(card: Outline, box: Box) -> bool:
    """Whether the first corner that is seen of a card lies in a box."""
    x, y = card.quad[card.corners[0]]
    return lies_in((float(x), float(y), 0, 0), box)
