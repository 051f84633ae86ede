"""An update, step by step; each prints one line.

The newer version is fetched and prepared beside the one that runs, which goes on meanwhile. Then the table is
closed, packed, checked, switched and opened. What fails before the switch leaves everything as it is; what
fails after it is put back.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sabot.config import state
from sabot.core.reasons import NOTHING, Reason, of_error, reason
from sabot.system.service.files import CONFIGURATION, SERVICE, UNITS, UPDATES, quoted
from sabot.system.update import outcome, running
from sabot.system.update.checkout import NAME_LETTERS, REVISION, Checkout, here
from sabot.system.update.closing import Service, systemctl, table_of_service
from sabot.system.update.running import UnreachedError, UpdateError
from sabot.system.update.table import Table

BOARDS_S = 600
COULD_OPEN = "a table could open"
"""The last line of `sabot doctor` where all is well."""


class Update(NamedTuple):
    """What is brought up to date: the checkout, and the table that uses it. `service` asks the service; None
    where people start the table themselves. `folder` holds what came of it. `wanted` names a version; empty:
    the newest."""

    checkout: Checkout
    table: Table
    folder: Path
    service: Callable[..., str] | None = None
    say: Callable[[str], object] = print
    wanted: str = ""

    def done(self) -> str:
        """Do it: `done`, `nothing` (nothing is newer, or the one that is wanted runs), `back` or `stuck`.
        Raises UpdateError where everything is as it was."""
        if self.settled() == "stuck":
            return "stuck"
        with outcome.alone(self.folder):
            before = self.checkout.called()
            try:
                return self._begun(before)
            except (UpdateError, OSError, KeyboardInterrupt) as error:
                untried = {"untried": "unreached"} if isinstance(error, UnreachedError) else {}
                self._finish("refused", why=_why(error), before=before, **untried)
                raise UpdateError(_why(error)) from None

    def as_asked(self) -> Update:
        """The same for the version that the request names; the table's user reads it. Raises UpdateError."""
        wanted = self.table.does(self.checkout.program, "wanted")
        return self._replace(wanted=wanted) if REVISION.fullmatch(wanted) else self

    def settled(self) -> str:
        """Put back what an update that was cut short left on trial: `nothing`, `back` or `stuck`."""
        with outcome.alone(self.folder):
            if not self.checkout.is_on_trial:
                return "nothing"
            wanted = str(outcome.last(self.folder).get("wanted", ""))
            return self._replace(wanted=wanted)._put_back(outcome.INTERRUPTED)

    def _begun(self, before: str) -> str:
        self._finish("running")
        self._at_rest()
        if not (revision := self.checkout.fetched(self.wanted)):
            self._line("already here" if self.wanted else "nothing newer", before)
            return self._finish("nothing", before=before)
        self._line("fetched", revision[:NAME_LETTERS])
        version = self.checkout.prepared(revision)
        self._line("prepared", str(version))
        self._at_rest()  # the table went on meanwhile
        with self._service.stopped() as ran:
            self._checked(version)
            return self._switched(version, before, ran=ran)

    def _at_rest(self) -> None:
        opened = self.table.does(self.checkout.program, "at-rest")
        if opened and self.service is None:
            raise UpdateError(opened)

    # --- while it is closed

    def _checked(self, version: Path) -> None:
        """Raises UpdateError where the table says less of the newer version than of the one that runs."""
        program = self.checkout.program
        self._line("packed", self.table.does(program, "packed") or "nothing yet")
        newer, older = self.table.verdict(version / ".venv/bin/sabot"), self.table.verdict(program)
        if newer not in (COULD_OPEN, older):
            raise UpdateError(
                reason(
                    "{doctor} of the newer version: {newer}; of this one: {older}",
                    doctor="sabot doctor",
                    newer=newer,
                    older=older,
                )
            )
        self._line("checked", newer)

    def _switched(self, version: Path, before: str, *, ran: bool) -> str:
        older = self.checkout.running
        try:
            self.checkout.switch(version)
            self._line("switched", str(version))
            left = self._boards(version)
            if ran:
                self._service.does("start")
                self._answers()
            self.checkout.confirm()
        except (UpdateError, OSError, KeyboardInterrupt) as error:
            self._line("FAILED", str(_why(error)))
            return self._put_back(_why(error))
        after = self.checkout.called()
        self._line("up to date", f"{before} -> {after}")
        with suppress(UpdateError, OSError):
            self.checkout.tidy(version, older)
        return self._finish("done", before=before, after=after, boards=left)

    def _answers(self) -> None:
        """Raises UpdateError where the table, which was opened, does not come back."""
        try:
            self.table.does(self.checkout.program, "answers")
        except UpdateError as error:
            raise UpdateError(reason("the table did not come back: {why}", why=of_error(error))) from None

    def _boards(self, version: Path) -> str:
        """Boards that are older get the program of this version; why one was left, empty where none was. The
        table opens with it all the same: the link takes older and newer ones."""
        flash = (str(version / ".venv/bin/sabot"), "flash", "--closed")
        try:
            status, said, wrong = running.ran(os.geteuid(), flash, timeout_s=BOARDS_S, more={})
        except UpdateError as error:
            status, said, wrong = 1, "", str(error)
        for line in said.splitlines():
            self._say(line)
        if status == 0:
            return ""
        self._line("BOARDS LEFT", running.telling(wrong))
        return running.telling(wrong)

    def _put_back(self, why: Reason) -> str:
        """The service is stopped, then the link leads back, then the older version reads its journal."""
        try:
            if self._service.runs():
                self._service.does("stop")
            self.checkout.put_back()
            self.table.does(self.checkout.program, "mended")
        except (UpdateError, OSError) as error:
            self._line("NOT PUT BACK", str(error))
            stuck = reason("{why}; and it cannot be put back: {then}", why=why, then=of_error(error))
            return self._finish("stuck", why=stuck)
        before = self.checkout.called()
        self._line("put back", f"{before}: {why}")
        return self._finish("back", why=why, before=before)

    # --- the service, and telling

    @property
    def _service(self) -> Service:
        return Service(self.service, self._line)

    def _line(self, what: str, more: str) -> None:
        self._say(f"{what:<13} {more}")

    def _say(self, line: str) -> None:
        with suppress(OSError):  # the terminal may be gone
            self.say(line)

    def _finish(self, state: str, *, why: Reason = NOTHING, **facts: str) -> str:
        """Write what came of it; the state."""
        with suppress(OSError):  # a full disk: the lines must do
            outcome.tell(self.folder, why=why, state=state, wanted=self.wanted, **facts)
        return state


def _why(error: BaseException) -> Reason:
    return of_error(error) or reason("it was broken off")


def begun(
    config: Path | None, *, say: Callable[[str], object], wanted: str = "", root: Path = Path("/")
) -> Update:
    """The update of this checkout to the version `wanted` (empty: the newest), for a table that people start
    or for the service of this machine. Raises UpdateError where this user may not."""
    checkout = here()
    if not is_service(checkout, root):
        words = ("--config", str(config.absolute())) if config else ()
        return Update(checkout, Table(os.geteuid(), words, {}), state.folder() / "update", None, say, wanted)
    if config is not None:
        raise UpdateError(f"{SERVICE} has its own configuration, {CONFIGURATION}: leave --config out")
    if os.geteuid() != 0:
        command = ["sudo", str(checkout.program), "update", *(["--to", wanted] if wanted else [])]
        raise UpdateError(f"{SERVICE} runs this program: {shlex.join(command)}")
    table = table_of_service()
    return Update(checkout, table, Path(UPDATES), systemctl, say, wanted)


def is_service(checkout: Checkout, root: Path = Path("/")) -> bool:
    """Whether the service of this machine runs this checkout. Raises UpdateError where it does so without the
    link, as older versions installed it."""
    try:
        unit = (root / (UNITS / SERVICE).relative_to("/")).read_text("utf-8")
    except OSError:
        return False
    if f"ExecStart={quoted(checkout.home / '.venv/bin/sabot')} run " in unit:
        raise UpdateError(
            f"{SERVICE} is of an older version: sudo {checkout.program} install, then once more"
        )
    return f"ExecStart={quoted(checkout.linked)} run " in unit
