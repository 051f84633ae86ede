"""The pictures of accepted cards: a folder beside the journal. The eye writes it and keeps it within
bounds; the journal names each picture by the SHA-256 of its bytes, so an exchanged picture does not match."""

from __future__ import annotations

import hashlib
import math
import re
from contextlib import suppress
from pathlib import Path

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
        """Delete the pictures that were taken before this moment; how many."""
        old = [each for each in self.folder.glob("*.jpg") if _taken_s(each) < wall_s]
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
