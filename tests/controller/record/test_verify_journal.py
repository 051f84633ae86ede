"""The program for a stranger says of every journal what `sabot journal verify` says."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sabot.record import keys
from sabot.record.chain import Entry
from sabot.record.heads import Signer
from sabot.record.heads_on_record import newest
from sabot.record.journal import Journal, verify
from sabot.school.examination import signing
from tests.controller.record.test_heads import forged, rewritten
from tests.house import ROOT
from tests.shared import VECTORS
from tools import verify_journal

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.sqlite3"
    signer = Signer(path, wall_ns=lambda: 7)
    with Journal(path) as journal:
        for number in range(3):
            journal.append([Entry("note", {"note": f"carte {number} é", "n": None}, coup=number, wall_ns=5)])
            journal.append([signer.entry(journal.head)])
    return path


def changed(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DROP TRIGGER no_change")
        file.execute("DROP TRIGGER no_removal")
        file.execute(statement)


def told(capsys, path: Path, *words: str) -> tuple[int, str]:
    status = verify_journal.main([str(path), *words])
    said = capsys.readouterr()
    return status, (said.out + said.err).strip().removeprefix(f"{path}: ").removeprefix("verify_journal: ")


def test_a_whole_journal_is_whole_to_both(path: Path, capsys) -> None:
    head = verify(path).head
    assert told(capsys, path) == (0, f"6 records, whole; 3 signed heads; head 6:{head}")


def test_a_journal_of_an_older_program_has_no_heads_and_is_whole(tmp_path: Path, capsys) -> None:
    older = Path(shutil.copy(VECTORS / "journal-of-the-older-tree.db", tmp_path / "old.sqlite3"))
    assert told(capsys, older) == (0, f"202 records, whole; 0 signed heads; head 202:{verify(older).head}")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET coup = 7 WHERE seq = 3",
        "UPDATE records SET body = CAST(x'ff7b7d' AS TEXT) WHERE seq = 2",
        "UPDATE records SET chain = 'x' WHERE seq = 1",
        "UPDATE records SET body = '{}' WHERE seq = 6",
    ],
)
def test_an_altered_record_is_the_same_one_to_both(path: Path, statement: str, capsys) -> None:
    changed(path, statement)
    assert told(capsys, path) == (1, verify(path).wrong)


def test_a_missing_record_is_the_same_one_to_both(path: Path, capsys) -> None:
    changed(path, "DELETE FROM records WHERE seq = 3")
    assert verify(path).seq == 3
    assert told(capsys, path) == (1, "record 3 is missing, or others up to 4 are")


def test_a_chain_that_was_written_again_is_named_by_both(path: Path, capsys) -> None:
    rewritten(path)
    assert verify(path).seq == 2
    assert told(capsys, path) == (1, verify(path).wrong)


def test_a_head_without_the_key_is_believed_by_neither(path: Path, capsys) -> None:
    forged(path)
    assert verify(path).seq == 2
    assert told(capsys, path) == (1, verify(path).wrong)


def test_a_cut_end_is_named_by_both(path: Path, capsys) -> None:
    noted = newest(path)
    assert told(capsys, path, "--head", noted.text)[0] == 0
    changed(path, "DELETE FROM records WHERE seq > 3")
    assert told(capsys, path, "--head", noted.text) == (1, verify(path, anchor=noted.head).wrong)


def test_another_journal_than_the_noted_one_is_named_by_both(path: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "head").write_text(newest(path).text)
    other = tmp_path / "other.sqlite3"
    with Journal(other) as journal:
        journal.append([Entry("note", {})] * 9)
    found = told(capsys, other, "--head", str(tmp_path / "head"))
    assert found == (1, verify(other, anchor=newest(path).head).wrong)


def test_the_key_of_the_house_is_believed_and_another_is_not(path: Path, capsys) -> None:
    assert told(capsys, path, "--key", str(keys.public_beside(path)))[0] == 0
    status, said = told(capsys, path, "--key", "A" * 64)
    assert (status, said.startswith("record 2 is signed with another key")) == (1, True)


def test_a_house_has_two_keys_after_its_backup_was_put_back_on_another_machine(path: Path, capsys) -> None:
    keys.key_beside(path).unlink()
    signer = Signer(path, wall_ns=lambda: 8)
    with Journal(path) as journal:
        journal.append([signer.entry(journal.head)])
    assert told(capsys, path, "--key", str(keys.public_beside(path)))[0] == 0
    assert told(capsys, path, "--key", signer.public)[0] == 1


def test_what_it_cannot_read_is_said_in_one_line(path: Path, tmp_path: Path, capsys) -> None:
    head = newest(path)
    forged = head._replace(wall_ns=8).text
    (tmp_path / "no.sqlite3").write_text("8C KD")
    assert told(capsys, tmp_path / "none")[0] == 2
    assert told(capsys, tmp_path / "no.sqlite3")[0] == 2
    assert told(capsys, path, "--key", "17") == (
        2,
        "--key: expected 64 hexadecimal digits, or a file that has them",
    )
    assert told(capsys, path, "--head", forged) == (
        2,
        "--head: its signature is wrong: it was mistyped or forged",
    )
    assert told(capsys, path, "--head", "17:ab")[0] == 2
    assert told(capsys, path, "--head", head.text, "--key", "A" * 64)[0] == 2


def test_a_report_of_the_school_is_verified_with_the_key_of_the_house(
    path: Path, tmp_path: Path, capsys
) -> None:
    key, report = keys.Key(path), tmp_path / "report.pdf"
    content = signing.signed(key, b"%PDF-1.7 a report\n%%EOF")
    report.write_bytes(content)
    public = ("--key", str(keys.public_beside(path)))
    assert told(capsys, report, *public) == (0, f"signed with {key.public} and unchanged")
    assert told(capsys, report)[0] == 2
    assert told(capsys, report, "--key", "A" * 64) == (1, f"it is signed with another key: {key.public[:16]}")
    report.write_bytes(content.replace(b"a report", b"A report"))
    assert told(capsys, report, *public) == (1, "it was changed after it was signed")
    for spoilt in (content[:-1], content + b"x", b"%PDF-1.7 a report"):
        report.write_bytes(spoilt)
        status, said = told(capsys, report, *public)
        assert (status, said.startswith("it is not signed, or something was added")) == (1, True)


@pytest.mark.process
def test_it_needs_nothing_but_the_standard_library(path: Path, tmp_path: Path) -> None:
    alone = Path(shutil.copy(ROOT / "tools" / "verify_journal.py", tmp_path / "verify_journal.py"))
    command = [sys.executable, "-I", "-S", str(alone), str(path)]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (found.returncode, "6 records, whole" in found.stdout) == (0, True)
