"""How the numbers on a ring look from afar: one digit or two, wide ones and narrow ones."""

from __future__ import annotations

import cv2
import numpy as np

from sabot_vision.wheel.strips import PER_POCKET

TIMES_FINER = 4
"""Numbers are drawn this much larger than a strip shows them."""

TWO_SHARE = 0.62
"""Two digits are so wide, as a part of their pocket."""

SMEAR_COLUMNS = 3
INK_SPREAD = 0.5
"""How much the ink counts beside the colours: its spread over the ring."""


def ink(pockets: tuple[str, ...]) -> np.ndarray:
    """How much more ink than there usually is each column of the ring has."""
    wide, font = PER_POCKET * TIMES_FINER, cv2.FONT_HERSHEY_DUPLEX
    scale = TWO_SHARE * wide / cv2.getTextSize("00", font, 1.0, 1)[0][0]
    cells = np.zeros((len(pockets), wide, wide), np.uint8)
    for cell, name in zip(cells, pockets, strict=True):
        (long, tall), _ = cv2.getTextSize(name, font, scale, TIMES_FINER)
        cv2.putText(cell, name, ((wide - long) // 2, (wide + tall) // 2), font, scale, (255,), TIMES_FINER)
    columns = cells.mean(axis=1).reshape(-1, TIMES_FINER).mean(axis=1)
    wrapped = np.roll(columns, -PER_POCKET // 2)
    smooth = cv2.blur(np.tile(wrapped, 3)[None], (SMEAR_COLUMNS, 1))[0, len(wrapped) : 2 * len(wrapped)]
    usual = smooth.reshape(len(pockets), PER_POCKET).mean(axis=0)
    own = smooth - np.tile(usual, len(pockets))
    return np.asarray(INK_SPREAD * own / own.std())
