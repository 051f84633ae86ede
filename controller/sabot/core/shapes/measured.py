"""What a table measures of itself, for those who watch it from outside."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

NOTHING_COUNTED: Mapping[str, int] = MappingProxyType({})


class Timing(NamedTuple):
    """How long something took: how often up to each of `bounds_s`, then how often longer; and the sum."""

    bounds_s: tuple[float, ...] = ()
    counts: tuple[int, ...] = (0,)
    sum_s: float = 0.0


class Measured(NamedTuple):
    """Counts since the table opened, and its state now. None: this machine does not say.

    `frames` are what each instrument sent, by its role; `faults` those of the game, by their kind.
    """

    commits: Timing = Timing()
    halts: int = 0
    faults: Mapping[str, int] = NOTHING_COUNTED
    frames: Mapping[str, int] = NOTHING_COUNTED
    waiting: int = 0
    free_disk_bytes: int | None = None
    clock_offset_s: float | None = None
