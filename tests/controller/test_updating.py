"""How this installation is brought up to date: the lines that a person runs, and whether there is more."""

import os
import shlex
import shutil
import subprocess

import pytest

from controller.config import read
from controller.updating import Updating

SETTINGS = read("")
QUIET = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "GIT_CONFIG_NOSYSTEM": "1"}
AUTHOR = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder, *words):
    command = ["git", *AUTHOR, "-C", str(folder), *words]
    subprocess.run(command, check=True, capture_output=True, env=QUIET)


@pytest.fixture
def folders(tmp_path):
    """A house from which a copy was taken."""
    house, copy = tmp_path / "house", tmp_path / "copy"
    house.mkdir()
    git(house, "init", "-q")
    git(house, "commit", "-q", "--allow-empty", "-m", "one")
    subprocess.run(["git", "clone", "-q", house, copy], check=True, capture_output=True, env=QUIET)
    return house, copy


def test_a_package_names_its_own_pip_and_cannot_tell_whether_there_is_more(tmp_path):
    updating = Updating(SETTINGS, home=tmp_path, environ={})
    backup, install, doctor = updating.commands()
    assert backup.endswith("sabot backup before-update.zip")
    assert install.endswith("python -m pip install --upgrade FILE.whl")
    assert doctor.endswith("sabot doctor")
    assert updating.looked() == {"newer": None, "why": "a package does not say where it came from"}


def test_a_service_is_stopped_first_and_started_last(tmp_path):
    lines = Updating(SETTINGS, home=tmp_path, environ={"INVOCATION_ID": "1"}).commands()
    assert lines[0] == "sudo systemctl stop sabot.service"
    assert lines[-1] == "sudo systemctl start sabot.service"
    assert all(line.startswith("sudo ") for line in lines)


def test_a_folder_with_a_space_in_its_name_is_one_word_of_the_line(tmp_path):
    home = tmp_path / "the table"
    (home / ".git").mkdir(parents=True)
    pull = Updating(SETTINGS, home=home, environ={}).commands()[1]
    assert shlex.split(pull)[:3] == ["git", "-C", str(home)]


@needs_git
def test_a_folder_of_git_knows_whether_the_house_it_came_from_has_more(folders):
    house, copy = folders
    updating = Updating(SETTINGS, home=copy, environ=QUIET)
    assert f"git -C {copy} pull --ff-only" in updating.commands()
    assert len(updating.told()["revision"]) >= 7
    assert updating.looked() == {"newer": False, "why": ""}
    git(house, "commit", "-q", "--allow-empty", "-m", "two")
    assert updating.looked() == {"newer": True, "why": ""}
    house.rename(house.with_name("moved"))
    assert updating.looked()["newer"] is None
    assert "\n" not in updating.looked()["why"] != ""
