"""The wheel: nothing of the program is missing from it, and it runs where there is no checkout.

It is built of a copy, so that nothing which an earlier build left in the checkout can come into it, and
without a network: what builds it is locked with the rest.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest

from tests.house import ROOT, SOURCES

pytestmark = [pytest.mark.process, pytest.mark.slow]

BESIDE = ("pyproject.toml", "README.md", "LICENSE")
COMPILED = {".c", ".h", ".so"}
"""What of a folder does not come into the wheel: sources in C, and what was built of them in place."""
BUILT = "sabot/games/tricks/double_dummy/compiled.abi3.so"
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")


def tree() -> set[str]:
    """Every file of the three packages, as they lie in the checkout: of what is compiled, that it is."""
    found = {
        str(path.relative_to(folder))
        for name, folder in SOURCES.items()
        for path in (folder / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in COMPILED
    }
    return found | ({BUILT} if can_build() else set())


def can_build() -> bool:
    """Whether setuptools can compile here."""
    return shutil.which("cc") is not None and Path(sysconfig.get_path("include"), "Python.h").exists()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for folder in SOURCES.values():
        shutil.copytree(
            folder, source / folder.name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so")
        )
    for name in BESIDE:
        shutil.copy(ROOT / name, source / name)
    words = ["wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(out), str(source)]
    subprocess.run([sys.executable, *PIP, *words], check=True)
    (found,) = out.glob("sabot-*.whl")
    return found


class Elsewhere(NamedTuple):
    """An environment that knows the wheel and the packages, and no checkout."""

    folder: Path

    @property
    def sabot(self) -> Path:
        return self.folder / "venv/bin/sabot"

    def environ(self) -> dict[str, str]:
        kept = {key: text for key, text in os.environ.items() if not key.startswith(("PYTHON", "SABOT"))}
        homes = ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
        return kept | {name: str(self.folder / "home") for name in homes}

    def answers(self, asked: str) -> str:
        """What Python prints there."""
        python = self.folder / "venv/bin/python"
        words = [python, "-c", asked]
        done = subprocess.run(
            words, cwd=self.folder, env=self.environ(), check=True, capture_output=True, text=True
        )
        return done.stdout


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    """The checkout's own link to itself stands in a file of its packages, which is not read from here."""
    place = Elsewhere(tmp_path_factory.mktemp("elsewhere"))
    venv.create(place.folder / "venv", symlinks=True)
    python = place.folder / "venv/bin/python"
    words = ["install", "-q", "--no-compile", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, *PIP, "--python", str(python), *words], check=True)
    (packages,) = (place.folder / "venv/lib").glob("python*/site-packages")
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    return place


def test_every_file_of_the_program_is_in_the_wheel_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == tree()
    assert {f"{name}/py.typed" for name in SOURCES} <= names


def test_the_wheel_knows_its_licence_and_its_command(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        told = {
            name.rsplit("/", 1)[1]: archive.read(name) for name in archive.namelist() if "dist-info/" in name
        }
    assert "LICENSE" in told and b"sabot = sabot.cli:main" in told["entry_points.txt"]


def test_a_table_opens_from_the_wheel_and_gives_its_first_page(elsewhere: Elsewhere) -> None:
    """Its simulated shoe, too, is started from there."""
    table = subprocess.Popen(
        [elsewhere.sabot, "run", "--port", "0"],
        cwd=elsewhere.folder,
        env=elsewhere.environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert table.stdout is not None
    line = table.stdout.readline()
    try:
        with urllib.request.urlopen(line.split()[-1], timeout=60) as page:
            assert page.status == 200
    finally:
        table.send_signal(signal.SIGTERM)
        _, said = table.communicate(timeout=60)
    assert (table.returncode, said) == (0, "")


def test_what_runs_from_the_wheel_is_the_wheel(elsewhere: Elsewhere) -> None:
    asked = "import sabot, sabot_dashboard, sabot_vision as v\n"
    asked += "print(*(each.__file__ for each in (sabot, sabot_dashboard, v)))"
    assert all(str(elsewhere.folder) in name for name in elsewhere.answers(asked).split())


def test_what_is_compiled_serves_every_python(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name


def test_the_search_that_runs_from_the_wheel_is_the_compiled_one(elsewhere: Elsewhere) -> None:
    if not can_build():
        pytest.skip("the search in C needs cc and Python.h: sudo apt-get install build-essential python3-dev")
    asked = "from sabot.games.tricks.double_dummy import asking; print(asking.IN_C)"
    assert "double_dummy.compiled.Search" in elsewhere.answers(asked)


def test_without_a_compiler_it_is_built_all_the_same(tmp_path: Path) -> None:
    """Only the compiled search is missing from it then."""
    package = tmp_path / "sabot"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "search.c").write_text("#error none here\n")
    said = re.search(r"(?ms)^(\[\[tool.setuptools.ext-modules\]\].*?)^\[tool.ruff\]", project())
    assert said is not None
    words = (
        re.sub(r"(?ms)^(sources|depends) = \[.*?^\]", "", said[1])
        + '[project]\nname = "sabot"\nversion = "1"\n'
    )
    words = words.replace("define-macros", 'sources = ["sabot/search.c"]\ndefine-macros', 1)
    (tmp_path / "pyproject.toml").write_text(words)
    asked = ["wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", tmp_path, tmp_path]
    subprocess.run([sys.executable, *PIP, *map(str, asked)], check=True)
    (found,) = tmp_path.glob("sabot-*.whl")
    with ZipFile(found) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".so")]


def project() -> str:
    return (ROOT / "pyproject.toml").read_text("utf-8")
