"""A table whose journal was changed serves one page, and opens when the journal has become another."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import Request, urlopen

import pytest

from sabot.app.assemble import running
from sabot.app.shut import Screen, Watch, shut
from sabot.cli import run as command
from sabot.config import Settings, read
from sabot.record.acceptance import findings
from sabot.record.journal import ChangedError, Journal, reading, records, verify
from sabot.staff.people import People, beside
from sabot.system.restoring import closed
from tests.controller.record.conftest import kept  # noqa: F401
from tests.controller.record.test_acceptance import nine_for_eight, opens

LONGEST_S = 60.0


@pytest.fixture
def path(kept) -> Path:  # noqa: F811
    """A journal whose last card was changed."""
    path = kept("punto-banco", "9C KD 3H 5S end 8C")
    nine_for_eight(path)
    return path


def settings(path: Path) -> Settings:
    return read(f'[journal]\npath = "{path}"\n[dashboard]\nport = 0\nown_port = 0\n')


def bodies(path: Path) -> list[dict[str, object]]:
    with reading(path) as file:
        return [each.plain for each in records(file)]


def test_a_table_that_does_not_open_leaves_the_journal_as_it_is(path: Path) -> None:
    """It signs no head, either: the head would vouch for the changed record."""
    before = bodies(path)
    with pytest.raises(ChangedError, match="record 7 was altered"), running(settings(path)):
        pass
    assert bodies(path) == before


def test_a_supervisor_s_word_at_the_screen_is_on_record_and_the_table_opens(path: Path) -> None:
    renewed = threading.Event()
    with shut(settings(path), renew=renewed.set) as screen:
        asked = Request(
            f"{screen.address}accept",
            json.dumps({"name": "M. Dupont"}).encode(),
            {"Content-Type": "application/json", "X-Sabot": "act"},
        )
        with urlopen(asked, timeout=LONGEST_S) as answer:
            assert json.load(answer) == {"taken": True}
        assert renewed.wait(LONGEST_S)
    note = bodies(path)[-1]
    said = People(beside(path)).named(str(note["by"]))
    assert (said, note["proved"], note["why"]) == ('"M. Dupont" (claimed)', False, ["record 7 was altered"])
    assert verify(path).accepted == (7,)
    assert str(opens(path).table.play.coup.punto[0]) == "9C"


def test_a_table_that_cannot_open_and_one_who_looks_change_nothing(path: Path) -> None:
    """Or the page would go and come for ever, and take the PIN that somebody types with it."""
    for _ in range(2):
        with pytest.raises(ChangedError), running(settings(path)):
            pass
        watch = Watch(path)
        findings(path)
        assert not watch.is_another()
        assert not watch.is_another()


def written(path: Path, text: str, at_s: int) -> None:
    path.write_text(text)
    os.utime(path, (at_s, at_s))


def test_the_watch_waits_until_a_journal_that_changes_stays_the_same(tmp_path: Path) -> None:
    journal, log = tmp_path / "table.sqlite3", tmp_path / "table.sqlite3-wal"
    written(journal, "a", 1)
    watch = Watch(journal)
    assert not watch.is_another()
    written(journal, "b", 2)
    assert not watch.is_another()
    written(log, "c", 2)
    assert not watch.is_another()
    assert watch.is_another()


def test_a_journal_that_is_gone_is_waited_for(tmp_path: Path) -> None:
    """A backup is being put back: the old files move aside first."""
    journal = tmp_path / "table.sqlite3"
    written(journal, "a", 1)
    watch = Watch(journal)
    journal.unlink()
    assert not watch.is_another()
    assert not watch.is_another()
    written(journal, "b", 2)
    assert not watch.is_another()
    assert watch.is_another()


def test_the_watch_waits_until_a_backup_is_put_back_and_read_through(tmp_path: Path) -> None:
    journal = tmp_path / "table.sqlite3"
    written(journal, "a", 1)
    watch = Watch(journal)
    with closed(journal):
        written(journal, "b", 2)
        assert not watch.is_another()
        assert not watch.is_another()
    assert watch.is_another()


def test_the_watch_waits_until_a_journal_that_is_mended_is_closed(path: Path) -> None:
    watch = Watch(path)
    with Journal(path) as journal:
        journal.mend()
        assert not watch.is_another()
        assert not watch.is_another()
    assert not watch.is_another()
    assert watch.is_another()


def test_a_journal_whose_lock_cannot_be_looked_at_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else who put it back left it with rights of their own, until these are changed."""

    def refused(_: Path) -> str:
        raise PermissionError

    journal = tmp_path / "table.sqlite3"
    written(journal, "a", 1)
    watch = Watch(journal)
    written(journal, "b", 2)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("sabot.app.shut.held_by", refused)
        assert not watch.is_another()
        assert not watch.is_another()
    assert watch.is_another()


def test_the_command_shows_the_page_and_opens_the_table_afterwards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: Any = SimpleNamespace(ended=False, opens=int, wait=bool, to_renew=int)
    opened = list[str]()

    def run(*_: object) -> None:
        opened.append("tried")
        if len(opened) == 1:
            raise ChangedError("record 7 was altered")
        asked.ended = True

    @contextmanager
    def page(*_: object, renew: object) -> Iterator[Screen]:
        assert renew == asked.to_renew
        opened.append("page")
        yield Screen("http://127.0.0.1:1/")

    monkeypatch.setattr(command, "_run", run)
    monkeypatch.setattr("sabot.app.shut.shut", page)
    command._opened(asked, None, tmp_path / "table.sqlite3", elsewhere=command.Elsewhere(), form="text")
    assert opened == ["tried", "page", "tried"]
    said = capsys.readouterr()
    assert said.err == "sabot: record 7 was altered\n"
    assert "A supervisor opens it at its own screen: http://127.0.0.1:1/" in said.out
