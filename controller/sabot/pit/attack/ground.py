"""A pit that is there to be attacked: a broker, a collector, a table that deals honestly, and one of the same
house that does not. All of it runs when it is given a turn, so that nothing happens between two looks."""

from __future__ import annotations

import re
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from psycopg import Connection

from sabot.pit import looking, topics
from sabot.pit.carrier import Carrier
from sabot.pit.collector import Collector
from sabot.pit.database import connected, prepare
from sabot.pit.line import Broker, Line
from sabot.pit.outbox import Outbox
from sabot.pit.proof.countersigning import pit_key
from sabot.pit.services import BrokerService
from sabot.pit.store import Store
from sabot.pit.topics import Station
from sabot.pit.trust import enrolment
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.certificates import LEAF_DAYS
from sabot.pit.trust.papers import Papers
from sabot.record.chain import Entry
from sabot.record.journal import Journal

HOUSE = "attacked"
PERSON = "the attack"
LIMIT_S = 20.0
TURN_S = 0.02


class Ground:
    """What is attacked. `innocent` and `guilty` are two tables of one house."""

    def __init__(self, folder: Path, database: Connection) -> None:
        mark = secrets.token_hex(3)  # a database that was attacked before knows other tables
        self.folder, self.database = folder, database
        self.innocent, self.guilty = Station(HOUSE, f"innocent-{mark}"), Station(HOUSE, f"guilty-{mark}")
        self.authority = self.house("pit")
        self.broker = BrokerService(folder, _free_port(), authority=self.authority, address="127.0.0.1")
        self.journal = Journal(folder / "innocent.sqlite3")
        self.papers = self.enrolled(self.innocent)
        self.sly = self.enrolled(self.guilty)
        self.carrier = Carrier(self.innocent, Outbox(self.journal.path))
        self.line = self._line(self.papers, self.carrier)
        listens = topics.of_every_table(HOUSE)
        self.collectors_line = Line(self.broker.broker, listens)
        self.collector = Collector(HOUSE, Store(database), self.collectors_line, key=pit_key(folder))

    def _line(self, papers: Papers, carrier: Carrier) -> Line:
        listens = tuple(carrier.station.topic(kind) for kind in topics.FROM_THE_PIT)
        return Line(Broker(*self.address, papers), listens, will=carrier.will)

    @property
    def address(self) -> tuple[str, int]:
        """Where the broker listens."""
        return self.broker.broker.address

    def names_of(self, station: Station) -> set[str]:
        """As whom the broker has let this table in, by its log."""
        came = re.compile(rf"New client connected from \S+ as (\S+) \(.*u'{station.table}'")
        return set(came.findall(self.broker.log.read_text("utf-8", "replace")))

    # --- certificates

    def house(self, place: str) -> Authority:
        """A house of this name in a folder of its own: the pit's, or a foreign one with the same name."""
        authority = Authority.of_pit(self.folder / place)
        authority.make(HOUSE, root=self.folder / place, now=datetime.now(UTC))
        return authority

    def enrolled(self, station: Station, *, by: Authority | None = None, days_ago: int = 0) -> Papers:
        """What a table has that was enrolled so long ago, by another house if it is named."""
        now, papers = self.now() - timedelta(days=days_ago), Papers(self.folder / secrets.token_hex(4))
        asked, shown = enrolment.request(papers, station)
        pem = (by or self.authority).accept(asked, by=PERSON, fingerprint=shown, now=now)
        enrolment.install(papers, pem, now=now)
        return papers

    def ended(self, station: Station) -> Papers:
        """What a table has whose certificate ended yesterday."""
        return self.enrolled(station, days_ago=LEAF_DAYS + 1)

    # --- time

    def turn(self) -> None:
        """A turn for everybody."""
        self.carrier.serve(self.line, wait_s=TURN_S)
        self.collector.serve(wait_s=TURN_S, batch_s=0)

    def until(self, is_true: Callable[[], bool]) -> bool:
        """Turns until this is true; False if it does not become so."""
        end = time.monotonic() + LIMIT_S
        while not is_true():
            if time.monotonic() > end:
                return False
            self.turn()
        return True

    def now(self) -> datetime:
        """The time."""
        return datetime.now(UTC)

    # --- the honest table

    def deal(self) -> None:
        """A record of the honest table."""
        self.journal.append([Entry("note", {"word": secrets.token_hex(8)})])

    def harm(self) -> str:
        """What is wrong with the honest table, after it has dealt once more; nothing, if it is unharmed."""
        self.deal()
        if not self.until(lambda: self._stored() == self.journal.head):
            return f"the pit has {self._stored()} of {self.journal.head}"
        return "; ".join(each.why for each in looking.alerts(self.database, self.innocent.table))

    def _stored(self) -> tuple[int, str]:
        cursor = self.collector.store.cursors().get(self.innocent.table)
        return (cursor.seq, cursor.chain) if cursor else (0, "")

    def close(self) -> None:
        """End all of it."""
        self.line.close()
        self.collectors_line.close()
        self.journal.close()
        self.broker.end()


@contextmanager
def opened(folder: Path, database: str) -> Iterator[Ground]:
    """A ground in this folder and database, which must be empty or one that was attacked before. Raises
    PitError and MissingError."""
    with closing(connected(database)) as connection:
        prepare(connection, HOUSE)
        ground = Ground(folder, connection)
        try:
            ground.broker.up()
            yield ground
        finally:
            ground.close()


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])
