"""The extras: whether they are here, and a command that installs them wherever its reader stands."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from sabot.config import extras
from sabot.config.extras import Place, command, is_here
from tests.house import ROOT

FOR_MAKERS = {"training", "hardware", "browser", "docs", "dev"}
"""Extras that no table needs."""


def place(home: Path, **more) -> Place:
    return Place(
        home / "controller/sabot", home / ".venv", str(home / ".venv/bin/python"), home / "dpkg"
    )._replace(**more)


@pytest.fixture
def checkout(tmp_path) -> Place:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/setup.py").touch()
    return place(tmp_path)


def test_every_extra_that_a_table_may_need_is_known():
    with (ROOT / "pyproject.toml").open("rb") as file:
        named = tomllib.load(file)["project"]["optional-dependencies"]
    assert set(extras.MODULES) == set(named) - FOR_MAKERS


def test_an_extra_is_here_when_all_of_its_modules_are():
    assert is_here("camera", found=lambda module: True)
    assert not is_here("camera", found=lambda module: module == "numpy")
    assert not is_here("camera", found=lambda module: module == "cv2")


def test_a_module_that_was_blocked_is_not_here(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    assert not is_here("panel")


def test_in_a_checkout_it_is_a_target_of_make_that_works_in_any_folder(checkout):
    assert command("camera", checkout) == f"make -C {checkout.home} setup EXTRA=camera"
    assert command("", checkout) == f"make -C {checkout.home} setup"


def test_a_checkout_that_is_reached_by_a_link_is_the_same_checkout(checkout, tmp_path_factory):
    link = tmp_path_factory.mktemp("home") / "sabot"
    link.symlink_to(checkout.home)
    other = checkout._replace(prefix=link / ".venv")
    assert command("camera", other) == f"make -C {checkout.home} setup EXTRA=camera"


def test_a_checkout_that_runs_from_another_environment_names_its_own_python(checkout):
    other = checkout._replace(prefix=Path("/home/pi/env"), python="/home/pi/env/bin/python")
    assert command("panel", other) == "/home/pi/env/bin/python -m pip install 'sabot[panel]'"


def test_elsewhere_it_is_the_python_that_runs_the_program(tmp_path):
    assert command("camera", place(tmp_path)) == f"{tmp_path}/.venv/bin/python -m pip install 'sabot[camera]'"
    assert command("", place(tmp_path)) == f"{tmp_path}/.venv/bin/python -m pip install sabot"


@pytest.mark.parametrize("name", ["sabot.list", "sabot:arm64.list"])
def test_a_debian_package_that_lacks_an_extra_is_installed_once_more(tmp_path, name):
    (tmp_path / "dpkg").mkdir()
    (tmp_path / "dpkg" / name).write_text(f"/.\n{tmp_path}/controller/sabot/__init__.py\n")
    assert command("camera", place(tmp_path)) == extras.REINSTALL


def test_what_has_no_wheel_for_a_pi_comes_from_apt_there(tmp_path, checkout):
    pi = place(tmp_path / "elsewhere", machine="aarch64")
    assert command("keyboard", pi) == "sudo apt-get install python3-evdev"
    assert command("keyboard", place(tmp_path / "elsewhere", machine="x86_64")).endswith("'sabot[keyboard]'")
    assert command("keyboard", checkout._replace(machine="aarch64")).endswith("setup EXTRA=keyboard")
    (tmp_path / "dpkg").mkdir()
    (tmp_path / "dpkg/sabot.list").write_text(f"{tmp_path}/controller/sabot/__init__.py\n")
    assert command("keyboard", place(tmp_path, prefix=Path("/usr"))) == "sudo apt-get install python3-evdev"


def test_a_debian_package_beside_it_is_another_installation(tmp_path):
    (tmp_path / "dpkg").mkdir()
    (tmp_path / "dpkg/sabot.list").write_text("/opt/sabot/controller/sabot/__init__.py\n")
    assert "-m pip install" in command("camera", place(tmp_path))


def test_a_folder_with_a_blank_is_quoted(tmp_path):
    home = tmp_path / "my table"
    (home / "tools").mkdir(parents=True)
    (home / "tools/setup.py").touch()
    assert command("camera", place(home)) == f"make -C '{home}' setup EXTRA=camera"


def test_no_other_message_names_a_command_of_its_own():
    """`sabot.config.extras` alone knows what installs an extra here."""
    named = [
        str(path.relative_to(ROOT))
        for folder in ("controller", "dashboard", "vision")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".mjs", ".po", ".html")
        and "pip install 'sabot" in path.read_text(encoding="utf-8")
    ]
    assert named == []


# --- one that is missing comes by itself ------------------------------------------------------------


SCRIPT = """
import sys
from pathlib import Path
Path(__file__).with_name("asked").write_text(" ".join(sys.argv[1:]))
print("setup: installing")
"""


def test_in_a_checkout_the_script_of_the_checkout_installs_an_extra(
    checkout: Place, capfd: pytest.CaptureFixture[str]
) -> None:
    (checkout.home / "tools/extras.py").write_text(SCRIPT)
    here = checkout._replace(python=sys.executable)
    assert extras.added("analysis", "counting", here) == is_here("analysis")
    assert (checkout.home / "tools/asked").read_text() == "--add analysis counting"
    assert capfd.readouterr() == ("", "setup: installing\n")


def test_elsewhere_nothing_is_installed(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/extras.py").write_text(SCRIPT)
    assert not extras.added("analysis", "counting", place(tmp_path, python=sys.executable))
    assert not (tmp_path / "tools/asked").exists()


def test_a_setup_that_hangs_or_cannot_start_is_no_traceback(checkout: Place) -> None:
    (checkout.home / "tools/extras.py").write_text("import time; time.sleep(60)")
    here = checkout._replace(python=sys.executable)
    assert extras.added("analysis", "counting", here, limit_s=0.2) == is_here("analysis")
    assert extras.added("analysis", "counting", checkout) == is_here("analysis")
