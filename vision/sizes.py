"""How large the cards on a calibrated table are: the measures of the table say it, and the first cards read
bear it out. A deck may be narrower than others, and whoever measured the table may have erred.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

import numpy as np

from vision.found import Found
from vision.geometry import SizeAt, short_side

ENOUGH = 6
"""So many cards are read, some of them more than once, before it is known how large they are."""
ODD = 1.25
"""Cards that differ by this factor from what the measures say cast doubt on those."""
DOUBT = "the cards are not as large as on a table of this width and height: check both, and the four points"


class Sizes:
    """What is known of the size of cards, by `card_px`: how large a card would be by the table's measures."""

    def __init__(self, card_px: SizeAt) -> None:
        self._card_px = card_px
        self._times: list[float] = []

    def learn(self, found: Iterable[Found]) -> None:
        """The cards of one more picture."""
        if len(self._times) < ENOUGH:
            self._times += [self._compared(each) for each in found if each.card]

    def _compared(self, card: Found) -> float:
        """How many times as large a card is as it would be."""
        quad = np.array(card.quad)
        return short_side(quad) / self._card_px(*quad.mean(axis=0).tolist())

    @property
    def known(self) -> SizeAt | None:
        """How large cards are; None while too few were read."""
        if len(self._times) < ENOUGH:
            return None
        times, card_px = median(self._times), self._card_px
        return lambda x, y: times * card_px(x, y)

    @property
    def doubt(self) -> str:
        """What speaks against the measures of the table; empty where nothing does."""
        odd = len(self._times) >= ENOUGH and not 1 / ODD < median(self._times) < ODD
        return DOUBT if odd else ""
