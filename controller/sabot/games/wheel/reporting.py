"""What an instrument that follows the ball itself reports of a spin: each phase and each fault once."""

from __future__ import annotations

from collections.abc import Iterator

from sabot.core.observations import Observation, WheelFault, WheelSeen
from sabot.core.reasons import NOTHING, Reason
from sabot.games.wheel.terms import BETS_OPEN, FAULTS


class Reporter:
    """The spins of one wheel, counted. `wheel` is its name, `source` the instrument's."""

    def __init__(self, wheel: str = "", source: str = "wheel") -> None:
        self.wheel, self.source = wheel, source
        self.count = 0
        self._direction = ""
        self._reported: set[str] | None = None
        self._standing: dict[str, Reason] = {}

    @property
    def under_way(self) -> bool:
        """Whether a spin has begun and is not decided."""
        return self._reported is not None

    def begin(self) -> Iterator[Observation]:
        """A new spin: the faults of the one before are over."""
        self.count += 1
        self._reported = set()
        yield from self.over(*self._standing)

    def end(self) -> None:
        """Nothing more will be said of this spin."""
        self._reported = None

    def phase(
        self, phase: str, reached: bool, *, direction: str = "", rpm: float | None = None, zone: str = ""
    ) -> Iterator[Observation]:
        """A phase of the spin under way, once it is reached."""
        if self._reported is None or not reached or phase in self._reported:
            return
        self._reported.add(phase)
        yield WheelSeen(phase, str(self.count), direction, rpm or None, self.wheel, self.source, zone)

    def bets_open(self) -> WheelSeen:
        """Stakes are taken for the next spin."""
        return WheelSeen(BETS_OPEN, str(self.count + 1), "", None, self.wheel, self.source)

    def fault(self, name: str, why: Reason = NOTHING) -> Iterator[Observation]:
        """A fault, unless it stands already."""
        if name not in self._standing:
            self._standing[name] = why or FAULTS[name]
            yield WheelFault(name, self._standing[name], spin=str(self.count), source=self.source)

    def over(self, *gone: str) -> Iterator[Observation]:
        """The causes of these faults are over, as far as they stood."""
        for name in gone:
            if (why := self._standing.pop(name, None)) is not None:
                yield WheelFault(name, why, since_ok=True, source=self.source)

    def turned(self, direction: str, *, alternate: bool) -> Iterator[Observation]:
        """A valid spin turned so; the next one must turn the other way, if the house alternates."""
        if alternate and direction and direction == self._direction:
            yield from self.fault("not-alternated")
        self._direction = direction or self._direction
