"""Draws the cards that were found into a picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from sabot_vision.finding.found import Found

NAMED_BGR, DOUBTED_BGR = (60, 200, 40), (0, 150, 255)
"""Green for a card that is named, orange for one that is not (blue-green-red)."""


def marked(picture: np.ndarray, found: Sequence[Found], *, brief: bool = False) -> np.ndarray:
    """A copy of `picture` with the outline of each card and its name, or the reason why it has none; `brief`:
    without how sure that is, for cards that lie close to each other."""
    drawn = picture.copy()
    thick = max(1, round(max(picture.shape[:2]) / 500))
    for card in found:
        colour = NAMED_BGR if card.card else DOUBTED_BGR
        cv2.polylines(drawn, [np.array(card.quad).round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        written(drawn, label(card, brief=brief), (card.box[0], card.box[1] - 3), colour, thick)
    return drawn


def label(card: Found, *, brief: bool) -> str:
    """What stands beside the outline."""
    if not card.card:
        return "?" if brief else f"? {card.unsure}"
    return card.card if brief else f"{card.card} {card.confidence:.3f}"


def written(
    picture: np.ndarray, text: str, at: tuple[int, int], colour: tuple[int, int, int], thick: int
) -> None:
    """Write `text` on a dark ground, moved into the picture where it would stand outside."""
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.45 * thick, thick)
    x = max(0, min(at[0], picture.shape[1] - wide))
    y = max(tall + 2, min(at[1], picture.shape[0] - 2))
    cv2.rectangle(picture, (x, y - tall - 2), (x + wide, y + 2), (20, 20, 20), -1)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45 * thick, colour, thick, cv2.LINE_AA)
