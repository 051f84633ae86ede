"""Why a card was not read: the causes, each with the measure that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.report.measures import Measures

INDEX_PX_LEAST = 14
"""The letter of an index is hardly read with fewer pixels from top to bottom."""
INDEX_PX_WANTED = 20
"""This height leaves something over for blur, worn ink and weak light."""
BLUR_MM_MOST = 0.5
"""The networks have seen no more than this, the width of a Gaussian on the card,"""
BLUR_PX_LEAST = 1.0
"""and no camera is sharper than this in its picture."""
CLIPPED_MOST = 0.45
"""More of a corner may not be overexposed if its ink is weak."""
PAPER_LEAST = 60
"""Paper is at least this bright in a picture that is not too dark."""
INK_LEAST = 0.5
"""Ink is darker than paper by at least this part of the paper's brightness."""
TILT_MOST = 40
"""Degrees. From 45 on cards are read less often, and one of 36 was named wrongly."""
INSIDE_LEAST = 0.97
OVERLAP_PART = 0.06
"""Two cards lie over each other if they share more than this part of the smaller."""

BACK = "back"
CAUSES = {
    "letter": "letter of another deck",
    "cut": "cut by the edge of the picture",
    "small": "too small",
    "blurred": "blurred",
    "glare": "glare",
    "dark": "too dark",
    "faded": "faded ink",
    "oblique": "seen from aside",
    "overlapped": "overlapped",
    "unknown": "unknown face",
}
"""The causes by name, each in a few words; the first one that holds counts as the cause of a card."""


class Cause(NamedTuple):
    """One of `CAUSES`, and the measure that shows it, as a person reads it."""

    name: str
    measure: str


def causes(card: Found, measures: Measures, others: Sequence[Found]) -> list[Cause]:
    """Returns why a card is not named, the first one first. `others` are all cards in its picture."""
    letter = card.unsure == "letter of which language"
    covered = card.unsure == "covered"
    tried = [
        letter and Cause("letter", f"{card.rank} means another rank in another language"),
        measures.inside < INSIDE_LEAST and Cause("cut", f"{measures.inside:.0%} of it is in the picture"),
        covered and Cause("overlapped", "only an index of it is seen"),
        is_small(card, measures, INDEX_PX_LEAST) and Cause("small", _small(measures)),
        is_blurred(measures)
        and Cause("blurred", f"edges are {measures.blur_mm:.1f} mm wide, {BLUR_MM_MOST} at most"),
        _light(measures),
        measures.tilt > TILT_MOST
        and Cause("oblique", f"seen from {measures.tilt:.0f} degrees aside, {TILT_MOST} at most"),
        is_overlapped(card, others) and Cause("overlapped", "another card lies over it, or under it"),
        is_small(card, measures, INDEX_PX_WANTED) and Cause("small", _small(measures)),
    ]
    shown = list[Cause]()
    for cause in tried:
        if cause and cause.name not in [before.name for before in shown]:
            shown.append(cause)
    return shown or [Cause("unknown", _unknown(card))]


def is_small(card: Found, measures: Measures, least_px: int) -> bool:
    """Whether an index has fewer pixels; where no letter stands out, whether the reader says so."""
    return measures.index_px < least_px if measures.index_px else card.unsure == "small"


def _small(measures: Measures) -> str:
    if measures.index_px:
        return f"the index is {measures.index_px:.0f} pixels high, {INDEX_PX_WANTED} wanted"
    return f"the card is {measures.card_px:.0f} pixels wide"


def is_blurred(measures: Measures) -> bool:
    """Whether edges are wider on the card than the networks know, and wider than one pixel."""
    return measures.blur_mm > BLUR_MM_MOST and measures.blur_px > BLUR_PX_LEAST


def _light(measures: Measures) -> Cause | None:
    """Returns what is wrong with light or ink; None if nothing is."""
    if measures.ink >= INK_LEAST and measures.paper >= PAPER_LEAST:
        return None
    part = f"the ink is only {measures.ink:.0%} darker than the paper, {INK_LEAST:.0%} wanted"
    if measures.paper < PAPER_LEAST:
        return Cause("dark", f"the paper’s brightness is {measures.paper:.0f} of 255, {PAPER_LEAST} wanted")
    if measures.clipped > CLIPPED_MOST:
        return Cause("glare", f"{measures.clipped:.0%} of the corner is overexposed; {part}")
    return Cause("faded", part)


def is_overlapped(card: Found, others: Sequence[Found]) -> bool:
    """Whether a card lies over this one, or under it; the reader may have seen only an index of it."""
    if card.unsure == "indices disagree":
        return True
    own = np.array(card.quad, np.float32)
    quads = [np.array(other.quad, np.float32) for other in others if other is not card]
    return any(_shared(own, quad) > OVERLAP_PART for quad in quads)


def _shared(one: np.ndarray, other: np.ndarray) -> float:
    """Returns the part of the smaller of two quads that both cover."""
    smaller = min(cv2.contourArea(one), cv2.contourArea(other))
    return float(cv2.intersectConvexConvex(one, other)[0]) / max(smaller, 1e-9)


def _unknown(card: Found) -> str:
    """Returns what the reader says of a card on which nothing is amiss that can be measured."""
    guess = f"; most like {card.rank}{card.suit}, {card.confidence:.0%} sure" if card.rank else ""
    return f"{card.unsure}{guess}"
