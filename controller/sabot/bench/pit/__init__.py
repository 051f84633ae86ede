"""How late the pit is: many tables at ten times speed, a day that comes at once, and what a link costs a
table."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from sabot.bench.live import quantiles
from sabot.bench.pit import screen
from sabot.bench.pit.carriers import Note
from sabot.bench.pit.dealt import Dealt, pattern
from sabot.bench.pit.ground import cluster, memory, until
from sabot.bench.pit.hall import Dealing, Hall, late_ms
from sabot.core.progress import Advance, Progress, silent
from sabot.pit.services import LASTING
from sabot.record.chain import Entry

CARRIER_PROCESSES = 4
"""That the carriers share, a thread for each."""

READY_S = 120.0
DRAIN_MOST_S = 300.0
SETTLE_S = 30.0


def measure(
    *,
    tables: int = 200,
    seconds: int = 60,
    drained: int = 50_000,
    cards: int = 480,
    clients: int = 20,
    progress: Progress = silent,
) -> dict[str, object]:
    """Returns how late the pit commits what `tables` tables commit in `seconds`, and the memory that
    it takes; how long a table with `drained` records takes beside them, and how late they are meanwhile; and
    a table's own way of a card with its link up, down and flapping.

    Journals are in memory, as each table would have a disk of its own; PostgreSQL is on this machine's disk,
    and waits for it.
    """
    with (
        tempfile.TemporaryDirectory(prefix="sabot-bench-", dir=memory()) as name,
        cluster(LASTING, within=tempfile.gettempdir()) as database,
        _open(Hall(Path(name), database)) as hall,
    ):
        figures = _floor(hall, tables, seconds, drained, progress)
        return figures | {"screen": screen.measure(hall, cards=cards, clients=clients, progress=progress)}


@contextmanager
def _open(hall: Hall) -> Iterator[Hall]:
    try:
        hall.start()
        yield hall
    finally:
        hall.end()


def _floor(hall: Hall, count: int, seconds: int, drained: int, progress: Progress) -> dict[str, object]:
    steps = pattern(hall.folder)
    names = [f"t{number}" for number in range(1, count + 1)]
    tables = [Dealt(name, hall.folder / f"{name}.sqlite3", steps) for name in names]
    away = _away(hall.folder, steps, drained)
    dealing = Dealing(tables, steps=len(steps))
    try:
        _start(hall, tables)
        with progress("dealing", seconds) as advance:
            begun_ns = time.time_ns()
            dealing.run(_after(seconds, advance))
            live_ns = time.time_ns()
        held = hall.memory_mb()
        _drain(hall, dealing, away, progress)
        until(lambda: hall.has(tables), "what the tables have", limit_s=SETTLE_S)
        said = hall.notes()
        return {
            "tables": count,
            "seconds": seconds,
            **_rate(dealing, begun_ns, live_ns),
            "commit_to_commit_ms": quantiles(late_ms(dealing.commits, said, (begun_ns, live_ns))),
            **_compared(hall, [*tables, away]),
            "memory_mb": held,
            "drain": _drained(dealing, said, away, live_ns),
        }
    finally:
        for table in (*tables, away):
            table.close()


def _away(folder: Path, steps: list[list[Entry]], drained: int) -> Dealt:
    """A table that has dealt for a long time, and whose carrier has not begun."""
    away = Dealt("away", folder / "away.sqlite3", steps)
    while away.journal.head[0] < drained:
        away.deal()
    return away


def _start(hall: Hall, tables: Sequence[Dealt]) -> None:
    """Every table has an opening on record, and the pit has it."""
    for table in tables:
        table.deal()
    for number in range(CARRIER_PROCESSES):
        if shared := tables[number::CARRIER_PROCESSES]:
            hall.carry(shared)
    until(lambda: hall.has(tables), "the tables' openings", limit_s=READY_S)


def _after(seconds: int, advance: Advance) -> Callable[[], bool]:
    """Whether these seconds are over; `advance` hears of each."""
    begun_s, counted = time.monotonic(), 0

    def is_over() -> bool:
        nonlocal counted
        passed = min(seconds, int(time.monotonic() - begun_s))
        if passed > counted:
            advance(passed - counted)
            counted = passed
        return passed >= seconds

    return is_over


def _drain(hall: Hall, dealing: Dealing, away: Dealt, progress: Progress) -> None:
    """The table that was away sends all that it has, while the others deal on."""
    end_s = time.monotonic() + DRAIN_MOST_S
    with progress("a day at once", 1) as advance:
        hall.carry([away])
        dealing.run(lambda: hall.has([away]) or time.monotonic() > end_s)
        advance(1)
    if not hall.has([away]):
        raise RuntimeError(f"the pit did not take {away.journal.head[0]} records within {DRAIN_MOST_S:g} s")


def _rate(dealing: Dealing, begun_ns: int, live_ns: int) -> dict[str, object]:
    """How much the tables dealt meanwhile."""
    made = [
        (seqs[0], seqs[-1], len(seqs))
        for commits in dealing.commits.values()
        if (seqs := [seq for seq, at_ns in commits if begun_ns <= at_ns < live_ns])
    ]
    records, spent_s = sum(last - first for first, last, _ in made), (live_ns - begun_ns) / 1e9
    return {"commits": sum(count for *_, count in made), "records_per_second": round(records / spent_s, 1)}


def _compared(hall: Hall, tables: Sequence[Dealt]) -> dict[str, object]:
    """What the pit lacks and what it has twice."""
    heads = sum(table.journal.head[0] for table in tables)
    stored, different = hall.counted()
    return {"records": heads, "gaps": heads - different, "doubles": stored - different}


def _drained(
    dealing: Dealing, said: Mapping[str, Sequence[Note]], away: Dealt, begun_ns: int
) -> dict[str, object]:
    """How long the records of the table that was away took from its carrier's first word, and how late the
    others were meanwhile."""
    head, notes = away.journal.head[0], said[away.name]
    end_ns = next(pit_ns for seq, pit_ns in notes if seq >= head)
    spent_s = (end_ns - notes[0][1]) / 1e9
    others = late_ms(dealing.commits, said, (begun_ns, end_ns))
    return {
        "records": head,
        "seconds": round(spent_s, 2),
        "records_per_second": round(head / spent_s),
        "others_commit_to_commit_ms": quantiles(others),
    }
