"""What the loop counts of itself: plain numbers, so that counting costs a card nothing.

The loop's thread alone writes. Any thread may read; it may get numbers of the step that is under way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sabot.core.events import Event, FaultFound
from sabot.core.observations import Observation, WheelFault
from sabot.core.shapes.measured import Timed, Timing
from sabot.core.shapes.view import View

COMMIT_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Measures:
    """How long the commits took, the halts, and the faults by their kind. An output of the loop."""

    def __init__(self) -> None:
        self._commits = Timed(COMMIT_BOUNDS_S)
        self._is_halted = False
        self.halts = 0
        self.faults: Counter[str] = Counter()

    @property
    def commits(self) -> Timing:
        """How long the commits took."""
        return self._commits.timing

    def committed(self, took_s: float) -> None:
        """A transaction is on disk."""
        self._commits.took(took_s)

    def saw(self, observation: Observation) -> None:
        """Count a fault that the wheel reports of itself; its end is none."""
        if type(observation) is WheelFault and not observation.since_ok:
            self.faults[f"wheel-{observation.name}"] += 1

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """Count what this step told."""
        for event in events:
            if type(event) is FaultFound:
                self.faults[event.fault.kind] += 1
        is_halted = view.get("halted") is not None
        self.halts += is_halted and not self._is_halted
        self._is_halted = is_halted
