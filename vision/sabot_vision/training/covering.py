"""Other cards, coins, chips and fingers beside or over a card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from sabot_vision.training.prints import Window
from sabot_vision.training.shapes import Chance
from sabot_vision.training.stock import Stock, one_of
from sabot_vision.training.surroundings import disc, finger

BANDED_SHARE = 0.12
"""How many of the cards that lie beside or over another have a dark band along their edge."""
LITTLE_HIDDEN_SHARE, MUCH_HIDDEN_SHARE = 0.08, 0.35
"""A sample is drawn only if so little, or so much, of each part of the index is hidden: between the two it
may be read or not."""


def other_card(stock: Stock, sheet: np.ndarray, window: Window, chance: Chance) -> np.ndarray:
    """Another card drawn on the sheet at any turn; where it is (mask)."""
    picture = stock.small[int(chance.integers(len(stock.small)))]
    if chance.random() < 0.15:
        picture = turned_picture(stock, chance)
    if chance.random() < BANDED_SHARE:
        picture = banded(picture, chance)
    turn = chance.uniform(0, 2 * np.pi) if chance.random() < 0.7 else chance.normal(0, 0.15)
    scale = 63 / picture.shape[1] * window.scale
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
    centre = window.pixels() @ (*(chance.uniform(-50, 90, 1)), *(chance.uniform(-50, 110, 1)), 1)
    matrix[:, 2] = centre[:2] - matrix[:, :2] @ (picture.shape[1] / 2, picture.shape[0] / 2)
    size = sheet.shape[1], sheet.shape[0]
    put = cv2.warpAffine(picture, matrix, size)
    mask = (cv2.extractChannel(put, 3) > 127).view(np.uint8)
    cv2.copyTo(cv2.cvtColor(put, cv2.COLOR_BGRA2BGR), mask, sheet)
    return np.asarray(mask)


def banded(picture: np.ndarray, chance: Chance) -> np.ndarray:
    """The picture of a card with a dark band along its edge, or a little in."""
    drawn, inset, wide = picture.copy(), int(chance.integers(0, 5)), int(chance.integers(1, 5))
    ends = picture.shape[1] - 1 - inset - wide // 2, picture.shape[0] - 1 - inset - wide // 2
    ink = [*chance.uniform(0, 90, 3).tolist(), 255.0]
    cv2.rectangle(drawn, (inset + wide // 2, inset + wide // 2), ends, ink, wide)
    drawn[..., 3] = picture[..., 3]
    return drawn


def covered(
    stock: Stock,
    sheet: np.ndarray,
    window: Window,
    boxes: Sequence[tuple[float, float, float, float]],
    chance: Chance,
) -> float:
    """Lay something over the card. Returns the share of the box (left, top, right, bottom in millimetres) of
    which it hides most, never between LITTLE_HIDDEN_SHARE and MUCH_HIDDEN_SHARE."""
    for _ in range(4):
        laid = sheet.copy()
        mask = laid_over(stock, laid, window, chance)
        hidden = max(hidden_of(mask, window, box) for box in boxes)
        if hidden < LITTLE_HIDDEN_SHARE or hidden > MUCH_HIDDEN_SHARE:
            sheet[:] = laid
            return hidden
    return 0.0


def hidden_of(mask: np.ndarray, window: Window, box: tuple[float, float, float, float]) -> float:
    """The share of a box (millimetres) that the mask hides; none of one outside the window."""
    to_px = window.pixels()
    (x0, y0, _), (x1, y1, _) = (np.round(to_px @ (*end, 1)).astype(int) for end in (box[:2], box[2:]))
    inside = mask[max(0, y0) : y1, max(0, x0) : x1]
    return float(inside.mean()) if inside.size else 0.0


def laid_over(stock: Stock, sheet: np.ndarray, window: Window, chance: Chance) -> np.ndarray:
    """A card, a coin or chip, or a finger, drawn on the sheet; where it is (1, else 0)."""
    dice = chance.random()
    if dice < 0.45:
        return other_card(stock, sheet, window, chance)
    before = sheet.copy()
    at = int(chance.uniform(0, sheet.shape[1])), int(chance.uniform(0, sheet.shape[0]))
    if dice < 0.75:
        disc(sheet, chance, at, max(2, int(window.scale * chance.uniform(6, 20))))
    else:
        finger(sheet, chance, at, max(2, int(window.scale * chance.uniform(8, 22))))
    same = cv2.inRange(cv2.absdiff(before, sheet), (0, 0, 0), (0, 0, 0))
    return np.asarray(same == 0).view(np.uint8)


def turned_picture(stock: Stock, chance: Chance) -> np.ndarray:
    """A card's back with its opacity, as small as the small prints."""
    pattern = cv2.resize(one_of(stock.backs, chance), stock.small.shape[2:0:-1])
    return np.dstack([pattern, stock.small[stock.readable[0]][..., 3]])
