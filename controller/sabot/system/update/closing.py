"""The table's service, stopped for a while: by an update, or while a board gets another program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from pwd import getpwnam
from typing import NamedTuple

from sabot.system.service.files import CONFIGURATION, SERVICE, STATE
from sabot.system.update.running import UpdateError, run
from sabot.system.update.table import Table

SYSTEMCTL_S = 600


def systemctl(*words: str) -> str:
    """What systemd says of the table's service. Raises UpdateError."""
    return run(0, "systemctl", *words, SERVICE, timeout_s=SYSTEMCTL_S, called=f"systemctl {words[0]}")


def asked_here(root: Path = Path("/")) -> Callable[..., str] | None:
    """How to ask the service of this machine; None where this user may not, or there is no systemd."""
    return systemctl if os.geteuid() == 0 and (root / "run/systemd/system").is_dir() else None


def table_of_service() -> Table:
    """The table that the service opens. Raises UpdateError."""
    try:
        uid = getpwnam("sabot").pw_uid
    except KeyError:
        raise UpdateError("there is no user sabot: sudo sabot install makes it") from None
    return Table(uid, ("--config", str(CONFIGURATION)), {"XDG_STATE_HOME": str(STATE.parent)})


class Service(NamedTuple):
    """The service of the table: how it is asked (None where people start the table themselves), and where a
    step and what came of it are said."""

    asks: Callable[..., str] | None
    line: Callable[[str, str], object]

    def runs(self) -> bool:
        """Whether it is up, or systemd starts it again and again."""
        down = ("inactive", "failed")
        return self.asks is not None and self.asks("show", "-p", "ActiveState", "--value") not in down

    def does(self, what: str) -> None:
        """Stop it or start it. Raises UpdateError."""
        if self.asks:
            self.asks(what)
            self.line("closed" if what == "stop" else "opened", SERVICE)

    @contextmanager
    def stopped(self) -> Iterator[bool]:
        """Where it runs, it is stopped in the block, and always started again. Gives whether it ran."""
        ran = self.runs()
        try:
            if ran:
                self.does("stop")
            yield ran
        finally:
            if ran:
                self._start_again()

    def _start_again(self) -> None:
        try:
            if not self.runs():
                self.does("start")
        except UpdateError as error:
            self.line("NOT OPENED", str(error))
