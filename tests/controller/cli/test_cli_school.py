"""`sabot school`: who learns here, and whether a report is the house's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import sabot
from sabot.record.keys import Key
from sabot.school.examination import signing
from sabot.school.school import School
from sabot.school.store import beside


def run(*words: str) -> Result:
    return CliRunner().invoke(sabot, ["school", *words])


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """The journal of a table where two learn."""
    path = tmp_path / "table.sqlite3"
    school = School(beside(path))
    for name in ("Marie", "Jan"):
        who = school.enrol(name)["id"]
        school.answer(who, school.ask(who, "rows")["id"], "7", None)
    school.close()
    return path


def test_the_list_names_everybody(journal: Path) -> None:
    listed = run("list", "--journal", str(journal)).output
    assert [line.split()[-1] for line in listed.splitlines()] == ["Jan", "Marie"]


def test_a_report_is_genuine_until_a_byte_of_it_changes(journal: Path, tmp_path: Path) -> None:
    key = Key(journal)
    report = tmp_path / "report.pdf"
    report.write_bytes(signing.signed(key, b"%PDF-1.7 a report"))
    found = run("verify", str(report), "--journal", str(journal))
    assert (found.exit_code, "signed by this house and unchanged" in found.output) == (0, True)
    report.write_bytes(report.read_bytes().replace(b"a report", b"a Report"))
    found = run("verify", str(report), "--journal", str(journal))
    assert (found.exit_code, "changed since" in found.output) == (1, True)


def test_where_there_is_no_school_it_says_so_in_one_line(tmp_path: Path) -> None:
    found = run("list", "--journal", str(tmp_path / "none.sqlite3"))
    assert found.exit_code == 2
    assert found.output.startswith("sabot: there is no school yet")
    assert len(found.output.splitlines()) == 1
