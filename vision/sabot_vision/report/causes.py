"""Why a card was not read: the causes, each with the measure that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.report.measures import Measures
from sabot_vision.report.sentence import Said

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
    "letter": Said("letter of another deck"),
    "strange": Said("letter of an unknown pack"),
    "cut": Said("cut by the edge of the picture"),
    "small": Said("too small"),
    "blurred": Said("blurred"),
    "glare": Said("glare"),
    "dark": Said("too dark"),
    "faded": Said("faded ink"),
    "oblique": Said("seen from aside"),
    "overlapped": Said("overlapped"),
    "unknown": Said("unknown face"),
}
"""The causes by name, each in a few words; the first one that holds counts as the cause of a card."""


class Cause(NamedTuple):
    """One of `CAUSES`, and the measure that shows it, as a person reads it."""

    name: str
    measure: Said


def causes(card: Found, measures: Measures, others: Sequence[Found]) -> list[Cause]:
    """Returns why a card is not named, the first one first. `others` are all cards in its picture."""
    letter, strange = (card.unsure == why for why in ("language not known", "letter not known"))
    covered = card.unsure == "covered"
    inside, wide, tilt = f"{measures.inside:.0%}", f"{measures.blur_mm:.1f}", f"{measures.tilt:.0f}"
    tried = [
        letter and Cause("letter", Said("{letter} means another rank in another language", letter=card.rank)),
        strange and Cause("strange", Said("the packs that the eye knows have no such letter")),
        measures.inside < INSIDE_LEAST and Cause("cut", Said("{part} of it is in the picture", part=inside)),
        covered and Cause("overlapped", Said("only an index of it is seen")),
        is_small(card, measures, INDEX_PX_LEAST) and Cause("small", _small(measures)),
        is_blurred(measures)
        and Cause("blurred", Said("edges are {wide} mm wide, {most} at most", wide=wide, most=BLUR_MM_MOST)),
        _light(measures),
        measures.tilt > TILT_MOST
        and Cause(
            "oblique", Said("seen from {tilt} degrees aside, {most} at most", tilt=tilt, most=TILT_MOST)
        ),
        is_overlapped(card, others) and Cause("overlapped", Said("another card lies over it, or under it")),
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


def _small(measures: Measures) -> Said:
    if measures.index_px:
        high = f"{measures.index_px:.0f}"
        return Said("the index is {high} pixels high, {wanted} wanted", high=high, wanted=INDEX_PX_WANTED)
    return Said("the card is {wide} pixels wide", wide=f"{measures.card_px:.0f}")


def is_blurred(measures: Measures) -> bool:
    """Whether edges are wider on the card than the networks know, and wider than one pixel."""
    return measures.blur_mm > BLUR_MM_MOST and measures.blur_px > BLUR_PX_LEAST


def _light(measures: Measures) -> Cause | None:
    """Returns what is wrong with light or ink; None if nothing is."""
    if measures.ink >= INK_LEAST and measures.paper >= PAPER_LEAST:
        return None
    ink, wanted = f"{measures.ink:.0%}", f"{INK_LEAST:.0%}"
    part = Said("the ink is only {ink} darker than the paper, {wanted} wanted", ink=ink, wanted=wanted)
    if measures.paper < PAPER_LEAST:
        paper, line = f"{measures.paper:.0f}", "the paper’s brightness is {paper} of 255, {wanted} wanted"
        return Cause("dark", Said(line, paper=paper, wanted=PAPER_LEAST))
    if measures.clipped > CLIPPED_MOST:
        bright, line = f"{measures.clipped:.0%}", "{bright} of the corner is overexposed; {part}"
        return Cause("glare", Said(line, bright=bright, part=part))
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


def _unknown(card: Found) -> Said:
    """Returns what the reader says of a card on which nothing is amiss that can be measured."""
    if not card.rank:
        return Said("{why}", why=card.unsure)
    guess, sure = card.rank + card.suit, f"{card.confidence:.0%}"
    return Said("{why}; most like {guess}, {sure} sure", why=card.unsure, guess=guess, sure=sure)
