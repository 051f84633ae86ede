"""The wheels that the Debian package carries: the locked ones for each machine, and the program's own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from packaging.requirements import Requirement

from tools.setup import Stopped

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build/deb"


LOCKS = ("camera", "panel", "pit-archive", "pit-oidc")
"""What the package carries: everything that a table may need and that has wheels."""
BUILDERS = ("setuptools",)
"""What of it only builds wheels."""
FETCHED_S, SILENT_S = 900, 30
"""How long all wheels for one Python may take to come; how long the network may be silent before pip asks
again."""
GLIBC = range(17, 37)
"""The glibc 2.x of a wheel: up to that of Debian 12."""


class Machine(NamedTuple):
    """A kind of machine: as Debian and as Python call it, what apt is asked to bring along, and the systems
    of tools/deb_try.py that are for it."""

    debian: str
    python: str
    recommends: str
    systems: tuple[str, ...]


def needed(lock: str, *, python: str, machine: str) -> str:
    """The lines of a lock that are for this Python on this machine, without their conditions: pip would ask
    them of the Python that it runs on."""
    there = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "platform_system": "Linux",
        "sys_platform": "linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    return "".join(dict.fromkeys(_needed(lock, there)))


def _needed(lock: str, there: dict[str, str]) -> Iterator[str]:
    for entry in re.split(r"\n(?=\S)", lock):
        asked = entry.split("\\\n")[0].strip()
        if not asked or asked.startswith("#"):
            continue
        package = Requirement(asked)
        if package.name not in BUILDERS and (package.marker is None or package.marker.evaluate(there)):
            yield " ".join([f"{package.name}{package.specifier}", *re.findall(r"--hash=\S+", entry)]) + "\n"


def fetched(python: str, machine: Machine) -> Path:
    """A folder with the locked wheels for this Python on this machine, each of them as its hash says."""
    folder = BUILT / f"wheels-{machine.debian}-{python}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lock = folder.with_name(f"{folder.name}.txt")
    texts = [(BUILT / f"source/requirements/{name}.txt").read_text("utf-8") for name in LOCKS]
    lock.write_text(needed("\n".join(texts), python=python, machine=machine.python), "utf-8")
    kinds = [word for minor in GLIBC for word in ("--platform", f"manylinux_2_{minor}_{machine.python}")]
    kinds += ["--platform", f"manylinux2014_{machine.python}"]
    kinds += ["--implementation", "cp", "--python-version", python]
    kinds += [word for abi in (f"cp{python.replace('.', '')}", "abi3", "none") for word in ("--abi", abi)]
    patient = ["--timeout", str(SILENT_S), "--retries", "3"]
    what = f"the wheels for {machine.debian}, Python {python}"
    print(f"deb: fetching {what}", flush=True)
    try:
        pip(
            "download",
            *("-d", str(folder), "--only-binary=:all:", "--require-hashes"),
            *(*patient, *kinds, "-r", str(lock)),
            limit_s=FETCHED_S,
        )
    except subprocess.TimeoutExpired:
        raise Stopped(
            f"{what} did not come within {FETCHED_S / 60:.0f} minutes: the network or the index is too slow."
            " Once more goes on from there, because pip keeps what has come"
        ) from None
    return folder


def built(full: str) -> Path:
    """The wheel of the program of the last commit, which knows its full version."""
    source, out = BUILT / "source", BUILT / "wheel"
    for folder in (source, out):
        shutil.rmtree(folder, ignore_errors=True)
    source.mkdir(parents=True)
    run("sh", "-c", f"git -C '{ROOT}' archive HEAD | tar -x -C '{source}'")
    project = source / "pyproject.toml"
    project.write_text(re.sub(r'(?m)^version = ".*"', f'version = "{full}"', project.read_text()))
    pip("wheel", "--no-build-isolation", "--no-index", "-w", str(out), str(source))
    (wheel,) = out.glob("sabot-*.whl")
    return wheel


def unpacked(wheel: Path, target: Path) -> None:
    """The modules of a wheel and what describes it. Its commands and manual pages are not needed."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        if any(re.search(r"\.data/(pure|plat)lib/", name) for name in names):
            raise Stopped(f"{wheel.name} keeps modules where they are not looked for")
        archive.extractall(target, [name for name in names if not name.split("/")[0].endswith(".data")])


def compiled(target: Path, machine: Machine) -> bool:
    """The search in C for this machine, in place of the one for the machine that packs. False where no
    compiler for it is here, or no headers of Python: then there is none, and the program does without."""
    source = BUILT / "source"
    (said,) = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"][
        "ext-modules"
    ]
    file = target / (said["name"].replace(".", "/") + ".abi3.so")
    file.unlink(missing_ok=True)
    macros = [f"-D{name}={value}" for name, value in said["define-macros"]]
    words = [*said["extra-compile-args"], *macros, "-fPIC", "-shared", f"-I{sysconfig.get_path('include')}"]
    try:
        run(
            f"{machine.python}-linux-gnu-gcc",
            *words,
            "-o",
            str(file),
            *(str(source / name) for name in said["sources"]),
        )
    except (Stopped, OSError):
        return False
    return True


def pip(word: str, *words: str, limit_s: float | None = None) -> None:
    """Call pip of this environment; without the packages that a package asks for: the lock has them all."""
    called = (
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
        word,
        "-q",
        "--no-deps",
    )
    run(*called, *words, limit_s=limit_s)


def run(*words: str, limit_s: float | None = None, **environ: str) -> str:
    """What a program of this machine says. Raises Stopped with its last words; TimeoutExpired where it is
    ended because it took longer."""
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, env=os.environ | environ, timeout=limit_s
    )
    if done.returncode:
        raise Stopped(f"{words[0]} failed: {(done.stdout + done.stderr).strip()[-600:]}")
    return done.stdout.strip()
