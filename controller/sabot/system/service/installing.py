"""Putting the service into a system, and taking it out again: one line for each thing done, or left alone.

`root` is the folder of the system: `/` for this one, any other for one that does not run (a card in a reader,
an image). Doing it twice changes nothing. What the table remembers is never removed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from sabot.config import ConfigError, DashboardSection, default_text, load, state
from sabot.system.service import files
from sabot.system.service.files import (
    ASKING,
    COMPOSITOR,
    CONFIGURATION,
    HEADER,
    PUTTING_BACK,
    SCREEN,
    SERVICE,
    STATE,
    UNITS,
    UPDATES,
    UPDATING,
    File,
)

TOOL_S = 120
_MATCHES = [f"--subsystem-match={each}" for each in ("tty", "gpio", "input")]


class InstallError(RuntimeError):
    """Why it cannot be done, in one line with what to do."""


class System(NamedTuple):
    """The system that is changed. `dry`: nothing is; it is only said what would be."""

    root: Path = Path("/")
    dry: bool = False

    @property
    def is_running(self) -> bool:
        """Whether this is the system that runs here, under systemd."""
        return self.root == Path("/") and Path("/run/systemd/system").is_dir()

    def at(self, path: PurePosixPath) -> Path:
        """Where `path` of that system is here."""
        return self.root / path.relative_to("/")

    def said(self, done: str, would: str, what: object) -> str:
        """The line for one thing."""
        return f"{'would ' + would if self.dry else done:<16} {what}"


def refusal(system: System) -> str:
    """Why nothing can be done here; empty when it can."""
    if not system.root.is_dir():
        return f"{system.root} is no folder: expected the root of a system"
    if system.dry:
        return ""
    if system.root == Path("/") and os.geteuid() != 0:
        return "only root may install a service: sudo sabot install (or look first: sabot install --dry-run)"
    if not os.access(system.root, os.W_OK):
        return f"{system.root} may not be written by this user"
    return ""


def installed(system: System, *, program: PurePosixPath, screen: bool, page: str) -> Iterator[str]:
    """Put the service in; a line for each step. Raises OSError, and InstallError before anything is
    changed."""
    if why := refusal(system):
        raise InstallError(why)
    browser = _browser(system) if screen else None
    wanted = files.everything(program, browser=browser, address=f"{_served(system)}{page}")
    for file in wanted:
        if not _is_ours(system.at(file.path)):
            raise InstallError(f"{file.path} is there and is not ours: move it away, then install again")
    for file in wanted:
        yield _written(system, file)
    yield _begun(system)
    yield from _tool(system, "systemd-sysusers", "sabot.conf", offline=True)
    yield from _tool(system, "systemd-tmpfiles", "--create", "sabot.conf", offline=True)
    yield from _handed(system)
    begin = [SERVICE, *([ASKING, PUTTING_BACK] if files.is_link(program) else [])]
    for unit in [*begin, *([SCREEN] if screen else [])]:
        yield _enabled(system, unit)
    if not screen and system.at(UNITS / SCREEN).exists():
        yield from _gone(system, SCREEN)
    yield from _reload(system)
    yield from _lacking(system, program=program, screen=screen)
    if system.is_running:
        yield from _tool(system, "systemctl", "restart", *(unit for unit in begin if unit != PUTTING_BACK))


def uninstalled(system: System) -> Iterator[str]:
    """Take the service out; what the table remembers stays. Raises InstallError and OSError."""
    if why := refusal(system):
        raise InstallError(why.replace("install", "uninstall"))
    for unit in (ASKING, UPDATING, PUTTING_BACK, SCREEN, SERVICE):
        yield from _gone(system, unit)
    for file in files.everything(PurePosixPath("/")):
        if file.path.parent != UNITS:
            yield from _removed(system, file.path)
    yield from _reload(system)
    for path in (STATE, UPDATES, CONFIGURATION.parent):
        if system.at(path).exists():
            yield f"{'left':<16} {path}"
    yield f"{'left':<16} the users sabot and sabot-screen, who own what was left"


# --- steps ------------------------------------------------------------------------------------------


def _is_ours(path: Path) -> bool:
    return not path.exists() or path.read_text(encoding="utf-8", errors="replace").startswith(HEADER)


def _written(system: System, file: File) -> str:
    path = system.at(file.path)
    if path.exists() and path.read_text(encoding="utf-8") == file.text:
        return f"{'unchanged':<16} {file.path}"
    if not system.dry:
        _put(path, file.text, 0o644)
    return system.said("wrote", "write", file.path)


def _put(path: Path, text: str, rights: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    state.put(path, text.encode(), rights=rights)


def _begun(system: System) -> str:
    """A configuration to begin with; one that is there is never touched."""
    path = system.at(CONFIGURATION)
    if path.exists():
        return f"{'kept':<16} {CONFIGURATION}"
    if not system.dry:
        _put(path, default_text(), 0o640)
    return system.said("wrote", "write", f"{CONFIGURATION} (the defaults)")


def _handed(system: System) -> Iterator[str]:
    """The configuration belongs to the table, so that what is measured or set up at it can be kept."""
    path, users = system.at(CONFIGURATION), system.at(PurePosixPath("/etc/passwd"))
    if system.dry or os.geteuid() != 0 or not users.exists():
        return
    entries = (line.split(":") for line in users.read_text(encoding="utf-8").splitlines())
    owner = next(((int(entry[2]), int(entry[3])) for entry in entries if entry[0] == "sabot"), None)
    there = path.stat()
    if owner is not None and owner != (there.st_uid, there.st_gid):
        os.chown(path, *owner)
        yield f"{'handed':<16} {CONFIGURATION} to the user sabot"


def _served(system: System) -> str:
    """The address of the table's own screen, as the configuration of that system has it."""
    try:
        section = load(system.at(CONFIGURATION)).dashboard
    except ConfigError:
        section = DashboardSection()
    return (section if section.port_of_own_screen else DashboardSection()).own_address


def _wish(unit: str) -> PurePosixPath:
    return UNITS / "multi-user.target.wants" / unit


def _enabled(system: System, unit: str) -> str:
    wish = system.at(_wish(unit))
    if wish.is_symlink():
        return f"{'unchanged':<16} {unit} starts with the system"
    if not system.dry:
        wish.parent.mkdir(parents=True, exist_ok=True)
        wish.symlink_to(UNITS / unit)
    return system.said("enabled", "enable", f"{unit}: it starts with the system")


def _gone(system: System, unit: str) -> Iterator[str]:
    if system.at(UNITS / unit).exists():
        yield from _tool(system, "systemctl", "stop", unit)
    yield from _removed(system, _wish(unit))
    yield from _removed(system, UNITS / unit)


def _removed(system: System, path: PurePosixPath) -> Iterator[str]:
    here = system.at(path)
    if not (here.exists() or here.is_symlink()):
        return
    if not (here.is_symlink() or _is_ours(here)):
        yield f"{'left':<16} {path}, which is not ours"
        return
    if not system.dry:
        here.unlink()
    yield system.said("removed", "remove", path)


def _reload(system: System) -> Iterator[str]:
    """The running system learns of the files; another does when it starts."""
    if system.is_running:
        yield from _tool(system, "systemctl", "daemon-reload")
        yield from _tool(system, "udevadm", "control", "--reload")
        yield from _tool(system, "udevadm", "trigger", *_MATCHES)


def _tool(system: System, name: str, *words: str, offline: bool = False) -> Iterator[str]:
    """Call a tool of systemd. `offline`: it can also change a system that does not run."""
    elsewhere = system.root != Path("/")
    if not offline and not system.is_running:
        return
    command = [name, *([f"--root={system.root.resolve()}"] if elsewhere else []), *words]
    if system.dry or shutil.which(name) is None:
        outcome = "would run" if system.dry else "not done"
        yield f"{outcome:<16} {' '.join(command)}{'' if system.dry else ' (it is not installed here)'}"
        return
    done = subprocess.run(command, capture_output=True, text=True, timeout=TOOL_S, check=False)
    why = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
    outcome = "ran" if done.returncode == 0 else "FAILED"
    yield f"{outcome:<16} {' '.join(command)}{'' if done.returncode == 0 else f': {why}'}"


def _closed(system: System, program: PurePosixPath) -> list[PurePosixPath]:
    """Folders on the way to the command, and to its Python, that another user cannot enter."""
    ways = [program]
    if system.root == Path("/"):
        ways.append(PurePosixPath(os.path.realpath(program)))
        ways.append(PurePosixPath(os.path.realpath(Path(program).with_name("python"))))
    folders = dict.fromkeys(folder for way in ways for folder in way.parents[-2::-1])
    return [
        each for each in folders if system.at(each).is_dir() and not system.at(each).stat().st_mode & 0o001
    ]


def _browser(system: System) -> str:
    there = (each for each in files.BROWSERS if system.at(PurePosixPath(each)).exists())
    return next(there, files.BROWSERS[0])


def _lacking(system: System, *, program: PurePosixPath, screen: bool) -> Iterator[str]:
    """What must still come, with the command that brings it."""
    if not system.at(program).exists():
        yield f"{'missing':<16} {program}: the command sabot of that system; expected before it starts"
    for folder in _closed(system, program):
        yield f"{'closed':<16} {folder} holds it, and the user sabot may not enter: sudo chmod o+x {folder}"
    browser = _browser(system)
    if screen and not (
        system.at(PurePosixPath(COMPOSITOR)).exists() and system.at(PurePosixPath(browser)).exists()
    ):
        yield f"{'missing':<16} for the screen: sudo apt-get install cage chromium (until then it stays off)"
