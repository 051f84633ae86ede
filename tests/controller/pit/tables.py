"""A collector and carriers that speak to each other at once: a broker without a network, without waiting."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from psycopg import Connection

from sabot.pit.carrier import Carrier
from sabot.pit.collector import Collector
from sabot.pit.line import Connected, Event, Message
from sabot.pit.looking import Alert, alerts
from sabot.pit.outbox import Outbox
from sabot.pit.store import Store
from sabot.pit.topics import Station
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.keys import Key
from tools.pit_floor import HOUSE


class Wire:
    """One end of a line: what was published waits in `out`, what arrives in `came`."""

    def __init__(self) -> None:
        self.came: list[Event] = [Connected()]
        self.out: list[tuple[str, bytes]] = []
        self.expires_s: dict[str, int] = {}
        self.waiting, self.is_there = 0, True
        self.waits_s: list[float] = []

    def events(self, wait_s: float) -> Iterator[Event]:
        self.waits_s.append(wait_s)
        came, self.came = self.came, []
        yield from came

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, expires_s: int = 0) -> None:
        self.out.append((topic, payload))
        self.expires_s[topic] = expires_s

    def taken(self) -> list[tuple[str, bytes]]:
        out, self.out = self.out, []
        return out

    def kinds(self) -> list[str]:
        return [topic.rpartition("/")[2] for topic, _ in self.out]


class Hall:
    """The collector of a house and the carriers of some tables, each over its journal in a folder."""

    def __init__(self, folder: Path, database: Connection) -> None:
        self.folder, self.database = folder, database
        self.carriers: dict[str, tuple[Carrier, Wire]] = {}
        self.links: dict[str, Message] = {}
        """What the broker keeps."""
        self.open_collector()

    @property
    def key(self) -> Key:
        """The pit's own key."""
        return self.key_of("pit")

    def key_of(self, name: str) -> Key:
        return Key(self.folder / name)

    def open_collector(self) -> None:
        """A collector that knows nothing but what the database has."""
        self.wire = Wire()
        self.wire.came += self.links.values()
        self.collector = Collector(HOUSE, Store(self.database), self.wire, key=self.key)

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.sqlite3"

    def write(self, name: str, *words: str, wall_ns: int = 0) -> None:
        """Notes in the journal of a table, which is open only meanwhile."""
        with Journal(self.path(name)) as journal:
            first = journal.head[0]
            journal.append(
                Entry("note", {"word": word, "of": name}, wall_ns=wall_ns or first + at)
                for at, word in enumerate(words, 1)
            )

    def open_carrier(self, name: str) -> Carrier:
        """A carrier that knows nothing but the journal."""
        carrier = Carrier(Station(HOUSE, name), Outbox(self.path(name)))
        self.carriers[name] = (carrier, Wire())
        return carrier

    def run(self, rounds: int = 12) -> None:
        """Let them speak, and carry what they say."""
        for _ in range(rounds):
            for carrier, wire in self.carriers.values():
                carrier.serve(wire, wait_s=0)
                said = [Message(*each) for each in wire.taken()]
                self.links |= {each.topic: each for each in said if each.topic.endswith("/link")}
                self.wire.came += said
            self.collector.serve(wait_s=0, batch_s=0)
            for topic, payload in self.wire.taken():
                table = topic.split("/")[3]
                if table in self.carriers:
                    self.carriers[table][1].came.append(Message(topic, payload))

    def seq(self, name: str) -> int:
        """How many records the pit has on record."""
        return Store(self.database).cursors()[name].seq

    def alerts(self) -> list[Alert]:
        return alerts(self.database)

    def found(self) -> list[tuple[str, str, int]]:
        """The open alerts: table, kind, first record."""
        return [(each.station, each.kind, each.seq) for each in self.alerts()]

    def copy(self, name: str) -> Path:
        """A copy of the journal as it is now."""
        return Path(shutil.copy(self.path(name), self.folder / f"{name}.copy"))

    def put(self, file: Path, name: str) -> None:
        """Put this file in the place of a journal."""
        for ending in ("-wal", "-shm"):
            self.path(name).with_name(self.path(name).name + ending).unlink(missing_ok=True)
        shutil.copy(file, self.path(name))
