"""The collector of a region: takes the facts of all houses, as that of a house takes the records of all
tables."""

from __future__ import annotations

from pathlib import Path

from psycopg import Connection

from sabot.pit.line import Broker, Line
from sabot.pit.messages import Rows
from sabot.pit.receiving import Receiver, receive
from sabot.pit.region import facts
from sabot.pit.region.database import prepare
from sabot.pit.region.store import Store
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.renewal import Renewals


class Collector(Receiver):
    """What the collector knows while it holds the database: how far it has the log of each house."""

    def _rows(self, payload: bytes) -> Rows:
        rows = super()._rows(payload)
        for each in rows.rows:
            facts.read(each)
        return rows


def collect(region: str, broker: Broker, database: str, *, folder: Path) -> None:
    """Collect for this region until the process is ended; its authority is in this folder. Raises PitError
    for a database that is not its own."""
    authority = Authority.of_pit(folder)

    def begin(connection: Connection, line: Line) -> Collector:
        renewals = Renewals(authority) if authority.is_there else None
        return Collector(region, Store(connection), line, renewals=renewals)

    receive(region, broker, database, prepare=prepare, begin=begin)
