"""Records, results and faults of past months as Parquet: a folder for each house, table and month of arrival.

PostgreSQL writes each month as CSV, and DuckDB makes Parquet of it. The pit keeps what it has; the archive is
a copy that other programs read without it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import duckdb
from psycopg import Connection

from sabot.config import state
from sabot.core.progress import Progress, silent
from sabot.pit.trouble import PitError

LINE_BYTES_MOST = 64 << 20
"""No record is as long as this; DuckDB wants to know."""


class Kind(NamedTuple):
    """One sort of file: what PostgreSQL gives, and the columns of the Parquet file with their types in CSV
    and, where it is another, what becomes of them."""

    name: str
    query: str
    columns: dict[str, str]
    made: dict[str, str]


_WHOLE, _TEXT = "BIGINT", "VARCHAR"

RECORDS = Kind(
    "record",
    "SELECT course, seq, wall_ns, monotonic_ns, kind, coup, role, mark, body, encode(chain, 'hex') AS chain,"
    " (extract(epoch FROM received) * 1000000)::bigint AS received"
    " FROM record r WHERE {where} ORDER BY course, seq",
    dict.fromkeys(("course", "seq", "wall_ns", "monotonic_ns"), _WHOLE)
    | {"kind": _TEXT, "coup": _WHOLE, "role": _TEXT, "mark": _TEXT, "body": _TEXT}
    | {"chain": _TEXT, "received": _WHOLE},
    {"chain": "unhex(chain)", "received": "make_timestamp(received)"},
)
COUPS = Kind(
    "coup",
    "SELECT f.course, f.coup, decided, f.wall_ns, game, winner, number, result, voided, corrections"
    " FROM coup f JOIN record r ON (r.station, r.course) = (f.station, f.course)"
    " AND r.seq = coalesce(f.decided, f.voided) WHERE {where} ORDER BY f.course, f.coup",
    dict.fromkeys(("course", "coup", "decided", "wall_ns"), _WHOLE)
    | dict.fromkeys(("game", "winner", "number", "result"), _TEXT)
    | {"voided": _WHOLE, "corrections": "INTEGER"},
    {},
)
FAULTS = Kind(
    "fault",
    "SELECT f.course, f.seq, f.wall_ns, f.coup, rule FROM fault f"
    " JOIN record r USING (station, course, seq) WHERE {where} ORDER BY f.course, f.seq",
    dict.fromkeys(("course", "seq", "wall_ns", "coup"), _WHOLE) | {"rule": _TEXT},
    {},
)


class Month(NamedTuple):
    """What arrived from one table in one month."""

    station: str
    first: date

    @property
    def where(self) -> str:
        """As SQL; a table's name has no sign that means anything there."""
        after = (self.first + timedelta(days=32)).replace(day=1)
        span = f"r.received >= '{self.first}+00' AND r.received < '{after}+00'"
        return f"r.station = '{self.station}' AND {span}"


SETTLED = timedelta(hours=1)
"""A month may be archived this long after its end: the collector commits its last records a little later."""


def archive(
    database: Connection, folder: Path, *, before: date, progress: Progress = silent
) -> tuple[int, int]:
    """Write what arrived before this month, as far as it is not there yet; how many files were written, and
    how many were there. Months go by the collector's clock (UTC). Raises PitError, and OSError where a file
    cannot be written."""
    this = (datetime.now(UTC) - SETTLED).date().replace(day=1)
    if before > this:
        why = "that month has not begun, or began less than an hour ago, and an archived month is over"
        raise PitError(f"before {before:%Y-%m}: {why}")
    (house,) = database.execute("SELECT house FROM pit").fetchone() or ("",)
    wanted = [
        (month, kind, _file(folder, str(house), month, kind))
        for month in _months(database, before)
        for kind in (RECORDS, COUPS, FAULTS)
    ]
    missing = [each for each in wanted if not each[2].exists()]
    with progress("writing Parquet", len(missing)) as advance:
        for month, kind, file in missing:
            _write(database, month, kind, file)
            advance(1)
    return len(missing), len(wanted) - len(missing)


def _months(database: Connection, before: date) -> Iterator[Month]:
    found = database.execute(
        "SELECT DISTINCT station, date_trunc('month', received AT TIME ZONE 'UTC')::date FROM record"
        " WHERE received < %s ORDER BY 2, 1",
        (datetime(before.year, before.month, 1, tzinfo=UTC),),
    )
    return (Month(*each) for each in found.fetchall())


def _file(folder: Path, house: str, month: Month, kind: Kind) -> Path:
    """As DuckDB and others read folders: their names are columns."""
    place = folder / f"house={house}" / f"table={month.station}" / f"month={month.first:%Y-%m}"
    return place / f"{kind.name}.parquet"


def _write(database: Connection, month: Month, kind: Kind, file: Path) -> None:
    """One file, for this user alone, which is there whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=state.PRIVATE_FOLDER)
    new = file.with_name(f"{file.name}.{secrets.token_hex(4)}.new")  # another archive may be at work
    with TemporaryDirectory(prefix="sabot-archive-") as name:
        given = Path(name) / "rows.csv"
        _copy(database, kind.query.format(where=month.where), given)
        _convert(given, new, kind)
    new.chmod(state.PRIVATE_FILE)
    state.place(new, file)


def _copy(database: Connection, query: str, given: Path) -> None:
    """Every text in quotation marks, so that only what is none is read as none."""
    sql = f"COPY ({query}) TO STDOUT (FORMAT csv, NULL '\\N', FORCE_QUOTE *)"
    with database.cursor() as cursor, cursor.copy(sql.encode()) as rows, given.open("wb") as out:
        for each in rows:
            out.write(each)


def _convert(given: Path, new: Path, kind: Kind) -> None:
    chosen = ", ".join(f"{kind.made.get(name, name)} AS {name}" for name in kind.columns)
    csv = (
        "read_csv(?, header=false, columns=?, nullstr='\\N', allow_quoted_nulls=false, quote='\"',"
        f" escape='\"', auto_detect=false, parallel=false, max_line_size={LINE_BYTES_MOST})"
    )
    try:
        with duckdb.connect() as made:
            rows = made.sql(f"SELECT {chosen} FROM {csv}", params=[str(given), kind.columns])  # noqa: S608
            rows.write_parquet(str(new), compression="zstd")
    except duckdb.Error as error:
        raise PitError(f"{new} cannot be written: {' '.join(str(error).split())}") from None
