"""tools/deb.py: what goes into the package, and what apt is told of it. That it installs, and what becomes of
a table then, `make deb ARGS=--try` says."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest
from packaging.version import Version

from sabot.system.service import files
from tests.house import ROOT, imported
from tools import deb, deb_try, wheels
from tools.setup import Stopped

SCRIPTS = [ROOT / "tools/debian" / name for name in ("postinst", "prerm", "postrm")]
LOCK = """# Locked.
flask==3.1.3 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via sabot
numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:cc
numpy==2.5.5 ; python_full_version >= '3.12' \\
    --hash=sha256:dd
evdev==1.0 ; platform_machine == 'aarch64' \\
    --hash=sha256:ee
setuptools==84.2.1 \\
    --hash=sha256:ff
"""


def test_a_later_commit_is_a_later_version_to_pip_and_to_dpkg() -> None:
    first, second = (deb.version("0.1.0", committed_s, "0123456789") for committed_s in (10, 1_795_372_148))
    assert second == "0.1.0+20261122182908.g0123456"
    assert Version("0.1.0") < Version(first) < Version(second) < Version("0.1.1")
    assert str(Version(second)) == second
    if shutil.which("dpkg"):
        subprocess.run(["dpkg", "--compare-versions", first, "lt", second], check=True)


def test_a_lock_is_read_for_the_python_and_the_machine_of_the_package() -> None:
    """pip would ask the conditions of the machine that packs."""
    here = wheels.needed(LOCK, python="3.11", machine="x86_64").splitlines()
    assert here == ["flask==3.1.3 --hash=sha256:aa --hash=sha256:bb", "numpy==2.4.6 --hash=sha256:cc"]
    there = wheels.needed(LOCK, python="3.13", machine="aarch64")
    assert "numpy==2.5.5" in there and "evdev==1.0" in there and "setuptools" not in there


def test_what_two_locks_share_is_asked_for_once() -> None:
    asked = wheels.needed(LOCK + LOCK, python="3.11", machine="x86_64").splitlines()
    assert len(asked) == len(set(asked)) == 2


def test_wheels_that_do_not_come_are_said_and_not_waited_for_for_ever(tmp_path, monkeypatch) -> None:
    """Something listens where the index should be, and never answers."""
    (tmp_path / "source/requirements").mkdir(parents=True)
    for name in wheels.LOCKS:
        (tmp_path / f"source/requirements/{name}.txt").write_text(LOCK)
    index = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr(wheels, "BUILT", tmp_path)
    monkeypatch.setattr(wheels, "FETCHED_S", 0.5)
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{index.getsockname()[1]}/simple")
    with index, pytest.raises(Stopped, match=r"the wheels for arm64, Python 3\.13 did not come within 0 min"):
        wheels.fetched("3.13", deb.MACHINES["arm64"])


@pytest.mark.parametrize("python", deb.PYTHONS)
def test_the_package_carries_what_every_table_may_need(python: str) -> None:
    lock = "\n".join((ROOT / f"requirements/{name}.txt").read_text() for name in wheels.LOCKS)
    asked = wheels.needed(lock, python=python, machine="aarch64").splitlines()
    names = {line.split("==")[0] for line in asked}
    assert {"flask", "uvicorn", "numpy", "opencv-python-headless", "gpiozero"} <= names
    assert all("--hash=sha256:" in line and ";" not in line for line in asked)


def test_apt_is_told_which_pythons_it_is_for() -> None:
    text = deb.control(version="1", machine=deb.MACHINES["arm64"], size_kib=7)
    told = dict(re.findall(r"(?m)^([A-Z][\w-]+): (.*)$", text))
    assert (told["Version"], told["Architecture"], told["Installed-Size"]) == ("1", "arm64", "7")
    pythons = [each for each in told["Depends"].split(", ") if each.startswith("python3 ")]
    assert pythons == ["python3 (>= 3.11)", "python3 (<< 3.14)", "python3 (<< 3.12) | python3 (>= 3.13)"]
    assert "python3-picamera2" in told["Recommends"] and "{" not in text


def test_the_service_is_that_of_sabot_install_and_lies_where_packages_put_it() -> None:
    packed = {file.path: file.text for file in deb.service_files()}
    assert all(path.is_relative_to("/usr/lib") for path in packed)
    unit = packed[PurePosixPath("/usr/lib/systemd/system/sabot.service")]
    assert unit.removeprefix(deb.HEADER) == files.service(deb.PROGRAM).removeprefix(files.HEADER)
    assert not [text for text in packed.values() if "sabot install" in text]
    assert not [path for path in packed if "update" in path.name or "put-back" in path.name]
    assert PurePosixPath("/usr/lib/udev/rules.d/70-sabot.rules") in packed


def test_the_command_runs_with_the_system_s_python_in_an_environment_of_its_own(tmp_path: Path) -> None:
    deb.laid(tmp_path)
    (tmp_path / "usr/bin/python3").symlink_to(sys.executable)
    home = tmp_path / "usr/lib/sabot"
    assert (home / "bin/python3").resolve() == Path(sys.executable).resolve()
    assert (tmp_path / "usr/bin/sabot").resolve() == home / "bin/sabot"
    assert (home / "bin/sabot").stat().st_mode & 0o111
    packages = home / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    packages.mkdir(parents=True)
    (home / "shared").mkdir()
    (packages / "sabot.pth").write_text(deb.LINK)
    (home / "shared/found.py").write_text("from sys import prefix\n")
    asked = [home / "bin/python3", "-I", "-c", "import found; print(found.prefix)"]
    done = subprocess.run(asked, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == str(home)


def test_a_wheel_is_unpacked_without_its_commands_and_one_with_modules_elsewhere_is_refused(
    tmp_path: Path,
) -> None:
    wheel = tmp_path / "a-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for name in ("a/__init__.py", "a-1.data/scripts/a", "a-1.dist-info/METADATA"):
            archive.writestr(name, "")
    wheels.unpacked(wheel, tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a", "a-1.dist-info"]
    with ZipFile(wheel, "a") as archive:
        archive.writestr("a-1.data/platlib/b.py", "")
    with pytest.raises(Stopped, match="keeps modules where"):
        wheels.unpacked(wheel, tmp_path / "out")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_of_the_package_is_sound_shell(script: Path) -> None:
    subprocess.run(["sh", "-n", script], check=True)
    assert script.read_text().startswith("#!/bin/sh\n") and "\nset -e\n" in script.read_text()
    if shutil.which("shellcheck"):
        subprocess.run(["shellcheck", "-s", "sh", script], check=True)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64", "no_such"])
def test_the_search_in_c_is_that_of_the_machine_or_none(
    machine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never that of the machine that packs."""
    monkeypatch.setattr(wheels, "BUILT", tmp_path)
    (tmp_path / "source").symlink_to(ROOT)
    file = tmp_path / "sabot/games/tricks/double_dummy/compiled.abi3.so"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"of another machine")
    is_built = wheels.compiled(tmp_path, wheels.Machine("", machine, "", ()))
    assert is_built == file.exists()
    if is_built:
        assert ELF_MACHINES[machine] == int.from_bytes(file.read_bytes()[18:20], "little")
    else:
        assert machine == "no_such" or shutil.which(f"{machine}-linux-gnu-gcc") is None or not has_headers()


ELF_MACHINES = {"x86_64": 62, "aarch64": 183}


def has_headers() -> bool:
    """Debian's headers of Python are those of one machine."""
    folder = Path(sysconfig.get_path("include"))
    return (folder / "Python.h").exists() and "aarch64-linux-gnu" not in (folder / "pyconfig.h").read_text()


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
def test_the_same_tree_makes_the_same_bytes_with_the_same_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deb, "filled", lambda root, *_: deb.laid(root))
    monkeypatch.setattr(deb, "documented", lambda *_: None)
    sums = []
    for name, mask in (("first", 0o077), ("second", 0o002)):
        monkeypatch.setattr(deb, "BUILT", tmp_path / name)
        before = os.umask(mask)
        try:
            package = deb.packed(deb.MACHINES["amd64"], tmp_path, full="1", committed_s=1_000_000)
        finally:
            os.umask(before)
        sums.append(hashlib.sha256(package.read_bytes()).hexdigest())
    assert sums[0] == sums[1]
    listed = subprocess.run(["dpkg-deb", "-c", package], check=True, capture_output=True, text=True).stdout
    rights = {line.split()[5]: line.split()[:2] for line in listed.splitlines()}
    assert rights["./usr/lib/sabot/bin/sabot"] == ["-rwxr-xr-x", "root/root"]
    assert rights["./usr/lib/sabot/pyvenv.cfg"] == ["-rw-r--r--", "root/root"]
    control = subprocess.run(
        ["dpkg-deb", "-f", package, "Package"], check=True, capture_output=True, text=True
    )
    assert control.stdout == "sabot\n"


def test_the_witness_needs_nothing_but_python_itself() -> None:
    source = (ROOT / "tools/deb_witness.py").read_text()
    assert {name.split(".")[0] for _, name in imported(source, "deb_witness")} <= sys.stdlib_module_names


def test_each_package_is_tried_in_both_debians() -> None:
    for machine in deb.MACHINES.values():
        systems = [deb_try.SYSTEMS[name] for name in machine.systems]
        assert [system.suite for system in systems] == ["bookworm", "trixie"]
        assert {system.machine for system in systems} == {machine.debian}


def test_what_was_unpacked_beside_usr_is_found_under_it_and_links_that_are_there_stay(tmp_path: Path) -> None:
    """Packages of Debian 12 come with /lib; its systems have a link there."""
    for folder in ("usr/bin", "usr/lib/systemd", "usr/sbin", "lib/systemd", "sbin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "bin").symlink_to("usr/bin")
    (tmp_path / "lib/systemd/systemd").touch()
    (tmp_path / "usr/lib/systemd/known").touch()
    deb_try.merged(tmp_path)
    assert {name: str((tmp_path / name).readlink()) for name in ("bin", "lib", "sbin")} == {
        "bin": "usr/bin",
        "lib": "usr/lib",
        "sbin": "usr/sbin",
    }
    assert {path.name for path in (tmp_path / "lib/systemd").iterdir()} == {"known", "systemd"}


def test_the_table_of_a_trial_says_what_failed_and_what_was_not_asked() -> None:
    def row(question: str, good: bool) -> dict[str, object]:
        return {"question": question, "good": good, "seconds": 1.4}

    lines = deb_try.table(
        {"12": [row("installed", True), row("removed", True)], "13": [row("installed", False)]}
    )
    assert [line.split() for line in lines] == [
        ["12", "13"],
        ["installed", "1", "s", "FAILED"],
        ["removed", "1", "s", "-"],
    ]
