"""Where cards may lie: outlines in a picture, from several kinds of light and dark, none trusted alone.

This module only proposes. One outline too many costs a millisecond of reading; a missed outline costs a card.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.finding.corners import likely_sizes
from sabot_vision.finding.geometry import (
    LEAST_PX,
    SizeAt,
    are_cards,
    crossings,
    distinct,
    grown,
    lines_along,
    lying_on,
    portrait,
    sampled,
    short_side,
)
from sabot_vision.finding.paper import as_contour, heaps_among, is_white
from sabot_vision.frame import shrunk

SEARCHED_PX = 720
"""Outlines are looked for in a copy of the picture reduced by a whole number, to about this many pixels."""

PAPER_MASKS, SIZED_PAPER_MASKS = 4, 2
"""This many masks show paper as white; fewer are enough where the size of cards is known, because a missed
card is then found in the heap that it leaves. The last mask shows edges."""

FRAYED_WIDTHS = 0.05
"""A point is off its quad from this distance on, in parts of a short side."""

LARGE_CARD_PART, INNER_PART = 0.05, 0.94
"""A clear card smaller than this part of the picture is not searched again, except for its rim outside this
part of it."""

OTHER_SIZE_TIMES = 1.3
"""An outline that differs from the known size of a card by this factor shows several cards, or none."""

POINTS_AN_OUTLINE = 240
"""How many points of an outline are examined."""


class Outline(NamedTuple):
    """A place where a card may lie.

    `quad` is 4 × 2, float32, pixels of the picture, clockwise; the side from the first corner to the second
    is a short one. `corners` are those seen as corners of the outline; a `whole` card shows all four.
    `sized`: its size was known, not seen.
    """

    quad: np.ndarray
    corners: tuple[int, ...]
    whole: bool
    sized: bool = False


class Searched(NamedTuple):
    """What was found in a picture. First the outlines of whole cards, larger ones first. Then, in the
    searched copy, which is `scale` times as large: contours that show no whole card (`torn`), the quads of
    `clear` cards, heaps of paper that may be several cards, the masks of paper and edges, and the likely
    length of a card's short side in the middle of the picture (0: unknown).
    """

    whole: list[Outline]
    torn: list[np.ndarray]
    clear: list[np.ndarray]
    heaps: list[np.ndarray]
    paper: np.ndarray
    edges: np.ndarray
    short: float
    scale: float


def searched(picture: np.ndarray, size_at: SizeAt | None = None) -> Searched:
    """Returns the outlines in a picture (height × width × 3, uint8) and the paper that may be a heap. If
    `size_at` gives the size of cards, outlines of another size are left out.
    """
    small, scale = reduced(picture)
    papers_in = SIZED_PAPER_MASKS if size_at else PAPER_MASKS
    shapes, several = Shapes(), masks(small, papers_in)
    paper = next(several)
    shapes.gather([paper])
    shapes.gather(islice(several, papers_in - 1))
    papers = [torn for torn in shapes.torn if cv2.contourArea(torn, oriented=True) < 0]
    edges = next(several)
    shapes.gather([edges])
    quads, clear = distinct(shapes.whole), distinct(shapes.clear)
    short = max(likely_sizes(clear), default=0.0)
    papers = [each for each in papers if not shapes.knows(each)]
    if size_at:
        odd = [quad for quad in quads if not sized(quad, scale, size_at)]
        papers += [as_contour(quad) for quad in odd if is_white(quad, paper)]
        quads, clear = ([quad for quad in some if sized(quad, scale, size_at)] for some in (quads, clear))
        short = size_at(picture.shape[1] / 2, picture.shape[0] / 2) * scale
    found = [Outline(to_picture(quad, scale), (0, 1, 2, 3), True) for quad in quads]
    return Searched(found, shapes.torn, clear, heaps_among(papers, short), paper, edges, short, scale)


def sized(quad: np.ndarray, scale: float, size_at: SizeAt) -> bool:
    """Whether a quad of the small copy is about as large as a card that lies there."""
    large = to_picture(quad, scale)
    return 1 / OTHER_SIZE_TIMES < size_at(*large.mean(axis=0).tolist()) / short_side(large) < OTHER_SIZE_TIMES


def reduced(picture: np.ndarray) -> tuple[np.ndarray, float]:
    """(the copy that is searched, its size against that of `picture`)."""
    times = max(1, min(round(max(picture.shape[:2]) / SEARCHED_PX), *picture.shape[:2]))
    if times == 1:
        return picture, 1.0
    size = picture.shape[1] // times, picture.shape[0] // times
    exact = picture[: size[1] * times, : size[0] * times]
    near, halvings = shrunk(exact, max(size))
    way = cv2.INTER_AREA if times % halvings == 0 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(near, size, interpolation=way)), 1 / times


def to_picture(quad: np.ndarray, scale: float) -> np.ndarray:
    """A quad of the small copy in pixels of the picture."""
    return np.asarray((quad + 0.5) / scale - 0.5, np.float32)


def masks(small: np.ndarray, papers: int = PAPER_MASKS) -> Iterator[np.ndarray]:
    """Returns black and white pictures: `papers` masks of paper, and one of edges. Each card is one region in
    some of them.
    """
    smooth = cv2.GaussianBlur(small, (5, 5), 0.8)
    blue, green, red = cv2.split(smooth)
    white = cv2.min(cv2.min(blue, green), red)
    level, mask = cv2.threshold(white, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    yield mask
    if papers > SIZED_PAPER_MASKS:
        high = (level + 255) / 2 if level > 100 else level * 1.5
        yield cv2.threshold(white, high, 255, cv2.THRESH_BINARY)[1]
        grey = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
        yield cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    side = max(small.shape[:2]) // 5 | 1
    yield cv2.adaptiveThreshold(white, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, side, -6)
    across, down = cv2.spatialGradient(white)
    yield cv2.dilate(cv2.Canny(across, down, 12, 40), np.ones((3, 3), np.uint8))


class Shapes:
    """What the masks show: the quads that may be cards, the `clear` ones among them, and the contours that
    are no card or several.
    """

    def __init__(self) -> None:
        self.whole: list[np.ndarray] = []
        self.clear: list[np.ndarray] = []
        self.torn: list[np.ndarray] = []
        self._inner: list[tuple[np.ndarray, float]] = []
        self._around: list[tuple[float, ...]] = []

    def gather(self, some: Iterable[np.ndarray]) -> None:
        """Add what is large enough in `some` masks and not known yet."""
        rough: list[np.ndarray] = []
        round_them: list[np.ndarray] = []
        for contour, area in (each for mask in some for each in self._unknown(self._emptied(mask))):
            corners = four_corners(contour, area)
            if corners is None:
                self.torn.append(contour)
            else:
                rough.append(corners)
                round_them.append(contour)
        if rough:
            self._take(round_them, np.array(rough))
        self.torn = [contour for contour in self.torn if not self.knows(contour)]

    def _emptied(self, mask: np.ndarray) -> np.ndarray:
        """Returns the mask, black within clear cards, because their print has no outlines of cards. A large
        "card" may be a table with cards on it, so it stays. The rim stays too: it may be part of a better
        outline.
        """
        for inner, area in self._inner:
            if area < LARGE_CARD_PART * mask.size:
                cv2.fillConvexPoly(mask, inner, (0,))
        return mask

    def _unknown(self, mask: np.ndarray) -> Iterator[tuple[np.ndarray, float]]:
        """The contours in a mask that are large enough and not known yet, and their areas."""
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        most = 0.9 * mask.size
        for contour in contours:
            if len(contour) < 4 * LEAST_PX:
                continue
            area = cv2.contourArea(contour)
            if LEAST_PX**2 < area < most and not self.knows(contour):
                yield contour, area

    def knows(self, contour: np.ndarray) -> bool:
        """Returns whether a contour just fills the box around a known quad: the same card in another mask."""
        x, y, wide, tall = cv2.boundingRect(contour)
        for left, top, right, bottom, reach in self._around:
            if (
                abs(x - left) < reach
                and abs(y - top) < reach
                and abs(x + wide - right) < reach
                and abs(y + tall - bottom) < reach
            ):
                return True
        return False

    def _take(self, contours: list[np.ndarray], rough: np.ndarray) -> None:
        """Add the cards among contours with four corners, each once."""
        fits = fitted_sides(contours, rough)
        good = are_cards(fits)
        quads = [portrait(fit) for fit in fits]
        known = len(self.whole)
        on = lying_on(rough, np.array([*self.whole, *quads]))
        there = [True] * known
        for number, contour in enumerate(contours):
            new = not on[number, : known + number][there].any()
            there.append(new and bool(good[number]))
            if there[-1]:
                self._add(quads[number], contour)
            elif new:
                self.torn.append(contour)

    def _add(self, quad: np.ndarray, contour: np.ndarray) -> None:
        self.whole.append(quad)
        if frayed(contour, quad):
            self.torn.append(contour)
            return
        self.clear.append(quad)
        self._inner.append((grown(quad, INNER_PART), cv2.contourArea(quad)))
        reach = 0.06 * math.dist(quad[0], quad[1]) + 1.5
        self._around.append((*quad.min(axis=0).tolist(), *(quad.max(axis=0) + 1).tolist(), reach))


def four_corners(contour: np.ndarray, area: float) -> np.ndarray | None:
    """The four corners of an outline, roughly and as `portrait` has them; None where it has others."""
    hull = cv2.convexHull(contour)
    if area < 0.85 * cv2.contourArea(hull):
        return None
    around = cv2.arcLength(hull, True)
    for slack in (0.03, 0.05, 0.07):
        corners = cv2.approxPolyDP(hull, slack * around, True)
        if len(corners) == 4:
            return portrait(corners.reshape(4, 2).astype(np.float32))
    return None


def frayed(contour: np.ndarray, quad: np.ndarray) -> bool:
    """Whether an outline leaves its quad so far that it may be that of several cards."""
    points, along = sampled(contour, POINTS_AN_OUTLINE), quad[[1, 2, 3, 0]] - quad
    offset = points[None] - quad[..., None]
    aside = np.abs(along[:, :1] * offset[:, 1] - along[:, 1:] * offset[:, 0]) / np.hypot(*along.T)[:, None]
    slack = FRAYED_WIDTHS * math.dist(quad[0], quad[1]) + 1.5
    return bool(np.count_nonzero(aside.min(axis=0) > slack) > 0.02 * POINTS_AN_OUTLINE)


def fitted_sides(contours: list[np.ndarray], rough: np.ndarray) -> np.ndarray:
    """The corners (k × 4 × 2, as `rough`) where straight lines through the middle of each side of k contours
    meet, nan where they do not: round corners cost nothing."""
    points = np.repeat([sampled(contour, POINTS_AN_OUTLINE) for contour in contours], 4, axis=0)
    ends = rough[:, [1, 2, 3, 0]]
    lines = lines_along(points, rough.reshape(-1, 2), ends.reshape(-1, 2), skip=0.15, band=0.06)
    lines = lines.reshape(-1, 4, 4)
    return np.asarray(crossings(lines[:, [3, 0, 1, 2]], lines), np.float32)
