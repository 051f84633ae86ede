"""The collector of one house: takes the records of all tables, compares their chains, stores them, and says
to each table what the pit has.

What came in ten milliseconds is one transaction. Only after its commit a table hears of it. If PostgreSQL or
the broker is gone, nothing is lost: the collector begins again at what the database has.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping
from pathlib import Path

from psycopg import Connection

from sabot.core.reasons import of_error
from sabot.pit.database import prepare
from sabot.pit.judging import Finding
from sabot.pit.line import Broker, Line
from sabot.pit.messages import MalformedError
from sabot.pit.offers.desk import Desk
from sabot.pit.offers.steering import Steering
from sabot.pit.proof import countersigned
from sabot.pit.proof.countersigning import Heads, pit_key
from sabot.pit.receiving import Reader, Receiver, moment, receive
from sabot.pit.store import Store
from sabot.pit.training import keeping
from sabot.pit.training.report import read_report
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.renewal import Renewals
from sabot.record.keys import Key

log = logging.getLogger(__name__)

LIVES_S = 5.0
"""So often it puts on record that it lives."""


class Collector(Receiver):
    """What the collector knows while it holds the database: the cursor of each table, and what tables signed
    and answered."""

    store: Store

    def __init__(
        self, house: str, store: Store, line: Line, *, key: Key, renewals: Renewals | None = None
    ) -> None:
        super().__init__(house, store, line, renewals=renewals)
        self._heads = Heads(house, store, key)
        self._signed: list[tuple[str, bytes]] = []
        self._training: dict[str, bytes] = {}
        self.desk = Desk(store.database, self._offer)
        self.steering = Steering(store.database, key)
        self._lived_s = -math.inf

    def _begin_again(self) -> None:
        super()._begin_again()
        self.desk.begin_again()

    def _readers(self) -> Mapping[str, Reader]:
        own = {"head": self._take_head, "answer": self.desk.take, "training": self._take_training}
        return {**super()._readers(), **own}

    def _take_head(self, table: str, payload: bytes) -> None:
        self._signed.append((table, payload))

    def _take_training(self, table: str, payload: bytes) -> None:
        self._training[table] = payload

    def _greet(self, table: str) -> None:
        super()._greet(table)
        self.desk.greet(table)

    def _store(self) -> None:
        self._live()
        super()._store()

    def _countersign(self) -> None:
        """Heads are compared with what is stored, and so they come after it."""
        signed, self._signed = self._signed, []
        for table, payload in signed:
            try:
                cursor = self.cursors.get(table)
                found = cursor and self._heads.taken(table, cursor, payload, now=moment())
            except MalformedError as error:
                self._refuse(table, error, payload)
                continue
            if isinstance(found, Finding):
                self._raise(table, found)
            elif found is not None:
                self._publish(table, "countersign", countersigned.message(found), retain=True)

    def _keep_training(self) -> None:
        """The last report of each table. One that cannot be read says nothing against its journal, and is not
        kept: there may be more about people in it than there should be."""
        training, self._training = self._training, {}
        for table, payload in training.items():
            try:
                keeping.replace(self.store.database, table, read_report(payload), now=moment())
            except MalformedError as error:
                log.warning("%s: its report on people in training is not taken: %s", table, error)
                keeping.refuse(self.store.database, table, of_error(error))

    def _live(self) -> None:
        if time.monotonic() - self._lived_s > LIVES_S:
            self._lived_s = time.monotonic()
            self.store.lives(has_broker=self.line.is_there, now=moment())
            keeping.forget(self.store.database, now=moment())

    def _say(self) -> None:
        super()._say()
        self._countersign()
        self._keep_training()
        self.steering.look()
        self.desk.look()

    def _offer(self, table: str, payload: bytes) -> None:
        self._publish(table, "offer", payload, retain=True)


def collect(house: str, broker: Broker, database: str, *, folder: Path) -> None:
    """Collect for this house until the process is ended; the pit's key is in this folder. Raises PitError for
    a database that is not its own, and for a key that cannot be used."""
    key, authority = pit_key(folder), Authority.of_pit(folder)

    def begin(connection: Connection, line: Line) -> Collector:
        renewals = Renewals(authority) if authority.is_there else None
        return Collector(house, Store(connection), line, key=key, renewals=renewals)

    receive(house, broker, database, prepare=prepare, begin=begin)
