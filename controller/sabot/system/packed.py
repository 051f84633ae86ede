"""What a backup holds: a zip with a list of its files and the SHA-256 of each, read back and compared."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from sabot.core.progress import Advance, Progress, silent
from sabot.core.shapes.json import record, whole
from sabot.record.journal import JournalError, verify

LIST, CONFIG, JOURNAL = "list.json", "table.toml", "journal.sqlite3"
FORMAT_VERSION = 1
FOLDERS = ("recordings", "calls")
"""What may lie in a folder of its own: raw bytes of the instruments, and calls that the house recorded."""

PIECE_BYTES = 1 << 20
"""Bytes that are copied at once."""

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
                about = json.loads(packed.read(LIST))
                size = sum(wanted["bytes"] for wanted in about["files"].values())
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


def _extract(
    packed: zipfile.ZipFile, name: str, folder: Path, wanted: dict[str, object], advance: Advance
) -> None:
    if not NAME.fullmatch(name):
        raise BackupError(f"{packed.filename} holds a name that no backup has: {name[:60]!r}")
    target = folder / name
    target.parent.mkdir(exist_ok=True)
    with packed.open(name) as source, target.open("wb") as out:
        digest = streamed(source, out, advance)
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
    sizes = [whole(record(each)["bytes"]) for each in record(about["files"]).values()]
    packed = Packed(file, len(sizes), sum(sizes), verdict.records, verdict.head, str(about["made"]))
    return packed._replace(left_out=whole(about.get("left_out", 0)))


def streamed(source: IO[bytes], out: IO[bytes], advance: Advance) -> str:
    """Copy it, a piece at a time; its SHA-256."""
    digest = hashlib.sha256()
    while piece := source.read(PIECE_BYTES):
        out.write(piece)
        digest.update(piece)
        advance(len(piece))
    return digest.hexdigest()
