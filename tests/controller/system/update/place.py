"""An update is whole or was never begun. Real repositories: a house, and a copy of it that is brought up to
date; its program is a few lines of shell, so that each way to fail can be had."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sabot.core.observations import Noted, Observation, as_dict
from sabot.core.progress import silent
from sabot.core.table import opened
from sabot.games.punto_banco import coup as punto_banco
from sabot.record.chain import Entry
from sabot.record.journal import Journal, JournalError
from sabot.record.resume import opening
from sabot.system.packed import BackupError
from sabot.system.update.checkout import VERSIONS, Checkout
from sabot.system.update.running import UpdateError
from sabot.system.update.steps import Update
from sabot.system.update.table import PARTS, Table
from tests.controller.system.test_backup import settled

AUTHOR = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
QUIET = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "GIT_CONFIG_NOSYSTEM": "1"}
SETUP = """import json, pathlib, sys
root = pathlib.Path(__file__).parents[1]
(root / ".venv/bin").mkdir(parents=True, exist_ok=True)
(root / ".venv/bin/sabot").write_text('#!/bin/sh\\nexec sh "$(dirname "$0")/../../sabot.sh" "$@"')
(root / ".venv/bin/sabot").chmod(0o755)
(root / ".venv/words").write_text(" ".join(sys.argv[1:]))
if (root / "refuses").exists():
    sys.exit((root / "refuses").read_text().strip())
(root / ".venv/sabot-setup.json").write_text(json.dumps({"levels": {"base": "1", "camera": "2"}}))
"""
PROGRAM = """here=$(dirname "$0")
case "$1" in
--version) echo "sabot, version $(cat "$here/version")" ;;
doctor) echo "a table could open" ;;
esac
"""
CLOSED = Noted("table-closed", "M. Dupont (supervisor)")


def git(folder: Path, *words: str) -> str:
    command = ["git", *AUTHOR, "-C", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, env=QUIET, text=True).stdout.strip()


def changed(house: Path, **texts: str) -> None:
    """The house goes on: files with these texts."""
    for name, text in texts.items():
        (house / name.replace("_", ".")).write_text(text)
    git(house, "add", "-A")
    git(house, "commit", "-q", "-m", "more")


class Systemd:
    """The service as systemd has it. `wrong`: why it does not start, the first time; `told` is what it was
    told, each with the version that the link led to."""

    def __init__(self, place: Place, wrong: str = "", *, fixed: bool = False) -> None:
        self.up, self.wrong, self.fixed = "active", wrong, fixed
        self.place, self.told = place, list[tuple[str, str]]()

    def __call__(self, *words: str) -> str:
        if words[0] == "show":
            return self.up
        self.told.append((words[0], (self.place.program.running / "version").read_text()))
        self.up = self.started() if words[0] == "start" else self.stopped()
        return ""

    def stopped(self) -> str:
        if self.fixed and self.up == "activating":
            raise UpdateError("systemctl gave no answer within 600 s")
        return "inactive"

    def started(self) -> str:
        if self.wrong:
            self.place.settings.journal_path.write_bytes(b"as no older version reads it")
            why, self.wrong, self.up = self.wrong, "", "activating"
            raise UpdateError(why)
        return "active"


class TableHere:
    """The table's part, done in this process. `wrong`: what it cannot do."""

    def __init__(self, place: Place, wrong: str = "") -> None:
        self.place, self.wrong, self.real = place, wrong, Table(os.geteuid(), (), {})

    def does(self, program: Path, part: str) -> str:
        if part == self.wrong:
            raise UpdateError(f"{part} went wrong")
        try:
            return PARTS[part](self.place.settings, silent)
        except (JournalError, BackupError) as error:
            raise UpdateError(str(error)) from None

    def verdict(self, program: Path) -> str:
        return self.real.verdict(program)


class Place:
    """A house, a copy of it with its environment, and the journal of a table."""

    def __init__(self, folder: Path, *seen: Observation) -> None:
        self.folder, self.house, self.copy = folder, folder / "house", folder / "copy"
        (self.house / "tools").mkdir(parents=True)
        git(self.house, "init", "-q", "-b", "main")
        (self.house / "tools/setup.py").write_text(SETUP)
        (self.house / ".gitignore").write_text(".venv*/\n/versions/\n/current*\n")
        changed(self.house, version="1", sabot_sh=PROGRAM)
        git(folder, "clone", "-q", str(self.house), str(self.copy))
        subprocess.run([sys.executable, self.copy / "tools/setup.py"], check=True)
        (self.copy / "own.txt").write_text("somebody's own")
        self.settings = settled(folder, "punto-banco", "[dashboard]\nport = 0\n")
        table = opened(punto_banco, punto_banco.Options())
        entries = [Entry("opening", opening(table), wall_ns=1)]
        entries += [Entry("observation", as_dict(each), wall_ns=2) for each in seen]
        with Journal(self.settings.journal_path) as journal:
            journal.append(entries)
        self.program = Checkout(self.copy)
        self.lines: list[str] = []

    def update(self, service: Systemd | None = None, *, wrong: str = "", to: str = "") -> Update:
        table: Any = TableHere(self, wrong)
        return Update(self.program, table, self.folder / "update", service, self.lines.append, to)

    @property
    def backups(self) -> list[Path]:
        return sorted(self.folder.glob("before-update-*.zip"))

    def stands(self) -> dict[str, str]:
        """Every file of the version that runs, and how git has it."""
        folder = self.program.running
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        own = [path for path in files if not {".git", VERSIONS} & {*path.relative_to(folder).parts}]
        head = {"head": git(folder, "rev-parse", "HEAD"), "changed": git(folder, "status", "--porcelain")}
        return head | {str(path): path.read_text() for path in own}

    def told(self) -> dict[str, Any]:
        return json.loads((self.folder / "update/outcome.json").read_text())
