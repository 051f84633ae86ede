"""What the pit counts: games by the hour, faults by rule, the numbers of each wheel, a report over months.

All of it comes from the facts, counted by the hour and by the day as they come."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from psycopg import Connection

from sabot.core.shapes.floor import Answered, Day, Figures, Pace, Rule, Stay, Wheel
from sabot.core.shapes.json import record
from sabot.games.wheel.terms import order
from sabot.instruments.wheel import statistics

ANSWERS_SHOWN = 500


def figures(database: Connection, *, days: int, now: datetime) -> Figures:
    """Games an hour by table, and faults by rule, of the last days."""
    first = now - timedelta(days=days)
    paces = tuple(
        Pace(*each)
        for each in database.execute(
            "SELECT station, sum(coups)::bigint, count(*) FROM hourly"
            " WHERE hour > %s AND hour <= %s AND coups > 0 GROUP BY station ORDER BY station",
            (first, now),
        )
    )
    rules = tuple(
        Rule(*each)
        for each in database.execute(
            "SELECT rule, sum(count)::bigint AS n, count(DISTINCT station) FROM hourly_fault"
            " WHERE hour > %s AND hour <= %s AND count > 0 GROUP BY rule ORDER BY n DESC, rule",
            (first, now),
        )
    )
    return Figures(days, paces, rules, sum(each.coups for each in paces))


def report(database: Connection, *, months: int, by: str, now: datetime) -> list[Day]:
    """The last months, by `day` or by `month`, the oldest first."""
    first = now - timedelta(days=31 * months)
    found = database.execute(
        "SELECT to_char(part, 'YYYY-MM-DD'), sum(coups)::bigint, sum(hours)::bigint, sum(faults)::bigint"
        " FROM ("
        " SELECT date_trunc(%(by)s, hour) AS part, coups, hours, 0 AS faults FROM ("
        "  SELECT hour, sum(coups) AS coups, count(*) FILTER (WHERE coups > 0) AS hours FROM hourly"
        "  WHERE hour > %(first)s AND hour <= %(now)s GROUP BY hour) AS of_all_tables"
        " UNION ALL SELECT date_trunc(%(by)s, hour), 0, 0, count FROM hourly_fault"
        " WHERE hour > %(first)s AND hour <= %(now)s"
        ") AS all_parts GROUP BY part ORDER BY part",
        {"by": by, "first": first, "now": now},
    )
    return [Day(*each) for each in found]


def wheels(database: Connection, *, weeks: int, now: datetime) -> list[Wheel]:
    """Each wheel with where it stood, and what its numbers of the last weeks say of it. A wheel without a
    name goes by its table's."""
    counted: dict[str, dict[str, int]] = {}
    for name, number, count in database.execute(
        "SELECT wheel, number, sum(count)::bigint FROM numbers WHERE day > %s AND day <= %s AND count > 0"
        " GROUP BY wheel, number ORDER BY wheel",
        (now - timedelta(weeks=weeks), now),
    ):
        counted.setdefault(name, {})[number] = count
    stays = _stays(database)
    return [_wheel(name, counted.get(name, {}), stays.get(name, ())) for name in sorted({*counted, *stays})]


def _stays(database: Connection) -> dict[str, tuple[Stay, ...]]:
    found: dict[str, tuple[Stay, ...]] = {}
    for wheel, station, since_ns, until_ns in database.execute(
        "SELECT wheel, station, wall_ns, lead(wall_ns) OVER (PARTITION BY station ORDER BY course, seq)"
        " FROM wheel_at ORDER BY wall_ns"
    ):
        stay = Stay(station, since_ns / 1e9, until_ns and until_ns / 1e9)
        found[wheel] = (*found.get(wheel, ()), stay)
    return found


def _wheel(name: str, counts: dict[str, int], stays: tuple[Stay, ...]) -> Wheel:
    pockets = _pockets(counts)
    found = statistics.report(
        statistics.Record(pockets, name, tuple(counts.get(each, 0) for each in pockets), (0,) * len(pockets))
    )
    test = record(found["pockets"])
    square, p, needed = test["chi_square"], test["p"], test["spins_needed"]
    return Wheel(
        name,
        stays,
        sum(counts.get(each, 0) for each in pockets),
        tuple((each, counts.get(each, 0)) for each in pockets),
        square if isinstance(square, float) else None,
        p if isinstance(p, float) else None,
        needed if isinstance(needed, int) else 0,
        test["alarm"] is True,
    )


def _pockets(numbers: Iterable[str]) -> tuple[str, ...]:
    """The pockets of a wheel that showed these numbers, clockwise."""
    return order(39 if "000" in numbers else 38 if "00" in numbers else 37)


def answers(database: Connection) -> list[Answered]:
    """Who saw and who answered what, the newest first."""
    found = database.execute(
        "SELECT at, cause, station, kind, seq, by, word FROM ("
        " (SELECT at, cause, a.station, a.kind, a.seq, by, word FROM seen LEFT JOIN alert a"
        " ON cause = 'alert:' || a.id ORDER BY at DESC LIMIT %(most)s)"
        " UNION ALL (SELECT answered, '', station, kind, seq, by, w.why"
        " FROM answer w JOIN alert a ON a.id = w.alert ORDER BY answered DESC LIMIT %(most)s)"
        ") AS both_kinds ORDER BY at DESC LIMIT %(most)s",
        {"most": ANSWERS_SHOWN},
    )
    return [
        Answered(row[0].timestamp(), *(row[2:5] if row[3] else _of_key(row[1])), *row[5:]) for row in found
    ]


def _of_key(cause: str) -> tuple[str, str, int]:
    """Table, kind and record of an alert that is no journal's, from its key: `fault:t1/1/41`, `link:t1@…`,
    `broker@…`."""
    name, _, rest = cause.partition("@")[0].partition(":")
    station, *numbers = rest.split("/")
    return station, name, int(numbers[-1]) if numbers else 0
