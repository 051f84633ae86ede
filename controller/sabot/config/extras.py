"""The extras: packages that only some tables need, whether they are here, and what installs them here."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from sabot.core.reasons import Reason, reason

PACKAGE = Path(__file__).parents[1]
"""The folder of this package; in a checkout it lies two folders below its top."""

DPKG = Path("/var/lib/dpkg/info")
"""Where Debian lists the files of each package."""

MODULES = {
    "analysis": ("numpy",),
    "camera": ("numpy", "cv2"),
    "panel": ("gpiozero",),
    "keyboard": ("evdev",),
    "mqtt": ("paho.mqtt",),
    "pit": ("paho.mqtt", "psycopg"),
    "pit-archive": ("paho.mqtt", "psycopg", "duckdb"),
    "pit-oidc": ("paho.mqtt", "psycopg", "authlib", "joserfc", "requests"),
}
"""The modules of each extra. What each is for stands in pyproject.toml."""

REINSTALL = "sudo apt-get install --reinstall ./sabot_*.deb"
"""A Debian package holds every extra: where one is missing, the installation is damaged."""

ADDING_S = 900
"""How long the packages of an extra may take to come."""

FROM_APT = {"keyboard": "sudo apt-get install python3-evdev"}
"""What comes from Debian itself, but for x86-64: there are no wheels of it for other machines."""


class Place(NamedTuple):
    """Where this program runs: the folder of its package, the environment, its Python, the machine."""

    package: Path = PACKAGE
    prefix: Path = Path(sys.prefix)
    python: str = sys.executable
    dpkg: Path = DPKG
    machine: str = platform.machine()

    @property
    def home(self) -> Path:
        """The top of the checkout, where it is one."""
        return self.package.parents[1]

    @property
    def is_checkout(self) -> bool:
        """Whether `make setup` fills the environment in which it runs, by any name of its folder."""
        ours = self.home / ".venv"
        return (self.home / "tools/setup.py").is_file() and self.prefix.resolve() == ours.resolve()

    @property
    def is_debian_package(self) -> bool:
        """Whether it was installed by apt, as a package called sabot."""
        return _is_listed(self.package, self.dpkg)


@cache
def _is_listed(package: Path, dpkg: Path) -> bool:
    """Whether a package called sabot has this one among its files: the lists of all packages lie there."""
    ours = f"{package / '__init__.py'}\n"
    lists = [*dpkg.glob("sabot.list"), *dpkg.glob("sabot:*.list")]
    return any(ours in each.read_text(encoding="utf-8", errors="replace") for each in lists)


def is_here(extra: str, *, found: Callable[[str], object] | None = None) -> bool:
    """Whether all of this extra can be imported."""
    look = found or _found
    return all(look(module) for module in MODULES[extra])


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # somebody put None, or a module without a spec, in its place
        return False


def command(extra: str = "", place: Place | None = None) -> str:
    """The command that installs this extra here, wherever its reader stands; without one, the base."""
    here = place or Place()
    if here.is_checkout:
        return f"make -C {shlex.quote(str(here.home))} setup" + (f" EXTRA={extra}" if extra else "")
    if extra in FROM_APT and (here.is_debian_package or here.machine != "x86_64"):
        return FROM_APT[extra]
    if here.is_debian_package:
        return REINSTALL
    named = shlex.quote(f"sabot[{extra}]") if extra else "sabot"
    return f"{shlex.quote(here.python)} -m pip install {named}"


def added(extra: str, what: str, place: Place | None = None, *, limit_s: float = ADDING_S) -> bool:
    """Whether this extra could be installed here, in a checkout, because `what` needs it. Says so on standard
    error."""
    here = place or Place()
    if not here.is_checkout:
        return False
    script = str(here.home / "tools/extras.py")
    line = (os.path.realpath(here.python), "-I", "-S", script, "--add", extra, what)
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(line, stdin=subprocess.DEVNULL, stdout=2, check=False, timeout=limit_s)
    invalidate_caches()
    return is_here(extra)


def missing(extra: str) -> Reason:
    """That this extra is missing, and what installs it."""
    return reason("the extra {source} is missing: {note}", source=extra, note=command(extra))
