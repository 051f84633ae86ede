"""What the technician's page knows of an update: what stands here, whether there is more, how to ask for it,
and what came of it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sabot.config import Settings, state
from sabot.system.service.files import ASKING, UNITS, UPDATES, WANTED
from sabot.system.update.installation import Installation, by_hand, here
from sabot.system.update.outcome import told
from sabot.system.update.users import UpdateError


class Updating:
    """This installation, used for these settings. `root`: of the system, another in tests."""

    def __init__(
        self,
        settings: Settings,
        *,
        program: Installation | None = None,
        environ: Mapping[str, str] = os.environ,
        root: Path = Path("/"),
    ) -> None:
        self._settings, self._environ, self._root = settings, environ, root
        self._program = program or (None if by_hand() else here())

    @property
    def is_service(self) -> bool:
        """Whether systemd started this table."""
        return "INVOCATION_ID" in self._environ

    @property
    def can_be_asked(self) -> bool:
        """Whether somebody waits for a request: the units are there, and the program is a checkout."""
        waits = (self._root / (UNITS / ASKING).relative_to("/")).is_file()
        return self.is_service and waits and self._program is not None

    def told(self) -> dict[str, Any]:
        """`revision` (empty where it is no checkout), the `command` for a person, whether the page `asks`."""
        revision = self._program.revision() if self._program else ""
        return {"revision": revision, "command": self.command(), "asks": self.can_be_asked}

    def command(self) -> str:
        """What a person types here instead."""
        if self._program is None:
            return by_hand()
        words = [str(self._program.program), "update"]
        if self.is_service:
            return shlex.join(["sudo", *words])
        named = ["--config", str(self._settings.file)] if self._settings.file else []
        return shlex.join([*words, *named])

    def looked(self) -> dict[str, Any]:
        """Whether there is something newer: `newer` is True, False, or None with the reason in `why`."""
        try:
            if self._program is None:
                raise UpdateError("this sabot does not know where it came from")
            return {"newer": self._program.newer(), "why": ""}
        except UpdateError as error:
            return {"newer": None, "why": str(error)}

    def ask(self) -> None:
        """Leave the request. Once is enough. Raises UpdateError where nobody waits for it, or none can be
        left."""
        if not self.can_be_asked:
            raise UpdateError("nobody here waits for a request: sudo sabot install")
        try:
            handle = os.open(self._wanted, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600)
            os.close(handle)
        except OSError as error:
            raise UpdateError(f"{self._wanted} cannot be written: {error.strerror}") from None

    @property
    def _wanted(self) -> Path:
        return self._root / WANTED.relative_to("/")

    @property
    def _folder(self) -> Path:
        return self._root / UPDATES.relative_to("/") if self.is_service else state.folder() / "update"

    def came(self) -> dict[str, Any]:
        """What came of the last one: `state` (`asked`, `running`, `done`, `nothing`, `refused`, `back`,
        `stuck`; empty where there was none), `step`, `why`, the versions `before` and `after`, `at_s`."""
        if self.can_be_asked and self._wanted.exists():
            return {"state": "asked"}
        return told(self._folder)
