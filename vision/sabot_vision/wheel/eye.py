"""The eye over a wheel: pictures in, observations out."""

from __future__ import annotations

import numpy as np

from sabot.core.observations import Observation
from sabot_vision.wheel.judging import Judge
from sabot_vision.wheel.pockets import Pockets
from sabot_vision.wheel.rotor import Follower
from sabot_vision.wheel.running import Bowl
from sabot_vision.wheel.seen import House, Seen
from sabot_vision.wheel.strips import Unroller, brightest
from sabot_vision.wheel.view import View

DARK_LEVEL = 16.0
"""A ring whose colours are darker than this cannot be read, and no ball is seen then."""

COLOURED_PERCENT = 60
"""This part of a ring, in hundredths, is no brighter than its darker coloured pockets."""

USUAL_S, SCATTERS_S = 1 / 15, 1 / 30
"""How long after a picture the next one is looked at: usually, and while the ball scatters and comes to
rest."""

EARLY_S = 0.006
"""A picture may come this much early."""


class WheelEye:
    """One camera over one wheel. `view` is where it stands (`sabot_vision.wheel.calibrating`)."""

    def __init__(self, view: View, house: House | None = None, *, source: str = "wheel") -> None:
        self.view, self.house = view, house or House()
        self.judge = Judge(self.house, source)
        pockets = self.house.order
        self._unroll = Unroller(view, len(pockets))
        self.seen: Seen | None = None
        self._at_s = -np.inf
        self._rotor, self._bowl, self._pockets = Follower(pockets), Bowl(), Pockets(pockets)

    def is_due(self, at_s: float) -> bool:
        """Whether a picture taken at this second would be looked at: a few a second are enough for the rotor
        and the ball on its track, and the others need not even be unpacked."""
        pace_s = SCATTERS_S if self.judge.scatters else USUAL_S
        return at_s - self._at_s >= pace_s - EARLY_S

    def see(self, picture: np.ndarray, at_s: float) -> list[Observation]:
        """What this picture adds (height × width × 3, uint8, blue-green-red), taken at this second of a clock
        that never steps back. One that is not due adds nothing."""
        if not self.is_due(at_s):
            return []
        self._at_s = at_s
        strips = self._unroll(picture)
        dark = float(np.percentile(brightest(strips.ring), COLOURED_PERCENT)) < DARK_LEVEL
        rotor = self._rotor.see(strips.ring, at_s)
        run = None if dark else self._bowl.see(strips.bowl, at_s)
        if rotor.sure and not dark:
            self._pockets.see(strips.pockets, rotor.place, at_s)
        seen = Seen(at_s, rotor, run, self._pockets.lying, self._bowl.covered, dark)
        self.seen = seen
        found = list(self.judge.judge(seen))
        if (self.judge.idle or self.judge.failed) and (dark or (run is not None and run.dropped)):
            self._bowl.forget()
        return found
