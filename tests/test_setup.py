"""tools/setup.py: what it finds, what it refuses, and that it does nothing where nothing is to be done."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.house import ROOT


@pytest.fixture
def setup(tmp_path, monkeypatch) -> ModuleType:
    """The setup tool, working on an empty copy of the project that it cannot leave."""
    spec = importlib.util.spec_from_file_location("setup_tool", ROOT / "tools" / "setup.py")
    tool = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delenv("CI", raising=False)
    spec.loader.exec_module(tool)
    locks = [f"requirements/{lock}.txt" for lock in (*tool.LEVELS, *tool.ADDITIONS, "picamera2")]
    for name in ("pyproject.toml", "tools/setup.py", *locks):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(tool, "STAMP", tmp_path / ".venv" / "sabot-setup.json")
    monkeypatch.setattr(tool, "is_pi", lambda: False)
    monkeypatch.setattr(tool, "say", lambda line: None)
    monkeypatch.setattr(os, "sync", lambda: None)
    return tool


@pytest.fixture
def steps(setup, monkeypatch) -> list[str]:
    """What the setup did, in order, instead of doing it."""
    done: list[str] = []

    def made(command, what):
        done.append(what)
        if what == "making .venv":
            (setup.VENV / "bin").mkdir(parents=True)
            (setup.VENV / "bin" / "python").symlink_to(sys.executable)
        elif "-e" in command:
            (setup.VENV / "bin" / "sabot").write_text("")

    monkeypatch.setattr(setup, "run", made)
    monkeypatch.setattr(setup, "venv_packages", lambda python: [])
    return done


def test_the_first_setup_makes_the_environment_and_fills_it(setup, steps):
    assert setup.main(["base"]) == 0
    assert steps == ["making .venv", "pip install", "pip install"]


def test_a_second_setup_does_nothing(setup, steps):
    setup.main(["base"])
    steps.clear()
    assert setup.main(["base"]) == 0
    assert steps == []


def test_of_two_setups_at_once_the_second_waits_and_finds_all_done(setup, steps, monkeypatch):
    told: list[str] = []
    first = setup.alone()
    first.__enter__()

    def the_first_ends(line):
        told.append(line)
        monkeypatch.setattr(setup, "is_current", lambda level, python: True)
        first.__exit__(None, None, None)

    monkeypatch.setattr(setup, "say", the_first_ends)
    assert setup.main(["base"]) == 0
    assert (told, steps) == (["another setup is at work here; waiting for it to end"], [])


def test_a_setup_that_fails_leaves_the_way_free(setup, steps, monkeypatch):
    def failing(command, what):
        raise setup.Stopped(what)

    monkeypatch.setattr(setup, "run", failing)
    assert setup.main(["base"]) == 1
    told: list[str] = []
    monkeypatch.setattr(setup, "say", told.append)
    with setup.alone():
        assert told == []


@pytest.mark.parametrize("version", ["3.9", None])
def test_after_an_upgrade_to_another_python_the_environment_is_made_again(setup, steps, monkeypatch, version):
    setup.main(["base"])
    steps.clear()
    ours, asked = setup.inside("python"), setup.version_of
    monkeypatch.setattr(setup, "version_of", lambda python: version if python == ours else asked(python))
    monkeypatch.setattr(setup, "make_venv", lambda python: steps.append("making .venv"))
    assert setup.main(["base"]) == 0
    assert steps[0] == "making .venv"


def test_a_folder_of_somebody_else_is_refused_before_anything_is_installed(setup, steps, monkeypatch, capsys):
    monkeypatch.setattr(setup.os, "access", lambda path, mode: False)
    monkeypatch.setattr(setup, "need_packages", lambda *_: steps.append("packages"))
    assert setup.main(["base"]) == 1
    assert (steps, "may not write" in capsys.readouterr().err) == ([], True)


def test_a_larger_set_serves_a_smaller_one_and_not_the_other_way_round(setup, steps):
    setup.main(["analysis"])
    steps.clear()
    setup.main(["base"])
    assert steps == []
    setup.main(["dev"])
    assert steps == ["pip install", "pip install", "pip install", "pip install"]


def test_a_quicker_pip_fills_the_largest_set_and_the_one_that_is_there_does_without_it(setup, monkeypatch):
    locks = []

    def pip(patience, *words):
        locks.append(words[-1].rpartition("/")[2])
        if locks[-1] == "pip.txt":
            raise setup.Stopped("no such file in the index")

    monkeypatch.setattr(setup, "pip", pip)
    setup.fill("camera", ())
    assert "pip.txt" not in locks
    locks.clear()
    setup.fill("dev", ())
    assert locks[:2] == ["pip.txt", "dev.txt"]


def test_the_firmware_is_built_while_the_packages_are_fetched(setup, steps, monkeypatch):
    begun: list[tuple[str, ...]] = []
    monkeypatch.setattr(setup, "need_packages", lambda *_: None)
    monkeypatch.setattr(setup, "begin", lambda python, tool, *words: begun.append((tool.name, *steps)))
    setup.main(["dev"])
    assert begun == []
    setup.STAMP.unlink()
    steps.clear()
    setup.main(["dev", "--firmware"])
    assert begun == [("firmware.py",)]
    setup.main(["dev", "--firmware"])
    assert len(begun) == 1


def test_a_tool_that_is_begun_runs_beside_what_goes_on(setup, tmp_path, capfd):
    os.mkfifo(tmp_path / "ends")
    tool = tmp_path / "tool.py"
    tool.write_text("import sys\nprint('a word')\nopen(sys.argv[1], 'w').write('built')\n")
    with setup.begin(None, tool, tmp_path / "ends"):
        assert (tmp_path / "ends").read_text() == "built"
    assert capfd.readouterr() == ("", "")


def test_for_the_tests_picamera2_is_fetched_alone_and_beside_what_python_imports(setup, monkeypatch):
    asked = []
    monkeypatch.setattr(setup, "pip", lambda *words: asked.append(words))
    setup.fill("dev", ())
    assert "--no-deps" in asked[-1]
    assert asked[-1][asked[-1].index("--target") + 1] == str(setup.VENV / "signatures")
    setup.fill("base", ())
    assert not any("--target" in words for words in asked[-2:])


def test_a_changed_lock_is_installed_again(setup, steps):
    setup.main(["base"])
    steps.clear()
    (setup.ROOT / "requirements" / "base.txt").write_text("click==0")
    setup.main(["base"])
    assert steps == ["pip install", "pip install"]


def test_a_setup_that_was_cut_short_is_finished_by_the_next(setup, steps, monkeypatch):
    monkeypatch.setattr(
        setup, "fill", lambda level, patience: (_ for _ in ()).throw(setup.Stopped("no network"))
    )
    assert setup.main(["base"]) == 1
    assert not setup.is_current("base", None)


def test_an_environment_and_its_stamp_are_on_disk_before_the_stamp_has_its_name(setup, steps, monkeypatch):
    """After a power cut a stamp that is there stands for packages that are there."""
    monkeypatch.setattr(
        os, "sync", lambda: steps.append(" ".join(path.name for path in setup.VENV.iterdir()))
    )
    assert setup.main(["base"]) == 0
    assert steps[-2] == "pip install"
    assert {*steps[-1].split()} == {"bin", "sabot-setup.new"}
    assert setup.is_current("base", None)


@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b"\xff\xfe", b'{"levels": {}}', b"null"])
def test_a_damaged_stamp_is_no_stamp(setup, steps, junk):
    setup.main(["base"])
    setup.STAMP.write_bytes(junk)
    assert not setup.is_current("base", None)


@pytest.mark.parametrize(
    ("version", "suits"), [("3.10", False), ("3.11", True), ("3.13", True), ("3.14", False), (None, False)]
)
def test_python_3_11_to_3_13_suits(setup, version, suits):
    assert setup.suits(version) is suits


def test_an_unsuitable_python_is_refused_with_what_to_do(setup, steps, capsys):
    assert setup.main(["base", "--python", "/no/such/python"]) == 1
    said = capsys.readouterr().err
    assert "3.11, 3.12 or 3.13" in said
    assert "/no/such/python is not there" in said
    assert "make setup PYTHON=" in said


@pytest.fixture
def refused(setup, monkeypatch) -> None:
    """A machine that has nothing, and a user who may not install."""
    monkeypatch.setattr(setup.packages, "apt_prefix", lambda: None)
    monkeypatch.setattr(setup.packages, "is_here", lambda shown: False)
    monkeypatch.setattr(setup, "quietly", lambda *command: False)


def test_a_user_who_may_not_install_is_told_the_one_command(setup, refused, capsys):
    assert setup.main(["base"]) == 1
    assert (
        "sudo apt-get update && sudo apt-get install --no-install-recommends python3."
        in capsys.readouterr().err
    )


def test_all_that_is_missing_is_named_at_once(setup, refused, capsys):
    assert setup.main(["dev", "--browser", "--emulator", "--tests"]) == 1
    (command,) = [line for line in capsys.readouterr().err.splitlines() if "apt-get install" in line]
    packages = command.partition(" --no-install-recommends ")[2].split()
    assert packages[0].endswith("-venv")
    assert packages[1:] == [
        *("chromium-headless-shell", "fonts-dejavu-core", "nodejs", "npm", "git"),
        *("build-essential", "python3-dev", "espeak-ng", "librsvg2-bin", "systemd"),
        *("mosquitto", "postgresql", "nftables", "iproute2"),
    ]


def test_what_only_some_tests_need_is_passed_over_by_name(setup, steps, refused, capsys):
    assert setup.main(["dev", "--emulator"]) == 0
    said = capsys.readouterr().err
    assert "sudo apt-get install --no-install-recommends nodejs npm\n" in said
    assert "what needs nodejs npm is passed over" in said
    assert "pip install" in steps


@pytest.mark.parametrize(("ci", "ends"), [("true", 1), ("1", 1), ("false", 0), ("0", 0), ("", 0)])
def test_where_all_is_asked_for_a_missing_package_is_a_reason_to_stop(
    setup, steps, refused, monkeypatch, ci, ends
):
    monkeypatch.setenv("CI", ci)
    assert setup.main(["dev", "--emulator"]) == ends


def test_packages_that_go_missing_later_are_asked_for_again(setup, steps, refused, monkeypatch):
    setup.main(["dev"])
    monkeypatch.setenv("CI", "true")
    assert setup.main(["dev", "--emulator"]) == 1


def test_a_failing_command_stops_with_its_last_words(setup):
    command = [sys.executable, "-c", "print('the disk is full'); raise SystemExit(3)"]
    with pytest.raises(setup.Stopped, match="pip install failed:\nthe disk is full"):
        setup.run(command, "pip install")


def test_the_tool_needs_nothing_but_the_standard_library():
    """It runs before anything is installed: isolated, without site-packages."""
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import runpy; runpy.run_path({str(ROOT / 'tools' / 'setup.py')!r})",
    ]
    subprocess.run(command, check=True)


# --- extras


def installed(setup, monkeypatch) -> list[str]:
    """The locks from which packages are installed, from now on."""
    locks: list[str] = []
    real = setup.fill

    def filled(level, patience):
        locks.append(level)
        real(level, patience)

    monkeypatch.setattr(setup, "fill", filled)
    return locks


def test_an_extra_is_added_to_what_is_there_and_once(setup, steps, monkeypatch):
    locks = installed(setup, monkeypatch)
    assert setup.main(["base", "--extra", "panel", "--extra", "camera"]) == 0
    assert locks == ["base", "panel", "camera"]
    locks.clear()
    assert setup.main(["base", "--extra", "panel", "--extra", "camera"]) == 0
    assert locks == []


def test_the_set_of_the_developers_holds_every_extra(setup, steps, monkeypatch):
    locks = installed(setup, monkeypatch)
    assert setup.main(["dev"]) == 0
    assert setup.main(["base", "--extra", "panel", "--extra", "camera", "--extra", "analysis"]) == 0
    assert locks == ["dev"]


def test_extras_that_are_there_follow_a_changed_lock(setup, steps, monkeypatch):
    setup.main(["base", "--extra", "camera", "--extra", "panel"])
    locks = installed(setup, monkeypatch)
    (setup.ROOT / "pyproject.toml").write_text("")
    assert setup.main(["base"]) == 0
    assert locks == ["camera", "panel"]
    assert setup.main(["base", "--extra", "camera", "--extra", "panel"]) == 0
    assert locks == ["camera", "panel"]


def test_an_extra_that_does_not_exist_is_refused_with_those_that_do(setup, steps, capsys):
    assert setup.main(["base", "--extra", "telescope"]) == 1
    assert "there is no extra 'telescope'; there are: analysis, camera, panel" in capsys.readouterr().err


def test_on_a_pi_an_extra_brings_its_package_of_the_system_where_that_is_missing(setup, steps, monkeypatch):
    asked: list[list[str]] = []
    monkeypatch.setattr(setup, "is_pi", lambda: True)
    monkeypatch.setattr(setup, "quietly", lambda *command: command[-1] == "python3-lgpio")
    monkeypatch.setattr(setup, "install_system", lambda packages, why: asked.append(packages))
    assert setup.main(["base", "--extra", "camera", "--extra", "panel", "--extra", "analysis"]) == 0
    assert asked == [["python3-picamera2"]]


@pytest.mark.parametrize(
    ("debian", "has_numpy_2", "asked"),
    [("1.24.2-1", True, True), ("1.24.2-1", False, False), ("2.2.4+ds-1", True, False), ("", True, False)],
)
def test_on_a_pi_whose_picamera2_wants_numpy_1_no_setup_brings_another(
    setup, steps, monkeypatch, debian, has_numpy_2, asked
):
    """Debian 12. A setup that installs packages, also one for a changed lock, ends with a NumPy below 2."""
    locks: list[str] = []
    monkeypatch.setattr(setup, "is_pi", lambda: True)
    monkeypatch.setattr(setup, "debian_numpy", lambda: debian)
    monkeypatch.setattr(setup, "quietly", lambda *command: command[-1] != setup.HAS_NUMPY_2 or has_numpy_2)
    monkeypatch.setattr(setup, "pip", lambda patience, *words: locks.append(words[-1].rpartition("/")[2]))
    monkeypatch.setattr(setup, "is_current", lambda level, python: False)
    assert setup.main(["camera"]) == 0
    assert locks[0] == "camera.txt" and (locks[-1] == "numpy1.txt") == asked
    monkeypatch.setattr(setup, "is_pi", lambda: False)
    locks.clear()
    assert setup.main(["camera"]) == 0
    assert "numpy1.txt" not in locks


def test_the_numpy_of_the_environment_and_of_debian_are_asked_for(setup, monkeypatch, tmp_path):
    (tmp_path / "numpy-1.26.4.dist-info").mkdir()
    (tmp_path / "numpy-1.26.4.dist-info/METADATA").write_text("Name: numpy\nVersion: 1.26.4\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert not setup.quietly(sys.executable, "-S", "-c", setup.HAS_NUMPY_2)
    metadata = tmp_path / "numpy-1.26.4.dist-info/METADATA"
    metadata.write_text(metadata.read_text().replace("1.26.4", "2.0.0"))
    assert setup.quietly(sys.executable, "-S", "-c", setup.HAS_NUMPY_2)
    (tmp_path / "dpkg-query").write_text("#!/bin/sh\nprintf 1:1.24.2-1+deb12u1\n")
    (tmp_path / "dpkg-query").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert setup.debian_numpy() == "1.24.2-1+deb12u1"
    (tmp_path / "dpkg-query").unlink()
    assert setup.debian_numpy() == ""


@pytest.fixture
def extras(setup, steps, monkeypatch) -> ModuleType:
    """The tool before `make run`; the command of the table answers with `said`."""
    monkeypatch.setitem(sys.modules, "setup", setup)
    spec = importlib.util.spec_from_file_location("extras_tool", ROOT / "tools" / "extras.py")
    tool = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec.loader.exec_module(tool)
    setup.main(["base"])
    steps.clear()
    return tool


def answer(setup, text: str, status: int = 0) -> None:
    command = setup.VENV / "bin" / "sabot"
    command.write_text(f"#!/bin/sh\necho \"$@\" >&2\nprintf '{text}'\nexit {status}\n")
    command.chmod(0o755)


@pytest.mark.process
def test_what_the_table_lacks_is_installed_with_a_line_each(setup, steps, extras, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(setup, "say", said.append)
    answer(setup, "camera\\t[camera] source = 0\\npanel\\t[panel] use = on\\n")
    assert extras.main(["--config", "table.toml"]) == 0
    assert [line for line in said if "needs" in line] == [
        "[camera] source = 0 needs the extra camera, which is installed now",
        "[panel] use = on needs the extra panel, which is installed now",
    ]
    assert len(steps) == 3


@pytest.mark.process
def test_without_a_network_each_is_told_with_the_command_for_later_and_the_table_opens(
    setup, extras, monkeypatch, capsys
):
    def failing(command, what):
        raise setup.Stopped(f"{what} failed:\nWARNING: trying again\nERROR: nothing was found")

    monkeypatch.setattr(setup, "run", failing)
    answer(setup, "camera\\t[camera] source = 0\\npanel\\t[panel] use = on\\n")
    assert extras.main([]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "setup: the extra camera could not be installed (ERROR: nothing was found). "
        "Later, with a network: make setup EXTRA=camera",
        "setup: the extra panel could not be installed (ERROR: nothing was found). "
        "Later, with a network: make setup EXTRA=panel",
    ]


@pytest.mark.process
@pytest.mark.parametrize(
    ("text", "status"),
    [("camera\\tx\\n", 2), ("usage: camera\\n", 0), ("telescope\\tx\\n", 0), ("", 0), ("camera\\n", 0)],
)
def test_a_table_that_lacks_nothing_or_will_not_open_installs_nothing(setup, steps, extras, text, status):
    answer(setup, text, status)
    assert extras.main(["--help"]) == 0
    assert steps == []


@pytest.mark.process
def test_the_table_is_asked_with_the_words_of_make_run(setup, extras):
    command = setup.VENV / "bin" / "sabot"
    command.write_text("#!/bin/sh\nprintf 'camera\\t%s\\n' \"$*\"\n")
    command.chmod(0o755)
    assert extras.lacking(["--config", "a table.toml"]) == [("camera", "run --extras --config a table.toml")]


@pytest.mark.process
def test_before_a_table_opens_pip_does_not_wait_long_for_a_network(setup, extras, monkeypatch):
    commands: list[list[str]] = []
    monkeypatch.setattr(setup, "run", lambda command, what: commands.append(command))
    answer(setup, "panel\\t[panel] use = on\\n")
    extras.main([])
    assert set(extras.BRIEF) <= set(commands[0])
    commands.clear()
    setup.main(["base", "--extra", "camera"])
    assert set(setup.PATIENT) <= set(commands[0])


@pytest.mark.process
def test_a_package_of_the_system_that_may_not_be_installed_is_told_whole(setup, extras, monkeypatch, capsys):
    monkeypatch.setattr(setup, "is_pi", lambda: True)
    monkeypatch.setattr(setup, "quietly", lambda *command: False)
    monkeypatch.setattr(setup.packages, "apt_prefix", lambda: None)
    answer(setup, "panel\\t[panel] use = on\\n")
    assert extras.main([]) == 0
    assert "sudo apt-get install --no-install-recommends python3-lgpio" in capsys.readouterr().err


# --- make, where `sabot update` has brought a version

TOOL = """import pathlib, sys
here = pathlib.Path(__file__).resolve().parents[1].name
print(pathlib.Path(__file__).stem, here, *sys.argv[1:])
"""


@pytest.fixture
def updated(tmp_path) -> Path:
    """A checkout with a newer version running; the tools and the program say where they are."""
    home = tmp_path / "home"
    (home / "tools").mkdir(parents=True)
    (home / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    for name in ("setup", "extras"):
        (home / f"tools/{name}.py").write_text(TOOL)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", str(home)]
    for words in ("init -q", "add -A", "commit -q -m one", "worktree add -q --detach versions/newer"):
        subprocess.run([*git, *words.split()], check=True)
    (home / "current").symlink_to("versions/newer")
    program = home / "versions/newer/.venv/bin/sabot"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho sabot newer "$@"\n')
    program.chmod(0o755)
    return home


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "ARGS=--port 0"], ["setup newer base", "extras newer --port 0", "sabot newer run --port 0"]),
        (["setup", "EXTRA=camera"], ["setup home base --extra camera", "setup newer base --extra camera"]),
    ],
)
def test_what_make_sets_up_and_runs_is_the_version_in_use(updated, words, said):
    done = subprocess.run(["make", "-s", *words], cwd=updated, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == said


def test_what_is_compiled_is_built_again_once_its_source_has_changed(setup, steps):
    source = setup.ROOT / "controller/sabot/games/c/search.c"
    source.parent.mkdir(parents=True)
    source.write_text("/* a search */\n")
    setup.main(["base"])
    steps.clear()
    source.write_text("/* another search */\n")
    assert setup.main(["base"]) == 0
    assert "pip install" in steps
