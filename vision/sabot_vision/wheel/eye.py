"""The eye over a wheel: pictures in, observations out."""

from __future__ import annotations

import numpy as np

from sabot.core.observations import Observation
from sabot_vision.wheel.judging import House, Judge, Seen
from sabot_vision.wheel.lying import Pockets
from sabot_vision.wheel.rotor import Follower
from sabot_vision.wheel.running import Bowl
from sabot_vision.wheel.strips import Unroller
from sabot_vision.wheel.view import View

DARK_LEVEL = 14.0
"""A ring whose brightest parts are darker than this cannot be read."""


class WheelEye:
    """One camera over one wheel. `view` is where it stands (`sabot_vision.wheel.calibrating`)."""

    def __init__(self, view: View, house: House | None = None, *, source: str = "wheel") -> None:
        self.house = house or House()
        self.judge = Judge(self.house, source)
        pockets = self.house.order
        self._unroll = Unroller(view, len(pockets))
        self._rotor, self._bowl, self._pockets = Follower(pockets), Bowl(), Pockets(pockets)

    def see(self, picture: np.ndarray, at_s: float) -> list[Observation]:
        """What this picture (height × width × 3, uint8, blue-green-red) adds, taken at this second of a clock that never
        steps back."""
        strips = self._unroll(picture)
        dark = float(np.percentile(strips.ring, 95)) < DARK_LEVEL
        rotor = self._rotor.see(strips.ring, at_s)
        run = None if dark else self._bowl.see(strips.bowl, at_s)
        if rotor.sure and not dark:
            self._pockets.see(strips.pockets, rotor.place, at_s)
        seen = Seen(at_s, rotor, run, self._pockets.lying, self._bowl.covered, dark)
        found = list(self.judge.judge(seen))
        if run is not None and run.dropped and self.judge.idle:
            self._bowl.forget()
        return found
