"""Asking for an update, and in whose name it is done."""

from __future__ import annotations

import os
import pwd
import shlex
import shutil
from pathlib import Path, PurePosixPath
from pwd import getpwnam

import pytest

from sabot.cli.guard import guarded
from sabot.cli.update import update
from sabot.config import extras, read
from sabot.system.service import files
from sabot.system.update import asking, checkout, closing, outcome, steps
from sabot.system.update.asking import Updating
from sabot.system.update.checkout import Checkout
from sabot.system.update.running import UpdateError, run
from sabot.system.update.steps import begun, is_service
from sabot.system.update.table import PARTS, Table
from tests.controller.system.update.place import Place, changed

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def service_of(root: Path, program: Checkout) -> Updating:
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
    assert page.status()["asks"] and page.came() == {"state": ""}
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


def test_a_request_may_name_a_revision_where_the_unit_takes_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, revision = place.folder / "root", "5" * 40
    page = service_of(root, place.program)
    assert asking.wish(root) == ""
    with pytest.raises(UpdateError, match="sudo sabot install"):
        page.ask(revision)
    unit = root / (files.UNITS / files.UPDATING).relative_to("/")
    unit.write_text(files.updating(PurePosixPath("/opt/sabot/current/.venv/bin/sabot")))
    page.ask(revision)
    assert asking.wish(root) == revision
    assert f"update --to {revision}" in page.command(revision)
    monkeypatch.setitem(PARTS, "wanted", lambda settings, progress: asking.wish(root))
    assert place.update().as_asked().wanted == revision
    page.ask()
    assert place.update().as_asked().wanted == ""
    (root / files.WANTED.relative_to("/")).write_text("main; reboot")
    with pytest.raises(UpdateError, match="names no revision"):
        asking.wish(root)
    (root / files.WANTED.relative_to("/")).unlink()
    (root / files.WANTED.relative_to("/")).symlink_to(place.copy / "version")
    with pytest.raises(UpdateError, match="cannot be read"):
        asking.wish(root)


def test_only_the_program_that_the_service_runs_is_the_service_s(tmp_path: Path) -> None:
    ours, other = (Checkout(tmp_path / name) for name in ("a table", "b"))
    unit = tmp_path / (files.UNITS / files.SERVICE).relative_to("/")
    assert not is_service(ours, tmp_path)
    unit.parent.mkdir(parents=True)
    unit.write_text(files.service(PurePosixPath(ours.linked)))
    assert is_service(ours, tmp_path) and not is_service(other, tmp_path)
    unit.write_text(files.service(PurePosixPath(ours.home / ".venv/bin/sabot")))
    with pytest.raises(UpdateError, match=r"of an older version: sudo .*/a table/.venv/bin/sabot install"):
        is_service(ours, tmp_path)


def test_the_page_names_the_one_command_of_its_own_installation(place: Place) -> None:
    here = Updating(place.settings, program=place.program, environ={})
    assert here.command() == f"{place.copy}/.venv/bin/sabot update --config {place.settings.file}"
    service = Updating(place.settings, program=place.program, environ={"INVOCATION_ID": "1"})
    assert service.command() == f"sudo {place.copy}/.venv/bin/sabot update"
    place.program.link()
    assert service.command() == f"sudo {place.copy}/current/.venv/bin/sabot update"


def test_what_pip_installed_pip_brings_up_to_date(tmp_path: Path) -> None:
    packages = tmp_path / "the venv/lib/site-packages"
    place = extras.Place(packages, tmp_path / "the venv", str(tmp_path / "the venv/bin/python"), tmp_path)
    words = shlex.split(checkout.by_hand(place))
    assert words == [str(tmp_path / "the venv/bin/python"), "-m", "pip", "install", "--upgrade", "FILE.whl"]
    with pytest.raises(UpdateError, match="no checkout"):
        checkout.here(place)


def test_a_version_knows_the_checkout_that_it_belongs_to(place: Place) -> None:
    changed(place.house, version="2")
    place.update().done()
    folder = place.program.running
    (folder / "tools/setup.py").touch()
    found = extras.Place(folder / "controller/sabot", folder / ".venv", "python", place.folder)
    assert checkout.by_hand(found) == ""
    assert checkout.here(found) == Checkout(place.copy)


def test_the_page_knows_whether_the_house_it_came_from_has_more(place: Place) -> None:
    page = Updating(place.settings, program=place.program, environ={})
    assert len(page.status()["revision"]) >= 7
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


def test_while_an_update_is_at_work_the_page_says_so_and_that_it_was_interrupted_when_it_is_not(
    place: Place,
) -> None:
    root = place.folder / "root"
    page, folder = service_of(root, place.program), root / files.UPDATES.relative_to("/")
    with outcome.alone(folder):
        page.ask()
        assert page.came()["state"] == "asked"
        outcome.tell(folder, state="running")
        assert page.came()["state"] == "running"
        (root / files.WANTED.relative_to("/")).unlink()
    assert (page.came()["state"], page.came()["why"]) == ("refused", "it was interrupted")
    outcome.tell(folder, state="done", before="1", after="2")
    assert (page.came()["state"], page.came()["after"]) == ("done", "2")
    (folder / "outcome.json").write_text("[]")
    assert page.came() == {"state": ""}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root acts in the name of others")
def test_what_is_done_for_another_is_done_with_their_rights_alone() -> None:
    nobody = getpwnam("nobody")
    words = ("sh", "-c", 'id -u; id -G; echo "$HOME $MORE"')
    said = run(nobody.pw_uid, *words, timeout_s=60, MORE="more").splitlines()
    assert said == [str(nobody.pw_uid), str(nobody.pw_gid), f"{nobody.pw_dir} more"]
    with pytest.raises(UpdateError, match="this machine does not know them"):
        run(54_321, "true", timeout_s=60)


def test_a_command_that_fails_hangs_or_is_not_there_is_one_line() -> None:
    me = os.geteuid()
    said = "echo first >&2; echo fatal: the reason >&2; echo last >&2; exit 3"
    with pytest.raises(UpdateError, match=r"^git: fatal: the reason$"):
        run(me, "sh", "-c", said, timeout_s=60, called="git")
    with pytest.raises(UpdateError, match=r"^it: the last$"):
        run(me, "sh", "-c", "echo one; echo sabot: the last; exit 3", timeout_s=60, called="it")
    with pytest.raises(UpdateError, match=r"^it: no reason was given$"):
        run(me, "false", timeout_s=60, called="it")
    with pytest.raises(UpdateError, match=r"^sh gave no answer within 0 s$"):
        run(me, "sh", "-c", "read none; exec sleep 60", timeout_s=0.01)
    with pytest.raises(UpdateError, match=r"^/nowhere cannot be run: No such file or directory$"):
        run(me, "/nowhere", timeout_s=60)


def test_the_service_is_updated_by_root_alone_and_with_its_own_configuration(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "here", lambda: place.program)
    by_hand = begun(place.settings.file, say=print, root=place.folder)
    assert by_hand.service is None and by_hand.table.words == ("--config", str(place.settings.file))
    unit = place.folder / (files.UNITS / files.SERVICE).relative_to("/")
    unit.parent.mkdir(parents=True)
    unit.write_text(files.service(PurePosixPath(place.program.linked)))
    with pytest.raises(
        UpdateError, match=r"its own configuration, /etc/sabot/table.toml: leave --config out"
    ):
        begun(place.settings.file, say=print, root=place.folder)
    monkeypatch.setattr(steps.os, "geteuid", lambda: 1000)
    for wanted, words in (("", "update$"), ("v0.2.0", r"update --to v0\.2\.0$")):
        with pytest.raises(UpdateError, match=f"program: sudo {place.copy}/.venv/bin/sabot {words}"):
            begun(None, say=print, wanted=wanted, root=place.folder)
    monkeypatch.setattr(steps.os, "geteuid", lambda: 0)
    monkeypatch.setattr(closing, "getpwnam", {"sabot": pwd.getpwuid(os.getuid())}.__getitem__)
    service = begun(None, say=print, root=place.folder)
    assert service.service is steps.systemctl
    assert service.table == Table(
        os.getuid(), ("--config", "/etc/sabot/table.toml"), {"XDG_STATE_HOME": "/var/lib"}
    )
    monkeypatch.setattr(closing, "getpwnam", {}.__getitem__)
    with pytest.raises(UpdateError, match="there is no user sabot: sudo sabot install makes it"):
        begun(None, say=print, root=place.folder)


def test_the_command_says_whether_there_is_more_and_who_may_do_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checkout, "here", lambda: place.program)
    assert guarded(update, ["--check"]) == 1
    changed(place.house, version="2")
    assert guarded(update, ["--check"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("there is something newer than 1 ")
