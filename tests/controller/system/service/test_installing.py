"""The service put into a system that does not run, and taken out again; nothing here is changed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path, PurePosixPath

import pytest

from sabot.cli.guard import guarded
from sabot.cli.install import install, uninstall
from sabot.config import default_text
from sabot.config.extras import Place
from sabot.system.service import files, installing
from sabot.system.service.installing import System
from sabot.system.update import checkout

PROGRAM = "/opt/sabot/current/.venv/bin/sabot"


@pytest.fixture(autouse=True)
def no_tools(monkeypatch):
    """The tools of systemd are those of another test: here is only what we do ourselves."""
    monkeypatch.setattr(shutil, "which", lambda name: None)


def put_in(root: Path, *words: str) -> int:
    return guarded(install, ["--root", str(root), "--program", PROGRAM, *words])


def tree(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): os.readlink(path) if path.is_symlink() else path.read_text()
        for path in sorted(root.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def test_it_says_line_by_line_what_it_did_and_that_is_what_it_did(tmp_path, capsys):
    assert put_in(tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    wrote = {line.split()[1].lstrip("/") for line in lines if line.startswith("wrote")}
    links = {name for name in tree(tmp_path) if (tmp_path / name).is_symlink()}
    assert wrote == set(tree(tmp_path)) - links
    assert links == {
        f"etc/systemd/system/multi-user.target.wants/{unit}"
        for unit in (files.SERVICE, files.SCREEN, files.ASKING, files.PUTTING_BACK)
    }
    assert any(line.startswith("missing") and PROGRAM in line for line in lines)


def test_a_second_time_changes_nothing_and_a_configuration_that_is_there_is_kept(tmp_path, capsys):
    put_in(tmp_path)
    own = tmp_path / "etc/sabot/table.toml"
    own.write_text('[table]\nname = "Ours"\n')
    before = tree(tmp_path)
    capsys.readouterr()
    assert put_in(tmp_path) == 0
    assert tree(tmp_path) == before
    assert not [
        line for line in capsys.readouterr().out.splitlines() if line.startswith(("wrote", "enabled"))
    ]


def test_it_is_taken_out_to_the_last_file_but_for_what_the_table_remembers(tmp_path, capsys):
    put_in(tmp_path)
    journal = tmp_path / "var/lib/sabot/table.sqlite3"
    journal.parent.mkdir(parents=True)
    journal.write_text("the record")
    capsys.readouterr()
    assert guarded(uninstall, ["--root", str(tmp_path)]) == 0
    assert tree(tmp_path) == {
        "etc/sabot/table.toml": default_text(),
        "var/lib/sabot/table.sqlite3": "the record",
    }
    told = capsys.readouterr().out
    assert re.search(r"^left +/var/lib/sabot$", told, re.M)
    assert guarded(uninstall, ["--root", str(tmp_path)]) == 0


def test_a_dry_run_says_the_same_and_changes_nothing(tmp_path, capsys):
    assert put_in(tmp_path, "--dry-run") == 0
    assert tree(tmp_path) == {}
    dry = capsys.readouterr().out
    put_in(tmp_path)
    wet = capsys.readouterr().out
    assert re.findall(r"would write +(\S+)", dry) == re.findall(r"wrote +(\S+)", wet)


def test_without_the_right_to_it_one_line_says_how(capsys, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert guarded(install, []) == 2
    told = capsys.readouterr().err
    assert "sudo sabot install" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "command, does", [(install, "enable --now sabot-screen"), (uninstall, "apt-get remove sabot")]
)
def test_a_debian_package_leaves_the_service_of_its_own_system_to_apt(command, does, capsys, monkeypatch):
    monkeypatch.setattr(Place, "is_debian_package", True)
    assert guarded(command, ["--dry-run"]) == 2
    assert does in capsys.readouterr().err


def test_a_debian_package_can_still_install_the_service_into_another_system(tmp_path, monkeypatch):
    monkeypatch.setattr(Place, "is_debian_package", True)
    assert put_in(tmp_path) == 0
    assert tree(tmp_path)


def test_a_file_of_somebody_else_is_not_overwritten(tmp_path, capsys):
    unit = tmp_path / "etc/systemd/system/sabot.service"
    unit.parent.mkdir(parents=True)
    unit.write_text("[Unit]\nDescription=mine\n")
    assert put_in(tmp_path) == 2
    assert tree(tmp_path) == {"etc/systemd/system/sabot.service": "[Unit]\nDescription=mine\n"}
    assert "is not ours" in capsys.readouterr().err


def test_a_table_without_a_screen_has_none_and_a_later_no_removes_it(tmp_path):
    put_in(tmp_path)
    put_in(tmp_path, "--no-screen")
    assert not [name for name in tree(tmp_path) if files.SCREEN in name]


@pytest.mark.parametrize("page, path", [("croupier", "croupier"), ("past", "display?show=past")])
def test_the_screen_shows_the_page_at_the_table_s_own_port_in_the_browser_that_is_there(tmp_path, page, path):
    (tmp_path / "etc/sabot").mkdir(parents=True)
    (tmp_path / "etc/sabot/table.toml").write_text("[dashboard]\nport = 9000\n")
    (tmp_path / "usr/bin").mkdir(parents=True)
    (tmp_path / "usr/bin/chromium-browser").touch()
    put_in(tmp_path, "--page", page)
    unit = (tmp_path / "etc/systemd/system" / files.SCREEN).read_text()
    assert "/usr/bin/cage -d -s -- /usr/bin/chromium-browser --ozone" in unit
    assert f"http://127.0.0.1:9001/{path}'\n" in unit
    assert "until (exec 3<>/dev/tcp/127.0.0.1/9001)" in unit


@pytest.mark.parametrize("place, seen", [("/opt/sabot/bin/sabot", "true"), ("/home/pi/sabot", "read-only")])
def test_a_program_in_somebodys_home_can_still_be_read(place, seen):
    assert f"ProtectHome={seen}\n" in files.service(PurePosixPath(place))


def test_a_program_behind_a_door_that_is_shut_to_the_tables_user_is_said(tmp_path, capsys):
    """Debian shuts new homes to others; seen under a real systemd as 203/EXEC, Permission denied."""
    home = tmp_path / "opt/sabot"
    (home / "current/.venv/bin").mkdir(parents=True)
    home.chmod(0o700)
    put_in(tmp_path)
    (said,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("closed")]
    assert "/opt/sabot holds" in said and said.endswith("sudo chmod o+x /opt/sabot")
    home.chmod(0o701)
    put_in(tmp_path)
    assert "closed" not in capsys.readouterr().out


def test_our_boards_have_the_names_that_the_drivers_look_for():
    from sabot.instruments.registry import DRIVERS

    assert set(files.BOARDS.values()) == {info.usb for info in DRIVERS.values() if info.usb}
    firmware = (Path(__file__).parents[4] / "firmware/rp2040/usb.c").read_text()
    assert "VENDOR = 0x2e8a" in firmware


def test_a_folder_that_is_no_system_is_refused(tmp_path):
    with pytest.raises(installing.InstallError, match="expected the root of a system"):
        list(installing.uninstalled(System(tmp_path / "nothing")))


def test_systemd_itself_finds_nothing_wrong_with_the_units(tmp_path, monkeypatch):
    """`systemd-analyze verify`, where it is installed; the programs that they start are empty ones."""
    monkeypatch.undo()
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed here")
    for program in (
        PROGRAM,
        files.SHELL,
        files.COMPOSITOR,
        files.BROWSERS[0],
        str(files.before(PurePosixPath(PROGRAM))),
    ):
        path = tmp_path / program.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)
    texts = {
        file.path.name: file.text
        for file in files.everything(
            PurePosixPath(PROGRAM), browser=files.BROWSERS[0], address="http://127.0.0.1:8766/display"
        )
        if file.path.suffix in (".service", ".path")
    }
    for name, text in texts.items():
        started = re.sub(r"(?m)^(ExecStart=)(/\S+)", rf"\1{tmp_path}\2", text)
        (tmp_path / name).write_text(started)
    units = [str(tmp_path / name) for name in texts]
    command = ["systemd-analyze", "verify", "--man=no", *units]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if any(name in line for name in texts)] == []


def test_a_version_on_trial_is_put_back_by_the_one_before_it():
    before = "/opt/sabot/current.before/.venv/bin/sabot"
    program = PurePosixPath(PROGRAM)
    assert f"ExecStopPost=-{before} update --put-back\n" in files.updating(program)
    unit = files.putting_back(program)
    assert f"ConditionPathExists={before}\n" in unit and f"ExecStart={before} update --put-back\n" in unit


def test_a_program_that_is_no_checkout_has_no_units_of_updates(tmp_path):
    guarded(install, ["--root", str(tmp_path), "--program", "/opt/sabot/bin/sabot"])
    assert not [name for name in tree(tmp_path) if "update" in name or "put-back" in name]


def test_a_checkout_is_installed_by_way_of_its_link(tmp_path, monkeypatch):
    root, home = tmp_path / "root", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    monkeypatch.setattr(checkout, "by_hand", lambda place=None: "")
    monkeypatch.setattr(checkout, "home_of", lambda folder: home)
    assert guarded(install, ["--root", str(root), "--dry-run"]) == 0
    assert guarded(install, ["--root", str(tmp_path / "nowhere")]) == 2
    assert not (home / "current").is_symlink()
    assert guarded(install, ["--root", str(root)]) == 0
    assert (home / "current").readlink() == Path()
    unit = (root / "etc/systemd/system" / files.SERVICE).read_text()
    assert f"ExecStart={home}/current/.venv/bin/sabot run " in unit


def test_a_request_of_the_table_says_nothing_but_that_it_is_there():
    """The table's user can plant one; what is done then, none of their files decides (docs/service.md)."""
    unit, waits = files.updating(PurePosixPath(PROGRAM)), files.asking()
    assert f"ExecStart={PROGRAM} update\n" in unit
    assert f"PathExists={files.WANTED}\n" in waits
    assert files.STATE in files.WANTED.parents and files.STATE not in files.UPDATES.parents
    assert f"ExecStopPost=/bin/rm -rf {files.WANTED}\n" in unit


def test_modem_manager_is_kept_from_our_boards_and_from_common_adapters() -> None:
    lines = files.rules().splitlines()
    named = [line for line in lines if "SYMLINK+=" in line and 'ENV{.sabot}="yes"' in line]
    assert len(named) == len(files.BOARDS) + len(files.ADAPTERS)
    (marked,) = (line for line in lines if "ID_MM" in line)
    assert marked.startswith('ENV{.sabot}=="yes"') and marked.endswith('ENV{ID_MM_DEVICE_IGNORE}="1"')
    assert lines.index(marked) > max(map(lines.index, named))
