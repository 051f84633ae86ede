"""The collector of one house: takes the records of all tables, compares their chains, stores them, and says
to each table what the pit has.

What came in ten milliseconds is one transaction. Only after its commit a table hears of it. If PostgreSQL or
the broker is gone, nothing is lost: the collector begins again at what the database has.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from sabot.pit import messages, topics
from sabot.pit.database import UnreachableError, connected, only_collector, prepare
from sabot.pit.judging import Chains, Cursor, Finding, Search, another, compared, judged
from sabot.pit.line import Broker, Connected, Event, Line, Message
from sabot.pit.messages import Ask, Have, MalformedError
from sabot.pit.offers.desk import Desk
from sabot.pit.proof import countersigned
from sabot.pit.proof.countersigning import Heads, pit_key
from sabot.pit.store import MovedError, Store, Taken
from sabot.pit.topics import Station
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.certificates import TrustError
from sabot.pit.trust.renewal import Renewals
from sabot.record.chain import Record
from sabot.record.keys import Key

log = logging.getLogger(__name__)

BATCH_S = 0.01
WAIT_S = 0.25
PAUSE_S = 0.5
"""Between two tries to reach PostgreSQL, or to be the only collector."""

LOOK_AGAIN_S = 2.0
"""So often the collector looks whether somebody has answered the alerts of a table."""


LIVES_S = 5.0
"""So often it puts on record that it lives."""


class Collector:
    """What the collector knows while it holds the database: the cursor of each table."""

    def __init__(
        self, house: str, store: Store, line: Line, *, key: Key, renewals: Renewals | None = None
    ) -> None:
        self.house, self.store, self.line, self.renewals = house, store, line, renewals
        self._heads = Heads(house, store, key)
        self._signed: list[tuple[str, bytes]] = []
        self.cursors = store.cursors()
        self.desk = Desk(store.database, self._offer)
        self._before: dict[str, Cursor] = {}
        self._records: dict[str, list[Record]] = {}
        self._greeted: dict[str, bool] = {}
        self._asked: set[str] = set()
        self._alarmed: set[str] = set()
        self._looked_s = time.monotonic()
        self._lived_s = -math.inf

    def serve(self, *, wait_s: float = WAIT_S, batch_s: float = BATCH_S) -> None:
        """One batch: what came, stored, and then said to the tables. Raises psycopg.Error and MovedError."""
        for event in self._heard(wait_s, batch_s):
            if isinstance(event, Connected):
                self._greeted |= dict.fromkeys(self.cursors, True)
                self.desk.begin_again()
                if self.renewals is not None:
                    self.renewals.again()
            else:
                self._take(event)
        self._look_again()
        self._live()
        self._store()
        self._countersign()
        for table, again in self._greeted.items():
            self._greet(table, again=again)
        self._greeted.clear()
        self.desk.look()
        self._renew()

    def _heard(self, wait_s: float, batch_s: float) -> Iterable[Event]:
        heard = list(self.line.events(wait_s))
        if heard:
            until = time.monotonic() + batch_s
            while (left := until - time.monotonic()) > 0:
                heard += self.line.events(left)
        return heard

    # --- what came

    def _take(self, message: Message) -> None:
        found = topics.read(message.topic, self.house)
        if found is None:
            return
        table, kind = found
        readers: Mapping[str, Callable[[str, bytes], None]] = {
            "rec": self._take_rows,
            "link": self._take_link,
            "points": self._take_points,
            "head": lambda table, payload: self._signed.append((table, payload)),
            "answer": self.desk.take,
        }
        try:
            readers[kind](table, message.payload)
        except MalformedError as error:
            self._refuse(table, error, message.payload)

    def _refuse(self, table: str, error: MalformedError, payload: bytes) -> None:
        """The table stands still at a record that cannot be stored; the others go on."""
        cursor = self.cursors.get(table)
        if cursor is not None:
            seq = error.seq or cursor.seq + 1
            self._raise(table, Finding(seq, "unreadable", f"a message cannot be read: {error}"), payload)

    def _take_link(self, table: str, payload: bytes) -> None:
        link = messages.read_link(payload)
        if not link.is_up:
            self.store.unlinked(table, link.boot, now=_now())
            return
        self.store.linked(table, link, now=_now())
        known = self.cursors.setdefault(table, Cursor(1, link.journal))
        if known.journal != link.journal:
            owner = self.store.owner(link.journal, table)
            self._raise(table, another(known, link.journal, owner=owner))
        self._greeted[table] = True
        self.desk.greet(table)

    def _take_rows(self, table: str, payload: bytes) -> None:
        rows = messages.read_rows(payload)
        cursor = self.cursors.get(table)
        if cursor is None or rows.journal != cursor.journal:
            return
        verdict = judged(cursor, rows.rows, self._chains(table, cursor))
        if verdict.taken:
            self._before.setdefault(table, cursor)
            self._records.setdefault(table, []).extend(verdict.taken)
            self.cursors[table] = verdict.cursor
            self._asked.discard(table)
            self._greeted.setdefault(table, False)
        if verdict.finding is not None:
            self._raise(table, verdict.finding)
        elif verdict.is_gap and table not in self._asked:  # once: what is on its way is beyond the gap, too
            self._asked.add(table)
            self._greeted[table] = True

    def _take_points(self, table: str, payload: bytes) -> None:
        shown = messages.read_points(payload)
        cursor = self.cursors.get(table)
        if cursor is None or shown.journal != cursor.journal:
            return
        found = compared(cursor, shown, self._chains(table, cursor))
        if isinstance(found, Search):
            self._publish(table, "ask", messages.ask(Ask(cursor.journal, *found)))
        elif found is not None:
            self._raise(table, found)

    def _chains(self, table: str, cursor: Cursor) -> Chains:
        """The chains that the pit has, those of this batch included."""

        def chains(seqs: Iterable[int]) -> Mapping[int, str]:
            wanted = set(seqs)
            stored = self.store.chains(table, cursor.course, wanted)
            fresh = {each.seq: each.chain for each in self._records.get(table, ()) if each.seq in wanted}
            return stored | fresh

        return chains

    def _raise(self, table: str, finding: Finding, payload: bytes = b"") -> None:
        self._alarmed.add(table)
        course = self.cursors[table].course
        if self.store.alert(table, course, finding, now=_now(), payload=payload):
            log.error("%s: %s", table, finding.why)

    # --- what is stored and said

    def _store(self) -> None:
        taken = [
            Taken(table, before, self.cursors[table], tuple(self._records[table]))
            for table, before in self._before.items()
        ]
        self.store.save(taken, now=_now())
        self._before.clear()
        self._records.clear()

    def _countersign(self) -> None:
        """Heads are compared with what is stored, and so they come after it."""
        signed, self._signed = self._signed, []
        for table, payload in signed:
            try:
                cursor = self.cursors.get(table)
                found = cursor and self._heads.taken(table, cursor, payload, now=_now())
            except MalformedError as error:
                self._refuse(table, error, payload)
                continue
            if isinstance(found, Finding):
                self._raise(table, found)
            elif found is not None:
                self._publish(table, "countersign", countersigned.message(found), retain=True)

    def _look_again(self) -> None:
        if self._alarmed and time.monotonic() - self._looked_s > LOOK_AGAIN_S and not self._before:
            self._looked_s = time.monotonic()
            for table, cursor in self.store.cursors().items():
                if cursor.course != self.cursors[table].course:
                    self.cursors[table] = cursor
                elif table not in self._alarmed or self.store.is_alarmed(table, cursor.course):
                    continue
                self._alarmed.discard(table)
                self._greeted[table] = True

    def _live(self) -> None:
        if time.monotonic() - self._lived_s > LIVES_S:
            self._lived_s = time.monotonic()
            self.store.lives(has_broker=self.line.is_there, now=_now())

    def _greet(self, table: str, *, again: bool) -> None:
        cursor = self.cursors[table]
        have = Have(cursor.journal, cursor.seq, cursor.chain, again)
        self._publish(table, "have", messages.have(have, pit_ns=time.time_ns()), retain=True)

    def _offer(self, table: str, payload: bytes) -> None:
        self._publish(table, "offer", payload, retain=True)

    def _renew(self) -> None:
        """Certificates that are due. If something is wrong with them, records still go on."""
        try:
            for table, payload in self.renewals.due(_now()) if self.renewals else ():
                self._publish(table, "certificate", payload, retain=True)
        except (TrustError, OSError) as error:
            log.warning("no certificate was renewed: %s", error)

    def _publish(self, table: str, kind: str, payload: bytes, *, retain: bool = False) -> None:
        self.line.publish(Station(self.house, table).topic(kind), payload, retain=retain)


def _now() -> datetime:
    return datetime.now(UTC)


def collect(house: str, broker: Broker, database: str, *, folder: Path) -> None:
    """Collect for this house until the process is ended; the pit's key is in this folder. Raises PitError for
    a database that is not its own, and for a key that cannot be used."""
    is_waiting, key, authority = False, pit_key(folder), Authority.of_pit(folder)
    while True:
        try:
            with connected(database) as connection:
                prepare(connection, house)
                if only_collector(connection):
                    is_waiting = False
                    _collect(house, broker, Store(connection), key, authority)
                elif not is_waiting:
                    is_waiting = True
                    log.warning("another collector is at work; this one takes over when that one ends")
        except (psycopg.OperationalError, MovedError, UnreachableError) as error:
            log.warning("begun again at what the database has: %s", " ".join(str(error).split()))
        time.sleep(PAUSE_S)


def _collect(house: str, broker: Broker, store: Store, key: Key, authority: Authority) -> None:
    line = Line(broker, topics.of_every_table(house))
    try:
        renewals = Renewals(authority) if authority.is_there else None
        collector = Collector(house, store, line, key=key, renewals=renewals)
        while True:
            collector.serve()
    finally:
        line.close()
