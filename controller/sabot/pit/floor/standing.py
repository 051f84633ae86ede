"""How every table stands at this moment, the worst first, and the alerts of all of them.

What a table played while it was away is history: it makes no alarm, and the table is shown as behind until it
has caught up. A table that the pit does not hear is unknown, never fine. If the collector or its broker is
gone, that is one alert, and all tables are unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from psycopg import Connection

from sabot.core.reasons import reason
from sabot.core.shapes.floor import (
    ALARM,
    BEHIND,
    CLOSED,
    DISPUTE,
    FAULT,
    IDLE,
    LOST,
    PLAYS,
    SKEWED,
    UNKNOWN,
    WORST,
    Cause,
    Floor,
    Seen,
    Tile,
    worst_first,
)
from sabot.pit.database import reason_in
from sabot.pit.facts import DISPUTES

IDLE_S = 600.0
"""An open table without a coup for so long is named."""

SILENT_S = 20.0
"""A collector that was not heard for so long is gone."""

HISTORY_S = 60.0
"""A record that came so long after it was written is history."""

CAUGHT_UP_S = 300.0
"""So long after the link a record is a live one."""

BEHIND_RECORDS = 200
"""A table that lacks no more than this is up to date: what one message holds may be on its way."""

OF_KIND = {"dispute": DISPUTE, "fault": FAULT, "link": UNKNOWN, "instrument": LOST}
"""How a table stands by the kinds of its alerts; all others are alarms of its journal."""

_TABLES = """
SELECT s.station, s.is_up, s.linked_at, s.lost_at, greatest(s.head, c.seq) - c.seq AS behind, c.game,
       c.is_open, c.at, extract(epoch FROM c.at)::float8 - c.wall_ns / 1e9 AS lag_s, last.wall_ns, hour.coups,
       f.course, f.seq, f.rule, f.wall_ns, r.received
FROM station s JOIN course c USING (station, course)
LEFT JOIN LATERAL (
    SELECT decided, wall_ns FROM coup WHERE station = s.station AND course = s.course AND decided IS NOT NULL
    ORDER BY decided DESC LIMIT 1
) last ON true
LEFT JOIN (
    SELECT station, count(*) AS coups FROM coup
    WHERE wall_ns > %(hour_ns)s AND wall_ns <= %(now_ns)s AND voided IS NULL GROUP BY station
) hour USING (station)
LEFT JOIN LATERAL (
    SELECT course, seq, rule, wall_ns FROM fault WHERE station = s.station AND course = s.course
    AND seq > greatest(last.decided, c.faults_answered) AND NOT EXISTS (
        SELECT FROM coup v WHERE v.station = s.station AND v.course = s.course AND v.coup = fault.coup
        AND v.voided > fault.seq
    )
    ORDER BY rule = ANY(%(disputes)s) DESC, seq DESC LIMIT 1
) f ON true
LEFT JOIN LATERAL (
    SELECT received FROM record WHERE station = s.station AND course = f.course AND seq = f.seq LIMIT 1
) r ON true
ORDER BY s.station
"""
"""Each table with its last result, its games of the last hour, and its newest dispute, or else its newest
fault, if no result, no annulment and no answer at the table came after it."""


class _Row(NamedTuple):
    station: str
    is_up: bool
    linked_at: datetime
    lost_at: datetime | None
    behind: int
    game: str
    is_open: bool
    at: datetime
    lag_s: float
    last_ns: int | None
    coups: int | None
    course: int | None
    fault_seq: int | None
    rule: str | None
    fault_ns: int | None
    received: datetime | None

    @property
    def is_history(self) -> bool:
        """Whether it still tells what it played while it was away."""
        return self.behind > BEHIND_RECORDS

    @property
    def is_skewed(self) -> bool:
        """Whether its clock is wrong: what comes just after the link may be history."""
        is_live = (self.at - self.linked_at).total_seconds() > CAUGHT_UP_S
        return is_live and abs(self.lag_s) > HISTORY_S

    @property
    def fault(self) -> Cause | None:
        """Its open dispute or fault, unless that is history."""
        if self.fault_seq is None or self.fault_ns is None or self.received is None:
            return None
        if self.received.timestamp() - self.fault_ns / 1e9 > HISTORY_S:
            return None
        kind = "dispute" if self.rule in DISPUTES else "fault"
        key = f"{kind}:{self.station}/{self.course}/{self.fault_seq}"
        return Cause(key, self.station, kind, self.fault_ns / 1e9, self.fault_seq, self.rule or "")


def floor(database: Connection, *, now: datetime) -> Floor:
    """All tables as they stand now."""
    now_s = now.timestamp()
    given = {
        "now_ns": int(now_s * 1e9),
        "hour_ns": int((now_s - 3600) * 1e9),
        "disputes": [*DISPUTES],
    }
    with database.transaction():
        database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        rows = [_Row(*each) for each in database.execute(_TABLES.encode(), given)]
        pit, chains, lost = _of_the_pit(database, now), _of_chains(database), _of_instruments(database)
        found = [
            cause
            for row in rows
            for cause in (*chains.get(row.station, ()), *_of_table(row, lost, is_heard=not pit))
        ]
        found += [*pit, *_of_a_rollout(database)]
        seen = _seen(database, [each.key for each in found])
    noted = [each._replace(seen=seen.get(each.key, ())) for each in found]
    tiles = [
        _tile(row, tuple(each for each in noted if each.station == row.station), bool(pit), now_s)
        for row in rows
    ]
    return Floor(now_s, worst_first(tiles), tuple(sorted(noted, key=_urgent)))


def _urgent(cause: Cause) -> tuple[bool, int, float]:
    """What nobody has seen comes first; of that the pit's own, then the worst."""
    grade = WORST.index(OF_KIND.get(cause.kind, ALARM)) if cause.station else -1
    return bool(cause.seen), grade, cause.since_s


def _tile(row: _Row, causes: tuple[Cause, ...], is_deaf: bool, now_s: float) -> Tile:
    last_s = row.last_ns / 1e9 if row.last_ns is not None else None
    states = {OF_KIND.get(each.kind, ALARM) for each in causes}
    states.add(_state(row, is_deaf=is_deaf, idle_s=now_s - _since_s(row)))
    since = row.lost_at or row.linked_at
    return Tile(
        row.station,
        min(states, key=WORST.index),
        row.game,
        row.is_open,
        since.timestamp(),
        last_s,
        row.coups or 0,
        row.behind,
        row.lag_s,
        causes,
    )


def _state(row: _Row, *, is_deaf: bool, idle_s: float) -> str:
    """How it stands, its alerts left out."""
    if is_deaf or not row.is_up:
        return UNKNOWN if row.is_open or is_deaf else CLOSED
    if row.is_history:
        return BEHIND
    if not row.is_open:
        return CLOSED
    if row.is_skewed:
        return SKEWED
    return IDLE if idle_s > IDLE_S else PLAYS


def _since_s(row: _Row) -> float:
    """Since when it can have dealt nothing: its last coup, or when it came after that."""
    return max(row.linked_at.timestamp(), (row.last_ns or 0) / 1e9)


def _of_table(row: _Row, lost: dict[str, list[Cause]], *, is_heard: bool) -> Iterator[Cause]:
    """What is wrong at a table as it says itself, or because it says nothing; nothing while the pit hears
    none. The instruments of a closed table may be away, and while it catches up they may be there again."""
    if not is_heard:
        return
    if row.is_up:
        if row.fault is not None:
            yield row.fault
        if row.is_open and not row.is_history:
            yield from lost.get(row.station, ())
    elif row.is_open and row.lost_at is not None:
        since_s = row.lost_at.timestamp()
        yield Cause(f"link:{row.station}@{since_s:.0f}", row.station, "link", since_s)


def _of_instruments(database: Connection) -> dict[str, list[Cause]]:
    """The lost instruments of each table."""
    found: dict[str, list[Cause]] = {}
    for station, course, seq, wall_ns, role in database.execute(
        "SELECT l.* FROM lost_instrument l JOIN station USING (station, course) ORDER BY seq"
    ):
        cause = Cause(f"instrument:{station}/{course}/{seq}", station, "instrument", wall_ns / 1e9, seq, role)
        found.setdefault(station, []).append(cause)
    return found


def _of_the_pit(database: Connection, now: datetime) -> list[Cause]:
    """One alert where the pit itself hears nothing."""
    row = database.execute("SELECT at, broker_lost FROM pulse").fetchone()
    if row is None:
        return []
    at, broker_lost = (each and each.timestamp() for each in row)
    if abs(now.timestamp() - at) > SILENT_S:  # also where the clock of the pit was set back
        return [Cause(f"collector@{at:.0f}", "", "collector", at)]
    return [Cause(f"broker@{broker_lost:.0f}", "", "broker", broker_lost)] if broker_lost else []


def _of_a_rollout(database: Connection) -> list[Cause]:
    """The roll-out of a version that has stopped, until another one begins."""
    found = database.execute(
        "SELECT stopped_at, name, stopped_reason, stopped FROM rollout WHERE stopped <> '' AND ended IS NULL"
    )
    causes = []
    for at, name, kept, english in found:
        why = reason("{name}: {why}", name=name, why=reason_in(kept, english))
        causes.append(Cause(f"rollout@{at.timestamp():.0f}", "", "rollout", at.timestamp(), why=why))
    return causes


def _of_chains(database: Connection) -> dict[str, list[Cause]]:
    found: dict[str, list[Cause]] = {}
    for number, station, kind, seq, why, raised in database.execute(
        "SELECT id, station, kind, seq, reason, raised FROM alert"
        " WHERE NOT EXISTS (SELECT FROM answer WHERE alert = id) ORDER BY id"
    ):
        cause = Cause(f"alert:{number}", station, kind, raised.timestamp(), seq, reason_in(why, ""))
        found.setdefault(station, []).append(cause)
    return found


def _seen(database: Connection, keys: list[str]) -> dict[str, tuple[Seen, ...]]:
    found: dict[str, tuple[Seen, ...]] = {}
    for cause, by, word, at in database.execute(
        "SELECT cause, by, word, at FROM seen WHERE cause = ANY(%s) ORDER BY id", (keys,)
    ):
        found[cause] = (*found.get(cause, ()), Seen(by, word, at.timestamp()))
    return found


def see(database: Connection, key: str, *, by: str, word: str, now: datetime) -> bool:
    """Put on record that somebody has seen this alert; False where it is not open any more."""
    if all(each.key != key for each in floor(database, now=now).causes):
        return False
    database.execute("INSERT INTO seen (cause, by, word, at) VALUES (%s, %s, %s, %s)", (key, by, word, now))
    return True
