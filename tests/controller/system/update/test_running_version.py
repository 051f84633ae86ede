"""A machine says which version it runs, since when, and what came of the update to one."""

from __future__ import annotations

import fcntl
import shutil
from pathlib import Path
from typing import IO

import pytest

from sabot.config import state
from sabot.core.reasons import Reason, reason
from sabot.system.update import outcome, running_version
from sabot.system.update.running import UpdateError
from sabot.system.update.running_version import LOOK_S, OwnProgram, Running
from tests.controller.system.update.place import Place, changed, git

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def test_the_revision_changes_with_the_link_and_since_when_is_known(place: Place) -> None:
    first = git(place.copy, "rev-parse", "HEAD")
    program = OwnProgram(place.program, clock=lambda: 0.0)
    assert program.running() == Running(first, 0)
    changed(place.house, version="2")
    assert place.update().done() == "done"
    second, since_s = program.running()
    assert second == git(place.house, "rev-parse", "HEAD")
    assert since_s == int((place.copy / "current").lstat().st_mtime)


def test_git_is_asked_now_and_then_and_a_folder_without_it_has_no_revision(place: Place) -> None:
    now_s = [0.0]
    program = OwnProgram(place.program, clock=lambda: now_s[0])
    known = program.running()
    assert known.revision
    (place.copy / ".git").rename(place.copy / "away")
    assert program.running() == known
    now_s[0] = LOOK_S + 1
    assert program.running() == Running("", 0)


def test_another_kind_of_installation_has_no_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_version, "by_hand", lambda: "pip install --upgrade FILE.whl")
    assert OwnProgram().running() == Running("", 0)


def test_what_came_of_an_update_is_known_by_its_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "folder", lambda: tmp_path)
    monkeypatch.setattr(running_version, "UPDATES", tmp_path / "of-the-service")
    assert OwnProgram.came("b" * 40) == {}
    (tmp_path / "update").mkdir()
    outcome.tell(tmp_path / "update", state="back", why=Reason("the table gives no page"), wanted="b" * 40)
    assert OwnProgram.came("b" * 40)["why"] == "the table gives no page"
    assert OwnProgram.came("c" * 40) == {}
    for long in (Reason("é" * 20_000), reason("{name} cannot be run: {why}", name="git", why="é" * 20_000)):
        outcome.tell(tmp_path / "update", state="stuck", why=long, wanted="b" * 40)
        assert OwnProgram.came("b" * 40)["why"] == str(long)[:500]


def test_an_update_that_ends_well_while_it_is_looked_at_was_not_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    outcome.tell(tmp_path, state="running", wanted="b" * 40)

    def lock(*_: object) -> None:
        outcome.tell(tmp_path, state="done", wanted="b" * 40)

    (tmp_path / "lock").touch()
    monkeypatch.setattr(outcome.fcntl, "flock", lock)
    assert outcome.last(tmp_path)["state"] == "done"


def test_an_update_that_begins_while_the_outcome_of_the_last_is_read_waits_for_the_reader_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    lock = fcntl.flock
    with (tmp_path / "lock").open("a") as reader:
        lock(reader, fcntl.LOCK_SH)  # as a page holds it in the middle of `outcome.last`

        def locked(file: IO[str], how: int) -> None:
            if not how & fcntl.LOCK_NB:
                reader.close()  # the page is done with it while the update waits
            lock(file, how)

        monkeypatch.setattr(fcntl, "flock", locked)
        with outcome.alone(tmp_path):
            assert reader.closed
            with pytest.raises(UpdateError, match="at work already"), outcome.alone(tmp_path):
                pass
