"""Whether the ring of numbers still lies where the camera was calibrated: its colours are compared with those
that the pictures show there, and beside it."""

from __future__ import annotations

import numpy as np

from sabot_vision.wheel.rotor import Follower
from sabot_vision.wheel.seen import Seen
from sabot_vision.wheel.strips import Ring
from sabot_vision.wheel.view import View

LOOKS_S = 2.0
"""How often it is looked."""

ASIDE_RADII = (0.04, 0.1)
"""How far aside, in radii of the ring as it appears."""

ASIDE_WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (0.7, -0.7), (-0.7, 0.7), (-0.7, -0.7))

BETTER_BY = 0.06
"""A ring that looks by so much more like its colours aside does not lie where it was."""

LOOKS_AGREE = 4
"""This many looks in a row must agree."""

GONE_S = 8.0
"""A ring that was not made out for so long, in the light and without a hand over it, does not lie there."""


class Fit:
    """Watches the ring of one camera while nothing runs."""

    def __init__(self, view: View, pockets: tuple[str, ...]) -> None:
        self._pockets = pockets
        self._here = Ring(view, len(pockets))
        radius = view.focal_px / view.distance
        self._aside = [
            Ring(view._replace(x_px=view.x_px + radius * x, y_px=view.y_px + radius * y), len(pockets))
            for x, y in (part * np.array(way) for part in ASIDE_RADII for way in ASIDE_WAYS)
        ]
        self._looked_s = self._seen_s = -1.0
        self._better = 0
        self.knocked = False

    def look(self, picture: np.ndarray, seen: Seen | None, at_s: float) -> None:
        """Take one more picture, and what the eye saw in it, while no spin is under way."""
        if seen is None or seen.covered or seen.dark or seen.rotor.seen or self._seen_s < 0:
            self._seen_s = at_s
        if at_s - self._looked_s < LOOKS_S or (seen and (seen.covered or seen.dark)):
            return
        self._looked_s = at_s
        here = self._like(self._here, picture)
        best = max(self._like(each, picture) for each in self._aside)
        agrees = best - here > BETTER_BY
        self._better = min(self._better + 1, 2 * LOOKS_AGREE) if agrees else max(self._better - 1, 0)
        gone = at_s - self._seen_s > GONE_S
        self.knocked = gone or self._better >= LOOKS_AGREE or (self.knocked and self._better > 0)

    def _like(self, ring: Ring, picture: np.ndarray) -> float:
        return Follower(self._pockets).see(ring(picture), 0.0).like
