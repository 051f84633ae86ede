"""Whose update it is: of a table that somebody starts, or of the service of this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from sabot.config import state
from sabot.system.service.files import CONFIGURATION, SERVICE, STATE, UNITS, UPDATES, WANTED, quoted
from sabot.system.update import outcome, versions
from sabot.system.update.at_rest import AtRest
from sabot.system.update.doing import Service, Update
from sabot.system.update.installation import Installation, here
from sabot.system.update.users import UpdateError, myself, named

ROOT = Path("/")
TABLE = "sabot"


def begun(config: Path | None, *, say: Callable[[str], object], root: Path = ROOT) -> Update:
    """The update of this installation. Raises UpdateError where this user may not."""
    program = here()
    if not is_service(program, root):
        words = ("--config", str(config.absolute())) if config else ()
        return Update(program, AtRest(myself(), words, {}), state.folder() / "update", None, say)
    if config is not None:
        raise UpdateError(f"{SERVICE} has its own configuration, {CONFIGURATION}: leave --config out")
    if os.geteuid() != 0:
        raise UpdateError(f"{SERVICE} runs this program: sudo {program.program} update")
    folder = root / UPDATES.relative_to("/")
    folder.mkdir(mode=0o755, exist_ok=True)
    outcome.tell(folder, state="running")
    taken(root)
    table = AtRest(named(TABLE), ("--config", str(CONFIGURATION)), {"XDG_STATE_HOME": str(STATE.parent)})
    return Update(program, table, folder, Service(), say)


def is_service(program: Installation, root: Path = ROOT) -> bool:
    """Whether the service of this machine runs this very program. Raises UpdateError where it does so
    without the link, as older versions installed it."""
    try:
        unit = (root / (UNITS / SERVICE).relative_to("/")).read_text("utf-8")
    except OSError:
        return False
    if f"ExecStart={quoted(program.home / '.venv/bin/sabot')} run " in unit:
        raise UpdateError(f"{SERVICE} is of an older version: sudo {program.program} install, then once more")
    return f"ExecStart={quoted(versions.program(program.home))} run " in unit


def taken(root: Path = ROOT) -> None:
    """Take the request away, whatever it is: nothing in it is looked at, and it is not to come twice."""
    request = root / WANTED.relative_to("/")
    try:
        request.unlink(missing_ok=True)
    except OSError:
        shutil.rmtree(request, ignore_errors=True)
