"""The file in which the seats of the telephones outlive a restart."""

from __future__ import annotations

import json
import logging
import os
import stat
from pathlib import Path

import pytest

from sabot.games.evening.seating import EVENING_S
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.staff.seats_file import SeatsFile, beside

HOLDS, ASKS = "1" * 64, "a" * 64
SEATS = {2: [HOLDS, ASKS], 12: [HOLDS]}


class Clock:
    """A clock on the wall that goes on when the test says so."""

    now_s = 1_000_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal in which a table was opened."""
    path = tmp_path / "table.sqlite3"
    begins(path)
    return path


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def file(journal: Path, clock: Clock) -> SeatsFile:
    return SeatsFile(journal, wall_s=clock)


def begins(path: Path) -> None:
    """The table opens with another game, and nothing goes on."""
    with Journal(path) as journal:
        journal.append([Entry("opening", {"game": "nap"}, wall_ns=1)])


def test_what_was_written_is_read_after_a_restart(file: SeatsFile, journal: Path, clock: Clock) -> None:
    file.write(SEATS)
    assert SeatsFile(journal, wall_s=clock).read() == SEATS
    assert SeatsFile(journal).path == journal.parent / "table-telephones.json"


def test_nobody_else_on_the_machine_may_read_it(file: SeatsFile) -> None:
    before = os.umask(0)
    try:
        file.write(SEATS)
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_a_link_that_somebody_laid_there_leads_nowhere(file: SeatsFile, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("kept", "utf-8")
    file.path.with_name(file.path.name + ".new").symlink_to(elsewhere)
    file.path.symlink_to(elsewhere)
    file.write(SEATS)
    assert elsewhere.read_text("utf-8") == "kept"
    assert file.read() == SEATS


def test_without_telephones_there_is_no_file(file: SeatsFile) -> None:
    assert file.read() == {}
    file.write(SEATS)
    file.write({})
    file.write({})
    assert not file.path.exists()


def test_another_evening_does_not_know_them(file: SeatsFile, journal: Path, clock: Clock) -> None:
    file.write(SEATS)
    begins(journal)
    assert SeatsFile(journal, wall_s=clock).read() == {}


def test_an_evening_is_twelve_hours_long(file: SeatsFile, clock: Clock) -> None:
    file.write(SEATS)
    clock.now_s += EVENING_S
    assert file.read() == SEATS
    clock.now_s += 1
    assert file.read() == {}


def test_a_machine_that_wakes_up_in_1970_still_knows_them(file: SeatsFile, clock: Clock) -> None:
    file.write(SEATS)
    clock.now_s = 3.0
    assert file.read() == SEATS


@pytest.mark.parametrize(
    "seats",
    [
        None,
        [],
        {"two": [HOLDS]},
        {"2": []},
        {"2": HOLDS},
        {"2": [HOLDS, ASKS, HOLDS]},
        {"2": [HOLDS[1:]]},
        {"2": ["G" * 64]},
        {"2": [None]},
    ],
)
def test_a_file_that_no_table_wrote_seats_nobody(file: SeatsFile, seats: object) -> None:
    file.write(SEATS)
    kept = json.loads(file.path.read_text("utf-8"))
    file.path.write_text(json.dumps(kept | {"seats": seats}), "utf-8")
    assert file.read() == {}


@pytest.mark.parametrize("text", ["", "[]", "{}", "7", "[" * 100_000, "\x00", '{"written_s": "x"}'])
def test_no_text_stops_a_table(file: SeatsFile, text: str) -> None:
    file.path.write_text(text, "utf-8")
    assert file.read() == {}


def test_a_disk_that_takes_nothing_is_said_and_keeps_nobody(
    file: SeatsFile, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    file.write(SEATS)
    monkeypatch.setattr(os, "fsync", full)
    with caplog.at_level(logging.WARNING):
        file.write({2: [HOLDS]})
    assert file.read() == {}
    assert f"the telephones need new codes: {file.path}: No space left on device" in caplog.text
    assert HOLDS not in caplog.text


def test_a_table_without_a_journal_keeps_them_all_the_same(tmp_path: Path, clock: Clock) -> None:
    file = SeatsFile(tmp_path / "none.sqlite3", wall_s=clock)
    file.write(SEATS)
    assert file.read() == SEATS
    assert file.path == beside(tmp_path / "none.sqlite3")
