"""The versions of a checkout: whole folders beside each other, and the one link that says which of them runs.

    FOLDER/                   the checkout itself, the first version
    FOLDER/versions/1a2b3c…/  a later one: its source and its environment
    FOLDER/current            the link to the one that runs
    FOLDER/current.before     only while a newer one is on trial: the link to the one before

A version is complete before the link points to it, and never changed afterwards. The link is exchanged by
renaming another over it: power that goes away leaves the older or the newer version, never half of one.
"""

from __future__ import annotations

import os
from pathlib import Path

from sabot.system.service.files import BEFORE, CURRENT

VERSIONS = "versions"


def home_of(folder: Path) -> Path:
    """The checkout to which the version in this folder belongs; itself where it is the checkout."""
    inside = folder.parent.name == VERSIONS and (folder.parents[1] / ".git").exists()
    return folder.parents[1] if inside else folder


def running(home: Path) -> Path:
    """The version to which the link points; the checkout where there is no link yet."""
    link = home / CURRENT
    return link.resolve() if link.is_symlink() else home


def program(home: Path) -> Path:
    """The command `sabot` by way of the link, so that it stays the same from version to version."""
    return home / CURRENT / ".venv/bin/sabot"


def linked(home: Path) -> None:
    """Lay the link where there is none."""
    if not (home / CURRENT).is_symlink():
        _lay(home / CURRENT, home)


def on_trial(home: Path) -> bool:
    """Whether a version was switched to and neither confirmed nor put back."""
    return (home / BEFORE).is_symlink()


def switch(home: Path, version: Path) -> None:
    """Run this version from now on, on trial."""
    _lay(home / BEFORE, running(home))
    _lay(home / CURRENT, version)


def confirm(home: Path) -> None:
    """The version that runs is the right one."""
    (home / BEFORE).unlink()
    _written(home)


def put_back(home: Path) -> None:
    """Run the version from before the trial."""
    if on_trial(home):
        (home / BEFORE).rename(home / CURRENT)
        _written(home)


def beyond(home: Path, before: Path) -> list[Path]:
    """The versions that are neither the running one nor `before`."""
    folder = home / VERSIONS
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [each for each in found if each not in (running(home), before)]


def _lay(link: Path, target: Path) -> None:
    fresh = link.with_name(f"{link.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(os.path.relpath(target, link.parent))
    fresh.rename(link)
    _written(link.parent)


def _written(folder: Path) -> None:
    """The folder is on disk as it is now, links included."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
