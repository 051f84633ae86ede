"""An update, step by step; each is one line.

Fetched and prepared beside the version that runs, which goes on meanwhile; then closed, packed, checked,
switched, opened. What fails before the switch leaves everything as it is; what fails after it switches back.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sabot.system.service.files import SERVICE
from sabot.system.update import outcome, versions
from sabot.system.update.at_rest import AtRest
from sabot.system.update.installation import Installation
from sabot.system.update.users import UpdateError, acting_as, myself, run

LEAST_MB = 600
"""Free on the disk before anything is begun: a second environment comes."""

SYSTEMCTL_S = 600
DOWN = ("inactive", "failed")
INTERRUPTED = "it was interrupted"


class Service:
    """The table as a service, which is stopped and started around an update."""

    def state(self) -> str:
        """`active`, `activating` (also while it is started again and again), `inactive`, `failed` …"""
        return self._asked("show", "-p", "ActiveState", "--value")

    def stop(self) -> None:
        """Raises UpdateError."""
        self._asked("stop")

    def start(self) -> None:
        """Returns when the table says that it is ready. Raises UpdateError where it never does."""
        self._asked("start")

    def _asked(self, *words: str) -> str:
        return run(myself(), "systemctl", *words, SERVICE, timeout_s=SYSTEMCTL_S)


class Update(NamedTuple):
    """What is brought up to date: the program, and the table that uses it. `service` None: people start the
    table themselves. `folder` is where it says what came of it."""

    program: Installation
    table: AtRest
    folder: Path
    service: Service | None = None
    say: Callable[[str], object] = print

    def done(self) -> str:
        """Do it: `done`, `nothing` (there is nothing newer), `back` or `stuck`. Raises UpdateError where
        nothing was begun."""
        with self._alone():
            if versions.on_trial(self.program.home) and self._put_back(INTERRUPTED) == "stuck":
                return "stuck"
            before = self.program.called()
            try:
                version = self._prepared()
            except (UpdateError, OSError) as error:
                raise self._refused(error, before) from None
            if version is None:
                self._tell("nothing", before=before)
                self._line("nothing newer", before)
                return "nothing"
            return self._exchanged(version, before)

    def settled(self) -> str:
        """Put back what an update that was broken off left on trial: `nothing`, `back` or `stuck`."""
        with self._alone():
            trial = versions.on_trial(self.program.home)
            return self._put_back(INTERRUPTED) if trial else "nothing"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise UpdateError("an update is at work already") from None
            yield

    # --- while the table may still run

    def _prepared(self) -> Path | None:
        """The folder of the newer version, complete; None where there is nothing newer."""
        self.table.look(runs=self.service is not None and self.service.state() == "active")
        if self.service is None:
            with self.table.closed():
                pass
        self.program.look(table=self.table.user, least_mb=LEAST_MB)
        self._tell("running", step="fetch")
        revision = self.program.fetched()
        if not revision:
            return None
        self._line("fetched", revision[:12])
        self._tell("running", step="set-up")
        version = self.program.prepared(revision)
        self._line("prepared", str(version))
        return version

    # --- while it is closed

    def _exchanged(self, version: Path, before: str) -> str:
        """Check and switch with the table stopped; it is started again whatever comes of it."""
        ran = self.service is not None and self.service.state() not in DOWN
        try:
            try:
                if ran:
                    self._stopped()
                self._checked(version)
            except (UpdateError, OSError) as error:
                raise self._refused(error, before) from None
            return self._switched(version, before, ran=ran)
        finally:
            if ran:
                self._started_again()

    def _checked(self, version: Path) -> None:
        """Raises UpdateError where a table could open with the version that runs, and not with this one."""
        with self.table.closed():
            self.table.look(runs=False)
            self._tell("running", step="backup")
            self._line("packed", self.table.backup() or "nothing yet")
            self._tell("running", step="check")
            opened = self.table.opens(self.program.program)
            if not self.table.opens(version / ".venv/bin/sabot") and opened:
                raise UpdateError("a table can open now, and could not with the newer version (sabot doctor)")
        self._line("checked", "a table could open" if opened else "as before, a table could not open")

    def _switched(self, version: Path, before: str, *, ran: bool) -> str:
        older = self.program.running
        try:
            with acting_as(self.program.owner):
                versions.switch(self.program.home, version)
            self._line("switched", str(version))
            if self.service and ran:
                self._tell("running", step="start")
                self.service.start()
                self.table.answers()
                self._line("opened", SERVICE)
            with acting_as(self.program.owner):
                versions.confirm(self.program.home)
        except (UpdateError, OSError, KeyboardInterrupt) as error:
            why = str(error) or "it was broken off"
            self._line("FAILED", why)
            return self._put_back(why)
        return self._ended(before, older)

    def _ended(self, before: str, older: Path) -> str:
        after = self.program.called()
        self._tell("done", before=before, after=after)
        self._line("up to date", f"{before} -> {after}")
        with suppress(UpdateError, OSError):
            for each in versions.beyond(self.program.home, older):
                self.program.remove(each)
        return "done"

    def _put_back(self, why: str) -> str:
        """First the table is stopped, then the link leads back, then the older version reads its journal."""
        try:
            if self.service and self.service.state() not in DOWN:
                self._stopped()
            with acting_as(self.program.owner):
                versions.put_back(self.program.home)
            self.table.readable(self.program.program)
        except (UpdateError, OSError) as error:
            self._tell("stuck", why=f"{why}; and it cannot be put back: {error}")
            self._line("NOT PUT BACK", str(error))
            return "stuck"
        before = self.program.called()
        self._tell("back", why=why, before=before)
        self._line("put back", f"{before}: {why}")
        return "back"

    # --- the service, and telling

    def _stopped(self) -> None:
        assert self.service
        self.service.stop()
        self._line("closed", SERVICE)

    def _started_again(self) -> None:
        """Where it does not run already."""
        try:
            if self.service and self.service.state() in DOWN:
                self.service.start()
                self._line("opened", SERVICE)
        except UpdateError as error:
            self._line("NOT OPENED", str(error))

    def _refused(self, error: Exception, before: str) -> UpdateError:
        self._tell("refused", why=str(error), before=before)
        return UpdateError(str(error))

    def _line(self, what: str, more: str) -> None:
        with suppress(OSError):  # the terminal may be gone
            self.say(f"{what:<13} {more}")

    def _tell(self, state: str, *, step: str = "", why: str = "", before: str = "", after: str = "") -> None:
        with suppress(OSError):  # a full disk: the lines must do
            outcome.tell(self.folder, state=state, step=step, why=why, before=before, after=after)
