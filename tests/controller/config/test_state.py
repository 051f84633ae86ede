"""What a table writes is its user's own, with any umask."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from sabot.cli import FOR_THE_SYSTEM, main
from sabot.config import load, state
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.school.store import Store
from sabot.staff.people import People, beside
from sabot.system import house_key
from sabot.system.backup import save
from sabot.system.packed import Unlock
from sabot.system.restoring import ANY, closed, restore
from tests.controller.syncing import noting


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def journal_in(folder: Path) -> Path:
    """A journal with one record, and its write-ahead log while the writer is open."""
    with Journal(folder / "table.sqlite3") as journal:
        journal.append([Entry("note", {"text": "a"})])
        assert {rights(each) for each in folder.iterdir()} == {0o600}
    return folder / "table.sqlite3"


def test_a_journal_and_all_that_sqlite_keeps_beside_it_is_read_by_its_user_alone(tmp_path: Path) -> None:
    journal_in(tmp_path)
    assert {rights(each) for each in tmp_path.iterdir()} == {0o600}


def test_an_older_journal_that_others_may_read_is_closed_to_them(tmp_path: Path) -> None:
    path = journal_in(tmp_path)
    log = path.with_name(path.name + "-wal")
    log.touch()
    path.chmod(0o644)
    Journal(path).close()
    assert rights(path) == 0o600
    state.private(path)
    assert not log.exists() or rights(log) == 0o600


def test_a_file_that_is_narrower_already_stays_as_it_is(tmp_path: Path) -> None:
    narrow = tmp_path / "narrow"
    narrow.touch(mode=0o400)
    state.private(narrow)
    assert rights(narrow) == 0o400


def test_the_school_s_file_is_read_by_its_user_alone(tmp_path: Path) -> None:
    Store(tmp_path / "school.sqlite3").close()
    assert rights(tmp_path / "school.sqlite3") == 0o600


def test_a_backup_and_all_that_comes_back_from_it_is_read_by_its_user_alone(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    journal = journal_in(tmp_path / "here")
    config = tmp_path / "here" / "table.toml"
    config.write_text(f'[journal]\npath = "{journal}"\n')
    People(beside(journal)).add("M. Dupont", "supervisor", "4711")
    public, private = house_key.made()
    house_key.use(journal, [public])
    house_key.kept(tmp_path / "house.key", private)
    save(load(config), tmp_path / "all.age")
    assert (rights(tmp_path / "all.age"), rights(tmp_path / "house.key")) == (0o600, 0o600)
    (tmp_path / "there").mkdir()
    elsewhere = tmp_path / "there" / "table.toml"
    elsewhere.write_text(f'[journal]\npath = "{tmp_path / "there" / "table.sqlite3"}"\n')
    unlock = Unlock(tuple(house_key.privates_in(private)))
    restore(tmp_path / "all.age", load(elsewhere), unlock=unlock, trust=[ANY])
    back = {each.name: rights(each) for each in (tmp_path / "there").iterdir() if each.is_file()}
    assert {"table.toml", "table.sqlite3", "table.people.json", "table.backup-public"} <= {*back}
    assert {*back.values()} == {0o600}


def test_the_lock_of_a_journal_is_private(tmp_path: Path) -> None:
    with closed(tmp_path / "table.sqlite3"):
        assert rights(tmp_path / "table.sqlite3.lock") == 0o600


def test_a_command_lets_nobody_else_read_what_it_writes() -> None:
    with pytest.raises(SystemExit):
        main(["games"])
    assert os.umask(0) == state.PRIVATE_UMASK


@pytest.mark.parametrize("command", FOR_THE_SYSTEM)
def test_what_the_whole_system_reads_stays_as_the_administrator_s_umask_has_it(command: str) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert os.umask(0) == 0


@pytest.mark.process
def test_the_log_s_folder_is_its_user_s_own(tmp_path: Path) -> None:
    there = {"XDG_STATE_HOME": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-m", "sabot.cli", "games"],
        env=os.environ | there,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    assert rights(tmp_path / "sabot") == 0o700


@pytest.mark.parametrize("fails", ["write_bytes", "replace"])
def test_a_file_that_the_disk_does_not_take_has_what_it_had_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "trusted"
    state.put(file, b"one")
    monkeypatch.setattr(Path, fails, full)
    with pytest.raises(OSError, match="No space left"):
        state.put(file, b"two")
    assert file.read_bytes() == b"one"
    assert [*tmp_path.iterdir()] == [file]


def test_a_file_takes_its_place_when_it_is_on_disk_and_then_its_name_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, steps = tmp_path / "trusted", noting(monkeypatch)
    state.put(file, b"one")
    assert steps == ["sync trusted.new", "to trusted", f"sync {tmp_path.name}"]


def test_a_file_that_may_be_there_once_is_on_disk_before_it_has_its_name_and_the_first_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, steps = tmp_path / "answer", noting(monkeypatch)
    state.put_first(file, b"one")
    assert [step.split(".")[0] for step in steps] == ["sync answer", "first answer", f"sync {tmp_path.name}"]
    with pytest.raises(FileExistsError):
        state.put_first(file, b"two")
    assert (file.read_bytes(), rights(file), [*tmp_path.iterdir()]) == (b"one", 0o600, [file])


def test_a_link_in_the_place_of_what_is_written_first_leads_nowhere(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "trusted", tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    file.with_name("trusted.new").symlink_to(elsewhere)
    state.put(file, b"one")
    assert (file.read_text(), elsewhere.read_text()) == ("one", "kept")


def test_a_stick_that_takes_no_rights_takes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> NoReturn:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "chmod", refused)
    state.put(tmp_path / "root.key", b"one")
    assert (tmp_path / "root.key").read_bytes() == b"one"


@pytest.mark.parametrize(("keeps", "mode"), [(False, 0o600), (True, 0o644)])
def test_a_file_that_is_written_again_is_its_user_s_own_unless_it_keeps_its_rights(
    tmp_path: Path, keeps: bool, mode: int
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("one")
    file.chmod(0o644)
    state.put(file, b"two", keeps_rights=keeps)
    assert (file.read_text(), rights(file)) == ("two", mode)


def test_a_folder_whose_file_system_does_not_sync_names_is_passed_over(tmp_path: Path) -> None:
    state.sync_names(tmp_path / "none")


@pytest.mark.parametrize("refuses", [False, True])
def test_a_file_that_root_writes_again_keeps_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refuses: bool
) -> None:
    """The service's user reads its configuration after `sudo sabot calibrate` too."""
    file, given = tmp_path / "table.toml", list[tuple[str, int, int]]()
    file.write_bytes(b"one")
    file.chmod(0o640)

    def chown(path: Path, uid: int, gid: int, **_: object) -> None:
        given.append((path.name, uid, gid))
        if refuses:
            raise PermissionError

    monkeypatch.setattr(os, "chown", chown)
    state.put(file, b"two", keeps_rights=True)
    assert given == [("table.toml.new", file.stat().st_uid, file.stat().st_gid)]
    assert (file.read_bytes(), rights(file)) == (b"two", 0o640)
