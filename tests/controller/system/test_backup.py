"""A plain backup holds everything, is taken while the table runs, and comes back whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sabot.config import Settings, load, state
from sabot.core.progress import Advance
from sabot.record import evidence
from sabot.record.chain import Entry
from sabot.record.heads import Signer
from sabot.record.journal import Journal, JournalError, verify
from sabot.record.watch import held_by
from sabot.staff.people import People, beside
from sabot.system import backup, restoring
from sabot.system import packed as packing
from sabot.system.packed import CONFIG, JOURNAL, LIST, SIGNATURE, BackupError, examined
from sabot.system.restoring import ANY, closed
from tests.controller.syncing import noting
from tests.dashboard.office import Casino, settled

save = partial(backup.save, plain=True)
restore = partial(restoring.restore, trust=(ANY,))
"""What is in a backup; tests/controller/system/test_house_key.py has who reads it and who signed it."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that has been played, with people and a picture beside its journal, and a backup of it while it
    ran."""
    folder = tmp_path_factory.mktemp("played") / "table"
    folder.mkdir()
    casino = Casino(folder, serve=False)
    casino.play("rnvp 8C 4S QD KH end rnvp 2C")
    casino.office.people.add("M. Dupont", "supervisor", "4711")
    pictures = evidence.beside(casino.settings.journal_path)
    pictures.mkdir()
    (pictures / "1-8C.jpg").write_bytes(b"\xff\xd8picture")
    save(casino.settings, folder.parent / "running.zip")
    casino.close()
    return folder


@pytest.fixture
def table(played: Path, tmp_path: Path) -> Path:
    """The folder of a table of one test."""
    shutil.copy(played.parent / "running.zip", tmp_path)
    return shutil.copytree(played, tmp_path / "table")


def test_a_table_comes_back_as_it_was(table: Path, tmp_path: Path) -> None:
    settings = settled(table, "punto-banco", "")
    packed = save(settings, tmp_path / "all.zip")
    other = tmp_path / "other"
    other.mkdir()
    elsewhere = settled(other, "roulette", "")
    restored = restore(tmp_path / "all.zip", elsewhere)
    assert restored.head == packed.head == verify(table / "table.sqlite3").head
    assert verify(other / "table.sqlite3").head == packed.head
    assert (evidence.beside(other / "table.sqlite3") / "1-8C.jpg").read_bytes() == b"\xff\xd8picture"
    assert 'game = "punto-banco"' in (other / "table.toml").read_text()
    Journal(other / "table.sqlite3").close()


def test_a_folder_that_is_not_there_is_not_made_because_its_disk_may_be_missing(
    table: Path, tmp_path: Path
) -> None:
    with pytest.raises(BackupError, match=f"there is no folder {tmp_path}/usb/week: is its disk") as why:
        save(settled(table, "punto-banco", ""), tmp_path / "usb" / "week" / "all.zip")
    assert str(why.value).startswith(f"{tmp_path}/usb/week/all.zip cannot be written: ")
    assert not (tmp_path / "usb").exists()


@pytest.mark.parametrize(
    "kept",
    [
        '[journal]\npath = "{}"\n',
        '[journal]  # on the other disk\nrecordings = ""\npath = "{}"\n[limits]\ndisk_free_mb = 1\n',
        "",
    ],
)
def test_the_configuration_of_another_machine_finds_the_journal_where_it_was_put(
    table: Path, tmp_path: Path, kept: str
) -> None:
    there = settled(table, "punto-banco", "")
    there.file.write_text(there.file.read_text().replace(  # type: ignore[union-attr]
        '[journal]\npath = "table.sqlite3"\n', kept.format(table / "table.sqlite3")
    ))  # fmt: skip
    packed = save(there, tmp_path / "all.zip")
    other = tmp_path / "other"
    other.mkdir()
    restore(tmp_path / "all.zip", settled(other, "roulette", ""))
    found = load(other / "table.toml")
    assert found.journal_path == other / "table.sqlite3"
    assert found.table.game == "punto-banco"
    assert verify(found.journal_path).head == packed.head


def test_a_configuration_that_cannot_be_led_there_is_said_so(table: Path, tmp_path: Path) -> None:
    there = settled(table, "punto-banco", "")
    text = there.file.read_text().replace("[journal]\npath =", "journal.path =")  # type: ignore[union-attr]
    there.file.write_text('journal.path = "/elsewhere/t.sqlite3"\n' + text.split("journal.path")[0])  # type: ignore[union-attr]
    save(there, tmp_path / "all.zip")
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(BackupError, match="leads elsewhere"):
        restore(tmp_path / "all.zip", settled(other, "roulette", ""))
    assert (other / "table.sqlite3").exists()


def recorded(folder: Path, *days: str) -> Path:
    """Raw bytes of these days, the first the oldest."""
    kept = folder / "raw"
    kept.mkdir()
    for age, day in enumerate(reversed(days)):
        (kept / f"{day}-sabot.jsonl").write_text('{"hex": "05"}\n' * 100)
        os.utime(kept / f"{day}-sabot.jsonl", (1e9 - age, 1e9 - age))
    return kept


def test_raw_recordings_come_back_and_those_of_the_same_name_are_moved_aside(
    table: Path, tmp_path: Path
) -> None:
    settings = settled(table, "punto-banco", 'recordings = "raw"\n')
    kept = recorded(table, "20260101", "20260102")
    save(settings, tmp_path / "all.zip")
    (kept / "20260102-sabot.jsonl").write_text("later")
    (kept / "20260103-sabot.jsonl").write_text("of today")
    restore(tmp_path / "all.zip", settings)
    assert (kept / "20260102-sabot.jsonl").read_text() == '{"hex": "05"}\n' * 100
    assert (kept / "20260103-sabot.jsonl").read_text() == "of today"
    (aside,) = table.glob("table-before-*")
    assert (aside / "recordings/20260102-sabot.jsonl").read_text() == "later"
    for name, more in (("bare", ""), ("own", 'recordings = "mine"\n')):
        (tmp_path / name).mkdir()
        restore(tmp_path / "all.zip", settled(tmp_path / name, "punto-banco", more))
    assert (tmp_path / "bare/raw/20260101-sabot.jsonl").is_file()
    assert (tmp_path / "own/mine/20260101-sabot.jsonl").is_file()


def test_recordings_lead_nowhere_else_than_the_house_or_the_table_keeps_them(
    table: Path, tmp_path: Path
) -> None:
    settings = settled(table, "punto-banco", 'recordings = "../elsewhere"\n')
    recorded(tmp_path, "20260101").rename(tmp_path / "elsewhere")
    save(settings, tmp_path / "all.zip")
    (tmp_path / "other").mkdir()
    restore(tmp_path / "all.zip", settled(tmp_path / "other", "punto-banco", ""))
    assert (tmp_path / "other/table-recordings/20260101-sabot.jsonl").is_file()


def test_of_too_many_recordings_the_newest_are_packed_and_the_rest_is_counted(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "FOLDER_BYTES_MOST", 3_000)
    settings = settled(table, "punto-banco", 'recordings = "raw"\n')
    recorded(table, "20260101", "20260102", "20260103")
    assert save(settings, tmp_path / "all.zip").left_out == 1
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        names = [name for name in packed.namelist() if name.startswith("recordings/")]
    assert names == ["recordings/20260103-sabot.jsonl", "recordings/20260102-sabot.jsonl"]


def test_the_key_that_signs_is_in_no_backup_and_the_public_one_is(table: Path, tmp_path: Path) -> None:
    Signer(table / "table.sqlite3", wall_ns=lambda: 7)
    save(settled(table, "punto-banco", ""), tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        names = packed.namelist()
    assert "beside.signing-public" in names
    assert "beside.signing-key" not in names


def test_one_taken_while_the_table_runs_is_whole(table: Path, tmp_path: Path) -> None:
    assert examined(tmp_path / "running.zip").records > 8


def test_one_that_is_taken_page_by_page_while_a_table_writes_is_of_one_moment(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer must not make it begin again: at a busy table it would never end."""
    monkeypatch.setattr(backup, "PAGES_AT_ONCE", 1)
    settings, steps = settled(table, "punto-banco", ""), list[int]()
    before = verify(settings.journal_path)
    with Journal(settings.journal_path) as journal:

        @contextmanager
        def writing(doing: str, total: int) -> Iterator[Advance]:
            def advance(step: int) -> None:
                steps.append(step)
                if doing == "packing bytes" and len(steps) < 500:
                    journal.append([Entry("note", {"note": "x" * 9000})])

            yield advance
            if doing == "packing bytes":
                assert total / 2 <= sum(steps) <= total * 1.1

        packed = save(settings, tmp_path / "all.zip", progress=writing)
    assert (packed.records, packed.head) == (before.records, before.head)
    assert verify(settings.journal_path).records > before.records


def test_a_table_whose_clock_stands_in_1970_is_packed_and_put_back(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Raspberry Pi has no clock that runs without power; a zip has no date before 1980."""
    settings, from_file = settled(table, "punto-banco", ""), zipfile.ZipInfo.from_file

    def early(file: Path, *given: Any, **more: Any) -> zipfile.ZipInfo:
        os.utime(file, (3_600, 3_600))
        return from_file(file, *given, **more)

    monkeypatch.setattr(zipfile.ZipInfo, "from_file", early)
    monkeypatch.setattr(time, "time", lambda: 3_600.0)
    save(settings, tmp_path / "all.zip")
    restore(tmp_path / "all.zip", settings)
    assert verify(settings.journal_path).wrong == ""


def test_a_backup_is_on_disk_before_it_takes_the_place_of_the_last_one(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = noting(monkeypatch)
    save(settled(table, "punto-banco", ""), tmp_path / "all.zip")
    assert steps[-3:] == ["sync all.zip.new", "to all.zip", f"sync {tmp_path.name}"]


def test_all_of_a_backup_is_on_disk_before_anything_is_moved_and_the_journal_takes_its_place_last(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settled(table, "punto-banco", "")
    save(settings, tmp_path / "all.zip")
    steps = noting(monkeypatch)
    restore(tmp_path / "all.zip", settings)
    first = next(at for at, step in enumerate(steps) if not step.startswith("sync "))
    written = {step.removeprefix("sync ").removesuffix(".new") for step in steps[:first]}
    placed = [step.removeprefix("to ") for step in steps if step.startswith("to ")]
    assert {"table.sqlite3", "table.toml", "1-8C.jpg"} <= written == set(placed)
    assert placed[-1] == "table.sqlite3"
    end = steps.index("aside table.sqlite3")
    assert {"sync table", "sync table-pictures"} <= set(steps[first:end])
    assert steps[end:] == ["aside table.sqlite3", "to table.sqlite3", "sync table"]
    assert not list(table.glob("*.new"))


def test_a_disk_that_is_full_before_all_of_a_backup_is_there_changes_nothing(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settled(table, "punto-banco", "")
    save(settings, tmp_path / "all.zip")
    before = {each: each.read_bytes() for each in table.rglob("*") if each.is_file()}

    def full(file: Path) -> None:
        if "8C" in file.name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(state, "sync", full)
    with pytest.raises(BackupError, match="No space left on device: nothing was changed"):
        restore(tmp_path / "all.zip", settings)
    assert {each: each.read_bytes() for each in table.rglob("*") if each.is_file()} == before
    assert not list(table.glob("*.new"))


def deleting(monkeypatch: pytest.MonkeyPatch, gone: Path) -> None:
    """Delete this file of a table when what a backup packs has been listed."""
    kept = backup._kept

    def listed(settings: Settings, *, plain: bool) -> Iterator[tuple[str, Path]]:
        yield from kept(settings, plain=plain)
        gone.unlink()

    monkeypatch.setattr(backup, "_kept", listed)


def test_a_backup_goes_on_when_the_eye_deletes_a_picture_meanwhile(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = evidence.beside(table / "table.sqlite3")
    (pictures / "2-4S.jpg").write_bytes(b"\xff\xd8another")
    deleting(monkeypatch, pictures / "1-8C.jpg")
    save(settled(table, "punto-banco", ""), tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        names = {*packed.namelist()}
    assert {JOURNAL, CONFIG, "beside-pictures/2-4S.jpg"} <= names
    assert "beside-pictures/1-8C.jpg" not in names


def test_a_backup_goes_on_when_a_recording_is_deleted_as_they_are_listed(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settled(table, "punto-banco", 'recordings = "raw"\n')
    recorded(table, "20260101", "20260102")
    is_file = Path.is_file

    def deleted_next(path: Path) -> bool:
        found = is_file(path)
        if path.name.startswith("20260101"):
            path.unlink(missing_ok=True)
        return found

    monkeypatch.setattr(Path, "is_file", deleted_next)
    save(settings, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        names = [name for name in packed.namelist() if name.startswith("recordings/")]
    assert names == ["recordings/20260102-sabot.jsonl"]


@pytest.mark.parametrize("gone", ["table.sqlite3", "table.toml"])
def test_no_backup_is_made_without_what_a_table_cannot_do_without(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    deleting(monkeypatch, table / gone)
    with pytest.raises(BackupError, match=r"all\.zip cannot be written"):
        save(settled(table, "punto-banco", ""), tmp_path / "all.zip")
    assert not (tmp_path / "all.zip").exists()


def test_what_was_there_is_moved_aside_and_not_thrown_away(table: Path, tmp_path: Path) -> None:
    settings = settled(table, "punto-banco", "")
    before = (table / "table.sqlite3").read_bytes()
    save(settings, tmp_path / "all.zip")
    restore(tmp_path / "all.zip", settings)
    aside = next(table.glob("table-before-*"))
    assert (aside / "table.sqlite3").read_bytes() == before
    assert People(beside(table / "table.sqlite3")).listed()[0][:2] == ("M. Dupont", "supervisor")


def test_the_files_of_another_table_in_the_same_folder_are_neither_packed_nor_moved(
    table: Path, tmp_path: Path
) -> None:
    others = ["table.2.sqlite3", "table.2.sqlite3-wal", "table.2.people.json", "table.2.toml"]
    for name in others:
        (table / name).write_bytes(b"of another table")
    settings = settled(table, "punto-banco", "")
    save(settings, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        assert not [each for each in packed.namelist() if ".2." in each]
    restore(tmp_path / "all.zip", settings)
    assert [(table / name).read_bytes() for name in others] == [b"of another table"] * 4


@pytest.mark.parametrize("name", ["table[1]", "t*", "a.b"])
def test_signs_in_the_name_of_a_journal_are_letters_like_all_others(tmp_path: Path, name: str) -> None:
    mine = {f"{name}.{ending}" for ending in ("sqlite3", "sqlite3-wal", "people.json", "offers")}
    for each in (*mine, "table1.people.json", "tom.people.json", "a_b.people.json", f"{name}.2.sqlite3"):
        (tmp_path / each).touch()
    assert {each.name for each in backup.beside(tmp_path / f"{name}.sqlite3")} == mine


def test_every_file_that_the_program_keeps_beside_a_journal_belongs_to_it() -> None:
    sources = Path(backup.__file__).parents[1].rglob("*.py")
    endings = {each for path in sources for each in re.findall(r'\.stem \+ "\.([a-z-]+)', path.read_text())}
    assert len(endings) > 7
    assert endings <= {*backup.BELONGING}


def test_nothing_is_put_back_under_an_open_table(table: Path, tmp_path: Path) -> None:
    settings = settled(table, "punto-banco", "")
    save(settings, tmp_path / "all.zip")
    with Journal(settings.journal_path), pytest.raises(BackupError, match="a table is open"):
        restore(tmp_path / "all.zip", settings)
    assert not list(table.glob("table-before-*"))


def test_who_meets_a_restore_is_told_the_process_that_restores(table: Path) -> None:
    journal = settled(table, "punto-banco", "").journal_path
    lock = journal.with_name(journal.name + ".lock")
    lock.write_text("999999")  # a table that has ended
    with closed(journal):
        assert held_by(journal) == str(os.getpid())
        with pytest.raises(JournalError, match=rf"another sabot \(process {os.getpid()}\)"):
            Journal(journal)


def test_what_fails_to_wait_under_the_lock_is_not_called_an_open_table(table: Path) -> None:
    with pytest.raises(BlockingIOError), closed(settled(table, "punto-banco", "").journal_path):
        raise BlockingIOError


def test_a_folder_that_cannot_be_used_is_named_before_anything_is_put_back(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BackupError, match="cannot be used: "), closed(tmp_path / "file/table"):
        pass


def rewritten(file: Path, name: str, body: bytes) -> None:
    """With another file in it; another list has no signature."""
    with zipfile.ZipFile(file) as packed:
        files = {each: packed.read(each) for each in packed.namelist()}
    if name == LIST:
        del files[SIGNATURE]
    with zipfile.ZipFile(file, "w") as packed:
        for each, data in (files | {name: body}).items():
            packed.writestr(each, data)


def test_a_backup_that_was_changed_is_refused_and_nothing_is_touched(table: Path, tmp_path: Path) -> None:
    settings, file = settled(table, "punto-banco", ""), tmp_path / "all.zip"
    save(settings, file)
    with zipfile.ZipFile(file) as packed:
        journal = packed.read(JOURNAL)
    rewritten(file, JOURNAL, journal.replace(b'"card":"8C"', b'"card":"9C"'))
    with pytest.raises(BackupError, match="is not what was packed"):
        restore(file, settings)
    assert not list(table.glob("table-before-*"))


def test_a_journal_that_was_changed_and_packed_again_is_found_by_its_chain(
    table: Path, tmp_path: Path
) -> None:
    import hashlib

    settings, file = settled(table, "punto-banco", ""), tmp_path / "all.zip"
    save(settings, file)
    with zipfile.ZipFile(file) as packed:
        about, journal = json.loads(packed.read(LIST)), packed.read(JOURNAL)
    forged = journal.replace(b'"card":"8C"', b'"card":"9C"')
    about["files"][JOURNAL]["sha256"] = hashlib.sha256(forged).hexdigest()
    rewritten(file, JOURNAL, forged)
    rewritten(file, LIST, json.dumps(about).encode())
    with pytest.raises(BackupError, match="is not whole: record"):
        examined(file)


def test_a_name_that_leads_out_of_the_folder_is_refused(table: Path, tmp_path: Path) -> None:
    settings, file = settled(table, "punto-banco", ""), tmp_path / "all.zip"
    save(settings, file)
    with zipfile.ZipFile(file) as packed:
        about = json.loads(packed.read(LIST))
    about["files"]["../evil"] = {"sha256": "", "bytes": 0}
    rewritten(file, LIST, json.dumps(about).encode())
    with pytest.raises(BackupError, match="a name that no backup has"):
        restore(file, settings)


@pytest.mark.parametrize("body", [b"", b"PK", b"not a zip" * 100])
def test_what_is_no_backup_is_said_in_one_line(tmp_path: Path, body: bytes) -> None:
    file = tmp_path / "x.zip"
    file.write_bytes(body)
    with pytest.raises(BackupError, match="is no backup of a table, or is damaged"):
        examined(file)
    with pytest.raises(BackupError, match="there is no backup"):
        examined(tmp_path / "none.zip")


def test_bytes_that_changed_anywhere_in_a_backup_are_told_as_damage(table: Path, tmp_path: Path) -> None:
    save(settled(table, "punto-banco", ""), tmp_path / "all.zip")
    whole = (tmp_path / "all.zip").read_bytes()
    for place in (*range(0, len(whole), len(whole) // 60), len(whole) - 3, len(whole) - 2, len(whole) - 1):
        changed = bytes(byte ^ 0x55 for byte in whole[place : place + 40])
        (tmp_path / "all.zip").write_bytes(whole[:place] + changed + whole[place + 40 :])
        with pytest.raises(BackupError, match=r"damaged|newer|name|cannot be read"):
            examined(tmp_path / "all.zip")


def test_without_a_journal_there_is_nothing_to_keep(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="there is no journal"):
        save(settled(tmp_path, "roulette", ""), tmp_path / "all.zip")
    assert not list(tmp_path.glob("all.zip*"))


def listed(file: Path, **changed: object) -> None:
    """Change what the list of a backup says of its journal."""
    with zipfile.ZipFile(file) as packed:
        about = json.loads(packed.read(LIST))
    about["files"][JOURNAL].update(changed)
    rewritten(file, LIST, json.dumps(about).encode())


@pytest.mark.parametrize("size", [packing.UNPACKED_BYTES_MOST + 1, -1])
def test_a_backup_that_says_it_holds_more_than_any_table_is_refused_unread(
    table: Path, tmp_path: Path, size: int
) -> None:
    file = tmp_path / "all.zip"
    save(settled(table, "punto-banco", ""), file)
    listed(file, bytes=size)
    with pytest.raises(BackupError, match="holds more than any table keeps"):
        examined(file)


def test_a_backup_that_the_disk_has_no_room_for_says_how_much_it_needs(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.zip"
    size = save(settled(table, "punto-banco", ""), file).bytes
    examined(file)
    monkeypatch.setattr(packing.shutil, "disk_usage", lambda _: SimpleNamespace(free=size - 1))
    with pytest.raises(BackupError, match=r"needs 1 MB in .*: free some space, or set TMPDIR"):
        examined(file)


def test_a_file_that_unpacks_to_more_than_its_list_says_is_not_unpacked_to_its_end(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list says 1,000 bytes. A hundred million zeros are packed into a hundred thousand."""
    file = tmp_path / "all.zip"
    save(settled(table, "punto-banco", ""), file)
    with zipfile.ZipFile(file) as packed:
        files = {name: packed.read(name) for name in packed.namelist()} | {JOURNAL: bytes(100_000_000)}
    del files[SIGNATURE]
    listed_bytes = 1_000
    about = json.loads(files[LIST])
    about["files"][JOURNAL]["bytes"] = listed_bytes
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, data in (files | {LIST: json.dumps(about).encode()}).items():
            packed.writestr(name, data)
    written: list[int] = []

    def streamed(source: packing.Readable, out: object, advance: object) -> str:
        written.append(drained(source))
        return ""

    monkeypatch.setattr(packing, "streamed", streamed)
    with pytest.raises(BackupError, match="is damaged: journal"):
        examined(file)
    assert written[-1] == listed_bytes + 1


def drained(source: packing.Readable) -> int:
    return sum(len(piece) for piece in iter(lambda: source.read(packing.PIECE_BYTES), b""))


@pytest.mark.parametrize("wrong", [{"bytes": "many"}, {"bytes": None}, {"bytes": []}])
def test_a_list_of_other_values_is_damage(table: Path, tmp_path: Path, wrong: dict[str, object]) -> None:
    file = tmp_path / "all.zip"
    save(settled(table, "punto-banco", ""), file)
    listed(file, **wrong)
    with pytest.raises(BackupError, match="is no backup of a table, or is damaged"):
        examined(file)


@pytest.mark.parametrize("missing", ["made", "left_out"])
def test_a_list_without_its_head_is_damage(table: Path, tmp_path: Path, missing: str) -> None:
    file = tmp_path / "all.zip"
    save(settled(table, "punto-banco", ""), file)
    with zipfile.ZipFile(file) as packed:
        about = json.loads(packed.read(LIST))
    del about[missing]
    about |= {"left_out": "x"} if missing == "left_out" else {}
    rewritten(file, LIST, json.dumps(about).encode())
    with pytest.raises(BackupError, match="is no backup of a table, or is damaged"):
        examined(file)
