"""The loop: take, journal, step, journal, tell. One thread, one queue.

An observation and its effects go on record in one transaction; only then does anybody see them. While the
journal cannot be written, the table halts and says so. Messages of the instruments wait and are not lost.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from sabot.core.events import Event
from sabot.core.observations import ClockTicked
from sabot.core.reasons import NOTHING, Reason, of_error, reason
from sabot.core.shapes.people import without_words
from sabot.core.shapes.room import reason_of
from sabot.core.shapes.silence import hushed, is_silent
from sabot.core.shapes.view import View
from sabot.core.table import Table
from sabot.core.view import view
from sabot.live.clock import ClockWatch
from sabot.live.feed import Feed
from sabot.live.garbage import use_quiet_moment
from sabot.live.inbox import Inbox, NotKept, Waiting
from sabot.live.measures import Measures
from sabot.live.steps import Step, on_record, recorded
from sabot.record.chain import Entry
from sabot.record.heads import Signer
from sabot.record.journal import Journal, JournalError
from sabot.record.resume import after

log = logging.getLogger(__name__)

TICK_S = 1.0
"""The table gets the time at least this often."""

RETRY_S = 0.25
"""How long after a failure the journal is tried again."""

CLOSING = reason("the table is being closed")


class Late(NamedTuple):
    """Until when (monotonic clock) nothing that a person pressed could be put on record, and why."""

    until_ns: int
    why: Reason


class Output(Protocol):
    """A listener of the table: the feed, lamps, the pit. One that fails is skipped."""

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """The table as it stands after record `seq`, and the verdicts that led to it."""


class Loop:
    """Takes from the inbox, keeps in the journal, steps the table, tells the feed and the other outputs.

    `shown` is added to every view; so is `halted`: why the journal cannot be written, None while it can.
    `wait` sleeps between two tries of a halted table.
    """

    def __init__(
        self,
        table: Table,
        *,
        journal: Journal,
        inbox: Inbox,
        feed: Feed,
        outputs: Sequence[Output] = (),
        shown: View | None = None,
        signer: Signer | None = None,
        retry_s: float = RETRY_S,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        self.table = table
        self._journal, self._inbox, self._feed = journal, inbox, feed
        self.measures = Measures()
        self._outputs: tuple[Output, ...] = (feed, *outputs, self.measures)
        self._signer = signer
        self._shown, self._retry_s = shown or {}, retry_s
        self._clock = ClockWatch(wall_ns=inbox.wall_ns, monotonic_ns=inbox.monotonic_ns)
        self._failing: set[int] = set()
        self._late = Late(0, NOTHING)
        self._stop, self._is_stale = threading.Event(), threading.Event()
        self._wait = wait or self._stop.wait
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Run in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="loop", daemon=True)
        self._thread.start()

    def show_again(self) -> None:
        """Tell every output of the table as it stands, because what is `shown` besides changed; in any
        thread."""
        self._is_stale.set()
        self._inbox.wake()

    def stop(self) -> None:
        """End after the step at hand and what the instruments had sent by then; all else that waits in the
        inbox is refused."""
        self._stop.set()
        self._inbox.wake()
        if self._thread is not None:
            self._thread.join(timeout=5)
        for waiting in self._left():
            _refused(waiting, CLOSING)

    def run(self) -> None:
        """Until `stop`: take what waits and keep it; when nothing does, let the table know the time. At last
        keep what the instruments sent before, for most never send it again."""
        self.tell(self._journal.head[0], self.table)
        while not self._stop.is_set():
            if not self.turn(TICK_S):
                return
        if not self._inbox.halted and (last := [*_unpressed(self._left(), CLOSING)]):
            self._kept(last)

    def turn(self, timeout_s: float) -> bool:
        """Take what waits, or wait for it, and keep it. Returns whether the loop goes on."""
        taken = [*self._timely(self._inbox.take(timeout_s))] or [self._tick()]
        return self._kept(taken)

    def _left(self) -> list[Waiting]:
        """All that waits now."""
        return [each for _ in range(len(self._inbox)) for each in self._inbox.take(0)]

    def _kept(self, taken: Sequence[Waiting]) -> bool:
        try:
            self.keep([*taken, *self._clock_set()])
        except Exception:  # an unexpected error: the table halts and says so, never silently
            log.exception("the loop failed at %s", [without_words(each.perceived[0]) for each in taken])
            self._given_up(taken)
            return False
        return True

    def keep(self, taken: Sequence[Waiting]) -> None:
        """Step the table by all that was taken, put it on record in one transaction, then tell the outputs.
        While that fails, stand still."""
        steps = self._steps(taken)
        try:
            self._append(steps)
        except JournalError as error:
            steps = self._halted(steps, of_error(error))
        with self._feed.together():  # a result that the next record takes back is never the newest
            self._publish(steps)
        self._sign()

    def _append(self, steps: Sequence[Step]) -> None:
        head, begun_s = self._journal.head, time.perf_counter()
        self._journal.append(on_record(steps))
        if self._journal.head is not head:
            self.measures.committed(time.perf_counter() - begun_s)

    def tell(self, seq: int, table: Table, events: Sequence[Event] = ()) -> None:
        """Tell every output; one that fails is named in the log once, until it works again. In silent mode
        lamps and loudspeakers get no more than a trainee may know."""
        shown = self._seen(table)
        at_table = (hushed(shown), () if is_silent(shown) else events)
        for number, output in enumerate(self._outputs):
            try:
                is_behind = output in (self._feed, self.measures)
                output.publish(seq, *((shown, events) if is_behind else at_table))
                self._failing.discard(number)
            except Exception:  # an output may fail in any way: the game goes on
                if number not in self._failing:
                    log.exception("output %s failed and is passed over", type(output).__name__)
                self._failing.add(number)

    def _seen(self, table: Table) -> View:
        """The table as the screens have it."""
        shown = view(table)
        shown.update(self._shown)
        shown["halted"] = reason_of(self._inbox.halted)
        return shown

    def _timely(self, taken: Sequence[Waiting]) -> Iterator[Waiting]:
        """Without what was pressed before a halt was over: nobody expects it now."""
        for each in taken:
            if each.pressed and each.perceived.monotonic_ns < self._late.until_ns:
                _refused(each, self._late.why)
            else:
                yield each

    def _clock_set(self) -> list[Waiting]:
        """The note that somebody set the clock, where they did since the last look."""
        noted = self._clock.step()
        return [Waiting(self._inbox.stamped(noted), "", False, Future())] if noted else []

    def _tick(self) -> Waiting:
        self._journal.checkpoint()  # nothing waits: the moment to tidy
        use_quiet_moment()
        perceived = self._inbox.stamped(ClockTicked(0))
        return Waiting(perceived._replace(observation=ClockTicked(perceived.wall_ns)), "", False, Future())

    def _steps(self, taken: Sequence[Waiting], *, noted: int = 0) -> list[Step]:
        """What each does to the table. Records are numbered from the journal's last one on, after `noted`
        others."""
        steps, table, seq = [], self.table, self._journal.head[0] + noted
        for waiting in taken:
            if waiting.unless and waiting.unless(self._seen(table)):
                _refused(waiting, reason("The table went on meanwhile. Look at it again."))
                continue
            before = table
            seen, wall_ns, monotonic_ns, _ = waiting.perceived
            table, events = after(table, seen, wall_ns, monotonic_ns, seq=seq + 1)
            step = Step(waiting, table, events, tuple(recorded(waiting, before, table, events)))
            steps.append(step)
            seq += len(step.entries)
        return steps

    def _publish(self, steps: Sequence[Step]) -> None:
        seq = self._before(steps)
        for waiting, table, events, entries in steps:
            seq += len(entries)
            self.table = table
            self.measures.saw(waiting.perceived[0])
            if entries:
                self.tell(seq, table, events)
            if not waiting.receipt.done():
                waiting.receipt.set_result(seq)
        if self._is_stale.is_set():
            self._is_stale.clear()
            self.tell(seq, self.table)
        self._feed.alive()

    def _before(self, steps: Sequence[Step]) -> int:
        """The number of the record before these steps, which are the last on record."""
        return self._journal.head[0] - sum(len(step.entries) for step in steps)

    def _sign(self) -> None:
        """Put a signed head on record when it is due: after the step, so nobody at the table waits for it."""
        if self._signer is None or not self._signer.is_due(self._journal.head[0], shut=self.table.room.shut):
            return
        try:
            self._signer.sign(self._journal)
        except JournalError as error:
            self._halted([], of_error(error))

    def _halted(self, steps: list[Step], why: Reason) -> list[Step]:
        """Stand still, and say so, until these steps are on record; without those that a person pressed."""
        since = Entry(
            "note", {"note": "halted", "why": str(why)}, wall_ns=self._inbox.stamped(ClockTicked(0)).wall_ns
        )
        while not self._stop.is_set():
            self._say_halted(why)
            self._wait(self._retry_s)
            try:
                if not self._journal.recover():
                    steps = self._steps([*_unpressed((step.waiting for step in steps), why)], noted=1)
                    self._journal.append([since, *on_record(steps)])
                self._late = Late(self._inbox.monotonic_ns(), why)
                self._say_halted(NOTHING, seq=self._before(steps))
                return steps
            except JournalError as error:
                why = of_error(error)
        for step in steps:
            _refused(step.waiting, why)
        return []

    def _given_up(self, taken: Sequence[Waiting]) -> None:
        why = reason("this should not have happened: start the table again; what is on record is safe")
        self._say_halted(why)
        for waiting in taken:
            _refused(waiting, why)

    def _say_halted(self, why: Reason, *, seq: int | None = None) -> None:
        """Tell the table as it stands after record `seq`; without it, after the last one."""
        if why != self._inbox.halted:
            log.error("halted: %s", why) if why else log.warning("the journal is written again")
            self._inbox.halted = why
            self.tell(self._journal.head[0] if seq is None else seq, self.table)
        self._feed.alive()


def _unpressed(waiting: Iterable[Waiting], why: Reason) -> Iterator[Waiting]:
    """What the instruments saw; what a person pressed is refused, for it must not act when nobody expects
    it."""
    for each in waiting:
        if each.pressed:
            _refused(each, why)
        else:
            yield each


def _refused(waiting: Waiting, why: Reason) -> None:
    """Tell who pressed that it did not happen; what an instrument saw is named in the log."""
    seen = waiting.perceived.observation
    if not waiting.pressed and type(seen) is not ClockTicked:
        what = f"{waiting.role}: {without_words(seen)}"
        log.error("%s is not on record: %s. Compare the table with the record", what, why)
    if not waiting.receipt.done():
        waiting.receipt.set_exception(NotKept(why))
