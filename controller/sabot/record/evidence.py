"""The pictures of accepted cards: a folder beside the journal. The eye writes it and keeps it within
bounds; the journal names each picture by the SHA-256 of its bytes, so an exchanged picture does not match."""

from __future__ import annotations

import hashlib
import math
import os
import re
import time
from contextlib import suppress
from pathlib import Path

from sabot.record.shift.days import UNSET_BEFORE_NS

NAME = re.compile(r"[0-9a-f]{32}\.jpg")
PICTURE_BYTES_MOST = 2_000_000


def beside(journal: Path) -> Path:
    """The folder of the pictures that belong to this journal."""
    return journal.with_name(f"{journal.stem}-pictures")


def taught(journal: Path) -> Path:
    """The file of what the eye learned from the sabot at the table of this journal."""
    return journal.with_name(f"{journal.stem}-learned.npz")


def mended(journal: Path) -> Path:
    """The file of where the eye found this table after its camera was last knocked."""
    return journal.with_name(f"{journal.stem}-mended.json")


class Evidence:
    """The pictures in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def picture(self, name: str) -> bytes | None:
        """Returns the JPEG of this name; None if it is not there, or if its bytes are not those that were
        named."""
        if not NAME.fullmatch(name):
            return None
        try:
            with (self.folder / name).open("rb") as file:
                data = file.read(PICTURE_BYTES_MOST)
        except OSError:
            return None
        return data if is_named(data, name) else None

    def drop_before(self, wall_s: float) -> int:
        """Delete the pictures that were taken before this moment (seconds since 1970); how many.

        One that was taken while the clock was not set has no day: its days begin now.
        """
        taken = sorted((_taken_s(each), each) for each in self.folder.glob("*.jpg"))
        undated = [path for taken_s, path in taken if taken_s * 1e9 < UNSET_BEFORE_NS]
        old = [path for taken_s, path in taken[len(undated) :] if taken_s < wall_s]
        for nth, each in enumerate(undated):  # in their order
            now_ns = time.time_ns() + nth
            with suppress(OSError):
                os.utime(each, ns=(now_ns, now_ns))
        for each in old:
            each.unlink(missing_ok=True)
        return len(old)

    def stored(self) -> dict[str, int]:
        """How many pictures there are, and their bytes."""
        sizes = []
        for each in self.folder.glob("*.jpg"):
            with suppress(FileNotFoundError):  # the eye has just deleted it
                sizes.append(each.stat().st_size)
        return {"pictures": len(sizes), "bytes": sum(sizes)}


def _taken_s(picture: Path) -> float:
    """When the file was written; now for one that the eye has just deleted."""
    try:
        return picture.stat().st_mtime
    except OSError:
        return math.inf


def is_named(data: bytes, name: str) -> bool:
    """Whether a picture is the one that a record names."""
    return hashlib.sha256(data).hexdigest()[:32] == name.partition(".")[0]
