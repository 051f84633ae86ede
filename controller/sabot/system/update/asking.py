"""What the technician's page knows of an update: what runs here, whether there is more, how to ask for it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from sabot.config import Settings, state
from sabot.core.reasons import reason
from sabot.system.service.files import ASKING, READS_WISH, UNITS, UPDATES, UPDATING, WANTED
from sabot.system.update import outcome
from sabot.system.update.checkout import REVISION, Checkout, by_hand, here
from sabot.system.update.running import UpdateError


class Updating:
    """This installation, used for these settings. `root`: of the system, another in tests."""

    def __init__(
        self,
        settings: Settings,
        *,
        program: Checkout | None = None,
        environ: Mapping[str, str] = os.environ,
        root: Path = Path("/"),
    ) -> None:
        self._settings, self._root = settings, root
        self._program = program or (None if by_hand() else here())
        self._is_service = "INVOCATION_ID" in environ  # systemd started this table

    @property
    def can_be_asked(self) -> bool:
        """Whether somebody waits for a request: the units are there, and the program is a checkout."""
        return self._is_service and self._at(UNITS / ASKING).is_file() and self._program is not None

    @property
    def takes_a_version(self) -> bool:
        """Whether a request may name a version: the units of older versions take the newest."""
        try:
            unit = self._at(UNITS / UPDATING).read_text("utf-8")
        except OSError:
            return False
        return self.can_be_asked and READS_WISH in unit

    def status(self) -> dict[str, Any]:
        """`revision` (empty where it is no checkout), the `command` for a person, whether the page `asks`."""
        revision = self._program.revision() if self._program else ""
        return {"revision": revision, "command": self.command(), "asks": self.can_be_asked}

    def command(self, revision: str = "") -> str:
        """What a person types here instead."""
        if self._program is None:
            return by_hand()
        words = [str(self._program.program), "update", *(["--to", revision] if revision else [])]
        named = ["--config", str(self._settings.file)] if self._settings.file else []
        return shlex.join(["sudo", *words] if self._is_service else [*words, *named])

    def looked(self) -> dict[str, Any]:
        """Whether there is something newer: `newer` is True, False, or None with the reason in `why`."""
        if self._program is None:
            return {"newer": None, "why": "this sabot does not know where it came from"}
        try:
            return {"newer": self._program.newer(), "why": ""}
        except UpdateError as error:
            return {"newer": None, "why": str(error)}

    def ask(self, revision: str = "") -> None:
        """Leave the request, for this revision or for the newest. Once is enough. Raises UpdateError where
        nobody waits for it, or none can be left."""
        if not self.can_be_asked or (revision and not self.takes_a_version):
            raise UpdateError(
                reason("nobody here waits for a request: {command}", command="sudo sabot install")
            )
        wanted = self._at(WANTED)
        try:
            fresh = os.open(wanted, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            with os.fdopen(fresh, "w", encoding="ascii") as file:
                file.write(revision)
        except OSError as error:
            raise UpdateError(
                reason("{file} cannot be written: {why}", file=str(wanted), why=str(error.strerror))
            ) from None

    def came(self) -> dict[str, Any]:
        """What came of the last one, as `outcome.last` has it; `asked` until the next one begins."""
        found = outcome.last(self._at(UPDATES) if self._is_service else state.folder() / "update")
        is_asked = self.can_be_asked and self._at(WANTED).exists() and found["state"] != "running"
        return {"state": "asked"} if is_asked else found

    def _at(self, path: PurePosixPath) -> Path:
        return self._root / path.relative_to("/")


def wish(root: Path = Path("/")) -> str:
    """The revision that the request of the table names; empty for the newest. Raises UpdateError for one that
    no page of this program writes."""
    file = root / WANTED.relative_to("/")
    try:
        left = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
        with os.fdopen(left, encoding="ascii", errors="replace") as found:
            revision = found.read(100)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise UpdateError(f"{file} cannot be read: {error.strerror}") from None
    if revision and not REVISION.fullmatch(revision):
        raise UpdateError(f"{file} names no revision")
    return revision
