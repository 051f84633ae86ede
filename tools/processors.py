"""What the threads of a process did: on a processor, and ready to run but waiting for one (Linux)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")


class Spent(NamedTuple):
    """Milliseconds of all threads together since they began: `worked` on a processor, `waited` for one."""

    worked_ms: float
    waited_ms: float

    def since(self, before: Spent) -> Spent:
        """What came after `before`."""
        return Spent(self.worked_ms - before.worked_ms, self.waited_ms - before.waited_ms)


def spent(pid: int, *, proc: Path = PROC) -> Spent:
    """What this process has spent so far."""
    each = [*_of_threads(proc / str(pid) / "task")]
    return Spent(sum(worked for worked, _ in each) / 1e6, sum(waited for _, waited in each) / 1e6)


def _of_threads(folder: Path) -> Iterator[tuple[int, int]]:
    """Nanoseconds worked and waited of each thread that has not ended meanwhile."""
    for thread in folder.iterdir():
        with suppress(OSError):
            worked_ns, waited_ns, _ = (thread / "schedstat").read_text("ascii").split()
            yield int(worked_ns), int(waited_ns)
