"""The program itself: where it lies, what it is, whether there is something newer, and how it is changed.

The installation alone decides what is fetched: the origin and the branch that its folder of git follows.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from controller.extras import Place
from controller.updating.users import UpdateError, User, acting_as, myself, owner_of, run

ASK_S, FETCH_S, SETUP_S = 12, 600, 3600
"""So long the place where the code comes from may take to answer, to send it, and its packages to come."""

BY_APT = "sudo apt-get install ./sabot_NEWER.deb"

LEVELS = ("base", "analysis", "camera", "dev")
"""What tools/setup.py may have prepared, each with all before it."""


class Installation(NamedTuple):
    """A program in the folder `home`, run from the environment `prefix`."""

    home: Path
    prefix: Path

    @property
    def from_git(self) -> bool:
        """Whether it runs from a folder that git keeps; otherwise it was installed as a package."""
        return (self.home / ".git").exists()

    @property
    def owner(self) -> User:
        """Whoever may change it."""
        return owner_of(self.home if self.from_git else self.prefix)

    @property
    def program(self) -> Path:
        """The command `sabot`."""
        return self.prefix / "bin/sabot"

    @property
    def kept(self) -> Path:
        """Where the environment is kept while it is changed."""
        return self.prefix.with_name(self.prefix.name + ".before")

    def git(self, *words: str, timeout_s: float = ASK_S, user: User | None = None) -> str:
        """What git answers; in the name of the owner, unless of another `user`. Raises UpdateError."""
        safe = ["-c", f"safe.directory={self.home}", "-c", "core.hooksPath=/dev/null"]
        ssh = {"GIT_SSH_COMMAND": "ssh -o BatchMode=yes"}
        line = ("git", *safe, "-C", str(self.home), *words)
        return run(user or self.owner, *line, timeout_s=timeout_s, more=ssh, called=f"git {words[0]}")

    def revision(self) -> str:
        """The revision as people say it; empty for a package."""
        with suppress(UpdateError):
            return self.git("describe", "--always", "--dirty", user=myself()) if self.from_git else ""
        return ""

    def called(self) -> str:
        """Version and revision of what stands here now."""
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
        if newest == self.git("rev-parse", "HEAD", user=myself()):
            return False
        with suppress(UpdateError):
            self.git("merge-base", "--is-ancestor", newest, "HEAD", user=myself())
            return False
        return True

    def fetched(self) -> str:
        """The newer revision, here now but not yet in use; empty where there is none. Raises UpdateError,
        also where ours is not simply older."""
        remote, _ = self._followed(self.owner)
        self.git("fetch", "--quiet", remote, timeout_s=FETCH_S)
        newest, ours = self.git("rev-parse", "@{upstream}"), self.git("rev-parse", "HEAD")
        common = self.git("merge-base", newest, ours)
        if common == newest:
            return ""
        if common != ours:
            raise UpdateError(f"{self.home} has commits of its own: bring it up to date by hand")
        return newest

    def _followed(self, user: User) -> tuple[str, str]:
        """The origin and its branch that this folder follows."""
        if not self.from_git:
            raise UpdateError("a package does not say where it came from")
        try:
            branch = self.git("symbolic-ref", "--short", "HEAD", user=user)
            key = f"branch.{branch}"
            remote = self.git("config", f"{key}.remote", user=user)
            return remote, self.git("config", f"{key}.merge", user=user)
        except UpdateError:
            raise UpdateError(f"{self.home} follows no branch of an origin (git branch -u)") from None

    # --- whether it may be changed

    def look(self, *, table: User, least_mb: int) -> None:
        """Raises UpdateError where it cannot be changed and put back."""
        if self.from_git and self.prefix != self.home / ".venv":
            raise UpdateError(f"it runs from {self.prefix} and not from {self.home / '.venv'}: do it by hand")
        if self.owner.is_another and self.owner.uid == table.uid:
            where = self.home if self.from_git else self.prefix
            raise UpdateError(f"{where} belongs to {table.name}, the table's own user: give it to another")
        if self.from_git and (changed := self.git("status", "--porcelain", "--untracked-files=no")):
            raise UpdateError(f"changed by hand: {changed.split()[1]}: commit it, or take it back")
        free = shutil.disk_usage(self.prefix).free // 1_000_000
        if free < least_mb:
            raise UpdateError(f"{free} MB are free at {self.prefix}; expected {least_mb} MB or more")

    # --- changing it

    def keep(self) -> None:
        """Keep the environment as it is: the same files under a second name, which pip does not write over
        but replaces."""
        beside = self.kept.with_name(self.kept.name + ".new")
        with acting_as(self.owner):
            for each in (beside, self.kept):
                shutil.rmtree(each, ignore_errors=True)
            shutil.copytree(self.prefix, beside, symlinks=True, copy_function=_linked)
            beside.rename(self.kept)

    def change(self, target: str) -> None:
        """Take over what was fetched, or the package in the file `target`. Raises UpdateError."""
        if not self.from_git:
            python = str(self.prefix / "bin/python")
            pip = ("-m", "pip", "install", "--quiet", "--no-input", "--upgrade", target)
            run(self.owner, python, *pip, timeout_s=SETUP_S, called="pip install")
            return
        self.git("merge", "--ff-only", "--quiet", target, timeout_s=FETCH_S)
        python, tool = os.path.realpath(sys.executable), str(self.home / "tools/setup.py")
        run(self.owner, python, "-I", "-S", tool, self.level(), timeout_s=SETUP_S, called="make setup")

    def level(self) -> str:
        """The widest level that was ever prepared here."""
        with suppress(OSError, ValueError, AttributeError):
            stamp = json.loads((self.prefix / "sabot-setup.json").read_text("utf-8"))
            return max((each for each in LEVELS if each in stamp["levels"]), key=LEVELS.index, default="base")
        return "base"

    def forget(self) -> None:
        """What was kept is needed no more."""
        with acting_as(self.owner):
            shutil.rmtree(self.kept, ignore_errors=True)


def here() -> Installation:
    """The installation that runs this. Raises UpdateError where it is apt's, or has no environment of its
    own."""
    if Place().is_debian_package:
        raise UpdateError(f"this sabot is a Debian package, which apt brings up to date: {BY_APT}")
    if sys.prefix == sys.base_prefix:
        raise UpdateError("this sabot has no environment of its own: bring it up to date as it was installed")
    return Installation(Path(__file__).parents[2], Path(sys.prefix))


def _linked(source: str, target: str) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:  # another disk, or one that knows no second names
        shutil.copy2(source, target)
