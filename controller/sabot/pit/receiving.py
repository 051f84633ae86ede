"""What a pit and a region have in common: a journal comes from each of several stations, its chain is
compared, it is stored, and the station hears what is stored.

A station of a pit is a table; one of a region is a house. What came in ten milliseconds is one transaction.
Only after its commit a station hears of it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Protocol

import psycopg
from psycopg import Connection

from sabot.core.reasons import of_error, reason
from sabot.pit import messages, saving, topics
from sabot.pit.database import connected, only_collector
from sabot.pit.judging import NO_JOURNAL, Chains, Cursor, Finding, Search, another, compared, judged
from sabot.pit.line import Broker, Connected, Event, Line, Message
from sabot.pit.messages import Ask, Have, Link, MalformedError, Rows
from sabot.pit.store import MovedError, Taken
from sabot.pit.topics import Station
from sabot.pit.trouble import UnreachableError
from sabot.pit.trust.certificates import TrustError
from sabot.pit.trust.renewal import Renewals
from sabot.record.chain import Record

log = logging.getLogger(__name__)

BATCH_S = 0.01
WAIT_S = 0.25

PAUSE_S = 0.5
"""Between two tries to reach PostgreSQL, or to be the only collector."""

LOOK_AGAIN_S = 2.0
"""So often it is looked whether somebody has answered the alerts of a station."""

Reader = Callable[[str, bytes], None]
"""Takes a message of this station."""


class Storing(saving.Saving, Protocol):
    """Where journals are stored: in the database of a pit, or in that of a region."""

    def cursors(self) -> dict[str, Cursor]:
        """How far the journal of each station is stored."""

    def chains(self, station: str, course: int, seqs: Iterable[int]) -> dict[int, str]:
        """The chains of these records, as far as they are stored."""

    def owner(self, journal: str, station: str) -> str:
        """Another station with this journal; empty: none."""

    def linked(self, station: str, link: Link, *, now: datetime, first: str = "") -> None:
        """A station is connected. `first`: the journal of its first course, if that is another one."""

    def unlinked(self, station: str, boot: str, *, now: datetime) -> None:
        """The connection of a station has ended."""

    def unlink_all(self, *, now: datetime) -> None:
        """No station is known to be connected."""

    def is_alarmed(self, station: str, course: int) -> bool:
        """Whether an alert of this journal is open."""

    def alert(
        self, station: str, course: int, finding: Finding, *, now: datetime, payload: bytes = b""
    ) -> bool:
        """Put an alert on record; whether it is a new one."""


class Receiver:
    """What is known while the database is held: the cursor of each station. `house`: the name of the house,
    or of the region."""

    store: Storing

    def __init__(self, house: str, store: Storing, line: Line, *, renewals: Renewals | None = None) -> None:
        self.house, self.store, self.line, self.renewals = house, store, line, renewals
        self.cursors = store.cursors()
        self._before: dict[str, Cursor] = {}
        self._records: dict[str, list[Record]] = {}
        self._greeted: dict[str, bool] = {}
        self._asked: set[str] = set()
        self._alarmed: set[str] = set()
        self._looked_s = time.monotonic()

    def serve(self, *, wait_s: float = WAIT_S, batch_s: float = BATCH_S) -> None:
        """One batch: what came, stored, and then said to the stations. Raises psycopg.Error and
        MovedError."""
        for event in self._heard(wait_s, batch_s):
            if isinstance(event, Connected):
                self._begin_again()
            else:
                self._take(event)
        self._store()
        self._look_again()
        self._say()
        self._renew()

    def _heard(self, wait_s: float, batch_s: float) -> Iterable[Event]:
        heard = list(self.line.events(wait_s))
        if heard:
            until = time.monotonic() + batch_s
            while (left := until - time.monotonic()) > 0:
                heard += self.line.events(left)
        return heard

    def _begin_again(self) -> None:
        """The line is new: the broker may have forgotten everything. Who is connected comes again from it."""
        self.store.unlink_all(now=moment())
        self._greeted |= dict.fromkeys(self.cursors, True)
        if self.renewals is not None:
            self.renewals.again()

    # --- what came

    def _readers(self) -> Mapping[str, Reader]:
        """Who takes which kind of message; one of another kind is passed over."""
        return {"rec": self._take_rows, "link": self._take_link, "points": self._take_points}

    def _take(self, message: Message) -> None:
        found = topics.read(message.topic, self.house)
        if found is None:
            return
        station, kind = found
        try:
            if (reader := self._readers().get(kind)) is not None:
                reader(station, message.payload)
        except MalformedError as error:
            self._refuse(station, error, message.payload)

    def _refuse(self, station: str, error: MalformedError, payload: bytes) -> None:
        """The station stands still at a record that cannot be stored; the others go on."""
        cursor = self.cursors.get(station)
        if cursor is not None:
            seq = error.seq or cursor.seq + 1
            why = reason("a message cannot be read: {why}", why=of_error(error))
            self._raise(station, Finding(seq, "unreadable", why), payload)

    def _take_link(self, station: str, payload: bytes) -> None:
        link = messages.read_link(payload)
        if not link.is_up:
            self.store.unlinked(station, link.boot, now=moment())
            return
        known, owner = self.cursors.get(station), ""
        if known is None or known.journal != link.journal:
            owner = self.store.owner(link.journal, station)
        first = NO_JOURNAL if known is None and owner else link.journal
        self.store.linked(station, link, now=moment(), first=first)
        known = self.cursors.setdefault(station, Cursor(1, first))
        if known.journal != link.journal:
            self._raise(station, another(known, link.journal, owner=owner))
        self._greet(station)

    def _greet(self, station: str) -> None:
        """A station has connected: it hears what is stored."""
        self._greeted[station] = True

    def _rows(self, payload: bytes) -> Rows:
        """The records in a message. Raises MalformedError for one that cannot be stored."""
        return messages.read_rows(payload)

    def _take_rows(self, station: str, payload: bytes) -> None:
        rows = self._rows(payload)
        cursor = self.cursors.get(station)
        if cursor is None or rows.journal != cursor.journal:
            return
        verdict = judged(cursor, rows.rows, self._chains(station, cursor))
        if verdict.taken:
            self._before.setdefault(station, cursor)
            self._records.setdefault(station, []).extend(verdict.taken)
            self.cursors[station] = verdict.cursor
            self._asked.discard(station)
            self._greeted.setdefault(station, False)
        if verdict.finding is not None:
            self._raise(station, verdict.finding)
        elif verdict.is_gap and station not in self._asked:  # once: what is on its way is beyond it, too
            self._asked.add(station)
            self._greeted[station] = True

    def _take_points(self, station: str, payload: bytes) -> None:
        shown = messages.read_points(payload)
        cursor = self.cursors.get(station)
        if cursor is None or shown.journal != cursor.journal:
            return
        found = compared(cursor, shown, self._chains(station, cursor))
        if isinstance(found, Search):
            self._publish(station, "ask", messages.ask(Ask(cursor.journal, *found)))
        elif found is not None:
            self._raise(station, found)

    def _chains(self, station: str, cursor: Cursor) -> Chains:
        """The chains that are stored, those of this batch included."""

        def chains(seqs: Iterable[int]) -> Mapping[int, str]:
            wanted = set(seqs)
            stored = self.store.chains(station, cursor.course, wanted)
            fresh = {each.seq: each.chain for each in self._records.get(station, ()) if each.seq in wanted}
            return stored | fresh

        return chains

    def _raise(self, station: str, finding: Finding, payload: bytes = b"") -> None:
        self._alarmed.add(station)
        course = self.cursors[station].course
        if self.store.alert(station, course, finding, now=moment(), payload=payload):
            log.error("%s: %s", station, finding.why)

    # --- what is stored and said

    def _store(self) -> None:
        taken = [
            Taken(station, before, self.cursors[station], tuple(self._records[station]))
            for station, before in self._before.items()
        ]
        refused = saving.save(self.store, taken, now=moment())
        self._before.clear()
        self._records.clear()
        for station, cursor, finding, payload in refused:
            self.cursors[station] = cursor
            self._asked.add(station)  # what comes next is beyond it
            self._raise(station, finding, payload)

    def _say(self) -> None:
        for station, again in self._greeted.items():
            cursor = self.cursors[station]
            have = Have(cursor.journal, cursor.seq, cursor.chain, again)
            self._publish(station, "have", messages.have(have, pit_ns=time.time_ns()), retain=True)
        self._greeted.clear()

    def _look_again(self) -> None:
        """What people at the pit have accepted or answered, perhaps before this collector began."""
        if time.monotonic() - self._looked_s > LOOK_AGAIN_S:
            self._looked_s = time.monotonic()
            for station, cursor in self.store.cursors().items():
                if cursor.course != self.cursors.setdefault(station, cursor).course:
                    self.cursors[station] = cursor
                elif station not in self._alarmed or self.store.is_alarmed(station, cursor.course):
                    continue
                self._alarmed.discard(station)
                self._greeted[station] = True

    def _renew(self) -> None:
        """Certificates that are due. If something is wrong with them, records still go on."""
        try:
            for station, payload in self.renewals.due(moment()) if self.renewals else ():
                self._publish(station, "certificate", payload, retain=True)
        except (TrustError, OSError) as error:
            log.warning("no certificate was renewed: %s", error)

    def _publish(self, station: str, kind: str, payload: bytes, *, retain: bool = False) -> None:
        self.line.publish(Station(self.house, station).topic(kind), payload, retain=retain)


def moment() -> datetime:
    """Now, by the clock of this machine."""
    return datetime.now(UTC)


Prepare = Callable[[Connection, str], None]
"""Makes the tables in an empty database, for the house or region of this name."""

Begin = Callable[[Connection, Line], Receiver]
"""Makes the receiver over this database and this line."""


def receive(house: str, broker: Broker, database: str, *, prepare: Prepare, begin: Begin) -> None:
    """Receive for this house or region until the process is ended. If PostgreSQL or the broker is gone,
    nothing is lost: it begins again at what the database has. Raises PitError for a database that is not its
    own."""
    is_waiting = False
    while True:
        try:
            with connected(database) as connection:
                prepare(connection, house)
                if only_collector(connection):
                    is_waiting = False
                    _receive(house, broker, connection, begin)
                elif not is_waiting:
                    is_waiting = True
                    log.warning("another collector is at work; this one takes over when that one ends")
        except (psycopg.OperationalError, MovedError, UnreachableError) as error:
            log.warning("begun again at what the database has: %s", " ".join(str(error).split()))
        time.sleep(PAUSE_S)


def _receive(house: str, broker: Broker, database: Connection, begin: Begin) -> None:
    line = Line(broker, topics.of_every_table(house))
    try:
        receiver = begin(database, line)
        while True:
            receiver.serve()
    finally:
        line.close()
