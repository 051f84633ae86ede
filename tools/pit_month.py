"""A month of forty tables at a pit: how much disk it takes, how long people wait for an answer, and whether
the facts made again from the records are those that came with them.

    python -m tools.pit_month [--records 15000000] [--tables 40] [--folder DIR] [--explain]

The records are made, the rest is real: they go through the collector's own store, facts and cursors in the
same transaction, in the order in which the tables would have dealt them over thirty days. Chains are random
digits, for nothing here depends on them. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, gettempdir

from psycopg import Connection

from sabot.bench.pit.dealt import PATTERN_COUPS, pattern
from sabot.bench.pit.ground import cluster
from sabot.pit import looking, stored_facts
from sabot.pit.database import connected, prepare
from sabot.pit.floor import counting, standing
from sabot.pit.judging import Cursor
from sabot.pit.messages import Link
from sabot.pit.services import LASTING, MissingError
from sabot.pit.store import Store, Taken
from sabot.record.chain import Entry, Record, canonical

HOUSE = "house"
MONTH_DAYS, SHIFT_H = 30, 12
BEGINNING = datetime(2026, 11, 1, 12, tzinfo=UTC)
TIMED_RUNS = 5
COUP = re.compile(r'"coup":(\d+)')
FROM = re.compile(r'"from":(\d+)')

Question = Callable[[Connection, datetime], object]

COUNTED = ("hourly", "hourly_fault", "numbers")
"""The tables in which facts are counted as they come, and at once after a rebuild."""

OF_THE_PAGE: dict[str, Question] = {
    "how every table stands, with alerts": lambda database, now: standing.floor(database, now=now),
    "games an hour and faults, a day": lambda database, now: counting.figures(database, days=1, now=now),
    "games an hour and faults, a month": lambda database, now: counting.figures(database, days=30, now=now),
    "a report of the month by days": lambda database, now: counting.report(
        database, months=1, by="day", now=now
    ),
    "numbers of the wheels": lambda database, now: counting.wheels(database, weeks=4, now=now),
    "who saw what": lambda database, _: counting.answers(database),
    "the tables of `sabot pit status`": lambda database, _: looking.standings(database),
}
"""What the page of the pit asks, by the program's own functions."""

QUERIES = {
    "results by table, a month": "SELECT station, game, winner, number, count(*) FROM coup"
    " WHERE decided IS NOT NULL AND voided IS NULL GROUP BY 1, 2, 3, 4",
    "the last hundred records of a table": "SELECT seq, kind, body FROM record WHERE station = 't7'"
    " AND course = 1 AND seq > %(near_end)s ORDER BY seq",
    "one coup of a table, card by card": "SELECT seq, kind, body FROM record WHERE station = 't7'"
    " AND course = 1 AND seq BETWEEN %(middle)s AND %(middle)s + 20 ORDER BY seq",
}
"""What people may ask besides."""


class Made:
    """The records of one table, three coups at a time, as the pattern has them."""

    def __init__(self, steps: list[list[Entry]]) -> None:
        flat = [entry for step in steps for entry in step]
        self._opening, self._rows = flat[0], [(each, canonical(each.body)) for each in flat[1:]]
        self.per_round = len(self._rows)

    def opening(self, wall_ns: int) -> list[Record]:
        """The first record."""
        return [self._record(1, wall_ns, self._opening, canonical(self._opening.body), 0)]

    def round(self, number: int, wall_ns: int, apart_ns: int) -> list[Record]:
        """The records of this round, the first one 0."""
        first, coups = 2 + number * self.per_round, PATTERN_COUPS * number
        return [
            self._record(first + at, wall_ns + at * apart_ns, entry, self._moved(body, entry, number), coups)
            for at, (entry, body) in enumerate(self._rows)
        ]

    def _moved(self, body: str, entry: Entry, number: int) -> str:
        if entry.coup:
            coups, records = PATTERN_COUPS * number, self.per_round * number
            body = COUP.sub(lambda found: f'"coup":{int(found[1]) + coups}', body)
            body = FROM.sub(lambda found: f'"from":{int(found[1]) + records}', body)
        return body

    @staticmethod
    def _record(seq: int, wall_ns: int, entry: Entry, body: str, coups: int) -> Record:
        coup = entry.coup and entry.coup + coups
        return Record(seq, wall_ns, wall_ns, entry.kind, coup, entry.role, "", body, secrets.token_hex(32))


def filled(database: Connection, names: list[str], made: Made, rounds: int) -> None:
    """Store a month of these tables, three coups of each at a time."""
    store = Store(database)
    step = timedelta(hours=SHIFT_H) * MONTH_DAYS / rounds
    apart_ns = int(step.total_seconds() * 1e9) // made.per_round
    for name in names:
        store.linked(name, Link(True, "boot", secrets.token_hex(8), 0, "0" * 64, "made"), now=BEGINNING)
    _save(store, dict.fromkeys(names, made.opening(_ns(BEGINNING))), now=BEGINNING)
    for number in range(rounds):
        spent = step * number
        now = BEGINNING + timedelta(days=spent // timedelta(hours=SHIFT_H)) + spent % timedelta(hours=SHIFT_H)
        _save(store, {name: made.round(number, _ns(now), apart_ns) for name in names}, now=now)
        if number % max(1, rounds // 20) == 0:
            print(f"{number} of {rounds} rounds", file=sys.stderr, flush=True)
    database.execute("ANALYZE")


def _save(store: Store, records: dict[str, list[Record]], *, now: datetime) -> None:
    cursors = store.cursors()
    store.save(
        (
            Taken(name, cursors[name], _end(cursors[name], rows[-1]), tuple(rows))
            for name, rows in records.items()
        ),
        now=now,
    )


def _end(cursor: Cursor, last: Record) -> Cursor:
    return cursor._replace(seq=last.seq, chain=last.chain, wall_ns=last.wall_ns)


def _ns(when: datetime) -> int:
    return int(when.timestamp()) * 10**9


def asked(database: Connection, *, explain: bool) -> Iterator[tuple[str, float]]:
    """Each question, and the milliseconds until its whole answer: the median of some tries."""
    row = database.execute("SELECT max(wall_ns), min(seq) FROM course").fetchone()
    last_ns, head = row or (0, 0)
    now, given = datetime.fromtimestamp(last_ns / 1e9, UTC), {"near_end": head - 100, "middle": head // 2}
    for name, question in OF_THE_PAGE.items():
        yield name, _spent_ms(partial(question, database, now))
    for name, sql in QUERIES.items():
        yield name, _spent_ms(partial(_rows, database, sql, given))
        if explain:
            plan = _rows(database, f"EXPLAIN (ANALYZE, BUFFERS) {sql}", given)
            print(name, *(line for (line,) in plan), sep="\n    ", file=sys.stderr)


def _rows(database: Connection, sql: str, given: dict[str, int]) -> list[tuple[object, ...]]:
    return database.execute(sql.encode(), given).fetchall()


def _spent_ms(question: Callable[[], object]) -> float:
    spent = []
    for _ in range(TIMED_RUNS):
        begun = time.perf_counter()
        question()
        spent.append(1000 * (time.perf_counter() - begun))
    return round(median(spent), 1)


def sizes_mb(database: Connection) -> dict[str, float]:
    """The disk that each table takes with its indices, and all of the database."""
    found = database.execute(
        "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 4"
    ).fetchall()
    whole = database.execute("SELECT pg_database_size(current_database())").fetchone()
    rows: Iterable[tuple[str, int]] = [*found, ("database", whole[0] if whole else 0)]
    return {name: round(size / 1e6, 1) for name, size in rows}


def rebuilt(database: Connection) -> dict[str, object]:
    """How long it takes to make the facts again, and whether they are the same."""
    names = (*stored_facts.DERIVED, *COUNTED)
    for name in names:
        database.execute(f"CREATE TEMP TABLE kept_{name} AS TABLE {name}".encode())
    begun = time.monotonic()
    count = stored_facts.rebuild(database)
    spent_s = time.monotonic() - begun
    different = sum(_different(database, name) for name in names)
    return {"seconds": round(spent_s, 1), "records": count, "different_facts": different}


def _different(database: Connection, name: str) -> int:
    found = database.execute(
        f"SELECT count(*) FROM ((TABLE {name} EXCEPT TABLE kept_{name})"
        f" UNION ALL (TABLE kept_{name} EXCEPT TABLE {name})) each".encode()
    ).fetchone()
    return int(found[0]) if found else -1


def measured(records: int, tables: int, folder: str, *, explain: bool) -> dict[str, object]:
    """All figures of a month with about this number of records."""
    names = [f"t{number}" for number in range(1, tables + 1)]
    with TemporaryDirectory() as beside, cluster(LASTING, within=folder) as service:
        made = Made(pattern(Path(beside)))
        with closing(connected(service.address())) as database:
            prepare(database, HOUSE)
            begun = time.monotonic()
            filled(database, names, made, max(1, records // (tables * made.per_round)))
            filled_s = time.monotonic() - begun
            counts = {
                name: database.execute(f"SELECT count(*) FROM {name}".encode()).fetchall()[0][0]
                for name in ("record", "coup", "fault")
            }
            return {
                "tables": tables,
                "counts": counts,
                "stored_in_s": round(filled_s, 1),
                "sizes_mb": sizes_mb(database),
                "bytes_a_record": round(sum(_record_bytes(database)) / counts["record"], 1),
                "queries_ms": dict(asked(database, explain=explain)),
                "rebuild": rebuilt(database),
                "load_average": os.getloadavg()[0],
            }


def _record_bytes(database: Connection) -> list[int]:
    found = database.execute(
        "SELECT pg_total_relation_size(relid) FROM pg_partition_tree('record')"
    ).fetchall()
    return [size for (size,) in found]


def main() -> int:
    """The command line."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--records", type=int, default=15_000_000)
    words.add_argument("--tables", type=int, default=40)
    words.add_argument("--folder", default=gettempdir(), help="on the disk that is to be measured")
    words.add_argument("--explain", action="store_true", help="the plan of each question, on standard error")
    given = words.parse_args()
    try:
        found = measured(given.records, given.tables, given.folder, explain=given.explain)
    except MissingError as error:
        print(f"pit_month: {error}", file=sys.stderr)
        return 1
    print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
