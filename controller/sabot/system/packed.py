"""What a backup holds: a zip with a list of its files and the SHA-256 of each, read back and compared."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from sabot.core.progress import Advance, Progress, silent
from sabot.core.shapes.json import record, whole
from sabot.record.journal import JournalError, verify

LIST, CONFIG, JOURNAL = "list.json", "table.toml", "journal.sqlite3"
FORMAT_VERSION = 1
FOLDERS = ("recordings", "calls")
"""What may lie in a folder of its own: raw bytes of the instruments, and calls that the house recorded."""

PIECE_BYTES = 1 << 20
"""Bytes that are copied at once."""

UNPACKED_BYTES_MOST = 8_000_000_000
LIST_BYTES_MOST = 4_000_000
"""No table packs more than this: a larger backup is refused before it fills the disk."""

NAME = re.compile(r"(?:\w[\w.-]*/)?\w[\w.-]*", re.ASCII)
"""The names that a backup may hold."""


class BackupError(RuntimeError):
    """Why there is no backup, or why nothing was put back; one line."""


class Packed(NamedTuple):
    """What a backup holds: how many `files` and `bytes`, the `records` of its journal, and their `head`;
    `left_out`: older files of folders that are too large for it."""

    file: Path
    files: int
    bytes: int
    records: int
    head: str
    made: str
    left_out: int = 0


def examined(file: Path, *, progress: Progress = silent) -> Packed:
    """What is in this backup, every file read and its journal verified. Raises BackupError."""
    with unpacked(file, progress) as (folder, about):
        return verified(file, folder, about, progress)


@contextmanager
def unpacked(file: Path, progress: Progress) -> Iterator[tuple[Path, dict[str, object]]]:
    """The files of a backup in a folder of their own, each compared with the list."""
    with tempfile.TemporaryDirectory(prefix="sabot-restore-") as name:
        folder = Path(name)
        try:
            with zipfile.ZipFile(file) as packed:
                about = json.loads(packed.open(LIST).read(LIST_BYTES_MOST))
                size = _size(file, about["files"], folder)
                with progress("reading bytes", size) as advance:
                    for each, wanted in about["files"].items():
                        _extract(packed, each, folder, wanted, advance)
            if about["format"] != FORMAT_VERSION or JOURNAL not in about["files"]:
                raise BackupError(f"{file} was made by a newer sabot: use that one")
        except BackupError:
            raise
        except FileNotFoundError:
            raise BackupError(f"there is no backup {file}") from None
        except OSError as error:
            raise BackupError(f"{file} cannot be read: {error.strerror or error}") from None
        except Exception:  # noqa: BLE001 - changed bytes let a zip say anything of itself
            raise BackupError(f"{file} is no backup of a table, or is damaged") from None
        yield folder, about


def _size(file: Path, files: dict[str, dict[str, object]], folder: Path) -> int:
    """The bytes of all the files. Raises BackupError where they are more than there is room for."""
    sizes = [whole(wanted["bytes"]) for wanted in files.values()]
    if min(sizes) < 0 or sum(sizes) > UNPACKED_BYTES_MOST:
        raise BackupError(f"{file} holds more than any table keeps: it is damaged or made up")
    free = shutil.disk_usage(folder).free
    if sum(sizes) > free:
        needed = sum(sizes) // 1_000_000 + 1
        raise BackupError(f"{file} needs {needed} MB in {folder.parent}: free some space, or set TMPDIR")
    return sum(sizes)


def _extract(
    packed: zipfile.ZipFile, name: str, folder: Path, wanted: dict[str, object], advance: Advance
) -> None:
    if not NAME.fullmatch(name):
        raise BackupError(f"{packed.filename} holds a name that no backup has: {name[:60]!r}")
    target = folder / name
    target.parent.mkdir(exist_ok=True)
    with packed.open(name) as source, target.open("wb") as out:
        digest = streamed(_Limited(source, whole(wanted["bytes"])), out, advance)
    if digest != wanted["sha256"]:
        raise BackupError(f"{packed.filename} is damaged: {name} is not what was packed")


def verified(file: Path, folder: Path, about: dict[str, object], progress: Progress) -> Packed:
    """What the unpacked files hold, the journal read through. Raises BackupError."""
    try:
        verdict = verify(folder / JOURNAL, progress=progress)
    except JournalError as error:
        raise BackupError(str(error)) from None
    if verdict.wrong:
        raise BackupError(f"the journal in {file} is not whole: {verdict.wrong}")
    try:
        sizes = [whole(record(each)["bytes"]) for each in record(about["files"]).values()]
        left_out = whole(about.get("left_out", 0))
        made = str(about["made"])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise BackupError(f"{file} is no backup of a table, or is damaged") from None
    return Packed(file, len(sizes), sum(sizes), verdict.records, verdict.head, made, left_out)


class _Limited:
    """A file that is read up to one byte more than it may have: enough to see that it has more."""

    def __init__(self, source: IO[bytes], bytes_most: int) -> None:
        self._source, self._left = source, bytes_most + 1

    def read(self, size: int) -> bytes:
        """Up to `size` bytes."""
        piece = self._source.read(min(size, self._left))
        self._left -= len(piece)
        return piece


class Readable(Protocol):
    """What `streamed` reads from."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; empty at the end."""


def streamed(source: Readable, out: IO[bytes], advance: Advance) -> str:
    """Copy it, a piece at a time; its SHA-256."""
    digest = hashlib.sha256()
    while piece := source.read(PIECE_BYTES):
        out.write(piece)
        digest.update(piece)
        advance(len(piece))
    return digest.hexdigest()
