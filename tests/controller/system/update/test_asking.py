"""Asking for an update, and in whose name it is done."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from sabot.cli.guard import guarded
from sabot.cli.update import update
from sabot.config import extras, read
from sabot.system.service import files
from sabot.system.update import installation, versions
from sabot.system.update.asking import Updating
from sabot.system.update.beginning import is_service, taken
from sabot.system.update.installation import Installation
from sabot.system.update.users import UpdateError, named, run
from tests.controller.system.update.place import Place, changed

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def service_of(root: Path, program: Installation) -> Updating:
    """A table under systemd, as its page sees it; the units are there."""
    units = root / (files.UNITS / files.ASKING).relative_to("/")
    units.parent.mkdir(parents=True)
    units.touch()
    (root / files.STATE.relative_to("/")).mkdir(parents=True)
    return Updating(read(""), program=program, environ={"INVOCATION_ID": "1"}, root=root)


def test_the_table_leaves_one_empty_request_however_often_it_is_asked(place: Place) -> None:
    root = place.folder / "root"
    page = service_of(root, place.program)
    wanted = root / files.WANTED.relative_to("/")
    assert page.told()["asks"] and page.came() == {"state": ""}
    for _ in range(2):
        page.ask()
        assert wanted.read_bytes() == b"" and page.came() == {"state": "asked"}
    wanted.unlink()
    wanted.symlink_to(place.folder / "planted")
    with pytest.raises(UpdateError, match="update-wanted cannot be written"):
        page.ask()
    assert not (place.folder / "planted").exists()
    (root / (files.UNITS / files.ASKING).relative_to("/")).unlink()
    with pytest.raises(UpdateError, match="sudo sabot install"):
        page.ask()


def test_a_request_is_taken_away_whatever_was_planted_and_nothing_else_is(tmp_path: Path) -> None:
    wanted, own = tmp_path / files.WANTED.relative_to("/"), tmp_path / "own"
    wanted.parent.mkdir(parents=True)
    own.mkdir()
    (own / "kept").write_text("kept")
    plants: list[Callable[[], Any]] = [
        wanted.touch,
        lambda: wanted.symlink_to(own),
        lambda: shutil.copytree(own, wanted),
        lambda: None,
    ]
    for plant in plants:
        plant()
        taken(tmp_path)
        assert not wanted.is_symlink() and not wanted.exists()
        assert (own / "kept").read_text() == "kept"


def test_only_the_program_that_the_service_runs_is_the_service_s(tmp_path: Path) -> None:
    ours, other = (Installation(tmp_path / name) for name in ("a table", "b"))
    unit = tmp_path / (files.UNITS / files.SERVICE).relative_to("/")
    assert not is_service(ours, tmp_path)
    unit.parent.mkdir(parents=True)
    unit.write_text(files.service(PurePosixPath(versions.program(ours.home))))
    assert is_service(ours, tmp_path) and not is_service(other, tmp_path)
    unit.write_text(files.service(PurePosixPath(ours.home / ".venv/bin/sabot")))
    with pytest.raises(UpdateError, match=r"of an older version: sudo .*/a table/.venv/bin/sabot install"):
        is_service(ours, tmp_path)


def test_the_page_names_the_one_command_of_its_own_installation(place: Place) -> None:
    here = Updating(place.settings, program=place.program, environ={})
    assert here.command() == f"{place.copy}/.venv/bin/sabot update --config {place.settings.file}"
    service = Updating(place.settings, program=place.program, environ={"INVOCATION_ID": "1"})
    assert service.command() == f"sudo {place.copy}/.venv/bin/sabot update"
    versions.linked(place.copy)
    assert service.command() == f"sudo {place.copy}/current/.venv/bin/sabot update"


def test_what_pip_installed_pip_brings_up_to_date(tmp_path: Path) -> None:
    packages = tmp_path / "the venv/lib/site-packages"
    place = extras.Place(packages, tmp_path / "the venv", str(tmp_path / "the venv/bin/python"), tmp_path)
    words = shlex.split(installation.by_hand(place))
    assert words == [str(tmp_path / "the venv/bin/python"), "-m", "pip", "install", "--upgrade", "FILE.whl"]
    with pytest.raises(UpdateError, match="no checkout"):
        installation.here(place)


def test_a_version_knows_the_checkout_that_it_belongs_to(place: Place) -> None:
    changed(place.house, version="2")
    place.update().done()
    folder = versions.running(place.copy)
    (folder / "tools/setup.py").touch()
    found = extras.Place(folder / "controller/sabot", folder / ".venv", "python", place.folder)
    assert installation.by_hand(found) == ""
    assert installation.here(found) == Installation(place.copy)


def test_the_page_knows_whether_the_house_it_came_from_has_more(place: Place) -> None:
    page = Updating(place.settings, program=place.program, environ={})
    assert len(page.told()["revision"]) >= 7
    assert page.looked() == {"newer": False, "why": ""}
    changed(place.house, version="2")
    assert page.looked() == {"newer": True, "why": ""}
    place.house.rename(place.house.with_name("moved"))
    assert page.looked()["newer"] is None and page.looked()["why"].startswith("git ls-remote: fatal:")


def test_a_debian_package_is_brought_up_to_date_by_apt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extras.Place, "is_debian_package", True)
    page = Updating(read(""), environ={"INVOCATION_ID": "1"})
    assert page.command() == "sudo apt-get install ./sabot_NEWER.deb" and not page.can_be_asked
    assert page.looked() == {"newer": None, "why": "this sabot does not know where it came from"}
    assert guarded(update, []) == 2
    assert "sudo apt-get install ./sabot_NEWER.deb" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root acts in the name of others")
def test_what_is_done_for_another_is_done_with_his_rights_alone() -> None:
    nobody = named("nobody")
    said = run(nobody, "sh", "-c", 'id -u; id -G; echo "$HOME"', timeout_s=60).splitlines()
    assert said == [str(nobody.pw_uid), str(nobody.pw_gid), nobody.pw_dir]
    with pytest.raises(UpdateError, match="there is no user no-such-user: sudo sabot install makes it"):
        named("no-such-user")


def test_the_command_says_whether_there_is_more_and_who_may_do_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(installation, "here", lambda: place.program)
    assert guarded(update, ["--check"]) == 1
    changed(place.house, version="2")
    assert guarded(update, ["--check"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("there is something newer than 1 ")
