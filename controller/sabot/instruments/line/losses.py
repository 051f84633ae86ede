"""When to report a loss and a return: once each, no matter how often the line fails in between.

    line     ──────┐  x  x  x  ┌──┐ x ┌──┐ x ┌──────────
    told       lost┘           └found lost    └found, once it has held

The return of a line that was good for long is reported at once. A line that soon breaks again must hold
first, longer each time. Pure: it gets the time as an argument.
"""

from __future__ import annotations

from sabot.core.observations import DeviceFound, DeviceLost
from sabot.core.reasons import Why

STEADY_S = 60.0
"""A line that has held for this long is steady: its next return is reported at once."""

PROOF_S = 0.5
"""An unsteady line must hold for this long after its second loss; doubled with each further loss."""

FIRST_TRY_S, RAREST_TRY_S = 0.25, 10.0
"""The pause after the first failed try, doubled with each further one, and the longest pause."""


class Losses:
    """The reports about one instrument's losses and returns."""

    def __init__(self, role: str, driver: str, *, steady_s: float = STEADY_S) -> None:
        self._role, self._driver, self._where = role, driver, ""
        self._steady_ns = round(steady_s * 1e9)
        self._early_losses = 0
        self._up_ns: int | None = None
        self._is_lost = self._is_found = False
        self.tries = 0

    @property
    def is_lost(self) -> bool:
        """Whether the loss was reported, and the return was not."""
        return self._is_lost

    def tried(self) -> None:
        """One more try to reach the instrument failed."""
        self.tries += 1

    def lost(self, why: Why, t_ns: int) -> list[DeviceLost]:
        """The instrument is lost; a reported loss is not reported again."""
        up_ns, self._up_ns = self._up_ns, None
        if self._is_lost:
            return []
        if up_ns is not None:
            self._early_losses = self._early_losses + 1 if t_ns - up_ns < self._steady_ns else 0
        self._is_lost, self._is_found, self.tries = True, False, 0
        return [DeviceLost(self._role, why)]

    def found(self, where: str, t_ns: int) -> list[DeviceFound]:
        """The instrument is back; its return is reported now, or after it has held (`held`)."""
        self._where = where
        if self._up_ns is None:
            self._up_ns = t_ns
        return self.held(t_ns)

    def held(self, t_ns: int) -> list[DeviceFound]:
        """Returns the return if it has now held long enough."""
        if self._up_ns is None or t_ns - self._up_ns < self._proof_ns:
            return []
        return self.insisted()

    def insisted(self) -> list[DeviceFound]:
        """Returns the return at once, because the instrument now sends something that goes on record."""
        if self._up_ns is None or self._is_found:
            return []
        self._is_lost, self._is_found = False, True
        tries, self.tries = self.tries, 0
        return [DeviceFound(self._role, self._driver, self._where, tries)]

    @property
    def _proof_ns(self) -> int:
        doubled = max(0, self._early_losses - 2)
        proof_ns = round(PROOF_S * 1e9) << min(doubled, 16) if self._early_losses > 1 else 0
        return min(self._steady_ns, proof_ns)


class Pauses:
    """How long to wait after each failed try: longer each time, until `restart`."""

    def __init__(self, first_s: float = FIRST_TRY_S) -> None:
        self._first_s = self._next_s = first_s
        self.longest_s = first_s * RAREST_TRY_S / FIRST_TRY_S

    def next(self) -> float:
        """The pause after one more failed try, in seconds."""
        pause_s = self._next_s
        self._next_s = min(self.longest_s, 2 * pause_s)
        return pause_s

    def restart(self) -> None:
        """The line has changed: the next pause is the first one again."""
        self._next_s = self._first_s
