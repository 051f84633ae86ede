"""The auditor's file: it verifies without this program, and each change in it is named."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sabot.cli.pit.commands import pit
from sabot.pit.looking import accept
from sabot.pit.proof import extracts
from sabot.pit.proof.bundle import _bounds_ns, bundled
from sabot.record.chain import Entry
from sabot.record.heads import Signer
from sabot.record.journal import Journal, verify
from sabot.record.keys import Key, key_beside
from tests.controller.pit.tables import Hall
from tests.controller.syncing import noting

DAY_NS = 86_400 * 10**9
NOON_NS = int(datetime(2026, 11, 1, 12, tzinfo=UTC).timestamp()) * 10**9
DAYS = (date(2026, 11, 1), date(2026, 11, 2), date(2026, 11, 3))


def deal(hall: Hall, name: str) -> None:
    """Three days of one coup and a fault each, signed in the evening; on the third day the second coup is
    taken back."""
    with Journal(hall.path(name)) as journal:
        for day in range(3):
            at = NOON_NS + day * DAY_NS
            entries = [Entry("opening", {"game": "roulette"}, wall_ns=at)]
            if day == 2:
                entries.append(Entry("event", {"event": "undone", "coup": 2, "from": 6}, 2, wall_ns=at))
            result = {"event": "result", "coup": day + 1, "winner": "", "number": str(day)}
            entries.append(Entry("event", result, day + 1, wall_ns=at))
            entries.append(Entry("event", {"event": "fault", "kind": "x"}, wall_ns=at))
            entries.append(Entry("observation", {"kind": "BallSeen", "pocket": str(day)}, wall_ns=at))
            journal.append(entries)
            journal.append([Signer(hall.path(name), wall_ns=partial(int, at)).entry(journal.head)])


@pytest.mark.parametrize(("days", "records"), [(DAYS[:2], (1, 10)), (DAYS[1:2] * 2, (6, 10))])
def test_a_start_with_a_clock_of_1970_moves_no_bound_of_a_period(folder: Path, database, days, records):
    hall = Hall(folder, database)
    deal(hall, "t1")
    with Journal(hall.path("t1")) as journal:
        journal.append([Entry("note", {"note": "resumed"}, wall_ns=5)])
    hall.open_carrier("t1")
    hall.run()
    span = extracts.span(database, "t1", 0, _bounds_ns(days))
    assert (span.first, span.last) == records


@pytest.fixture
def hall(folder: Path, database) -> Hall:
    hall = Hall(folder, database)
    deal(hall, "t1")
    hall.open_carrier("t1")
    hall.run()
    return hall


def audited(hall: Hall, *, days: tuple[date | None, date | None] = (None, None)) -> Path:
    """The auditor's file, unpacked."""
    file = hall.folder / "audit.zip"
    file.unlink(missing_ok=True)
    bundled(hall.database, "t1", file, folder=hall.folder, key=hall.key, days=days)
    unpacked = hall.folder / "audit"
    shutil.rmtree(unpacked, ignore_errors=True)
    with zipfile.ZipFile(file) as packed:
        packed.extractall(unpacked)
    return unpacked


def verified(what: Path, *words: str) -> tuple[int, list[str]]:
    """What `verify.py` says of it, run without this program and without any package."""
    script = what / "verify.py" if what.is_dir() else what.parent / "audit" / "verify.py"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(script), str(what), *words],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin"},
        cwd="/",
    )
    return done.returncode, (done.stdout + done.stderr).splitlines()


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def test_the_file_and_its_folder_verify_without_this_program(hall: Hall):
    unpacked = audited(hall)
    for what in (hall.folder / "audit.zip", unpacked):
        status, lines = verified(what, "--pit-key", hall.key.public)
        assert status == 0, lines
        assert lines[0].startswith("16 records and 3 countersigned heads, whole; head 16:")
    status, lines = verified(unpacked)
    assert (status, len(lines)) == (0, 2)
    assert hall.key.public in lines[1]
    assert (hall.folder / "audit.zip").stat().st_mode & 0o077 == 0


def test_the_journal_in_it_verifies_and_what_it_says_stands_beside_it(hall: Hall):
    unpacked = audited(hall)
    assert verify(unpacked / "journal.sqlite3") == verify(hall.path("t1"))
    coups = rows(unpacked / "coups.csv")
    assert [(each["coup"], each["number"], each["utc"][:10]) for each in coups] == [
        ("1", "0", "2026-11-01"),
        ("3", "2", "2026-11-03"),
    ]
    assert [each["record"] for each in rows(unpacked / "faults.csv")] == ["3", "8", "14"]
    (wheel,) = json.loads((unpacked / "wheels.json").read_text())
    assert (wheel["spins"], wheel["pockets"]["chi_square"]) == (3, None)
    kept = hall.database.execute("SELECT count(decided) FROM coup").fetchone()
    assert kept == (2,)


def test_a_period_ends_the_journal_and_what_was_taken_back_later_stands_in_it(hall: Hall):
    unpacked = audited(hall, days=(DAYS[1], DAYS[1]))
    status, lines = verified(unpacked, "--pit-key", hall.key.public)
    assert status == 0, lines
    assert lines[0].startswith("10 records and 2 countersigned heads")
    assert [each["coup"] for each in rows(unpacked / "coups.csv")] == ["2"]
    assert [each["record"] for each in rows(unpacked / "faults.csv")] == ["8"]


def test_alerts_and_their_answers_are_in_it(hall: Hall):
    key_beside(hall.path("t1")).unlink()
    deal(hall, "t1")
    hall.run()
    unpacked = audited(hall)
    (answer,) = rows(unpacked / "answers.csv")
    assert (answer["kind"], answer["record"], answer["answered_by"]) == ("key", "20", "")
    status, lines = verified(unpacked)
    assert status == 1
    assert "record 21 is signed with a key that is not the table's" in lines[0]
    accept(hall.database, "t1", by="A. Person", why="a new machine")
    hall.collector._looked_s = -10
    hall.run()
    unpacked = audited(hall)
    (answer,) = rows(unpacked / "answers.csv")
    assert (answer["answered_by"], answer["word"]) == ("A. Person", "a new machine")
    assert verified(unpacked)[0] == 0


# --- what was changed is named


def change_a_record(unpacked: Path) -> None:
    with closing(sqlite3.connect(unpacked / "journal.sqlite3", isolation_level=None)) as file:
        file.executescript("DROP TRIGGER no_change; UPDATE records SET coup = 9 WHERE seq = 7")


def cut_the_journal(unpacked: Path) -> None:
    with closing(sqlite3.connect(unpacked / "journal.sqlite3", isolation_level=None)) as file:
        file.executescript("DROP TRIGGER no_removal; DELETE FROM records WHERE seq > 12")


def drop_a_head(unpacked: Path) -> None:
    lines = (unpacked / "heads.txt").read_text().splitlines(keepends=True)
    (unpacked / "heads.txt").write_text("".join([lines[0], *lines[2:]]))


def change_a_head(unpacked: Path) -> None:
    text = (unpacked / "heads.txt").read_text()
    (unpacked / "heads.txt").write_text(text[:-3] + ("00\n" if text[-3:-1] != "00" else "11\n"))


def change_the_coups(unpacked: Path) -> None:
    text = (unpacked / "coups.csv").read_text()
    (unpacked / "coups.csv").write_text(text.replace("roulette", "Roulette"))


def change_the_manifest(unpacked: Path) -> None:
    text = (unpacked / "manifest.json").read_text()
    (unpacked / "manifest.json").write_text(text.replace('"house": "house"', '"house": "other"'))


CHANGES = [
    (change_a_record, ["journal.sqlite3 was changed", "journal.sqlite3: record 7 was altered"]),
    (cut_the_journal, ["journal.sqlite3 was changed", "journal.sqlite3: it ends at record 12, and not"]),
    (drop_a_head, ["heads.txt was changed", "heads.txt: the head of record 9 is missing"]),
    (change_a_head, ["heads.txt was changed", "the head of record 15 has a wrong countersignature"]),
    (change_the_coups, ["coups.csv was changed"]),
    (lambda folder: (folder / "faults.csv").unlink(), ["faults.csv is missing"]),
    (lambda folder: (folder / "more.csv").write_text("x"), ["more.csv is not in the manifest"]),
    (change_the_manifest, ["manifest.json was changed", "is of another table or journal"]),
]


@pytest.mark.parametrize(("change", "named"), CHANGES)
def test_what_was_changed_is_named(hall: Hall, change, named: list[str]):
    unpacked = audited(hall)
    change(unpacked)
    status, lines = verified(unpacked, "--pit-key", hall.key.public)
    assert status == 1
    for each in named:
        assert any(each in line for line in lines), lines


def resign(unpacked: Path, key: Key) -> None:
    """As somebody would who has another key: every hash is right again."""
    manifest = json.loads((unpacked / "manifest.json").read_text())
    plain = json.loads((unpacked / "keys.json").read_text())
    (unpacked / "keys.json").write_text(json.dumps({**plain, "pit": [*plain["pit"], key.public]}))
    for name in manifest["files"]:
        manifest["files"][name] = hashlib.sha256((unpacked / name).read_bytes()).hexdigest()
    written = json.dumps(manifest).encode()
    (unpacked / "manifest.json").write_bytes(written)
    signed = f"SABOT-AUDIT-1 {hashlib.sha256(written).hexdigest()} {key.public}"
    (unpacked / "manifest.sig").write_text(f"{signed} {key.signature(signed.encode())}\n")


def test_a_file_that_somebody_else_made_and_signed_is_refused_by_the_key_of_the_pit(hall: Hall):
    unpacked = audited(hall)
    change_the_coups(unpacked)
    resign(unpacked, hall.key_of("other"))
    status, lines = verified(unpacked, "--pit-key", hall.key.public)
    assert (status, len(lines)) == (1, 1)
    assert "signed with another key than the pit's" in lines[0]


def test_a_journal_that_was_written_again_fits_no_signature(hall: Hall):
    unpacked = audited(hall)
    change_a_record(unpacked)
    resign(unpacked, hall.key)
    status, lines = verified(unpacked, "--pit-key", hall.key.public)
    assert status == 1
    assert "journal.sqlite3: record 7 was altered" in lines


def test_what_cannot_be_read_is_said_in_one_line(hall: Hall):
    unpacked = audited(hall)
    for words in (("--pit-key", "short"), ()):
        if not words:
            (unpacked / "keys.json").write_text("{")
        status, lines = verified(unpacked, *words)
        assert (status, len(lines)) == (2, 1)
    (hall.folder / "audit.zip").write_bytes(b"no zip")
    assert verified(hall.folder / "audit.zip")[0] == 2


def test_a_zip_that_has_a_file_twice_is_refused(hall: Hall):
    audited(hall)
    with (
        zipfile.ZipFile(hall.folder / "audit.zip", "a") as packed,
        pytest.warns(UserWarning, match="Duplicate"),
    ):
        packed.writestr("coups.csv", "coup\n")
    assert verified(hall.folder / "audit.zip") == (2, ["verify: coups.csv is in it twice"])


# --- the command


def test_a_pit_whose_clock_stands_in_1970_packs_it_and_it_takes_its_place_when_it_is_on_disk(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
):
    from_file = zipfile.ZipInfo.from_file

    def early(file: Path, *given: Any, **more: Any) -> zipfile.ZipInfo:
        os.utime(file, (3_600, 3_600))  # a zip has no date before 1980
        return from_file(file, *given, **more)

    monkeypatch.setattr(zipfile.ZipInfo, "from_file", early)
    steps = noting(monkeypatch)
    audited(hall)
    assert steps[-3:] == ["sync audit.zip.new", "to audit.zip", f"sync {hall.folder.name}"]


def test_the_command_writes_the_file_and_says_what_is_in_it(hall: Hall, postgres, name):
    file, folder = hall.folder / "t1.zip", hall.folder
    env = {"SABOT_PIT_DATABASE": postgres.address(name)}
    words = ["audit", "t1", str(file), "--folder", str(folder), "--from", "2026-11-01", "--to", "2026-11-30"]
    done = CliRunner().invoke(pit, words, env=env)
    assert done.output == (
        f"{file}: 16 records, 3 signed heads, 2 coups of the period\nthe key of the pit: {hall.key.public}\n"
    )
    for more, why in (
        (words, "is there already"),
        (["audit", "t9", str(folder / "x"), "--folder", str(folder)], "no such journal of a table t9"),
        (["audit", "t1", str(folder / "x"), "--folder", str(folder / "no")], "there is no key of a pit in"),
        ([*words[:2], str(folder / "y"), *words[3:6], "2026-12-01"], "no record in this period"),
        ([*words[:2], str(folder / "y"), *words[3:6], "2026-12-02", *words[7:]], "before it begins"),
    ):
        done = CliRunner().invoke(pit, more, env=env)
        assert done.exit_code != 0
        assert (why in done.output, done.output.count("\n")) == (True, 1), done.output
    assert not (folder / "y").exists()
