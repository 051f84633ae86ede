"""Two houses and a region on one machine: how late facts come to the region, what the houses notice when it
is away, and whether it equals them afterwards.

    python -m tools.pit_region [--tables 100] [--seconds 60] [--away 20] [--coups 28800] [--folder DIR]

Each house has its broker, collector, database and carriers, and deals at ten times speed; the region has its
own. After the seconds the region's broker and collector are killed, and while they are away each house gets
besides as many coups as are asked for at once. Then they start again. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from psycopg import Connection

from sabot.bench.live import quantiles
from sabot.bench.pit.ground import cluster, memory, until
from sabot.bench.pit.hall import Dealing, late_ms
from sabot.pit.database import connected, is_there
from sabot.pit.region.database import as_house, enter
from sabot.pit.region.facts import FACT_COLUMNS
from sabot.pit.services import LASTING, DatabaseService, MissingError
from sabot.pit.trouble import PitError
from tools.pit_houses import READY_S, REGION, House, Region, differences

HOUSES = ("house-1", "house-2")

CAUGHT_UP_S = 300.0

PAST = """
    INSERT INTO coup SELECT 'past-' || n %% 40, 1, n, 17 * n, n * 3000000000, 'punto-banco', 'banco', '',
        '{"banco":9,"punto":7,"winner":"banco"}', NULL, 0
    FROM generate_series(1, %s) n
"""
"""Coups of forty tables, one of them in three seconds."""


class Trial:
    """Two houses and a region that run."""

    def __init__(self, folder: Path, service: DatabaseService, tables: int, end: ExitStack) -> None:
        with closing(connected(service.address())) as database:
            for name in ("region", *(each.replace("-", "_") for each in HOUSES)):
                database.execute(f"CREATE DATABASE {name}".encode())
        self.address = service.address("region")
        self.region = Region(folder / "region", self.address, *HOUSES)
        end.callback(self.region.end)
        self.houses = [House(folder / name, service, name, self.region.port, tables) for name in HOUSES]
        for house in self.houses:
            end.callback(house.end)
        every = [table for house in self.houses for table in house.tables]
        self.dealing = Dealing(every, steps=self.houses[0].steps)

    def begin(self) -> None:
        """Start all of it, until the region has what the houses have."""
        self.region.start()
        for house in self.houses:
            house.begin()
        end_s = time.monotonic() + READY_S
        self.deal(lambda: not self.behind() or time.monotonic() > end_s)

    def deal(self, is_over: Callable[[], bool]) -> tuple[int, int]:
        """All tables deal until it is over; when that began and ended (wall clock, nanoseconds)."""
        begun_ns = time.time_ns()
        self.dealing.run(lambda: bool(self.region.hear()) and is_over())
        return begun_ns, time.time_ns()

    def deal_for(self, seconds: float) -> tuple[int, int]:
        """All tables deal for so long; when that began and ended."""
        end_s = time.monotonic() + seconds
        return self.deal(lambda: time.monotonic() > end_s)

    def behind(self) -> int:
        """How many entries the region lacks; 1 too if it has not begun."""
        try:
            with closing(connected(self.address)) as region:
                enter(region, REGION)
                return sum(self._behind(region, house) for house in self.houses)
        except PitError:
            return 1

    def _behind(self, region: Connection, house: House) -> int:
        with as_house(region, house.house):
            row = region.execute("SELECT seq FROM log").fetchone()
        with closing(connected(house.address)) as database:
            if row is None or not is_there(database, "upward"):
                return 1
            (head,) = database.execute("SELECT max(seq) FROM upward").fetchone() or (0,)
        return int(head) - int(row[0])

    def get_past(self, coups: int) -> float:
        """Each house gets this number of coups at once; the seconds that all of it took."""
        begun_s = time.monotonic()
        for house in self.houses:
            with closing(connected(house.address)) as database:
                database.execute(PAST, (coups,))
        return time.monotonic() - begun_s

    def late(self, spans: dict[str, tuple[int, int]]) -> dict[str, object]:
        """How late facts came from a house to the region, and records from a table to its house, in each of
        these times. Ends the carriers of the tables."""
        heard, entries = self.region.hear(), {}
        for house in self.houses:
            with closing(connected(house.address)) as database:
                found = database.execute("SELECT seq, wall_ns FROM upward WHERE body NOT LIKE '%\"past\"%'")
                entries[house.house] = found.fetchall()
        notes = {name: each for house in self.houses for name, each in house.notes().items()}
        return {
            "fact_to_region_ms": quantiles(late_ms(entries, heard, spans["before"])),
            "record_to_house_ms": {
                name: quantiles(late_ms(self.dealing.commits, notes, span)) for name, span in spans.items()
            },
        }

    def compared(self) -> dict[str, object]:
        """What the region has, beside what the houses have."""
        with closing(connected(self.address)) as region:
            enter(region, REGION)
            wrong, entries, rows, records = [], 0, 0, 0
            for house in self.houses:
                with closing(connected(house.address)) as database:
                    wrong += differences(database, region, house.house)
                    records += _count(database, "record")
                with as_house(region, house.house):
                    entries, rows = entries + _count(region, "entry"), rows + _count(region, "coup")
        return {"records": records, "entries": entries, "coups": rows, "different": wrong} | self._sizes(rows)

    def _sizes(self, coups: int) -> dict[str, object]:
        """What a coup takes on disk: in the region, and in the log of its house."""
        with closing(connected(self.address)) as region:
            at_region = sum(_size(region, name) for name in (*FACT_COLUMNS, "entry"))
        at_house = 0
        for house in self.houses:
            with closing(connected(house.address)) as database:
                at_house += _size(database, "upward")
        found = {"facts_and_chains_at_region": at_region, "log_at_house": at_house}
        return {"bytes_a_coup": {name: round(size / max(1, coups)) for name, size in found.items()}}


def _count(database: Connection, name: str) -> int:
    found = database.execute(f"SELECT count(*) FROM {name}".encode()).fetchone()
    return int(found[0]) if found else 0


def _size(database: Connection, name: str) -> int:
    found = database.execute("SELECT pg_total_relation_size(%s::regclass)", (name,)).fetchone()
    return int(found[0]) if found else 0


def measured(tables: int, seconds: float, away_s: float, coups: int, folder: str) -> dict[str, object]:
    """All figures, with the journals in memory and the databases in this folder. Raises MissingError."""
    with (
        TemporaryDirectory(prefix="sabot-region-", dir=memory()) as name,
        cluster(LASTING, within=folder) as service,
        ExitStack() as end,
    ):
        trial = Trial(Path(name), service, tables, end)
        trial.begin()
        before = trial.deal_for(seconds)
        held = {"broker": trial.region.broker.resident_mb, "collector": trial.region.collector.resident_mb}
        trial.region.kill()
        past_s = trial.get_past(coups)
        away = trial.deal_for(away_s)
        behind, begun_s = trial.behind(), time.monotonic()
        trial.region.start()
        trial.deal(lambda: not trial.behind() or time.monotonic() - begun_s > CAUGHT_UP_S)
        caught_up_s = time.monotonic() - begun_s
        until(lambda: all(each.has(each.tables) for each in trial.houses), "the records", limit_s=READY_S)
        until(lambda: not trial.behind(), "the facts", limit_s=READY_S)
        return {
            "tables": tables * len(HOUSES),
            **trial.late({"before": before, "region_away": away}),
            "region_memory_mb": held,
            "coups_at_once": {"coups": coups * len(HOUSES), "seconds_at_the_houses": round(past_s, 2)},
            "caught_up": {"entries": behind, "seconds": round(caught_up_s, 2)},
            **trial.compared(),
            "load": round(os.getloadavg()[0], 1),
        }


def main() -> int:
    """The command line."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=100, help="of each house")
    words.add_argument("--seconds", type=float, default=60)
    words.add_argument("--away", type=float, default=20, help="seconds without the region")
    words.add_argument("--coups", type=int, default=28_800, help="at once, of each house")
    words.add_argument("--folder", default=gettempdir(), help="on the disk that is to be measured")
    given = words.parse_args()
    try:
        found = measured(given.tables, given.seconds, given.away, given.coups, given.folder)
    except MissingError as error:
        print(f"pit_region: {error}", file=sys.stderr)
        return 1
    print(json.dumps(found, indent=2))
    return 1 if found["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
