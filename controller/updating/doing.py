"""An update, step by step; each is one line. What fails is put back.

Looked at and fetched; closed; packed; kept; changed; checked; opened. `before.json` is written when all that
is needed to put back lies on disk, and its removal is the moment from which the newer program counts: what
happens between the two, `put-back.py` beside it undoes (controller/updating/put_back.py).
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from controller.service.files import SERVICE
from controller.updating import put_back
from controller.updating.at_rest import AtRest
from controller.updating.installation import Installation
from controller.updating.users import UpdateError, myself, run

LEAST_MB = 300
"""Free on the disk before anything is begun: a second environment may come."""

SYSTEMCTL_S = 600
DOWN = ("inactive", "failed")


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
    """What is brought up to date: the program, and the table that uses it. `service` None: nobody starts the
    table by himself. `folder` is where it keeps what it needs to put back."""

    program: Installation
    table: AtRest
    folder: Path
    service: Service | None = None
    say: Callable[[str], object] = print

    def done(self, package: str = "") -> str:
        """Do it: `done`, `nothing` (there is nothing newer), `back` or `stuck`. Raises UpdateError where
        nothing was begun."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._alone():
            if (self.folder / put_back.BEFORE).exists():
                self._put_back(put_back.INTERRUPTED)
            before = self.program.called()
            try:
                target = self._begun(package)
            except UpdateError as error:
                self._tell("refused", why=str(error), before=before)
                raise
            if not target:
                self._tell("nothing", before=before)
                self._line("nothing newer", before)
                return "nothing"
            return self._stopped(target, before)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with (self.folder / put_back.LOCK).open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise UpdateError("an update is at work already") from None
            yield

    # --- while the table may still run

    def _begun(self, package: str) -> str:
        """What is to be taken over, here now; empty where there is nothing newer."""
        self.table.look(runs=self.service is not None and self.service.state() == "active")
        self.program.look(table=self.table.user, least_mb=LEAST_MB)
        self._tell("running", step="fetch")
        if not package:
            target = self.program.fetched()
        elif self.program.from_git:
            raise UpdateError(f"{self.program.home} is a folder of git: it is brought up to date from there")
        elif not (target := package) or not Path(package).is_file():
            raise UpdateError(f"there is no package {package}")
        if target:
            self._line("fetched", target[:12] if self.program.from_git else target)
        return target

    def _stopped(self, target: str, before: str) -> str:
        """The rest, with the table stopped; it is started again whatever comes of it."""
        ran = self.service is not None and self.service.state() not in DOWN
        if self.service and ran:
            self.service.stop()
            self._line("closed", SERVICE)
        try:
            return self._changed(target, before, ran=ran)
        finally:
            if ran:
                self._started_again()

    def _started_again(self) -> None:
        """Where it does not run already."""
        try:
            if self.service and self.service.state() in DOWN:
                self.service.start()
                self._line("opened", SERVICE)
        except UpdateError as error:
            self._line("NOT OPENED", str(error))

    # --- while it is closed

    def _changed(self, target: str, before: str, *, ran: bool) -> str:
        try:
            with self.table.closed():
                opened = self._prepared(target, before)
        except (UpdateError, OSError) as error:
            self._tell("refused", why=str(error), before=before)
            raise UpdateError(str(error)) from None
        try:
            with self.table.closed():
                self._taken_over(target, opened=opened)
            if self.service and ran:
                self._tell("running", step="start")
                self.service.start()
                self.table.answers()
                self._line("opened", SERVICE)
        except (UpdateError, OSError, KeyboardInterrupt) as error:
            return self._failed(str(error) or "it was broken off")
        return self._ended(before)

    def _prepared(self, target: str, before: str) -> bool:
        """All that is needed to put back is on disk; whether the table could open with the older program."""
        self.table.look(runs=False)
        self._tell("running", step="backup")
        backup = self.table.backup()
        self._line("packed", backup or "nothing yet")
        opened = self.table.opens(self.program.program)
        self.program.keep()
        self._line("kept", before)
        self._marked(target, before, backup)
        return opened

    def _marked(self, target: str, before: str, backup: str) -> None:
        program, table = self.program, self.table
        told = {
            "home": str(program.home),
            "prefix": str(program.prefix),
            "kept": str(program.kept),
            "owner": list(program.owner),
            "revision": program.git("rev-parse", "HEAD") if program.from_git else "",
            "target": target,
            "version": before,
            "table": list(table.user),
            "words": list(table.words),
            "environ": dict(table.environ),
            "backup": backup,
        }
        shutil.copyfile(put_back.__file__, self.folder / "put-back.py")
        beside = self.folder / (put_back.BEFORE + ".new")
        beside.write_text(json.dumps(told, indent=1), encoding="utf-8")
        os.sync()
        beside.replace(self.folder / put_back.BEFORE)
        os.sync()

    def _taken_over(self, target: str, *, opened: bool) -> None:
        self._tell("running", step="set-up")
        self.program.change(target)
        self._line("taken over", target[:12] if self.program.from_git else target)
        self._tell("running", step="check")
        if not self.table.opens(self.program.program) and opened:
            raise UpdateError("a table could open before, and cannot now (sabot doctor)")
        self._line("checked", "a table could open" if opened else "as before, a table could not open")

    def _failed(self, why: str) -> str:
        self._line("FAILED", why)
        if self.service:
            with suppress(UpdateError):
                self.service.stop()
        return self._put_back(why)

    def _put_back(self, why: str) -> str:
        """By the very file that does it when power went away."""
        tool = [os.path.realpath(sys.executable), "-I", str(self.folder / "put-back.py")]
        done = subprocess.run(
            [*tool, put_back.WITHIN, why], capture_output=True, text=True, check=False, errors="replace"
        )
        for line in done.stdout.splitlines():
            self._said(line)
        return "stuck" if done.returncode else "back"

    def _ended(self, before: str) -> str:
        """From here on the newer program counts."""
        after = self.program.called()
        os.sync()
        (self.folder / put_back.BEFORE).unlink()
        self.program.forget()
        self._tell("done", before=before, after=after)
        self._line("up to date", f"{before} -> {after}")
        return "done"

    # --- telling

    def _line(self, what: str, more: str) -> None:
        self._said(f"{what:<13} {more}")

    def _said(self, line: str) -> None:
        with suppress(OSError):  # whoever listened may be gone, and his line with him
            self.say(line)

    def _tell(self, state: str, *, step: str = "", why: str = "", before: str = "", after: str = "") -> None:
        with suppress(OSError):  # a full disk: the lines must do
            put_back.tell(self.folder, state=state, step=step, why=why, before=before, after=after)
