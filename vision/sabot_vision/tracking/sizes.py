"""How large the cards on a calibrated table are: the measures of the table say it, and the first cards read
bear it out. A deck may be narrower than others, and whoever measured the table may have erred.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from statistics import median

import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.finding.geometry import SizeAt, short_side

FIRST, ENOUGH = 3, 6
"""So many readings of cards, of one or of several, tell how large they are: as many as a first card takes to
be told, so that it is known before a second lies on it; and no more than the last six."""
ODD = 1.25
"""Cards that differ by this factor from what the measures say cast doubt on those: neither is believed."""
DOUBT = "the cards are not as large as on a table of this width and height: check both, and the four points"


class Sizes:
    """What is known of the size of cards, by `card_px`: how large a card would be by the table's measures."""

    def __init__(self, card_px: SizeAt) -> None:
        self._card_px = card_px
        self._times: deque[float] = deque(maxlen=ENOUGH)
        self._borne_out = False

    def learn(self, found: Iterable[Found]) -> None:
        """The cards of one more picture."""
        times = [self._compared(each) for each in found if each.card]
        self._borne_out = bool(times)
        self._times += times

    def _compared(self, card: Found) -> float:
        """How many times as large a card is as it would be."""
        quad = np.array(card.quad)
        return short_side(quad) / self._card_px(*quad.mean(axis=0).tolist())

    @property
    def known(self) -> SizeAt | None:
        """How large cards are; None while too few were read, after a picture in which none was, and where
        they contradict the measures: then each is read as if nothing were known."""
        if len(self._times) < FIRST or not self._borne_out or self._is_odd():
            return None
        times, card_px = median(self._times), self._card_px
        return lambda x, y: times * card_px(x, y)

    @property
    def doubt(self) -> str:
        """What speaks against the measures of the table; empty where nothing does."""
        return DOUBT if len(self._times) >= ENOUGH and self._is_odd() else ""

    def _is_odd(self) -> bool:
        """Whether cards are much larger or smaller than by the measures."""
        return not 1 / ODD < median(self._times) < ODD
