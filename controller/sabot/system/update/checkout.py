"""The checkout: its versions, the link that says which one runs, and what its origin has.

    FOLDER/                   the checkout itself, the first version
    FOLDER/versions/1a2b3c…/  a later one: its source and its environment
    FOLDER/current            the link to the one that runs
    FOLDER/current.before     only while a newer one is on trial: the link to the one before

A version is complete and on disk before the link points to it. The link changes when another is renamed over
it: a power cut leaves the older or the newer version, never half of one.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sabot.config.extras import Place
from sabot.core.reasons import of_error, reason
from sabot.system.service.files import BEFORE, CURRENT
from sabot.system.update.running import UnreachedError, UpdateError, run

ASK_S, FETCH_S, SETUP_S = 12, 600, 3600
"""How long the origin may take to answer, to send the code, and the packages to come."""

LEAST_MB = 600
"""Free on the disk before anything begins: a second environment comes."""

VERSIONS, NAME_LETTERS = "versions", 12
REVISION = re.compile(r"[0-9a-f]{40}")
NAMED = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/+-]{0,99}")
"""A revision in full, and what may name one: a tag, or the first digits of a revision."""

BY_APT = "sudo apt-get install ./sabot_NEWER.deb"


class Checkout(NamedTuple):
    """A checkout in the folder `home`, with its versions."""

    home: Path

    # --- the link

    @property
    def running(self) -> Path:
        """The version to which the link points; the folder itself where there is no link yet."""
        link = self.home / CURRENT
        return link.resolve() if link.is_symlink() else self.home

    @property
    def linked(self) -> Path:
        """The command `sabot` by way of the link: it stays the same from version to version."""
        return self.home / CURRENT / ".venv/bin/sabot"

    @property
    def program(self) -> Path:
        """The command `sabot`, by way of the link where there is one."""
        return self.linked if self.linked.exists() else self.home / ".venv/bin/sabot"

    @property
    def is_on_trial(self) -> bool:
        """Whether a version was switched to, and neither confirmed nor put back."""
        return (self.home / BEFORE).is_symlink()

    def link(self) -> None:
        """Make the link where there is none."""
        if not (self.home / CURRENT).is_symlink():
            self._lay(CURRENT, self.home)

    def switch(self, version: Path) -> None:
        """Run this version from now on, on trial."""
        self._lay(BEFORE, self.running)
        self._lay(CURRENT, version)

    def confirm(self) -> None:
        """End the trial: the version that runs stays."""
        (self.home / BEFORE).unlink()

    def put_back(self) -> None:
        """End the trial: the version from before it runs."""
        if self.is_on_trial:
            (self.home / BEFORE).rename(self.home / CURRENT)

    def _lay(self, name: str, target: Path) -> None:
        fresh = self.home / f"{name}.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.path.relpath(target, self.home))
        os.sync()
        fresh.rename(self.home / name)

    # --- what there is

    @property
    def _owner(self) -> int:
        return self.home.stat().st_uid

    def _git(self, *words: str, timeout_s: float = ASK_S, uid: int = -1, at: Path | None = None) -> str:
        """What git says of the version that runs, or of the folder `at`; as the owner, unless as `uid`."""
        folder, ssh = str(at or self.running), "ssh -o BatchMode=yes"
        safe = ("-c", f"safe.directory={self.home}", "-c", f"safe.directory={folder}")
        line = ("git", *safe, "-c", "core.hooksPath=/dev/null", "-C", folder, *words)
        user = self._owner if uid < 0 else uid
        return run(user, *line, timeout_s=timeout_s, called=f"git {words[0]}", GIT_SSH_COMMAND=ssh)

    def revision(self) -> str:
        """The revision that runs, as people say it; empty where git cannot tell."""
        with suppress(UpdateError):
            return self._git("describe", "--always", "--dirty", uid=os.geteuid())
        return ""

    def revision_of(self, name: str = "HEAD") -> str:
        """The revision of this name in full, as this user sees it. Raises UpdateError."""
        return self._named(name, uid=os.geteuid())

    def subjects(self, older: str, newer: str, *, most: int) -> list[str]:
        """The first lines of what the newer revision has and the older one has not. Raises UpdateError."""
        words = ("log", "--format=%s", f"-{most}", f"{older}..{newer}")
        return self._git(*words, uid=os.geteuid()).splitlines()

    def _named(self, name: str, uid: int = -1) -> str:
        if not NAMED.fullmatch(name):
            raise UpdateError(reason("{name} names no version: expected a tag or a revision", name=name))
        try:
            return self._git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}", uid=uid)
        except UpdateError:
            raise UpdateError(reason("there is no version {name} here", name=name)) from None

    def called(self) -> str:
        """Version and revision of what runs."""
        with suppress(UpdateError):
            number = run(self._owner, str(self.program), "--version", timeout_s=FETCH_S).split()[-1]
            return f"{number} {self.revision()}".strip()
        return self.revision()

    def _followed(self, uid: int) -> str:
        """The branch that it follows, such as `origin/main`."""
        try:
            return self._git("rev-parse", "--abbrev-ref", "@{upstream}", uid=uid, at=self.home)
        except UpdateError:
            raise UpdateError(
                reason("{place} follows no branch of an origin (git branch -u)", place=str(self.home))
            ) from None

    def _holds(self, older: str, newer: str, uid: int = -1) -> bool:
        with suppress(UpdateError):
            self._git("merge-base", "--is-ancestor", older, newer, uid=uid)
            return True
        return False

    def newer(self) -> bool:
        """Whether its origin has something newer; nothing is fetched. Raises UpdateError: it cannot tell."""
        me = os.geteuid()
        followed = self._followed(me)
        origin, branch = _origin(followed), followed.partition("/")[2]
        found = self._git("ls-remote", origin, f"refs/heads/{branch}", uid=me)
        if not found:
            raise UpdateError(f"{origin} has no {branch} any more")
        return not self._holds(found.split()[0], "HEAD", me)

    def fetched(self, wanted: str = "") -> str:
        """The newest revision of the branch, or the one `wanted` by name, here now and not yet used; empty
        where that is the one that runs, or nothing is newer. Raises UpdateError, also where ours is not
        simply older, was changed by hand, or leaves no room; UnreachedError where the origin is away."""
        if changed := self._git("status", "--porcelain", "--untracked-files=no"):
            raise UpdateError(
                reason("changed by hand: {file}: commit it, or take it back", file=changed.split()[1])
            )
        free = shutil.disk_usage(self.home).free // 1_000_000
        if free < LEAST_MB:
            raise UpdateError(
                reason(
                    "{n} MB are free at {place}; expected {least} MB or more",
                    n=free,
                    place=str(self.home),
                    least=LEAST_MB,
                )
            )
        followed = self._followed(self._owner)
        try:
            self._git("fetch", "--quiet", _origin(followed), timeout_s=FETCH_S)
        except UpdateError as error:
            raise UnreachedError(of_error(error)) from None
        newest = self._git("rev-parse", followed)
        if wanted:
            return self._chosen(wanted, followed)
        if self._holds(newest, "HEAD"):
            return ""
        if not self._holds("HEAD", newest):
            raise UpdateError(
                reason("{place} has commits of its own: bring it up to date by hand", place=str(self.home))
            )
        return newest

    def _chosen(self, wanted: str, followed: str) -> str:
        """The revision `wanted`, which the branch must have; an older one only where it is still here.
        Empty where it runs already."""
        revision = self._named(wanted)
        if not self._holds(revision, followed):
            raise UpdateError(reason("{branch} has no version {name}", branch=followed, name=wanted))
        if revision == self._named("HEAD"):
            return ""
        if not self._holds("HEAD", revision) and not self._is_kept(revision):
            raise UpdateError(reason("{name} is older, and not kept here any more", name=wanted))
        return revision

    # --- a further version

    def _folder(self, revision: str) -> Path:
        return self.home / VERSIONS / revision[:NAME_LETTERS]

    def _is_kept(self, revision: str) -> bool:
        """Whether it has run here: its folder is complete, or it is that of the checkout itself."""
        first = self._git("rev-parse", "HEAD", at=self.home)
        return revision == first or bool(_set_up(self._folder(revision)))

    def prepared(self, revision: str) -> Path:
        """The folder of this revision, complete, with the extras of the one that runs. One that is half made
        is made again. Raises UpdateError; UnreachedError where its packages did not come, and the origin is
        away as well."""
        folder = self._folder(revision)
        if not _set_up(folder):
            self._remove(folder)
            self._git("worktree", "add", "--quiet", "--detach", str(folder), revision, timeout_s=FETCH_S)
        words = ("-I", "-S", str(folder / "tools/setup.py"), *self._levels())
        try:
            run(self._owner, os.path.realpath(sys.executable), *words, timeout_s=SETUP_S, called="make setup")
        except UpdateError as error:
            if self._answers():
                raise
            raise UnreachedError(of_error(error)) from None
        return folder

    def _answers(self) -> bool:
        """Whether its origin can be reached."""
        with suppress(UpdateError):
            self._git("ls-remote", "--heads", _origin(self._followed(self._owner)))
            return True
        return False

    def _levels(self) -> list[str]:
        """What was set up in the version that runs, as words for tools/setup.py."""
        had = _set_up(self.running)
        extras = [word for name in had if name not in ("base", "dev") for word in ("--extra", name)]
        return ["dev" if "dev" in had else "base", *extras]

    def tidy(self, *kept: Path) -> None:
        """Remove every version but these. Raises UpdateError."""
        self._remove(*({*(self.home / VERSIONS).glob("*")} - {*kept}))

    def _remove(self, *folders: Path) -> None:
        run(self._owner, "rm", "-rf", *map(str, folders), timeout_s=FETCH_S)
        self._git("worktree", "prune")


def _set_up(version: Path) -> list[str]:
    """What was set up in the environment of this version; nothing where that, or its stamp, was cut short."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return [*json.loads((version / ".venv/sabot-setup.json").read_text("utf-8"))["levels"]]
    return []


def _origin(followed: str) -> str:
    """Of `origin/main`: `origin`."""
    return followed.partition("/")[0]


def home_of(folder: Path) -> Path:
    """The checkout to which the version in this folder belongs; itself where it is the checkout."""
    inside = folder.parent.name == VERSIONS and (folder.parents[1] / ".git").exists()
    return folder.parents[1] if inside else folder


def by_hand(place: Place | None = None) -> str:
    """The command that brings another kind of installation up to date; empty for a checkout."""
    here = place or Place()
    if here.is_debian_package:
        return BY_APT
    if here.is_checkout and (home_of(here.home) / ".git").exists():
        return ""
    return f"{shlex.quote(here.python)} -m pip install --upgrade FILE.whl"


def here(place: Place | None = None) -> Checkout:
    """The checkout that runs this. Raises UpdateError where it is none."""
    found = place or Place()
    if command := by_hand(found):
        raise UpdateError(f"this sabot is no checkout with an environment of its own: {command}")
    return Checkout(home_of(found.home))
