"""The cores of this machine, parted: in a house table and pit have a machine each, and the table's has a core
for the carrier. Where all are on one machine, the table shares no core with the others."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple


class Parted(NamedTuple):
    """The cores of the table and its browsers, and those of its carrier and the pit."""

    table: frozenset[int]
    others: frozenset[int]

    @property
    def is_apart(self) -> bool:
        """Whether neither has a core of the other."""
        return not self.table & self.others


def parted(cores: Iterable[int]) -> Parted:
    """These cores in two halves; a single core is everybody's."""
    every = sorted(cores)
    half = len(every) // 2
    return Parted(frozenset(every[half:]), frozenset(every[:half] or every))


@contextmanager
def on(cores: frozenset[int]) -> Iterator[None]:
    """This thread, and what it starts, on these cores meanwhile."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def put(process: int, cores: frozenset[int]) -> None:
    """Put this process, its threads, and all that it started on these cores."""
    with suppress(OSError):  # it ended meanwhile
        for task in Path(f"/proc/{process}/task").iterdir():
            os.sched_setaffinity(int(task.name), cores)
            for child in (task / "children").read_text(encoding="ascii").split():
                put(int(child), cores)
