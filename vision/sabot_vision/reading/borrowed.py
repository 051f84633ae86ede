"""Cards that are none: in a heap the letter of one card may stand beside a pip of another as if both were an
index, and one index may be read twice, with a card of another size around it.

Such a reading shows no index once that of the other card is covered, and does not have its name from the
place where its own index would stand. A card that lies there keeps its name in one way or the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from operator import itemgetter

import cv2
import numpy as np

from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.cutting import CARD_MM, CORNER_SIZE, corner_cut, to_corner_cut
from sabot_vision.networks.judging import Seen
from sabot_vision.reading.cuts import corners_read
from sabot_vision.reading.settling import Reading, as_seen, index_mass, settled

INDEX_NEAREST_MM, INDEX_FURTHEST_MM = (1.0, 1.0), (12.0, 24.0)
"""Where an index stands: how far from the long side of its card, and from the short one."""
COVERED_TIMES = 1.25
"""So much more is covered of the index of another card: seen in part, a card may seem smaller than it is."""
NAME_PART = 0.9
"""The place of its own index gives a card its name if the name is at least this part as likely there as in
the whole corner."""
PAPER_PERCENT = 88
"""The paper of a cut is lighter than this many of 100 of its pixels."""


def settled_apart(picture: np.ndarray, every: Sequence[Reading]) -> Piecewise[list[Reading]]:
    """Returns one reading for each card, without those that have their name from another card's index."""
    left = list(every)
    while True:
        kept = settled(left)
        borrowed = yield from that_borrow(picture, kept)
        if not borrowed:
            return kept
        shown = [reading.looked.indices for reading in borrowed]
        left = [reading for reading in left if not any(reading.looked.indices is one for one in shown)]


def that_borrow(picture: np.ndarray, kept: Sequence[Reading]) -> Piecewise[list[Reading]]:
    """Returns the readings that have their name from another's index; of two that share one, that which has
    less of its name from its own place."""
    pairs = [(one, other) for one, other in permutations(kept, 2) if may_borrow(one, other)]
    shown = yield from corners_read(cut for one, other in pairs for cut in covered(picture, one, other))
    looks = zip(pairs, shown[::2], shown[1::2], strict=True)
    doubted = [
        (name_part(one, own), one, other) for (one, other), rest, own in looks if index_mass(rest) < 0.5
    ]
    borrowed: list[Reading] = []
    for part, one, other in sorted(doubted, key=itemgetter(0)):
        if part < NAME_PART and not any(other is reading for reading in borrowed):
            borrowed.append(one)
    return borrowed


def may_borrow(reading: Reading, other: Reading) -> bool:
    """Whether a card that shows one index has the letter or the suit of a named card whose index stands
    in the same cut."""
    seen, said, name = as_seen(reading), reading.verdict, other.verdict
    if seen.whole or len(seen.corners) != 1 or name.card is None:
        return False
    if said.rank != name.rank and said.suit != name.suit:
        return False
    points = index_boxes(reading, other, COVERED_TIMES).reshape(-1, 2)
    return bool(((points >= 0) & (points < CORNER_SIZE)).all(axis=1).any())


def covered(picture: np.ndarray, reading: Reading, other: Reading) -> tuple[np.ndarray, np.ndarray]:
    """Returns the corner of one card twice: with the indices of the other covered, and with all covered but
    the place of its own index."""
    (corner,) = as_seen(reading).corners
    cut = corner_cut(picture, reading.looked.outline.quad, corner)
    paper = np.percentile(cut, PAPER_PERCENT, axis=(0, 1))
    rest = cut.copy()
    cv2.fillPoly(rest, list(index_boxes(reading, other, COVERED_TIMES).astype(np.int32)), paper.tolist())
    place = np.zeros(cut.shape[:2], np.uint8)
    cv2.fillPoly(place, list(index_boxes(reading, reading).astype(np.int32)), 1)
    return rest, np.where(place[..., None] > 0, cut, paper.astype(np.uint8))


def index_boxes(reading: Reading, other: Reading, times: float = 1.0) -> np.ndarray:
    """Where the indices of the other card, if it is `times` as large as it seems, stand in the cut of the
    one, in its pixels: n × 4 × 2."""
    (corner,) = as_seen(reading).corners
    quad = other.looked.outline.quad
    boxes = np.array([index_box(quad, n, times) for n in as_seen(other).corners], np.float32)
    to_cut = to_corner_cut(reading.looked.outline.quad, corner)
    return cv2.perspectiveTransform(boxes.reshape(-1, 1, 2), to_cut).reshape(-1, 4, 2)


def index_box(quad: np.ndarray, corner: int, times: float) -> np.ndarray:
    """Where the index in that corner of a card stands in the picture, 4 × 2."""
    across = (quad[corner ^ 1] - quad[corner]) / CARD_MM[0]
    along = (quad[3 - corner] - quad[corner]) / CARD_MM[1]
    near, top = INDEX_NEAREST_MM
    far, low = (times * mm for mm in INDEX_FURTHEST_MM)
    steps = ((near, top), (far, top), (far, low), (near, low))
    return np.array([quad[corner] + across * x + along * y for x, y in steps])


def name_part(reading: Reading, own: Seen) -> float:
    """How likely the place of its own index shows the letter and the suit of a card, as a part of how likely
    its whole corner does."""
    (before,) = (reading.looked.indices[n] for n in as_seen(reading).corners)
    glyph, suit = int(np.argmax(before.glyphs)), int(np.argmax(before.suits))
    return float(own.glyphs[glyph] * own.suits[suit] / (before.glyphs[glyph] * before.suits[suit]))
