"""Damaged files: each command refuses them in one line, and none ends in an unforeseen error."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sabot.record.journal import Journal, JournalError, reading, records, verify
from tools.harm import COMMANDS, Case, Found, cases, report, tried, workplace
from tools.harm_files import DAMAGE, Given

SAMPLE = 120


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Given, Path]]:
    with workplace() as found:
        yield found


@pytest.fixture
def journal(place: tuple[Given, Path], tmp_path: Path) -> Path:
    path = tmp_path / "table.sqlite3"
    path.write_bytes(place[0].paths["journal"].read_bytes())
    return path


def edited(path: Path, edit: Callable[[sqlite3.Connection], object]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA writable_schema = ON")
        edit(file)


def test_no_damaged_file_ends_in_an_error_that_nobody_foresaw(place: tuple[Given, Path]) -> None:
    """`make soak` tries thousands."""
    every = list(cases(7, 5 * SAMPLE))
    found = [tried(case, *place) for case in every[:: len(every) // SAMPLE]]
    assert report(found)["examples"] == []
    assert {each.case.kind for each in found} == set(DAMAGE)


def test_the_whole_files_are_read_by_every_command(place: tuple[Given, Path]) -> None:
    """Otherwise the damage would not reach the code that it is for."""
    whole = {"whole": lambda file, target, chance: target.write_bytes(file.read_bytes())}
    with pytest.MonkeyPatch.context() as patched:
        for kind in DAMAGE:
            patched.setitem(DAMAGE, kind, whole)
        found = [tried(Case(1, kind, "whole", each), *place) for kind in COMMANDS for each in COMMANDS[kind]]
    refused = {" ".join(each.case.command): each.said for each in found if each.status}
    assert refused == {}


@pytest.mark.parametrize(
    ("status", "said", "took_s", "wrong"),
    [
        (0, "", 0.1, ""),
        (2, "sabot: it is damaged", 0.1, ""),
        (70, "sabot: this should not have happened", 0.1, "should not have happened"),
        (1, "Traceback (most recent call last)", 0.1, "should not have happened"),
        (0, "", 1.1, "slow"),
    ],
)
def test_what_counts_as_wrong(status: int, said: str, took_s: float, wrong: str) -> None:
    assert Found(Case(1, "journal", "flip", ()), status, took_s, said).wrong == wrong


def test_a_schema_that_is_not_text_is_named(journal: Path) -> None:
    edited(
        journal, lambda file: file.execute("UPDATE sqlite_schema SET sql = x'ff41' WHERE name = 'by_coup'")
    )
    with pytest.raises(JournalError, match=r"damaged|by_coup"), reading(journal) as file:
        list(records(file))


def test_a_schema_whose_names_are_no_text_is_named_as_damage(journal: Path) -> None:
    """What SQLite itself says of it is no text either."""
    edited(journal, lambda file: file.execute("UPDATE sqlite_schema SET type = 'x', name = x'ff', sql = 'x'"))
    with pytest.raises(JournalError, match="it is damaged: keep it"):
        Journal(journal)
    with pytest.raises(JournalError, match="it is damaged: keep it"):
        verify(journal)


def test_an_error_of_a_reader_of_a_damaged_journal_names_the_first_damaged_record(journal: Path) -> None:
    edited(journal, lambda file: file.execute("DROP TRIGGER no_change"))
    edited(journal, lambda file: file.execute("UPDATE records SET body = '{}' WHERE seq = 3"))
    with (
        pytest.raises(JournalError, match=r"it is damaged: record 3 was altered.*sabot restore"),
        reading(journal),
    ):
        raise KeyError("kind")


def test_an_error_of_a_reader_of_a_whole_journal_stays_what_it_is(journal: Path) -> None:
    with pytest.raises(KeyError, match="kind"), reading(journal):
        raise KeyError("kind")
    assert not verify(journal).wrong


def test_the_report_counts_and_gives_examples() -> None:
    bad = Found(Case(3, "backup", "flip", ("restore",)), 70, 0.2, "sabot: this should not have happened")
    told = report([bad, Found(Case(4, "script", "cut", ("referee",)), 2, 0.1, "")])
    assert told["wrong"] == {"backup: should not have happened": 1}
    assert (told["cases"], told["refused"]) == (2, 1)
    assert json.loads(json.dumps(told))["examples"][0]["seed"] == 3
