"""One clock and one order for everything that happens in a simulated evening.

A task is a generator that does a piece of work and yields how many seconds it waits. Two tasks that are due
together run in an order that the seed decides, and each may be a little late, as threads are.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator
from random import Random
from typing import NamedTuple

from sabot.simulation.evenings.findings import GOES_ON, Broken

Course = Generator[float, None, None]
"""The work of a task, piece by piece."""

LATE_MOST_NS = 3_000_000
"""A task starts at most this much later than it is due."""

BEGAN_NS = 1_800_000_000_000_000_000
"""The wall clock, UTC, at which every evening begins."""


LONGEST_S = 900.0
"""An evening that takes longer does not go on."""


class Task(NamedTuple):
    """A task, and its number in the order in which the tasks came."""

    name: str
    course: Course
    number: int


class Scheduler:
    """Runs the tasks. `now_ns` is the true time since the evening began; `trace` says what happened when."""

    def __init__(self, rng: Random) -> None:
        self.now_ns = 0
        self.trace: list[str] = []
        self._rng = rng
        self._queue: list[tuple[int, int, Task]] = []
        self._number = 0

    @property
    def now_s(self) -> float:
        """The same in seconds."""
        return self.now_ns / 1e9

    def note(self, what: str) -> None:
        """One more line of the trace."""
        self.trace.append(f"{self.now_ns / 1e9:.6f} {what}")

    def spawn(self, name: str, course: Course) -> Task:
        """One more task, which starts now."""
        self._number += 1
        task = Task(name, course, self._number)
        self._push(task, 0.0)
        return task

    def kill(self, task: Task) -> None:
        """The task does nothing more."""
        self._queue = [each for each in self._queue if each[-1] is not task]
        heapq.heapify(self._queue)
        task.course.close()

    def turn(self) -> None:
        """Run the task that is due next; time passes until then. Raises Broken when it is too late."""
        if self.now_s > LONGEST_S:
            raise Broken(GOES_ON, f"after {LONGEST_S:g} s the evening is not over")
        due_ns, _, task = heapq.heappop(self._queue)
        self.now_ns = max(self.now_ns, due_ns)
        wait_s = next(task.course, None)
        if wait_s is not None:
            self._push(task, wait_s)

    def pass_time(self, seconds: float) -> None:
        """Everybody else works for so long, while one task waits in the middle of its work."""
        until_ns = self.now_ns + round(seconds * 1e9)
        while self._queue and self._queue[0][0] <= until_ns:
            self.turn()
        self.now_ns = max(self.now_ns, until_ns)

    def _push(self, task: Task, wait_s: float) -> None:
        due_ns = self.now_ns + round(wait_s * 1e9) + self._rng.randrange(LATE_MOST_NS)
        heapq.heappush(self._queue, (due_ns, task.number, task))


class Clocks:
    """The clocks of the controller. People set the wall clock; a power cut starts the other one again."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._ahead_ns, self._booted_ns = BEGAN_NS, -1_000_000_000

    def wall_ns(self) -> int:
        """The wall clock."""
        return self._scheduler.now_ns + self._ahead_ns

    def monotonic_ns(self) -> int:
        """The clock that never steps back while the machine is on."""
        return self._scheduler.now_ns - self._booted_ns

    def jump(self, seconds: float) -> None:
        """Somebody sets the wall clock."""
        self._ahead_ns += round(seconds * 1e9)

    def boot(self) -> None:
        """The machine starts."""
        self._booted_ns = self._scheduler.now_ns - 1_000_000_000
