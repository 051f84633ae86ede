"""A floor for tests and for `make pit-test`: tables that write journals, their carriers, a broker, a
collector and PostgreSQL, each a process that can be killed; and whether the pit equals the tables."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from psycopg import Connection

from sabot.bench.pit.dealt import Dealt, pattern
from sabot.bench.pit.ground import cluster, free_port, memory, until
from sabot.pit import looking, stored_facts
from sabot.pit.database import connected
from sabot.pit.outbox import Outbox
from sabot.pit.proof.receipts import beside, kept
from sabot.pit.services import BrokerService, DatabaseService, Service
from sabot.record import chain, indexes
from sabot.record.heads import Signer
from sabot.record.journal import verify

__all__ = ["Dealt", "Floor", "cluster", "facts", "free_port", "memory", "pattern", "until"]

HOUSE = "house"


# --- a floor ----------------------------------------------------------------------------------------


class Floor:
    """Tables with their carriers, a broker, and a collector that keeps the records in this database."""

    def __init__(
        self, folder: Path, database: DatabaseService, *, tables: int, name: str = "postgres"
    ) -> None:
        self.folder, self.service, self.address = folder, database, database.address(name)
        steps = pattern(folder)
        self.tables = [Dealt(f"t{n}", folder / f"t{n}.sqlite3", steps) for n in range(1, tables + 1)]
        self.signed: dict[str, list[str]] = {each.name: [] for each in self.tables}
        self.broker = BrokerService(folder, free_port())
        self.collector = self._sabot(
            "collect", "--database", self.address, "--folder", str(folder / "pit"), log="collector"
        )
        self.carriers = {
            each.name: self._sabot("carry", "--table", each.name, "--journal", str(each.path), log=each.name)
            for each in self.tables
        }

    def _sabot(self, *words: str, log: str) -> Service:
        where = ("--house", HOUSE, "--broker", f"127.0.0.1:{self.broker.broker.port}")
        command = (sys.executable, "-m", "sabot.cli", "pit", words[0], *where, *words[1:])
        return Service(command, self.folder / f"{log}.log")

    def start(self) -> None:
        """Start everything but PostgreSQL, which runs."""
        self.broker.up()
        for each in (self.collector, *self.carriers.values()):
            each.start(is_ready=lambda: True)

    def sign(self) -> None:
        """Every table signs its head."""
        for table in self.tables:
            entry = Signer(table.path, wall_ns=time.time_ns).entry(table.journal.head)
            table.journal.append([entry])
            self.signed[table.name].append(str(entry.body["text"]))

    def end(self) -> None:
        """End everything but PostgreSQL."""
        for each in (*self.carriers.values(), self.collector, self.broker):
            each.end(9)
        for table in self.tables:
            table.close()

    def wait(self) -> None:
        """Wait until the pit has all that the tables have. Raises TimeoutError."""
        try:
            until(lambda: not self.behind(), "what the tables have")
        except TimeoutError as error:
            logs = [f"{each.name}: {each.read_text()[-600:]}" for each in sorted(self.folder.glob("*.log"))]
            raise TimeoutError("\n".join([str(error), self.behind(), *logs])) from None

    def behind(self) -> str:
        """The tables whose cursor is not at their head."""
        try:
            with closing(connected(self.address)) as database:
                found = {each.station: each.seq for each in looking.standings(database)}
        except Exception as error:  # noqa: BLE001 - it is not there yet, or not any more
            return str(error)
        if waiting := [each.name for each in self.tables if self._receipts(each) != self.signed[each.name]]:
            return f"countersignatures of {', '.join(waiting)}"
        heads = {each.name: each.journal.head[0] for each in self.tables}
        return ", ".join(
            f"{name} {found.get(name)} of {seq}" for name, seq in heads.items() if found.get(name) != seq
        )

    def _receipts(self, table: Dealt) -> list[str]:
        """The heads that the pit countersigned, as the table's carrier keeps them."""
        return [each.head.text for each in sorted(kept(beside(table.path)), key=lambda each: each.head.head)]

    def wrong(self) -> list[str]:
        """What the pit has otherwise than the tables: the six checks, of every table."""
        with closing(connected(self.address)) as database:
            found = [why for each in self.tables for why in self._wrong(database, each)]
            kept = facts(database)
            stored_facts.rebuild(database)
            if facts(database) != kept:
                found.append("the facts made again from the records differ from those kept")
            if any(not each for each in kept):
                found.append("there are no facts")
            found += [f"{each.station}: an alert: {each.why}" for each in looking.alerts(database)]
        return found

    def _wrong(self, database: Connection, table: Dealt) -> Iterator[str]:
        row = database.execute(
            "SELECT count(*), count(DISTINCT r.seq), max(r.seq), c.seq, c.chain"
            " FROM record r JOIN course c USING (station, course) WHERE station = %s GROUP BY c.seq, c.chain",
            (table.name,),
        ).fetchone()
        head = table.journal.head
        if row is None or row[:4] != (head[0],) * 4 or row[4] != head[1]:
            yield f"{table.name}: the pit has {row}, the table {head}"
        heads = database.execute(
            "SELECT countersigned FROM head WHERE station = %s", (table.name,)
        ).fetchall()
        if {line for (line,) in heads} != {each.line for each in kept(beside(table.path))}:
            yield f"{table.name}: the pit and the table keep other countersignatures"
        with database.transaction():
            rows = list(stored_facts.records(database, table.name, 1))
        verdict = chain.verified(lambda: rows)
        if verdict.wrong or verdict.head != head[1]:
            yield f"{table.name}: the records of the pit lead to {verdict}"
        file = self.folder / f"exported-{table.name}.sqlite3"
        for older in self.folder.glob(f"{file.name}*"):
            older.unlink()
        looking.export(database, table.name, file)
        if verify(file).wrong or indexes.troubles(file) or Outbox(file).head() != Outbox(table.path).head():
            yield f"{table.name}: its exported journal is not what it was"


def facts(database: Connection) -> list[list[tuple[object, ...]]]:
    """All facts, in one order."""
    return [
        database.execute(f"SELECT * FROM {name} ORDER BY station, course, {key}".encode()).fetchall()
        for name, key in (("coup", "coup"), ("fault", "seq"))
    ]
