"""Houses and a region as processes on one machine, for tests and for `tools/pit_region.py`; and whether the
region equals its houses."""

from __future__ import annotations

from pathlib import Path

from psycopg import Connection

from sabot.bench.pit.carriers import Note, NotedLine
from sabot.bench.pit.dealt import Dealt, pattern
from sabot.bench.pit.ground import free_port, until
from sabot.bench.pit.hall import Hall, PitBroker, sabot
from sabot.pit.region.database import as_house
from sabot.pit.region.facts import FACT_COLUMNS
from sabot.pit.region.log import FactLog
from sabot.pit.services import DatabaseService
from sabot.pit.topics import Station

REGION = "region"
CARRIER_PROCESSES = 2
"""For the tables of one house."""

READY_S = 120.0


def differences(house: Connection, region: Connection, name: str) -> list[str]:
    """Where the region differs from this house: in facts, in numbers, or in the chain."""
    found = []
    with as_house(region, name):
        for kind, columns in FACT_COLUMNS.items():
            sql = f"SELECT {', '.join(columns)} FROM {kind} ORDER BY 1, 2, 3, 4".encode()
            if region.execute(sql).fetchall() != house.execute(sql).fetchall():
                found.append(f"{name}: another {kind}")
        row = region.execute(
            "SELECT seq, chain, (SELECT count(*) FROM entry e WHERE e.course = log.course),"
            " (SELECT max(seq) FROM entry e WHERE e.course = log.course) FROM log"
        ).fetchone()
    head = FactLog(house).head()
    if head is None or row != (head.seq, head.chain, head.seq, head.seq):
        found.append(f"{name}: the house has {head}, the region {row}")
    return found


class House(Hall):
    """A house with its tables, and its carrier to the region."""

    def __init__(self, folder: Path, service: DatabaseService, name: str, region: int, tables: int) -> None:
        folder.mkdir()
        super().__init__(folder, service, house=name, name=name.replace("-", "_"))
        where = ("--region", REGION, "--broker", f"127.0.0.1:{region}", "--database", self.address)
        self.upward = sabot("region", "carry", *where, log=folder / "upward.log")
        steps = pattern(folder)
        self.steps = len(steps)
        names = [f"{name}-t{number}" for number in range(1, tables + 1)]
        self.tables = [Dealt(each, folder / f"{each}.sqlite3", steps) for each in names]

    def begin(self) -> None:
        """Every table has an opening on record, the house has it, and it has joined the region."""
        self.start()
        for table in self.tables:
            table.deal()
        for number in range(CARRIER_PROCESSES):
            if shared := self.tables[number::CARRIER_PROCESSES]:
                self.carry(shared)
        until(lambda: self.has(self.tables), f"the openings of {self.house}", limit_s=READY_S)
        self.upward.start(is_ready=lambda: True)

    def end(self) -> None:
        """End all of it."""
        self.upward.end(9)
        super().end()
        for table in self.tables:
            table.close()


class Region:
    """Broker and collector of a region over this database, and what it says to the houses."""

    def __init__(self, folder: Path, database: str, *houses: str, name: str = REGION) -> None:
        folder.mkdir()
        self.broker = PitBroker(folder, free_port())
        where = ("--region", name, "--broker", f"127.0.0.1:{self.port}", "--database", database)
        self.collector = sabot(
            "region", "collect", *where, "--folder", str(folder), log=folder / "collector.log"
        )
        self._lines = {name: self._line(name) for name in houses}

    @property
    def port(self) -> int:
        """Where the broker listens."""
        return self.broker.broker.port

    def _line(self, house: str) -> NotedLine:
        line = NotedLine(self.broker.broker, (Station(REGION, house).topic("have"),))
        line.notes = []
        return line

    def start(self) -> None:
        """Start both."""
        self.broker.up()
        self.collector.start(is_ready=lambda: True)

    def kill(self) -> None:
        """Kill both; the broker keeps nothing."""
        self.collector.end(9)
        self.broker.end(9)

    def hear(self) -> dict[str, list[Note]]:
        """What was said so far: the numbers of entries, and when they were committed."""
        for line in self._lines.values():
            for _ in line.events(0):
                pass
        return {name: line.notes for name, line in self._lines.items()}

    def end(self) -> None:
        """End both."""
        for line in self._lines.values():
            line.close()
        self.kill()
