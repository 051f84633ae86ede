"""A replay of a recording of raw instrument bytes, or of a journal, through the same code as a live table.

It has its own inbox, loop and temporary journal, and its output is what a table would have said.
"""

from __future__ import annotations

import dataclasses
import tempfile
import threading
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

from sabot.core import events as verdicts
from sabot.core.events import Event
from sabot.core.observations import CardSeen, ClockTicked, Perceived, SabotOpened
from sabot.core.options import House
from sabot.core.progress import Progress, silent, stepping
from sabot.core.shapes.view import View
from sabot.core.table import Table
from sabot.instruments.at_table import suited
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import replay
from sabot.instruments.line.port import Reader
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.carry_over import FOLDED, opened_again
from sabot.record.chain import Entry, Record
from sabot.record.journal import Journal, JournalError, backwards, reading, records
from sabot.record.resume import after, opening, read, reopened

Tell = Callable[[dict[str, object]], object]

SINCE = f"seq > ? AND {FOLDED}"

TOGETHER_MOST = 64
"""This many observations share a commit where there are no pauses: as many as the loop takes at once."""

HEARS_S = 0.5
"""A waiting replay checks this often whether it must end."""


class Printed:
    """An output that passes on every event, in order, until the receiver fails: `failure` says why.

    The receiver counts lines, the table counts the records of its journal: an `undone` names the line.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.failure: OSError | None = None
        self._records = array("Q")

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """Pass on these events."""
        try:
            for event in () if self.failure else events:
                self._tell(verdicts.as_dict(self._renumbered(event)))
                self._records.append(seq)
        except OSError as error:
            self.failure = error

    def _renumbered(self, event: Event) -> Event:
        """The event for a reader who counts lines; each of them has the last record of its step."""
        if not isinstance(event, verdicts.ActWithdrawn):
            return event
        return event._replace(line=bisect_left(self._records, event.line) + 1)

    def heard(self, _: object = None) -> bool:
        """Returns whether the receiver still accepts events."""
        return self.failure is None


@contextmanager
def _table(table: Table, printed: Printed, inbox: Inbox) -> Iterator[Loop]:
    """Opens a table like a live one, with a temporary journal. Raises the failure of the receiver."""
    with (
        tempfile.TemporaryDirectory(prefix="sabot-replay-") as folder,
        Journal(Path(folder) / "replay.sqlite3") as journal,
    ):
        journal.append([Entry("opening", opening(table))])
        loop = Loop(table, journal=journal, inbox=inbox, feed=Feed(), outputs=[printed])
        try:
            yield loop
        finally:
            loop.stop()
    if printed.failure is not None:
        raise printed.failure


def of_journal(
    path: Path,
    *,
    speed: float,
    tell: Tell,
    wait: Callable[[float], object] | None = None,
    progress: Progress = silent,
) -> int:
    """Replays the observations since the last opening, `speed` times as fast (0: without pauses). Returns
    their number."""
    with reading(path) as file:
        last = next(backwards(file, "kind = 'opening'"), None)
        if last is None:
            raise JournalError(f"the journal {path} tells of no table")
        count = sum(1 for _ in records(file, SINCE, (last.seq,)))
        printed, inbox = Printed(tell), Inbox(wall_ns=_stands, monotonic_ns=_stands)
        with (
            _table(reopened(last.plain), printed, inbox) as loop,
            progress("replaying acts", count) as advance,
        ):
            kept = stepping(records(file, SINCE, (last.seq,)), advance)
            wanted = takewhile(printed.heard, kept)
            return _put(loop, inbox, wanted, speed=speed, wait=wait or _paused)


def _stands() -> int:
    """The clock of a replayed journal: the records alone say what time it was."""
    return 0


def _put(
    loop: Loop, inbox: Inbox, kept: Iterator[Record], *, speed: float, wait: Callable[[float], object]
) -> int:
    """Steps the loop by hand. A loop in its own thread would tell the table the present time in a pause."""
    waiting, count, before = list[Future[int]](), 0, None
    for record in kept:
        if record.kind == "note":
            _step(loop, inbox, waiting)
            loop.table = opened_again(loop.table, record)
            continue
        perceived = Perceived(read(record), record.wall_ns, record.monotonic_ns, record.mark)
        if speed and before:
            wait(_between_s(before, perceived) / speed)
        before = perceived
        waiting.append(inbox.put(perceived, role=record.role))
        count += 1
        if len(waiting) >= TOGETHER_MOST or speed:
            _step(loop, inbox, waiting)
    _step(loop, inbox, waiting)
    return count


def _step(loop: Loop, inbox: Inbox, waiting: list[Future[int]]) -> None:
    """Take what waits, and keep it."""
    while len(inbox) and loop.turn(0):
        continue
    for receipt in waiting:
        receipt.result()
    waiting.clear()


def _between_s(before: Perceived, after: Perceived) -> float:
    """The time between two, by the clock that nobody sets where both have it; 0 where the machine was started
    in between."""
    if before.monotonic_ns and after.monotonic_ns:
        return max(0.0, (after.monotonic_ns - before.monotonic_ns) / 1e9)
    return max(0.0, (after.wall_ns - before.wall_ns) / 1e9)


def _paused(seconds: float) -> None:
    """Sleep in short pieces, so that a signal to another thread is noticed between two of them."""
    until = time.monotonic() + seconds
    while (left_s := until - time.monotonic()) > 0:
        time.sleep(min(left_s, HEARS_S))


def _kept(receipt: Future[int]) -> None:
    """Wait until this is on record, in short pieces too."""
    while not wait_for([receipt], timeout=HEARS_S).done:
        continue
    receipt.result()


class Attendant:
    """Adds to a replay what no instrument records: cards after a spent sabot come from a new one."""

    def __init__(self, table: Table, inbox: Inbox) -> None:
        self._table, self._inbox, self._lock = table, inbox, threading.Lock()

    def put(self, perceived: Perceived, role: str) -> Future[int]:
        """Put it into the inbox, after a new sabot if one must have been opened."""
        with self._lock:
            if isinstance(perceived.observation, CardSeen) and self._table.play.taille.spent:
                self._puts(perceived._replace(observation=SabotOpened(), mark=""), "")
            return self._puts(perceived, role)

    def _puts(self, perceived: Perceived, role: str) -> Future[int]:
        seen, wall_ns, monotonic_ns, _ = perceived
        self._table, _ = after(self._table, seen, wall_ns, monotonic_ns)
        return self._inbox.put(perceived, role=role)


def of_recording(path: Path, *, table: Table, speed: float, tell: Tell) -> int:
    """Replays raw bytes through their drivers, `speed` times as fast (0: without pauses). Returns the number
    of lines read.

    A recording holds only instruments: at `table` the cards close the coups (`by_itself`). Raises ValueError
    if the file is not a recording.
    """
    lines = {(each.role, each.driver) for each in replay.arrivals(path)}
    printed, inbox = Printed(tell), Inbox()
    with _table(table, printed, inbox) as loop:
        loop.start()
        attendant = Attendant(table, inbox)
        readers = [_reader(attendant, table, path, line, speed=speed) for line in sorted(lines)]
        threads = [threading.Thread(target=reader.run, daemon=True) for reader in readers]
        for thread in threads:
            thread.start()
        for reader, thread in zip(readers, threads, strict=True):
            while printed.heard() and thread.is_alive():
                thread.join(0.1)
            reader.stop()
            thread.join(HEARS_S)
        _kept(inbox.put(inbox.stamped(ClockTicked(0))))  # everything put before it is on record by then
    return len(lines)


def by_itself(options: House) -> House:
    """Returns these house rules for a table without a croupier: the next card closes a coup, and no card
    waits for *rien ne va plus*."""
    return dataclasses.replace(options, close="auto", rnvp="optional")


def _reader(attendant: Attendant, table: Table, path: Path, line: tuple[str, str], *, speed: float) -> Reader:
    role, name = line
    options = suited(name, {}, game=table.play.game.NAME, rules=table.play.options)
    port = PortSettings(name, f"{replay.SCHEME}{path}?speed={speed}", role, options=options)
    return Reader(port, lambda perceived: attendant.put(perceived, role))
