"""The source of faults: which go wrong in an evening, how often, and when. Everything comes from the seed."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

LATE_MOST_S = 1.5

KINDS = (
    *("lost", "late", "doubled", "reordered", "flipped", "pulled", "restarted"),
    *("crash", "full", "failing", "clock", "thread", "eye", "output"),
)
"""All faults by name. `pulled` is the cable, `restarted` the instrument, `eye` an eye that lies."""

OF_BYTES = ("lost", "late", "doubled", "reordered", "flipped")
BYTES_SHARE = 0.04
"""How often a piece of bytes meets each of these faults, in an evening that has it."""

CRASHES_MOST = 3
OPERATIONS_BETWEEN_MOST = 40
"""At most this many operations of the disk, or turns of a thread, come before the next crash."""

KIND_SHARE = 0.4
"""How often an evening has a kind of fault."""


class Crash(NamedTuple):
    """When the next crash is due: after this many more operations of the disk, and in the middle of the last.
    `power`: the machine loses its power, and with it what was not kept; else only the program is killed."""

    operations: int
    power: bool


class Faults:
    """What goes wrong. `counts` has how often each fault was caused; after `calm` nothing goes wrong."""

    def __init__(self, rng: Random, kinds: tuple[str, ...] | None = None) -> None:
        self.rng = rng
        chosen = [kind for kind in KINDS if rng.random() < KIND_SHARE]
        self.kinds = frozenset(chosen if kinds is None else kinds)
        self.counts = dict.fromkeys(KINDS, 0)
        self._is_calm = False
        self._crashes = rng.randint(1, CRASHES_MOST) if "crash" in self.kinds else 0
        self._crash = self._next_crash()

    def calm(self) -> None:
        """Nothing goes wrong any more."""
        self._is_calm, self._crash = True, None

    def happens(self, kind: str, share: float) -> bool:
        """Whether this fault is caused now."""
        if self._is_calm or kind not in self.kinds or self.rng.random() >= share:
            return False
        self.counts[kind] += 1
        return True

    def crash_due(self) -> Crash | None:
        """The crash that is to happen in this operation; None: it goes through."""
        if self._crash is None:
            return None
        self._crash = self._crash._replace(operations=self._crash.operations - 1)
        if self._crash.operations > 0:
            return None
        due, self._crash = self._crash, self._next_crash()
        self.counts["crash"] += 1
        return due

    def _next_crash(self) -> Crash | None:
        if not self._crashes:
            return None
        self._crashes -= 1
        return Crash(self.rng.randint(1, OPERATIONS_BETWEEN_MOST), self.rng.random() < 0.7)
