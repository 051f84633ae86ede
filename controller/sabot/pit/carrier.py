"""The carrier of one table: sends its journal to the pit, as far as the pit does not have it.

The pit's `have` alone says what has arrived. The carrier sends what follows, at most WINDOW_RECORDS beyond
it, and goes back to it when the pit asks `again`. It believes a `have` only if its own journal has that
record with that chain; otherwise it stops and shows the pit the chains that it has.
"""

from __future__ import annotations

import fcntl
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from sabot.pit import messages
from sabot.pit.line import Broker, Connected, Event, Line
from sabot.pit.messages import Ask, Have, Link, MalformedError, Points
from sabot.pit.offers.at_table import OffersAtTable
from sabot.pit.outbox import Carried, Head, Outbox
from sabot.pit.proof import countersigned
from sabot.pit.proof.receipts import Receipts
from sabot.pit.topics import FROM_THE_PIT, Station
from sabot.pit.training.at_table import EXPIRES_S, TrainingAtTable
from sabot.pit.trust import renewal
from sabot.pit.trust.certificates import TrustError
from sabot.pit.trust.papers import Papers
from sabot.record.trouble import JournalError
from sabot.school.store import beside

log = logging.getLogger(__name__)

WINDOW_RECORDS = 200
"""Records on their way at most. So small that a table that sends a whole day holds no other one up."""

LOOK_S = 0.1
"""New records are looked for this often, and what was dealt meanwhile goes together. A carrier that woke with
every answer of the pit would read the journal while the next card is on its way to the screens."""

CARRIER_NICENESS = 10
"""Where table and carrier want the same core, the table has it first."""

SESSION = Path("/proc/self/autogroup")
"""How nice the session of this process is. Linux shares a core out among sessions first, and how nice a
process is counts only within its session: a carrier with a session of its own would take half of the core."""

REPORT_S = 2.0
"""Answers to offers, and another configuration, are looked for this often."""

SILENCE_S = 20.0
"""After so long without a word from the pit, what it does not have is sent once more."""


@cache
def _version() -> str:
    """Of this program, looked up once: a link that comes and goes says it every time."""
    return version("sabot")


class Carrier:
    """What the carrier knows: the journal's end, what the pit has, and how far it has sent."""

    def __init__(
        self,
        station: Station,
        outbox: Carried,
        *,
        offers: OffersAtTable | None = None,
        papers: Papers | None = None,
        training: TrainingAtTable | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.station, self.outbox, self.offers, self.papers = station, outbox, offers, papers
        self.training = training
        self._reported, self._next_report_s = b"", 0.0
        self.receipts = Receipts(station, outbox) if isinstance(outbox, Outbox) else None
        """A table alone signs heads of its journal."""
        self.boot = secrets.token_hex(8)
        self.head: Head | None = None
        self.have: Have | None = None
        self.sent = 0
        self._clock, self._pause, self._progress_s = clock, pause, clock()
        self._line: Line | None = None

    @property
    def will(self) -> tuple[str, bytes]:
        """What the broker says when this carrier is gone: the same boot, and that it is not up."""
        link = Link(False, self.boot, "0" * messages.JOURNAL_DIGITS, 0, "0" * 64, "")
        return self.station.topic("link"), messages.link(link, wall_ns=0)

    def serve(self, line: Line, *, wait_s: float = LOOK_S) -> None:
        """One look, after `wait_s`: what came, what is new in the journal, and what is due to be sent. It is
        sooner where something came that records wait for. Without a broker the journal is left alone."""
        self._line = line
        if not self._waits_for_the_pit:
            self._pause(wait_s)
            wait_s = 0
        try:
            for event in line.events(wait_s):
                self._take(event)
            if not line.is_there:
                return
            self._look()
            self._send()
            self._show_heads()
            self._report()
            self._tell()
        except JournalError as error:
            log.warning("%s", error)

    @property
    def _waits_for_the_pit(self) -> bool:
        """Whether the next word of the pit decides what is sent: it has said nothing yet, or there is more
        than may be on its way."""
        return self.head is None or self.have is None or self.sent < self.head.seq

    def _publish(self, kind: str, payload: bytes, *, retain: bool = False) -> None:
        if self._line is not None:
            self._line.publish(self.station.topic(kind), payload, retain=retain)

    # --- what came

    def _take(self, event: Event) -> None:
        if isinstance(event, Connected):
            self._begin_again()
            return
        kind = event.topic.rpartition("/")[2]
        try:
            if kind == "have":
                self._believe(messages.read_have(event.payload))
            elif kind == "ask":
                self._answer(messages.read_ask(event.payload))
            elif kind == "countersign" and self.receipts is not None:
                self.receipts.take(countersigned.read_message(event.payload))
            elif kind == "offer" and self.offers is not None:
                self.offers.take(event.payload)
                self._next_report_s = 0.0
            elif kind == "certificate" and self.papers is not None:
                self._renew(self.papers, event.payload)
        except (MalformedError, TrustError) as error:
            log.warning("a message of the pit was passed over: %s", error)

    def _begin_again(self) -> None:
        """The line is new. `_look` sends the link."""
        self.head, self.have = None, None
        self._reported, self._next_report_s = b"", 0.0
        if self.training is not None:
            self.training.begin_again()

    def _renew(self, papers: Papers, payload: bytes) -> None:
        """The next connection shows the new certificate."""
        try:
            if renewal.take(papers, payload, datetime.now(UTC)):
                log.info("the certificate of %s was renewed", self.station.table)
        except OSError as error:
            log.warning("the renewed certificate was not kept: %s", error)

    def _believe(self, have: Have) -> None:
        if self.head is None or have.journal != self.head.journal:
            return
        self._progress_s = self._clock()
        if self.outbox.chain_at(have.seq) != have.chain:
            self.have = None
            log.warning("the pit has another record %d: nothing is sent until that is answered for", have.seq)
            self._show(0, have.seq)
            return
        if self.have is None or have.again:
            self.sent = have.seq
            if self.receipts is not None:
                self.receipts.begin(have)
        self.have, self.sent = have, max(self.sent, have.seq)

    def _answer(self, ask: Ask) -> None:
        if self.head is not None and ask.journal == self.head.journal:
            self._show(ask.after, ask.last)

    def _show(self, after: int, last: int) -> None:
        head = self.outbox.head()
        if head is not None:
            found = self.outbox.points(max(0, after), min(last, head.seq))
            self._publish("points", messages.points(Points(head.journal, head.seq, found)))

    # --- what is due

    def _look(self) -> None:
        """Says which journal it is when the line is new, and when another one has taken its place."""
        head = self.outbox.look()
        known, self.head = self.head, head
        if head is None or (
            known and (known.journal, known.seq) <= (head.journal, head.seq) and known.journal == head.journal
        ):
            return
        self.have = None
        link = Link(True, self.boot, head.journal, head.seq, head.chain, _version())
        self._publish("link", messages.link(link, wall_ns=time.time_ns()), retain=True)

    def _send(self) -> None:
        if self.have is None or self.head is None:
            return
        self._go_back()
        last = min(self.head.seq, self.have.seq + WINDOW_RECORDS)
        if self.sent >= last:
            return
        for batch in messages.batches(self.outbox.after(self.sent, last=last)):
            self._publish("rec", messages.rows(self.have.journal, batch))
            self.sent = batch[-1].seq
        self._progress_s = self._clock()

    def _show_heads(self) -> None:
        """What the table signed, once the pit has the record: it compares before it countersigns."""
        if self.have is not None and self.receipts is not None:
            for head in self.receipts.due(self.have):
                self._publish("head", countersigned.head_message(self.have.journal, head), retain=True)

    def _report(self) -> None:
        """Says what became of offers, and which configuration the table has, where that has changed."""
        if self.offers is None or self._clock() < self._next_report_s:
            return
        self._next_report_s = self._clock() + REPORT_S
        try:
            report = self.offers.report()
        except OSError as error:  # a full disk, or a configuration that this user may not read
            log.warning("offers of the pit: %s", error)
            return
        if report != self._reported:
            self._reported = report
            self._publish("answer", report, retain=True)

    def _tell(self) -> None:
        """Tells how the people in training do, where that has changed."""
        if self.training is not None and self._line is not None and (report := self.training.due()):
            self._line.publish(self.station.topic("training"), report, retain=True, expires_s=EXPIRES_S)

    def _go_back(self) -> None:
        """The pit asks for what it lacks. Only where its question itself was lost does the time decide."""
        line, have = self._line, self.have
        if line is None or have is None or self.sent <= have.seq or line.waiting:
            return
        if self._clock() - self._progress_s > SILENCE_S:
            self.sent, self._progress_s = have.seq, self._clock()


def carry(
    station: Station, journal: Path, broker: Broker, *, configuration: Path, training: bool = True
) -> None:
    """Carry this journal to the pit, how the people in training do, and the pit's offers of another
    configuration to the table, until the process is ended. Without `training` the pit hears of nobody.
    Raises JournalError, also where another process carries this journal: when one of the two stopped, the
    pit would be told that the table is gone."""
    with _alone(journal):
        _let_the_table_go_first()
        offers = OffersAtTable(station, journal, configuration)
        school = TrainingAtTable(beside(journal) if training else None)
        carrier = Carrier(station, Outbox(journal), offers=offers, papers=broker.papers, training=school)
        serve(carrier, station, broker)


@contextmanager
def _alone(journal: Path) -> Iterator[None]:
    """Nobody else carries this journal meanwhile. Raises JournalError."""
    file = journal.with_name(f"{journal.name}.carried")
    try:
        lock = file.open("a")
    except OSError as error:
        raise JournalError(f"{file} cannot be written: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            why = "is carried to the pit by another process: end that one first"
            raise JournalError(f"{journal} {why}") from None
        yield


def _let_the_table_go_first() -> None:
    """Makes this process nice; and its session, unless that is somebody's terminal."""
    os.nice(CARRIER_NICENESS)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):  # a kernel that knows no such groups
            SESSION.write_text(str(CARRIER_NICENESS), "ascii")


def serve(carrier: Carrier, station: Station, broker: Broker) -> NoReturn:
    """Serve the carrier of this station over a line to this broker, until the process is ended. Raises what
    its journal raises."""
    line = Line(broker, tuple(map(station.topic, FROM_THE_PIT)), will=carrier.will)
    try:
        while True:
            carrier.serve(line)
    finally:
        line.close()
