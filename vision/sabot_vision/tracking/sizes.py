"""The size of the cards on a calibrated table. It comes from the measures of the table, and the first cards
read confirm it. A deck may be narrower than others, and the measures may be wrong.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from statistics import median

import numpy as np

from sabot.core.reasons import NOTHING, Reason, reason
from sabot_vision.finding.found import Found
from sabot_vision.finding.geometry import SizeAt, short_side

READINGS_LEAST, READINGS_MOST = 3, 6
"""At least this many readings of cards give their size: as many as the first card needs before it is
reported, so that the size is known before a second card lies on it. Only the last six count."""
ODD_SIZE_TIMES = 1.25
"""If cards differ from the measures by this factor, neither is believed."""
DOUBT = reason(
    "the cards are not as large as on a table of this width and height: check both, and the four points"
)


class Sizes:
    """The size of cards against `card_px`, the size by the table's measures."""

    def __init__(self, card_px: SizeAt) -> None:
        self._card_px = card_px
        self._times: deque[float] = deque(maxlen=READINGS_MOST)
        self._borne_out = False

    def learn(self, found: Iterable[Found]) -> None:
        """The cards of one more picture."""
        times = [self._compared(each) for each in found if each.card]
        self._borne_out = bool(times)
        self._times += times

    def _compared(self, card: Found) -> float:
        """Returns how many times larger a card is than by the measures."""
        quad = np.array(card.quad)
        return short_side(quad) / self._card_px(*quad.mean(axis=0).tolist())

    @property
    def known(self) -> SizeAt | None:
        """Returns the size of cards; None while too few were read, after a picture without cards, and if they
        contradict the measures. Then each card is read as if its size were unknown.
        """
        if len(self._times) < READINGS_LEAST or not self._borne_out or self._is_odd():
            return None
        times, card_px = median(self._times), self._card_px
        return lambda x, y: times * card_px(x, y)

    @property
    def doubt(self) -> Reason:
        """Returns why the measures of the table seem wrong; empty if they do not."""
        return DOUBT if len(self._times) >= READINGS_MOST and self._is_odd() else NOTHING

    def _is_odd(self) -> bool:
        """Whether cards are much larger or smaller than by the measures."""
        return not 1 / ODD_SIZE_TIMES < median(self._times) < ODD_SIZE_TIMES
