"""How this installation is brought up to date: the very commands, and whether there is something newer.

The table does not replace itself: its service may write nothing but its own state. A person runs the
commands, with the table closed and a backup made.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from controller.config import Settings
from controller.service.files import SERVICE

LOOK_S = 12
"""So long the place where the code comes from may take to answer."""

BACKUP = "before-update.zip"


class Updating:
    """The installation whose package lies in `home`, used for these settings."""

    def __init__(
        self, settings: Settings, *, home: Path | None = None, environ: Mapping[str, str] = os.environ
    ) -> None:
        self._settings, self._environ = settings, environ
        self._home = home or Path(__file__).parents[1]
        self._bin = Path(sys.executable).parent

    @property
    def from_git(self) -> bool:
        """Whether it runs from a folder that git keeps; otherwise it was installed as a package."""
        return (self._home / ".git").exists()

    def told(self) -> dict[str, Any]:
        """`version`, `revision` (empty for a package) and the `commands`, one a line, in their order."""
        revision = self._git("describe", "--always", "--dirty")[0] if self.from_git else ""
        return {"version": version("sabot"), "revision": revision, "commands": self.commands()}

    def commands(self) -> list[str]:
        """What a person runs here, with the table closed from the first to the last."""
        is_service = "INVOCATION_ID" in self._environ
        config = f" --config {_shown(self._settings.file)}" if self._settings.file else ""
        sabot, home = _shown(self._bin / "sabot"), _shown(self._home)
        made = (
            [f"git -C {home} pull --ff-only", f"make -C {home} setup"]
            if self.from_git
            else [f"{_shown(self._bin / 'python')} -m pip install --upgrade FILE.whl"]
        )
        lines = [f"{sabot} backup{config} {BACKUP}", *made, f"{sabot} doctor{config}"]
        if not is_service:
            return lines
        rights = [f"sudo {line}" for line in lines]
        return [f"sudo systemctl stop {SERVICE}", *rights, f"sudo systemctl start {SERVICE}"]

    def looked(self) -> dict[str, Any]:
        """Whether there is something newer: `newer` is True, False, or None with the reason in `why`."""
        if not self.from_git:
            return {"newer": None, "why": "a package does not say where it came from"}
        here, trouble = self._git("rev-parse", "HEAD")
        there, trouble = self._git("ls-remote", "origin", "HEAD") if here else ("", trouble)
        if not there:
            return {"newer": None, "why": trouble or "the folder has no origin"}
        newest = there.split()[0]
        return {"newer": newest != here and not self._git("cat-file", "-t", newest)[0], "why": ""}

    def _git(self, *words: str) -> tuple[str, str]:
        """What git answers, or why it does not, in one line."""
        command = ["git", "-c", f"safe.directory={self._home}", "-C", str(self._home), *words]
        environ = {**self._environ, "GIT_TERMINAL_PROMPT": "0"}
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=LOOK_S, env=environ
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return "", "git is not installed" if isinstance(error, OSError) else "no answer in time"
        lines = done.stderr.strip().splitlines()
        return ("", lines[-1] if lines else "git failed") if done.returncode else (done.stdout.strip(), "")


def _shown(path: Path | str) -> str:
    """A path as a shell takes it, whatever is in its name."""
    return shlex.quote(str(path))
