"""The program itself: the checkout, what it is, whether there is something newer, and how that is prepared.

The checkout alone decides what is fetched: the origin and the branch that it follows.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from sabot.config.extras import Place
from sabot.system.update import versions
from sabot.system.update.users import UpdateError, User, acting_as, is_another, myself, owner_of, run

ASK_S, FETCH_S, SETUP_S = 12, 600, 3600
"""How long the origin may take to answer, to send the code, and the packages to come."""

BY_APT = "sudo apt-get install ./sabot_NEWER.deb"
NAME_LETTERS = 12


class Installation(NamedTuple):
    """A checkout in the folder `home`, with its versions."""

    home: Path

    @property
    def owner(self) -> User:
        """The user who may change it."""
        return owner_of(self.home)

    @property
    def running(self) -> Path:
        """The folder of the version that the link points to."""
        return versions.running(self.home)

    @property
    def program(self) -> Path:
        """The command `sabot` of that version, by way of the link where there is one."""
        link = versions.program(self.home)
        return link if link.exists() else self.home / ".venv/bin/sabot"

    def git(
        self, *words: str, timeout_s: float = ASK_S, user: User | None = None, at: Path | None = None
    ) -> str:
        """What git answers, in the name of the owner, unless of another `user`; of the checkout, unless `at`
        a version. Raises UpdateError."""
        folder = at or self.home
        safe = ["-c", f"safe.directory={self.home}", "-c", f"safe.directory={folder}"]
        line = ("git", *safe, "-c", "core.hooksPath=/dev/null", "-C", str(folder), *words)
        ssh = {"GIT_SSH_COMMAND": "ssh -o BatchMode=yes"}
        return run(user or self.owner, *line, timeout_s=timeout_s, more=ssh, called=f"git {words[0]}")

    def revision(self) -> str:
        """The revision of the version that the link points to, as people say it."""
        with suppress(UpdateError):
            return self.git("describe", "--always", "--dirty", user=myself(), at=self.running)
        return ""

    def called(self) -> str:
        """Version and revision of it."""
        number = version("sabot")
        with suppress(UpdateError, IndexError):
            number = run(self.owner, str(self.program), "--version", timeout_s=FETCH_S).split()[-1]
        return f"{number} {self.revision()}".strip()

    # --- what there is

    def newer(self) -> bool:
        """Whether its origin has something newer, without fetching it. Raises UpdateError: it cannot be
        told."""
        remote, branch = self._followed(myself())
        found = self.git("ls-remote", remote, branch, user=myself())
        if not found:
            raise UpdateError(f"{remote} has no {branch} any more")
        newest = found.split()[0]
        with suppress(UpdateError):
            self.git("merge-base", "--is-ancestor", newest, "HEAD", user=myself(), at=self.running)
            return False
        return True

    def fetched(self) -> str:
        """The newer revision, here now but not yet in use; empty where there is none. Raises UpdateError,
        also where ours is not simply older."""
        remote, _ = self._followed(self.owner)
        self.git("fetch", "--quiet", remote, timeout_s=FETCH_S)
        newest, ours = self.git("rev-parse", "@{upstream}"), self.git("rev-parse", "HEAD", at=self.running)
        common = self.git("merge-base", newest, ours)
        if common == newest:
            return ""
        if common != ours:
            raise UpdateError(f"{self.home} has commits of its own: bring it up to date by hand")
        return newest

    def _followed(self, user: User) -> tuple[str, str]:
        """The origin and its branch that this checkout follows."""
        try:
            branch = self.git("symbolic-ref", "--short", "HEAD", user=user)
            key = f"branch.{branch}"
            remote = self.git("config", f"{key}.remote", user=user)
            return remote, self.git("config", f"{key}.merge", user=user)
        except UpdateError:
            raise UpdateError(f"{self.home} follows no branch of an origin (git branch -u)") from None

    def look(self, *, table: User, least_mb: int) -> None:
        """Raises UpdateError where there is no room, or it was changed by hand."""
        if is_another(self.owner) and self.owner.pw_uid == table.pw_uid:
            raise UpdateError(
                f"{self.home} belongs to {table.pw_name}, the table's own user: give it to another"
            )
        if changed := self.git("status", "--porcelain", "--untracked-files=no", at=self.running):
            raise UpdateError(f"changed by hand: {changed.split()[1]}: commit it, or take it back")
        free = shutil.disk_usage(self.home).free // 1_000_000
        if free < least_mb:
            raise UpdateError(f"{free} MB are free at {self.home}; expected {least_mb} MB or more")

    # --- a further version

    def prepared(self, revision: str) -> Path:
        """The folder of this revision, complete, with what the running one has of extras. What was begun and
        broken off is made once more. Raises UpdateError."""
        folder = self.home / versions.VERSIONS / revision[:NAME_LETTERS]
        if not (folder / ".venv/sabot-setup.json").exists():
            self.remove(folder)
            self.git("worktree", "add", "--quiet", "--detach", str(folder), revision, timeout_s=FETCH_S)
        python, tool = os.path.realpath(sys.executable), str(folder / "tools/setup.py")
        words = (python, "-I", "-S", tool, *self._levels())
        run(self.owner, *words, timeout_s=SETUP_S, called="make setup")
        return folder

    def _levels(self) -> list[str]:
        """What was ever prepared in the version that runs, as words for tools/setup.py."""
        had: list[str] = []
        with suppress(OSError, ValueError, KeyError, TypeError):
            had = [*json.loads((self.running / ".venv/sabot-setup.json").read_text("utf-8"))["levels"]]
        extras = [word for name in had if name not in ("base", "dev") for word in ("--extra", name)]
        return ["dev" if "dev" in had else "base", *extras]

    def remove(self, folder: Path) -> None:
        """Remove a version, or what is there of one."""
        with acting_as(self.owner):
            shutil.rmtree(folder, ignore_errors=True)
        self.git("worktree", "prune")


def by_hand(place: Place | None = None) -> str:
    """The command that brings another kind of installation up to date; empty for a checkout."""
    here = place or Place()
    if here.is_debian_package:
        return BY_APT
    if here.is_checkout and (versions.home_of(here.home) / ".git").exists():
        return ""
    return f"{shlex.quote(here.python)} -m pip install --upgrade FILE.whl"


def here(place: Place | None = None) -> Installation:
    """The checkout that runs this. Raises UpdateError where it is none."""
    found = place or Place()
    if command := by_hand(found):
        raise UpdateError(f"this sabot is no checkout with an environment of its own: {command}")
    return Installation(versions.home_of(found.home))
