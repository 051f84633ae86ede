"""The program as a Debian package: `make deb`.

    python tools/deb.py [arm64] [amd64] [--try]

One package serves Debian 12 and 13 and asks for no network: it holds the program, and the locked packages for
the Python of either (3.11 and 3.13). The program is the last commit. The same commit makes the same bytes.

    /usr/bin/sabot                            the command, for every user
    /usr/lib/sabot/pyvenv.cfg, bin/           an environment of its own, with the system's Python
    /usr/lib/sabot/shared/                    the program, and every package that is the same for both
    /usr/lib/sabot/lib/python3.*/             the packages that are compiled for one of them
    /usr/lib/systemd, udev, sysusers.d, …     what `sabot install` writes, as files of the package

The environment sees the system's own packages: camera and pins of a Raspberry Pi come from apt. `--try`
installs what was built in minimal systems (tools/deb_try.py).
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from sabot.system.service import files
from tools import firmware_images
from tools.setup import Stopped
from tools.wheels import BUILT, ROOT, Machine, built, compiled, fetched, run, unpacked

SCRIPTS = ROOT / "tools/debian"
PYTHONS = ("3.11", "3.13")
"""Those of Debian 12 and 13."""
HOME = PurePosixPath("/usr/lib/sabot")
SHARED = HOME / "shared"
PROGRAM = PurePosixPath("/usr/bin/sabot")
HEADER = "# Part of the package sabot. Changes belong into a drop-in beside it.\n"
DISPLAY = "http://127.0.0.1:8766/display"

COMMAND = f"""#!{HOME}/bin/python3 -I
from sabot.cli import main

main()
"""
LINK = "../../../shared\n"
ENVIRONMENT = "home = /usr/bin\ninclude-system-site-packages = true\n"


MACHINES = {
    "amd64": Machine("amd64", "x86_64", "python3-evdev", ("12", "13")),
    "arm64": Machine(
        "arm64", "aarch64", "python3-evdev, python3-lgpio, python3-picamera2", ("12-arm64", "13-arm64")
    ),
}


# --- what it is called, and what it needs


def version(number: str, committed_s: int, revision: str) -> str:
    """Such as 0.1.0+20261122182908.g5bf1981: a later commit is a later version, to apt as to pip."""
    return f"{number}+{time.strftime('%Y%m%d%H%M%S', time.gmtime(committed_s))}.g{revision[:7]}"


def control(*, version: str, machine: Machine, size_kib: int) -> str:
    """The package as apt sees it."""
    return (
        (SCRIPTS / "control")
        .read_text("utf-8")
        .format(
            version=version, architecture=machine.debian, recommends=machine.recommends, size_kib=size_kib
        )
    )


def service_files() -> list[files.File]:
    """What `sabot install` writes, where a package has it. The screen is there and not enabled."""
    ours = files.everything(PROGRAM, browser=files.BROWSERS[0], address=DISPLAY)
    return [
        files.File(
            PurePosixPath("/usr/lib") / file.path.relative_to("/etc"), file.text.replace(files.HEADER, HEADER)
        )
        for file in ours
    ]


# --- the parts


def filled(root: Path, program: Path, machine: Machine) -> None:
    """Everything that the package puts on the disk, without its documents."""
    homes = {python: sorted(fetched(python, machine).iterdir()) for python in PYTHONS}
    common = set.intersection(*({wheel.name for wheel in wheels} for wheels in homes.values()))
    shared = root / SHARED.relative_to("/")
    for wheel in [program, *(wheel for wheel in homes[PYTHONS[0]] if wheel.name in common)]:
        unpacked(wheel, shared)
    if not compiled(shared, machine):
        say(
            f"without the search in C: it needs gcc-{machine.python.replace('_', '-')}-linux-gnu and Python.h"
        )
    for python, wheels in homes.items():
        packages = root / (HOME / f"lib/python{python}/site-packages").relative_to("/")
        packages.mkdir(parents=True)
        (packages / "sabot.pth").write_text(LINK)
        for wheel in wheels:
            if wheel.name not in common:
                unpacked(wheel, packages)
    laid(root)


def laid(root: Path) -> None:
    """The environment, the command, and the files of the service."""
    texts = {HOME / "pyvenv.cfg": ENVIRONMENT, HOME / "bin/sabot": COMMAND}
    texts |= {file.path: file.text for file in service_files()}
    for path, text in texts.items():
        put(root / path.relative_to("/"), text)
    (root / (HOME / "bin/sabot").relative_to("/")).chmod(0o755)
    for name in ("python", "python3"):
        (root / (HOME / "bin" / name).relative_to("/")).symlink_to("../../../bin/python3")
    (root / "usr/bin").mkdir()
    (root / PROGRAM.relative_to("/")).symlink_to("../lib/sabot/bin/sabot")


def documented(root: Path, full: str, committed_s: int) -> None:
    """What a person may read, and what Debian expects of every package."""
    folder = root / "usr/share/doc/sabot"
    source = BUILT / "source"
    for page in [source / "README.md", *sorted((source / "docs").glob("*.md"))]:
        put(folder / page.name if page.parent == source else folder / "docs" / page.name, page.read_text())
    when = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(committed_s))
    maker = "the Sabot authors <authors@sabot.invalid>"
    change = f"sabot ({full}) unstable; urgency=medium\n\n  * See CHANGELOG.gz.\n\n -- {maker}  {when}\n"
    for name, text in {"changelog": change, "CHANGELOG": (source / "CHANGELOG.md").read_text()}.items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    put(folder / "copyright", "\n".join(licences(root)))
    run(sys.executable, str(source / "tools/sbom.py"))
    put(folder / "sbom.json", (source / "build/sbom.json").read_text("utf-8"))
    put(root / "usr/share/lintian/overrides/sabot", (SCRIPTS / "lintian-overrides").read_text())


def licences(root: Path) -> Iterator[str]:
    """Our licence, then that of each package inside, with where its text lies."""
    yield "Sabot, its own code:\n\n" + (BUILT / "source/LICENSE").read_text()
    yield "The images for the boards hold code of others: see *.copyright.txt beside them.\n"
    yield "Packages of Python inside, as published by their makers:\n"
    for file in sorted(root.glob("usr/lib/sabot/**/*.dist-info/METADATA")):
        metadata = HeaderParser().parsestr(file.read_text("utf-8"))
        licence = metadata["License-Expression"] or (metadata["License"] or "see there").splitlines()[0]
        yield f"{metadata['Name']} {metadata['Version']}: {licence} (/{file.parent.relative_to(root)})"
    yield ""


# --- the package


def packed(machine: Machine, program: Path, *, full: str, committed_s: int) -> Path:
    """The package for this machine; its content is beside it, unpacked."""
    say(f"packing for {machine.debian}")
    root = BUILT / machine.debian
    shutil.rmtree(root, ignore_errors=True)
    filled(root, program, machine)
    documented(root, full, committed_s)
    described(root, machine, full)
    settled(root, committed_s)
    package, epoch_s = BUILT / f"sabot_{full}_{machine.debian}.deb", str(committed_s)
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-b", str(root), str(package), SOURCE_DATE_EPOCH=epoch_s)
    return package


def described(root: Path, machine: Machine, full: str) -> None:
    """What dpkg is told: the package itself, its scripts, and the sums of its files."""
    here = [path for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()]
    size_kib = sum(-(-path.stat().st_size // 1024) for path in here)
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in here]
    put(root / "DEBIAN/control", control(version=full, machine=machine, size_kib=size_kib))
    put(root / "DEBIAN/md5sums", "".join(sums))
    put(root / "DEBIAN/triggers", (SCRIPTS / "triggers").read_text())
    for name in ("postinst", "prerm", "postrm"):
        put(root / "DEBIAN" / name, (SCRIPTS / name).read_text())


def settled(root: Path, committed_s: int) -> None:
    """Rights and times that do not depend on who builds it, and when."""
    runs = {"bin/sabot", "DEBIAN/postinst", "DEBIAN/prerm", "DEBIAN/postrm"}
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or "/".join(path.parts[-2:]) in runs else 0o644)
        os.utime(path, (committed_s, committed_s), follow_symlinks=False)


# --- tools


def say(line: str) -> None:
    """One line of progress."""
    print(f"deb: {line}", flush=True)


def put(path: Path, text: str) -> None:
    """Write a file, and the folders on the way to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def git(*words: str) -> str:
    """What git says of this checkout."""
    return run("git", "-C", str(ROOT), *words)


def build(names: list[str]) -> list[Path]:
    """The packages for these kinds of machine. Raises Stopped where the images of the boards are older."""
    if changed := git("status", "--porcelain"):
        say(f"the package is the last commit: {len(changed.splitlines())} changed files are not in it")
    if why := firmware_images.fault() or firmware_images.stranger():
        raise Stopped(why)
    committed_s, revision = git("log", "-1", "--format=%ct %H").split()
    found = re.search(r'(?m)^version = "(.*)"', git("show", "HEAD:pyproject.toml"))
    assert found
    full = version(found[1], int(committed_s), revision)
    program = built(full)
    return [
        packed(MACHINES[name], program, full=full, committed_s=int(committed_s)) for name in names or MACHINES
    ]


def main() -> int:
    """Build, then try where that is asked."""
    names = [word for word in sys.argv[1:] if word in MACHINES]
    for package in build(names):
        say(f"{package.relative_to(ROOT)}: {package.stat().st_size / 1e6:.0f} MB")
    if "--try" not in sys.argv:
        return 0
    systems = [system for name in names or MACHINES for system in MACHINES[name].systems]
    return subprocess.call([sys.executable, str(ROOT / "tools/deb_try.py"), *systems])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stopped as error:
        sys.exit(f"make deb: {error}")
