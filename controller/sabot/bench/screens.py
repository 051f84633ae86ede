"""Two hundred displays on one table: when the slowest has a card, and whether the croupier's page waits for
them.

Two tables run at once, each as its own process: one with a croupier's page and two displays, one with a page
and two hundred. Each card goes to one and then to the other, so both have the same noise of the machine. The
time runs from the wire to the last byte at each client, as in `sabot.bench.live`. A separate process with low
priority reads the displays: in a house they are other machines.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from sabot.bench import live
from sabot.core.progress import Progress, silent, stepping

CARD_COUNT, DISPLAYS_MANY, DISPLAYS_FEW = 120, 200, 2
DRIVER = "angel-eye"
PATIENCE_S = 60.0
DISPLAYS_NICENESS = 10
"""The niceness of the process that reads the displays."""


def measure(
    *, displays: int = DISPLAYS_MANY, cards: int = CARD_COUNT, progress: Progress = silent
) -> dict[str, object]:
    """Returns milliseconds from the wire: to the slowest display for each card, to all displays, and to the
    croupier's page with two displays and with all; and the ratio of the last two."""
    with ExitStack() as parts:
        tables = [parts.enter_context(_table(count)) for count in (DISPLAYS_FEW, displays)]
        advance = parts.enter_context(progress("dealing cards", cards))
        for message in stepping(live.messages(DRIVER, cards, random.Random(1)), advance):
            for table in tables:
                table.deal(message)
        memory = tables[1].memory()
    few, many = (live.quantiles(table.croupier_ms) for table in tables)
    return {
        "displays": displays,
        "cards": cards,
        "slowest_display_ms": live.quantiles([max(times) for times in tables[1].displays_ms]),
        "all_displays_ms": live.quantiles([each for times in tables[1].displays_ms for each in times]),
        f"croupier_with_{DISPLAYS_FEW}_displays_ms": few,
        f"croupier_with_{displays}_displays_ms": many,
        "croupier_ratio": {part: round(many[part] / few[part], 2) for part in ("p50", "p95")},
        "table_resident_mb": memory,
    }


class Table:
    """A table with its croupier's page and its displays, and the milliseconds of each card at them."""

    def __init__(self, write: Callable[[bytes], object], pid: int, one: live.Clients, many: Displays) -> None:
        self._write, self._pid, self._one, self._many = write, pid, one, many
        self._rng, self._number = random.Random(2), max(many.settled(), one.settled())
        self.croupier_ms: list[float] = []
        self.displays_ms: list[list[float]] = []

    def deal(self, message: bytes) -> None:
        """One card, when it comes; returns when every client has it."""
        time.sleep(self._rng.uniform(0.03, 0.06))
        begun_ns = time.monotonic_ns()
        self._write(message)
        _, mine = self._one.arrivals(self._number)
        self._number, times = self._many.arrivals(self._number)
        self.croupier_ms.append((mine[0] - begun_ns) / 1e6)
        self.displays_ms.append([(each - begun_ns) / 1e6 for each in times])

    def memory(self) -> float:
        """Resident megabytes of the table."""
        return live.memory(self._pid)["table"]


class Displays:
    """`count` displays of the table at `address`, in their own process."""

    def __init__(self, address: str, count: int) -> None:
        command = [sys.executable, "-m", "sabot.bench.screens", address, str(count)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._seen: dict[int, list[int]] = {}
        self._wakes = threading.Condition()
        self._thread = threading.Thread(target=self._hear, daemon=True)
        self._thread.start()

    def _hear(self) -> None:
        for line in self._process.stdout or ():
            number, times = json.loads(line)
            with self._wakes:
                self._seen[number] = times
                self._wakes.notify_all()

    def settled(self) -> int:
        """The number of the first picture that all of them have."""
        return self.arrivals(-1)[0]

    def arrivals(self, after: int) -> tuple[int, list[int]]:
        """The next picture after number `after`, and when each display had it (monotonic nanoseconds)."""
        with self._wakes:
            if not self._wakes.wait_for(lambda: max(self._seen, default=-1) > after, PATIENCE_S):
                raise RuntimeError("a card did not reach every display")
            number = min(each for each in self._seen if each > after)
            return number, self._seen[number]

    def close(self) -> None:
        """Hang up."""
        self._process.kill()
        self._process.wait()
        self._thread.join()
        if self._process.stdout is not None:
            self._process.stdout.close()


@contextmanager
def _table(displays: int) -> Iterator[Table]:
    with (
        tempfile.TemporaryDirectory(prefix="sabot-bench-") as name,
        live.line() as (port, write),
        live.table(Path(name), DRIVER, port, limits=live.room(displays + 8)) as (addresses, process, _),
        closing(Displays(addresses.others, displays)) as many,
        live.Clients(addresses, 1, of="croupier") as one,
    ):
        yield Table(write, process.pid, one, many)


def displays(address: str, count: int) -> Iterator[str]:
    """Watch `count` displays for ever; print each picture that all of them have as a line of JSON."""
    number = -1
    with live.Clients(live.Addresses("", address), count, of="display") as clients:
        while True:
            with suppress(RuntimeError):  # no card came for a while
                number, times = clients.arrivals(number)
                yield json.dumps([number, times])


if __name__ == "__main__":
    os.nice(DISPLAYS_NICENESS)
    for line in displays(sys.argv[1], int(sys.argv[2])):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
