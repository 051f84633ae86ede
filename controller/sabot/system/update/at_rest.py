"""The table's side of an update: that no coup lies on it, that nobody opens it meanwhile, and its backup.

All of it is done in the name of the table's user, whose files they are.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from sabot.config import ConfigError, Settings, load
from sabot.core.view import phase
from sabot.record.journal import JournalError
from sabot.record.resume import remembered
from sabot.system.backup import BackupError, closed, save
from sabot.system.update.users import UpdateError, User, acting_as, run

RESTING = ("idle", "bets-open")
"""The phases in which no card and no ball has fallen yet."""

BACKUPS = 3
"""How many backups made before updates are kept beside the journal."""

DOCTOR_S, PAGE_S = 3600, 60


class AtRest(NamedTuple):
    """A table: the `user` whose files it keeps, its configuration as the `words` of a command, and what of
    the environment says where its state is."""

    user: User
    words: tuple[str, ...]
    environ: Mapping[str, str]

    def settings(self) -> Settings:
        """Its configuration. Raises UpdateError."""
        before = dict(os.environ)
        os.environ.update(self.environ)
        try:
            with acting_as(self.user):
                found = load(Path(self.words[1]) if self.words else None)
                return replace(found, journal=replace(found.journal, path=str(found.journal_path.absolute())))
        except (ConfigError, OSError) as error:
            raise UpdateError(str(error)) from None
        finally:
            os.environ.clear()
            os.environ.update(before)

    def look(self, *, runs: bool) -> None:
        """Raises UpdateError while a coup lies on the table or, where it `runs`, until its supervisor has
        closed it."""
        journal = self.settings().journal_path
        try:
            with acting_as(self.user):
                table = remembered(journal) if journal.is_file() else None
        except (JournalError, OSError) as error:
            raise UpdateError(str(error)) from None
        if table is None:
            return
        if phase(table.play) not in RESTING:
            raise UpdateError(f"coup {table.play.number} lies on the table: finish it first")
        if runs and not table.room.shut:
            raise UpdateError("the table is open: its supervisor closes it first")

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Nobody opens the table in the block. Raises UpdateError where it is open."""
        held = closed(self.settings().journal_path)
        try:
            with acting_as(self.user):
                held.__enter__()
        except (BackupError, OSError) as error:
            raise UpdateError(str(error)) from None
        try:
            yield
        finally:
            held.__exit__(None, None, None)

    def backup(self) -> str:
        """Pack everything beside the journal, on disk when this returns; the file, empty where there is
        nothing to keep yet. Raises UpdateError."""
        settings = self.settings()
        journal = settings.journal_path
        if not journal.is_file():
            return ""
        file = journal.with_name(time.strftime("before-update-%Y%m%d-%H%M%S.zip", time.gmtime()))
        try:
            with acting_as(self.user):
                save(settings, file)
                for old in self._backups(journal)[:-BACKUPS]:
                    old.unlink()
        except (BackupError, OSError) as error:
            raise UpdateError(str(error)) from None
        return str(file)

    def answers(self) -> None:
        """Raises UpdateError where a table that was started does not give its first page."""
        screens = self.settings().dashboard
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(screens.host, screens.host)  # noqa: S104
        try:
            if screens.port:
                urlopen(f"http://{host}:{screens.port}/", timeout=PAGE_S).close()
        except (OSError, HTTPException, ValueError) as error:
            raise UpdateError(f"the table gives no page: {error}") from None

    def readable(self, program: Path) -> None:
        """A journal that a newer version carried over, so that `program` cannot read it, is moved aside, and
        the last backup takes its place. Raises UpdateError."""
        journal = self.settings().journal_path
        if not journal.is_file():
            return
        last = ("journal", "list", "--last", "1", *self.words)
        try:
            run(self.user, str(program), *last, timeout_s=DOCTOR_S, more=self.environ)
        except UpdateError:
            backups = [str(each) for each in self._backups(journal)]
            if not backups:
                raise
            words = ("restore", backups[-1], *self.words)
            run(self.user, str(program), *words, timeout_s=DOCTOR_S, more=self.environ)

    def _backups(self, journal: Path) -> list[Path]:
        with acting_as(self.user):
            return sorted(journal.parent.glob("before-update-*.zip"))

    def opens(self, program: Path) -> bool:
        """Whether `sabot doctor` of this program says that the table could open. Raises UpdateError where it
        does not even look."""
        try:
            run(self.user, str(program), "doctor", *self.words, timeout_s=DOCTOR_S, more=self.environ)
        except UpdateError as error:
            if "a table could not open" in error.said:
                return False
            raise
        return True
