"""Past months as Parquet: DuckDB reads back what PostgreSQL has."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("duckdb", reason="the extra pit-archive is missing: make setup EXTRA=pit-archive")

import duckdb

from sabot.cli.pit.commands import pit
from sabot.pit import archive as archiving
from sabot.pit.archive import archive
from sabot.pit.judging import Cursor
from sabot.pit.messages import Link
from sabot.pit.store import Store
from sabot.pit.trouble import PitError
from tests.controller.pit.test_store import JOURNAL, taken
from tests.controller.syncing import noting
from tools.pit_floor import HOUSE

SEPTEMBER, OCTOBER = datetime(2026, 9, 30, 23, 59, 59, 999_999, UTC), datetime(2026, 10, 1, tzinfo=UTC)
WORDS = ("", "\\N", 'a "word", a comma', "two\nlines\r\n", "é ♠ 🂡", " blanks ", "null", "x" * 300_000)


@pytest.fixture
def store(database) -> Store:
    """Two months of a table whose records have every sign that CSV knows, and of another table."""
    store = Store(database)
    for table in ("t1", "t2"):
        store.linked(table, Link(True, "boot", JOURNAL, 4, "a" * 64, "0.1.0"), now=SEPTEMBER)
    first = taken(
        Cursor(1, JOURNAL),
        *({"event": "card", "word": each} for each in WORDS),
        {"event": "result", "coup": 1, "winner": "banco"},
        {"event": "void", "coup": 2},
        {"event": "fault", "kind": 'of "three", five', "coup": 1},
    )
    marked = tuple(each._replace(mark=WORDS[at % 8]) for at, each in enumerate(first.records))
    second = taken(first.after, {"event": "result", "coup": 3, "number": "17"}, {"event": "card"})
    store.save([first._replace(records=marked)], now=SEPTEMBER)
    store.save([second, first._replace(station="t2")], now=OCTOBER)
    return store


def read(folder: Path, sort: str, columns: str) -> list[tuple[object, ...]]:
    """All files of this sort."""
    sql = f'SELECT "table", {columns} FROM read_parquet(?, hive_partitioning=true) ORDER BY ALL'
    with duckdb.connect() as made:
        return made.execute(sql, [str(folder / "*" / "*" / "*" / f"{sort}.parquet")]).fetchall()


SORTS = {
    "record": "course, seq, wall_ns, monotonic_ns, kind, coup, role, mark, body, chain",
    "coup": "course, coup, decided, wall_ns, game, winner, number, result, voided, corrections",
    "fault": "course, seq, wall_ns, coup, rule",
}


@pytest.mark.parametrize("sort", SORTS)
def test_duckdb_reads_back_what_postgresql_has(store: Store, folder: Path, sort: str):
    assert archive(store.database, folder / "archive", before=date(2026, 11, 1)) == (9, 0)
    kept = store.database.execute(f"SELECT station, {SORTS[sort]} FROM {sort} ORDER BY 1, 2, 3").fetchall()
    assert read(folder / "archive", sort, SORTS[sort]) == kept
    assert len(kept) > 1


def test_records_lie_in_the_month_of_their_arrival_and_keep_its_time(store: Store, folder: Path):
    archive(store.database, folder, before=date(2026, 11, 1))
    files = sorted(str(each.relative_to(folder).parent) for each in folder.rglob("record.parquet"))
    assert files == [
        f"house={HOUSE}/table={table}/month=2026-{month}"
        for table, month in (("t1", "09"), ("t1", "10"), ("t2", "10"))
    ]
    found = read(folder, "record", "month, received")
    assert {row[1:] for row in found} == {
        ("2026-09", SEPTEMBER.replace(tzinfo=None)),
        ("2026-10", OCTOBER.replace(tzinfo=None)),
    }


def test_a_month_that_is_there_is_left_and_a_later_one_comes_beside_it(store: Store, folder: Path):
    assert archive(store.database, folder, before=date(2026, 10, 1)) == (3, 0)
    assert archive(store.database, folder, before=date(2026, 11, 1)) == (6, 3)
    assert archive(store.database, folder, before=date(2026, 9, 1)) == (0, 0)
    assert all(each.stat().st_mode & 0o077 == 0 for each in folder.rglob("*.parquet"))
    assert not list(folder.rglob("*.new"))


def test_a_file_is_on_disk_before_its_month_counts_as_archived(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    steps = noting(monkeypatch)
    archive(store.database, folder, before=date(2026, 10, 1))
    synced, placed, named = steps[:3]
    assert synced.startswith("sync record.parquet.")
    assert (placed, named) == ("to record.parquet", "sync month=2026-09")


def test_a_month_that_is_not_over_is_refused(store: Store, folder: Path):
    with pytest.raises(PitError, match="before 2099-01: that month has not begun"):
        archive(store.database, folder, before=date(2099, 1, 1))


def test_the_command_says_what_it_has_written(store: Store, folder: Path, postgres, name: str):
    env = {"SABOT_PIT_DATABASE": postgres.address(name)}
    done = CliRunner().invoke(pit, ["archive", str(folder / "a"), "--before", "2026-11"], env=env)
    assert (done.exit_code, done.output) == (0, f"{folder / 'a'}: 9 files written, 0 were there\n")


def test_without_the_extra_the_command_says_what_installs_it(
    store: Store, folder: Path, postgres, name: str, monkeypatch
):
    monkeypatch.setattr("sabot.config.extras.is_here", lambda extra: extra == "pit")
    env = {"SABOT_PIT_DATABASE": postgres.address(name)}
    done = CliRunner().invoke(pit, ["archive", str(folder), "--before", "2026-11"], env=env)
    assert done.exit_code != 0
    assert "the extra pit-archive is missing" in done.output


def test_two_who_archive_at_once_both_have_the_whole_files(store: Store, tmp_path: Path, monkeypatch) -> None:
    convert = archiving._convert

    def at_once(*given) -> None:
        convert(*given)
        monkeypatch.setattr(archiving, "_convert", convert)
        archive(store.database, tmp_path, before=OCTOBER.date())

    monkeypatch.setattr(archiving, "_convert", at_once)
    written, there = archive(store.database, tmp_path, before=OCTOBER.date())
    assert (written, there) == (3, 0)
    assert {each.suffix for each in tmp_path.rglob("*") if each.is_file()} == {".parquet"}


def test_a_month_is_archived_an_hour_after_its_end(store: Store, tmp_path: Path, monkeypatch) -> None:
    """What the collector stored in its last second may be committed a little later."""

    class Midnight(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(2026, 10, 1, 0, 59, tzinfo=tz)

    monkeypatch.setattr(archiving, "datetime", Midnight)
    with pytest.raises(PitError, match="an archived month is over"):
        archive(store.database, tmp_path, before=OCTOBER.date())
