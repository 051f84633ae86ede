"""The table's side of an update: that no coup lies on it, its backup, and a journal that can be read.

The table's own user does all of it: `sabot update --table PART` runs as that user.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from sabot.config import Settings
from sabot.config.screens import OWN_HOST
from sabot.core.progress import Progress
from sabot.core.view import phase
from sabot.record.resume import remembered
from sabot.system.backup import save
from sabot.system.packed import BackupError
from sabot.system.restoring import ANY, closed, restore
from sabot.system.update.asking import wish
from sabot.system.update.running import UpdateError, ran, telling

RESTING = ("idle", "bets-open")
"""The phases in which no card and no ball has fallen yet."""

BACKUPS_KEPT = 3
"""How many backups made before updates stay beside the journal."""

COMMAND_S, PAGE_S = 3600, 60


class Table(NamedTuple):
    """A table: the user whose files it keeps, its configuration as the `words` of a command, and what of the
    environment says where its state is."""

    uid: int
    words: tuple[str, ...]
    environ: Mapping[str, str]

    def does(self, program: Path, part: str) -> str:
        """What one of `PARTS` says; its progress is shown. Raises UpdateError."""
        status, said, _ = self._ran(program, "update", "--table", part, shows=True)
        if status:
            raise UpdateError(telling(said))
        return said

    def verdict(self, program: Path) -> str:
        """The last line of `sabot doctor` of this program: whether a table could open, or why it fails."""
        _, said, wrong = self._ran(program, "doctor")
        return telling(said or wrong)

    def _ran(self, program: Path, *words: str, shows: bool = False) -> tuple[int, str, str]:
        line = (str(program), *words, *self.words)
        return ran(self.uid, line, timeout_s=COMMAND_S, more=self.environ, shows=shows)


# --- what the table's user does: each says something, or raises RuntimeError or OSError


def at_rest(settings: Settings, _: Progress) -> str:
    """No coup lies on the table. Says that somebody has it open, where its supervisor has closed it."""
    journal = settings.journal_path
    table = remembered(journal) if journal.is_file() else None
    if table and phase(table.play) not in RESTING:
        raise UpdateError(f"coup {table.play.number} lies on the table: finish it first")
    try:
        with closed(journal):
            return ""
    except BackupError as error:
        if table and table.room.shut:
            return str(error)
        raise


def packed(settings: Settings, progress: Progress) -> str:
    """Everything beside the journal is in a backup; its file, empty where there is nothing to keep yet."""
    journal = settings.journal_path
    with closed(journal):
        if not journal.is_file():
            return ""
        file = _next_backup(journal)
        save(settings, file, plain=True, progress=progress)
    for old in (*_backups(journal)[:-BACKUPS_KEPT], *journal.parent.glob("before-update-*.zip.new")):
        old.unlink()
    return str(file)


def answers(settings: Settings, _: Progress) -> str:
    """The table that was started gives its first page."""
    screens = settings.dashboard
    if screens.port_of_own_screen:
        try:
            urlopen(f"http://{OWN_HOST}:{screens.port_of_own_screen}/", timeout=PAGE_S).close()
        except (OSError, HTTPException, ValueError) as error:
            raise UpdateError(f"the table gives no page: {error}") from None
    return ""


def wanted(_: Settings, __: Progress) -> str:
    """The revision that a page asked for; empty for the newest."""
    return wish()


def mended(settings: Settings, progress: Progress) -> str:
    """A journal that this version cannot read is moved aside, and the last backup takes its place."""
    journal = settings.journal_path
    try:
        if journal.is_file():
            remembered(journal)
    except Exception as error:  # noqa: BLE001 - what a newer version wrote may break anything here
        if not (backups := _backups(journal)):
            raise UpdateError(str(error)) from None
        restore(backups[-1], settings, trust=(ANY,), progress=progress)  # the table's own, beside it
    return ""


def _backups(journal: Path) -> list[Path]:
    """Those of the updates before, oldest first."""
    return sorted(journal.parent.glob("before-update-*.zip"), key=lambda each: each.stem)


def _next_backup(journal: Path) -> Path:
    """A name that comes after those of the backups before, also where the clock was set back meanwhile."""
    named = time.strftime("before-update-%Y%m%d-%H%M%S", time.gmtime())
    last = max((each.stem for each in _backups(journal)), default="")
    return journal.with_name(f"{named if named > last else last + '_'}.zip")


PARTS = {"at-rest": at_rest, "packed": packed, "answers": answers, "mended": mended, "wanted": wanted}
