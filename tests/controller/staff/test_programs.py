"""The keys of other programs: made once, kept as digests, revoked at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import people as commands
from sabot.core.shapes.people import Program
from sabot.staff import programs
from sabot.staff.pins import PeopleError
from sabot.staff.programs import Programs, beside
from sabot.system import backup


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return beside(tmp_path / "table.sqlite3")


def test_a_key_is_known_also_to_another_process_and_only_its_digest_is_kept(path: Path) -> None:
    here, elsewhere = Programs(path), Programs(path)
    key = here.add("tote", "reader")
    assert key.startswith("sabot_") and len(key) > 40
    assert here.known(key) == elsewhere.known(key) == Program("tote", "reader")
    assert key not in path.read_text() and key[6:] not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600


def test_no_two_keys_are_the_same_and_an_older_one_of_the_name_ends(path: Path) -> None:
    kept = Programs(path)
    first, second = kept.add("tote", "reader"), kept.add("tote", "croupier")
    assert kept.known(first) is None
    assert kept.known(second) == Program("tote", "croupier")
    assert kept.listed() == [Program("tote", "croupier")]


@pytest.mark.parametrize("key", ["", "sabot_", "x", "é" * 40, "\ud800"])
def test_a_key_that_was_never_made_is_nobody_s(path: Path, key: str) -> None:
    kept = Programs(path)
    kept.add("tote", "reader")
    assert kept.known(key) is None


def test_a_revoked_key_is_nobody_s_in_any_process(path: Path) -> None:
    here, elsewhere = Programs(path), Programs(path)
    key, other = here.add("tote", "reader"), here.add("crm", "reader")
    elsewhere.revoke("tote")
    assert here.known(key) is None
    assert here.known(other) == Program("crm", "reader")
    with pytest.raises(PeopleError, match="no program is called tote"):
        here.revoke("tote")


@pytest.mark.parametrize("name", ["", "Tote", "a b", "-a", "x" * 31, "a\n"])
def test_a_name_that_could_be_read_as_something_else_is_refused(path: Path, name: str) -> None:
    with pytest.raises(PeopleError, match="1 to 30 small letters"):
        Programs(path).add(name, "reader")


def test_a_role_that_no_program_has_is_refused(path: Path) -> None:
    with pytest.raises(PeopleError, match="technician is no role of a program"):
        Programs(path).add("tote", "technician")


def test_there_are_a_hundred_programs_at_most(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PROGRAMS_MOST", 2)
    kept = Programs(path)
    for name in ("a", "b", "b"):
        kept.add(name, "reader")
    with pytest.raises(PeopleError, match="revoke a key first"):
        kept.add("c", "reader")


SPOILT = (
    *("", "[]", "{}", '{"programs": 3}', '{"programs": [{}]}', "[" * 9999),
    json.dumps({"programs": [{"name": "a", "role": "king", "digest": "0" * 64}]}),
    json.dumps({"programs": [{"name": "a", "role": "reader", "digest": "0"}]}),
    json.dumps({"programs": [{"name": "a", "role": "reader", "digest": 5}]}),
)


@pytest.mark.parametrize("text", SPOILT)
def test_a_spoilt_file_is_said_and_lets_nobody_in(path: Path, text: str) -> None:
    kept = Programs(path)
    key = kept.add("tote", "supervisor")
    path.write_text(text)
    assert kept.known(key) is None
    with pytest.raises(PeopleError, match="is not a file of programs"):
        Programs(path)


def test_a_file_that_cannot_be_read_is_said(path: Path) -> None:
    path.mkdir()
    with pytest.raises(PeopleError, match="cannot be read"):
        Programs(path)


def test_no_backup_has_the_keys(path: Path) -> None:
    Programs(path).add("tote", "reader")
    assert path not in backup.beside(path.with_name("table.sqlite3"))


def command(path: Path, name: str, *words: str) -> tuple[int, str, str]:
    journal = ["--journal", str(path.with_name("table.sqlite3"))]
    told = CliRunner().invoke(commands.people, [name, *journal, *words])
    return told.exit_code, told.stdout, told.stderr


def test_the_command_makes_lists_and_revokes_keys(path: Path) -> None:
    status, key, said = command(path, "key", "tote", "reader")
    assert (status, said) == (0, "tote is a reader now; this key is not shown again\n")
    assert Programs(path).known(key.strip()) == Program("tote", "reader")
    assert command(path, "keys") == (0, "reader      tote\n", "")
    assert command(path, "revoke", "tote") == (0, "tote has no key any more\n", "")
    assert command(path, "keys") == (0, "no program has a key\n", "")


@pytest.mark.parametrize("words", [("revoke", "tote"), ("key", "Tote!", "reader"), ("keys",)])
def test_the_command_says_what_it_cannot_do_in_one_line(path: Path, words: tuple[str, ...]) -> None:
    if words == ("keys",):
        path.write_text("spoilt")
    status, _, said = command(path, *words)
    assert status and said.count("\n") == 1
