"""What a table measures of itself, for those who watch it from outside."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

NOTHING_COUNTED: Mapping[str, int] = MappingProxyType({})


class Timing(NamedTuple):
    """How long something took: how often up to each of `bounds_s`, then how often longer; and the sum."""

    bounds_s: tuple[float, ...] = ()
    counts: tuple[int, ...] = (0,)
    sum_s: float = 0.0


class Timed:
    """Counts how long something takes. One thread counts, any may ask.

    >>> timed = Timed((0.1, 1.0))
    >>> for seconds in (0.05, 0.1, 0.2, 5.0):
    ...     timed.took(seconds)
    >>> timed.timing
    Timing(bounds_s=(0.1, 1.0), counts=(2, 1, 1), sum_s=5.35)
    """

    def __init__(self, bounds_s: tuple[float, ...]) -> None:
        self._bounds_s, self._counts, self._sum_s = bounds_s, [0] * (len(bounds_s) + 1), 0.0

    def took(self, seconds: float) -> None:
        """It took this long once more."""
        self._counts[bisect_left(self._bounds_s, seconds)] += 1
        self._sum_s += seconds

    @property
    def timing(self) -> Timing:
        """What was counted so far."""
        return Timing(self._bounds_s, tuple(self._counts), self._sum_s)


class Measured(NamedTuple):
    """Counts since the table opened, and its state now. None: this machine does not say.

    `frames` are what each instrument sent, by its role; `faults` those of the game and of the wheel, by their
    kind; `eye` how long it was from a picture to what it shows, None without an eye.
    """

    commits: Timing = Timing()
    eye: Timing | None = None
    halts: int = 0
    faults: Mapping[str, int] = NOTHING_COUNTED
    frames: Mapping[str, int] = NOTHING_COUNTED
    waiting: int = 0
    free_disk_bytes: int | None = None
    clock_offset_s: float | None = None
