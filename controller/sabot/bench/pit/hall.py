"""A pit with many tables on one machine: broker, PostgreSQL, collector, and carriers in a few processes."""

from __future__ import annotations

import heapq
import json
import random
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from itertools import accumulate
from pathlib import Path

from sabot.bench.live import resident_mb
from sabot.bench.pit.carriers import Note
from sabot.bench.pit.cores import put
from sabot.bench.pit.dealt import PATTERN_COUPS, Dealt
from sabot.bench.pit.ground import free_port
from sabot.pit.database import connected
from sabot.pit.outbox import Head
from sabot.pit.services import BrokerService, DatabaseService, Service

HOUSE = "bench"
COUP_S = 6.0
"""Ten times as fast as a table that deals sixty coups an hour."""

LOOK_S = 0.1


class Part(Service):
    """A process, and its memory."""

    @property
    def resident_mb(self) -> float:
        """Resident megabytes."""
        return resident_mb(self.process) if self.process else 0.0


class PitBroker(Part, BrokerService):
    """The broker, and its memory."""


def sabot(*words: str, log: Path) -> Part:
    """`sabot pit` with these words, as a process."""
    return Part((sys.executable, "-m", "sabot.cli", "pit", *words), log)


class Hall:
    """Broker and collector of a house over the database of this name; and carriers, in groups of tables that
    share a process."""

    def __init__(
        self, folder: Path, database: DatabaseService, *, house: str = HOUSE, name: str = "postgres"
    ) -> None:
        self.folder, self.address, self.house = folder, database.address(name), house
        self._database = database
        self.broker = PitBroker(folder, free_port())
        where = ("--house", house, "--broker", f"127.0.0.1:{self.port}", "--database", self.address)
        keys = ("--folder", str(folder / "pit"))
        self.collector = sabot("collect", *where, *keys, log=folder / "collector.log")
        self._groups: list[tuple[Part, Path]] = []

    @property
    def port(self) -> int:
        """Where the broker listens."""
        return self.broker.broker.port

    def start(self) -> None:
        """Start broker and collector."""
        self.broker.up()
        self.collector.start(is_ready=lambda: True)

    def carry(self, tables: Iterable[Dealt]) -> None:
        """Start a process with the carriers of these tables."""
        notes = self.folder / f"notes-{len(self._groups)}.json"
        journals = [str(table.path) for table in tables]
        words = ("-m", "sabot.bench.pit.carriers", self.house, str(self.port), str(notes), *journals)
        group = Part((sys.executable, *words), self.folder / f"{notes.stem}.log")
        group.start(is_ready=lambda: True)
        self._groups.append((group, notes))

    def move(self, cores: frozenset[int]) -> None:
        """Put broker, collector and database on these cores."""
        for part in (self.broker, self.collector, self._database):
            if part.process:
                put(part.process, cores)

    def notes(self) -> dict[str, list[Note]]:
        """End the carriers; what the pit said to each."""
        found: dict[str, list[Note]] = {}
        for group, notes in self._groups:
            group.end()
            found |= {name: [*map(tuple, said)] for name, said in json.loads(notes.read_text()).items()}
        self._groups.clear()
        return found

    def end(self) -> None:
        """End all of it."""
        for each in (*(group for group, _ in self._groups), self.collector, self.broker):
            each.end(9)

    def memory_mb(self) -> dict[str, float]:
        """Resident megabytes of broker and collector."""
        return {"broker": self.broker.resident_mb, "collector": self.collector.resident_mb}

    def has(self, tables: Iterable[Dealt]) -> bool:
        """Whether the pit has all that these tables have."""
        with closing(connected(self.address)) as database:
            if database.execute("SELECT to_regclass('course')").fetchone() == (None,):
                return False
            seqs: dict[str, int] = dict(database.execute("SELECT station, seq FROM course").fetchall())
        return all(seqs.get(table.name) == table.journal.head[0] for table in tables)

    def has_all_of(self, table: str, head: Head | None) -> bool:
        """Whether the carrier of this table is connected, and the pit has the journal up to this head."""
        with closing(connected(self.address)) as database:
            found = database.execute(
                "SELECT FROM station JOIN course USING (station, course)"
                " WHERE station = %s AND is_up AND course.seq >= %s",
                (table, head.seq if head else 0),
            ).fetchone()
        return found is not None

    def counted(self) -> tuple[int, int]:
        """Records that the pit has, and how many of them are different ones."""
        with closing(connected(self.address)) as database:
            row = database.execute(
                "SELECT count(*), count(DISTINCT (station, course, seq)) FROM record"
            ).fetchone()
        return (row[0], row[1]) if row else (0, 0)


class Dealing:
    """Tables that deal at their pace, none in the same instant as another; `commits` has for each table the
    number of its last record and the wall clock after each of its commits."""

    def __init__(self, tables: Iterable[Dealt], *, steps: int, seed: int = 1) -> None:
        self.tables, self._chance = [*tables], random.Random(seed)
        self.commits: dict[str, list[Note]] = {table.name: [] for table in self.tables}
        self._pace_s = PATTERN_COUPS * COUP_S / steps

    def run(self, is_over: Callable[[], bool]) -> None:
        """Deal until it is over; that is looked at ten times a second."""
        now = time.monotonic()
        due = [(now + self._chance.uniform(0, self._pace_s), at) for at in range(len(self.tables))]
        heapq.heapify(due)
        look_s = now
        while due:
            now = time.monotonic()
            if now >= look_s:
                look_s = now + LOOK_S
                if is_over():
                    return
            if due[0][0] > now:
                time.sleep(min(due[0][0] - now, LOOK_S))
                continue
            at_s, at = due[0]
            self._deal(self.tables[at])
            heapq.heapreplace(due, (at_s + self._pace_s * self._chance.uniform(0.5, 1.5), at))

    def _deal(self, table: Dealt) -> None:
        table.deal()
        self.commits[table.name].append((table.journal.head[0], time.time_ns()))


def late_ms(
    commits: Mapping[str, list[Note]], said: Mapping[str, Sequence[Note]], between: tuple[int, int]
) -> list[float]:
    """For each commit of a table between these times, the milliseconds until the pit had committed it too."""
    found = []
    for name, made in commits.items():
        notes = said[name]
        highest = [*accumulate((seq for seq, _ in notes), max)]
        for seq, at_ns in made:
            at = bisect_left(highest, seq)
            if between[0] <= at_ns < between[1] and at < len(notes):
                found.append((notes[at][1] - at_ns) / 1e6)
    return found
