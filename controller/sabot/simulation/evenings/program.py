"""The program of a table, from one start to its end: the real loop, journal, feed and readers."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random

from sabot.core.events import Event
from sabot.core.observations import Perceived
from sabot.core.options import House
from sabot.core.shapes.view import View
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Clock, Reader
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import TICK_S, Loop, Output
from sabot.record.heads import Signer
from sabot.record.journal import last_mark, reading
from sabot.record.resume import begun
from sabot.simulation.evenings.cable import Cable
from sabot.simulation.evenings.disk import Disk, DiskJournal
from sabot.simulation.evenings.faults import Faults
from sabot.simulation.evenings.scheduler import Clocks, Course, Scheduler, Task

WAKES_S = 0.03
"""The loop finds what waits in the inbox within this time."""
FAILS_SHARE = 0.1
"""How often a lamp fails, in an evening that has this fault."""
READS_S = 0.06
"""A reader looks at its line this often."""


class Lamp:
    """An output that fails now and then."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """Light it."""
        if self._faults.happens("output", FAILS_SHARE):
            raise OSError("the lamp is gone")


class Point:
    """An output at which the program may end: others have got the view, and those behind it have not."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """Nothing is shown here."""
        with self._disk.operation("show"):
            pass


class Program:
    """One running program. `parts` are closed when it ends."""

    def __init__(
        self,
        scheduler: Scheduler,
        clocks: Clocks,
        disk: Disk,
        faults: Faults,
        *,
        game: str,
        house: House,
        outputs: Sequence[Output],
    ) -> None:
        self._scheduler, self._clocks, self._disk, self._faults = scheduler, clocks, disk, faults
        self.parts = ExitStack()
        self.tasks: list[Task] = []
        self.journal = DiskJournal(disk)
        fresh, now_ns = opened(GAMES[game], house), clocks.wall_ns()
        beginning = begun(disk.path, fresh=fresh, name="evening", wall_ns=now_ns)
        self.journal.append(beginning.entries)
        signer = Signer(disk.path, wall_ns=clocks.wall_ns)
        signer.sign(self.journal)
        self.file = self.parts.enter_context(reading(disk.path))
        self.inbox = Inbox(wall_ns=clocks.wall_ns, monotonic_ns=clocks.monotonic_ns)
        self.feed = Feed(monotonic_ns=clocks.monotonic_ns)
        self.loop = Loop(
            beginning.table,
            journal=self.journal,
            inbox=self.inbox,
            feed=self.feed,
            outputs=(*outputs, Lamp(faults), Point(disk)),
            signer=signer,
            wait=scheduler.pass_time,
        )

    def start(self, lines: Sequence[tuple[PortSettings, Cable]]) -> None:
        """The threads of the program."""
        self.loop.tell(self.journal.head[0], self.loop.table)
        self.spawn("loop", self._loops())
        for line, cable in lines:
            self.spawn(f"reader {line.role}", self._reads(line, cable))

    def spawn(self, name: str, course: Course) -> None:
        """One more thread, which ends with the program."""
        self.tasks.append(self._scheduler.spawn(name, course))

    def is_over(self, coups: int) -> bool:
        """Whether this number of coups has been closed."""
        play = self.loop.table.play
        return play.number >= coups and not play.opened and play.result is None

    def kill_thread(self, rng: Random) -> None:
        """One of the loop and the readers ends between two of its steps."""
        task = rng.choice([each for each in self.tasks if each.name != "croupier"])
        if inspect.getgeneratorstate(task.course) == inspect.GEN_RUNNING:
            return  # it waits in the middle of a step: the table is halted
        self.tasks.remove(task)
        self._scheduler.note(f"the thread {task.name} dies")
        self._scheduler.kill(task)

    def ended(self) -> None:
        """All threads are gone, and so is what the program had open."""
        for task in self.tasks:
            self._scheduler.kill(task)
        self.parts.close()

    def _loops(self) -> Course:
        ticked_s = self._scheduler.now_s
        goes_on = True
        while goes_on:
            if len(self.inbox) or self._scheduler.now_s - ticked_s >= TICK_S:
                ticked_s = self._scheduler.now_s
                goes_on = self.loop.turn(0)
            yield WAKES_S

    def _reads(self, line: PortSettings, cable: Cable) -> Course:
        for pause_s in self._reader(line, cable).turns():
            yield pause_s or READS_S

    def _reader(self, line: PortSettings, cable: Cable) -> Reader:
        def put(perceived: Perceived) -> object:
            return self.inbox.put(perceived, role=line.role)

        return Reader(
            line,
            put,
            clock=Clock(self._clocks.monotonic_ns, self._clocks.wall_ns),
            mark=last_mark(self._disk.path, line.role),
            opened=cable.opened,
            present=cable.presence,
        )
