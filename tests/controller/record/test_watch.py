"""A journal whose files somebody removes or exchanges while the table writes it: no record is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sabot.record import journal as journals
from sabot.record.chain import Entry
from sabot.record.journal import Journal, JournalError, length, reading, verify
from sabot.record.watch import saved_beside


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite3"


@pytest.fixture
def journal(path: Path):
    with Journal(path) as journal:
        journal.append([note(1)])
        yield journal


def note(number: int) -> Entry:
    return Entry("note", {"note": f"card {number}"})


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def test_a_journal_that_nobody_touches_is_never_called_lost(journal: Journal, path: Path) -> None:
    journal.checkpoint()
    with reading(path) as file:
        assert length(file) == 1
    assert journal.append([note(2)]) == 2
    assert journal.append([]) == 2


def test_no_record_goes_into_a_journal_that_was_removed(journal: Journal, path: Path) -> None:
    path.unlink()
    with pytest.raises(JournalError) as refused:
        journal.append([note(2)])
    assert str(refused.value) == (
        f"the journal {path} cannot be used: it was removed while the table was running:"
        f" put it back, or rename {path}.saved, which has every record"
    )
    assert journal.head[0] == 1
    assert not path.exists()


def test_also_a_quiet_table_notices_that_its_journal_was_removed(journal: Journal, path: Path) -> None:
    path.unlink()
    with pytest.raises(JournalError, match="it was removed"):
        journal.append([])


def test_a_removed_journal_is_saved_and_goes_on_when_the_copy_is_renamed(
    journal: Journal, path: Path
) -> None:
    for ending in ("", "-wal", "-shm", ".lock"):
        beside(path, ending).unlink()
    with pytest.raises(JournalError):
        journal.append([note(2)])
    for _ in range(2):
        with pytest.raises(JournalError, match="rename"):
            journal.recover()
    assert not path.exists()
    assert verify(saved_beside(path)).records == 1
    assert saved_beside(path).stat().st_mode & 0o077 == 0
    saved_beside(path).rename(path)
    assert journal.recover() is False
    assert journal.append([note(2)]) == 2
    assert verify(path) == verify(path)._replace(records=2, wrong="")
    with pytest.raises(JournalError, match="being written by another sabot"):
        Journal(path)


def test_a_journal_that_was_moved_and_moved_back_goes_on(journal: Journal, path: Path) -> None:
    path.rename(beside(path, ".away"))
    with pytest.raises(JournalError, match="it was removed"):
        journal.append([note(2)])
    beside(path, ".away").rename(path)
    assert journal.recover() is False
    assert journal.append([note(2)]) == 2


def test_a_journal_in_whose_place_another_was_put_is_not_gone_on_with(
    journal: Journal, path: Path, tmp_path: Path
) -> None:
    with Journal(tmp_path / "other.sqlite3") as other:
        other.append([note(5)])
    os.replace(tmp_path / "other.sqlite3", path)
    beside(path, "-wal").unlink()
    beside(path, "-shm").unlink()
    for does in (lambda: journal.append([note(3)]), journal.recover):
        with pytest.raises(JournalError, match="another file took its place"):
            does()
    saved_beside(path).replace(path)
    assert journal.recover() is False
    assert journal.append([note(2)]) == 2
    assert verify(path).wrong == ""


def test_a_copy_with_the_right_end_but_another_card_is_not_gone_on_with(
    journal: Journal, path: Path, tmp_path: Path
) -> None:
    journal.append([note(2)])
    journal.checkpoint()
    copy = Path(shutil.copy(path, tmp_path / "copy"))
    with closing(sqlite3.connect(copy, isolation_level=None)) as file:
        file.execute("DROP TRIGGER no_change")
        file.execute("UPDATE records SET coup = 7 WHERE seq = 1")
    for ending in ("", "-wal", "-shm"):
        beside(path, ending).unlink()
    copy.rename(path)
    with pytest.raises(JournalError, match="another file took its place"):
        journal.recover()


def test_what_is_no_journal_at_all_is_left_as_it_is(journal: Journal, path: Path) -> None:
    path.unlink()
    path.write_text("")
    for does in (lambda: journal.append([note(2)]), journal.recover):
        with pytest.raises(JournalError, match="another file took its place"):
            does()
    assert path.read_text() == ""


def test_a_journal_that_cannot_be_saved_stays_open_until_it_can(
    journal: Journal, path: Path, monkeypatch
) -> None:
    path.unlink()
    with monkeypatch.context() as full:
        full.setattr(journals, "saved", lambda *_: False)
        with pytest.raises(JournalError, match="leave the table open, which still has every record"):
            journal.append([note(2)])
    with pytest.raises(JournalError, match="rename"):
        journal.recover()
    assert verify(saved_beside(path)).records == 1


def test_a_copy_that_cannot_be_written_is_said(journal: Journal, path: Path) -> None:
    saved_beside(path).mkdir()
    path.unlink()
    with pytest.raises(JournalError, match="no copy could be saved"):
        journal.append([note(2)])


def test_a_write_ahead_log_that_was_removed_loses_no_record(journal: Journal, path: Path) -> None:
    journal.append([note(2)])
    beside(path, "-wal").unlink()
    with pytest.raises(JournalError, match="its write-ahead log was removed while the table was running"):
        journal.append([note(3)])
    assert journal.recover() is False
    assert journal.append([note(3)]) == 3
    assert verify(path).records == 3


def test_a_removed_log_loses_no_record_either_while_somebody_reads(journal: Journal, path: Path) -> None:
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("SELECT count(*) FROM records").fetchall()
        beside(path, "-wal").unlink()
        assert journal.recover() is False
        assert journal.append([note(2)]) == 2


def test_a_journal_that_is_removed_twice_is_saved_twice(journal: Journal, path: Path) -> None:
    for number in (2, 3):
        path.unlink()
        with pytest.raises(JournalError, match="rename"):
            journal.append([note(number)])
        saved_beside(path).rename(path)
        journal.recover()
        assert journal.append([note(number)]) == number


def test_a_reader_does_not_call_a_removed_log_a_failing_disk(journal: Journal, path: Path) -> None:
    beside(path, "-wal").unlink()
    with pytest.raises(JournalError, match=r"its write-ahead log \(-wal\) was removed"):
        verify(path)


def test_a_lock_that_was_removed_is_taken_again(journal: Journal, path: Path) -> None:
    beside(path, ".lock").unlink()
    with pytest.raises(JournalError, match="its lock was removed while the table was running"):
        journal.append([note(2)])
    assert journal.recover() is False
    assert journal.append([note(2)]) == 2
    with pytest.raises(JournalError, match="being written by another sabot"):
        Journal(path)


def test_a_lock_that_was_removed_is_let_go(journal: Journal, path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        beside(path, ".lock").unlink()
        journal.recover()
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_lock_that_another_table_has_taken_meanwhile_keeps_this_one_halted(
    journal: Journal, path: Path
) -> None:
    beside(path, ".lock").unlink()
    with Journal(path):
        for does in (lambda: journal.append([note(2)]), journal.recover):
            with pytest.raises(JournalError, match=r"its lock was removed|being written by another"):
                does()
    assert journal.recover() is False


def test_a_table_whose_folder_is_not_there_yet_makes_it(tmp_path: Path) -> None:
    with Journal(tmp_path / "new" / "folder" / "table.sqlite3") as journal:
        assert journal.path.is_file()
