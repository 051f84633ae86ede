"""The table's part of an update, as commands of the table's own user."""

from __future__ import annotations

import os
import pty
import re
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sabot.core.observations import BetsClosed
from sabot.record.journal import Journal
from sabot.system.update.running import UpdateError
from sabot.system.update.table import Table
from tests.controller.system.update.place import CLOSED, Place

pytestmark = pytest.mark.process

SABOT = Path(sys.executable).with_name("sabot")


def table_of(place: Place) -> Table:
    words = ("--config", str(place.settings.file))
    return Table(os.geteuid(), words, {"XDG_STATE_HOME": str(place.folder), "TERM": "xterm"})


def shown(act: Callable[[], object]) -> str:
    """What a terminal shows on standard error meanwhile."""
    master, slave = pty.openpty()
    before = os.dup(2)
    os.dup2(slave, 2)
    try:
        act()
    finally:
        os.dup2(before, 2)
        for each in (before, slave):
            os.close(each)
    with os.fdopen(master, "rb") as terminal:
        return terminal.read1().decode()


def test_a_backup_before_an_update_shows_how_far_it_is(place: Place) -> None:
    drawn = shown(lambda: table_of(place).does(SABOT, "packed"))
    assert re.search(r"packing bytes  \[.*%", drawn)
    (backup,) = place.backups
    assert "journal.sqlite3" in zipfile.ZipFile(backup).namelist()


def test_the_last_three_backups_stay(place: Place) -> None:
    for day in (20260101, 20260102, 20260103):
        (place.folder / f"before-update-{day}-000000.zip").touch()
    (place.folder / "before-update-20260103-000000.zip.new").touch()  # of one that was killed
    assert table_of(place).does(SABOT, "packed") == str(place.backups[-1])
    assert [path.name[14:22] for path in place.backups[:-1]] == ["20260102", "20260103"]
    assert not list(place.folder.glob("*.new"))


def test_a_backup_comes_after_those_of_a_clock_that_was_ahead(place: Place) -> None:
    for day in (20260101, 20990101, 20990102):
        (place.folder / f"before-update-{day}-000000.zip").touch()
    for ending in ("_", "__"):
        made = table_of(place).does(SABOT, "packed")
        assert Path(made).name == f"before-update-20990102-000000{ending}.zip"
        assert made in map(str, place.folder.glob("before-update-*.zip"))
    assert not (place.folder / "before-update-20990101-000000.zip").exists()


def test_what_the_table_cannot_do_is_told_in_its_own_words(tmp_path: Path) -> None:
    place = Place(tmp_path / "lying", BetsClosed(), CLOSED)
    with pytest.raises(UpdateError, match=r"^coup 1 lies on the table: finish it first$"):
        table_of(place).does(SABOT, "at-rest")
    with (
        Journal(place.settings.journal_path),
        pytest.raises(UpdateError, match=r"^a table is open on .*: close it"),
    ):
        table_of(place).does(SABOT, "packed")
    (place.folder / "table.toml").write_text("wrong")
    with pytest.raises(UpdateError, match=r"table.toml"):
        table_of(place).does(SABOT, "at-rest")


def test_a_table_without_a_journal_has_nothing_to_pack_and_gives_no_page_unless_it_runs(place: Place) -> None:
    place.settings.journal_path.unlink()
    assert table_of(place).does(SABOT, "packed") == ""
    assert place.backups == []
    assert place.settings.file
    place.settings.file.write_text(place.settings.file.read_text().replace("port = 0", "port = 1"))
    with pytest.raises(UpdateError, match=r"^the table gives no page: "):
        table_of(place).does(SABOT, "answers")
