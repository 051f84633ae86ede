"""What a backup holds: a zip with a signed list of its files and the SHA-256 of each, read back and compared.
The zip is encrypted, unless it is for this machine alone."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, NamedTuple, Protocol

from sabot.core.progress import Advance, Progress, silent
from sabot.core.shapes.json import record, whole
from sabot.record.journal import JournalError, verify
from sabot.record.keys import Key, is_signed
from sabot.system import sealed
from sabot.system.sealed import SealedError

LIST, SIGNATURE, CONFIG, JOURNAL = "list.json", "list.signed", "table.toml", "journal.sqlite3"
FORMAT_VERSION = 1
FOLDERS = ("recordings", "calls")
"""What may lie in a folder of its own: raw bytes of the instruments, and calls that the house recorded."""

PIECE_BYTES = 1 << 20
"""Bytes that are copied at once."""

UNPACKED_BYTES_MOST = 8_000_000_000
LIST_BYTES_MOST, SIGNATURE_BYTES_MOST = 4_000_000, 1_000
"""No table packs more than this: a larger backup is refused before it fills the disk."""

NO_COMMENT = b"\0\0"
"""How a backup ends: the length of a comment on the whole zip, the one thing that reading its files compares
with nothing."""

FORM = "SABOT-BACKUP-1"
"""Begins the line that signs a list."""

NAME = re.compile(r"(?:\w[\w.-]*/)?\w[\w.-]*", re.ASCII)
"""The names that a backup may hold."""


class BackupError(RuntimeError):
    """Why there is no backup, or why nothing was put back; one line."""


class Packed(NamedTuple):
    """What a backup holds: how many `files` and `bytes`, the `records` of its journal, and their `head`;
    `left_out`: older files of folders that are too large for it; `signer`: the public key that signed it."""

    file: Path
    files: int
    bytes: int
    records: int
    head: str
    made: str
    left_out: int = 0
    signer: str = ""


class Unlock(NamedTuple):
    """What opens an encrypted backup: private keys of the house, or the key of this one file."""

    privates: tuple[bytes, ...] = ()
    file_key: bytes = b""


LOCKED = Unlock()


class Unpacked(NamedTuple):
    """The files of a backup in a folder, the list that describes them, and the public key that signed it
    (empty: none)."""

    folder: Path
    about: dict[str, object]
    signer: str


def examined(file: Path, *, unlock: Unlock = LOCKED, progress: Progress = silent) -> Packed:
    """What is in this backup, every file read and its journal verified. Raises BackupError."""
    with unpacked(file, progress, unlock) as found:
        return verified(file, found, progress)


def is_encrypted(file: Path) -> bool:
    """Whether there is a file that only a key opens."""
    try:
        with file.open("rb") as raw:
            return sealed.is_sealed(raw)
    except OSError:
        return False


@contextmanager
def unpacked(file: Path, progress: Progress, unlock: Unlock = LOCKED) -> Iterator[Unpacked]:
    """The files of a backup in a folder of their own, each compared with the list."""
    with tempfile.TemporaryDirectory(prefix="sabot-restore-") as name:
        folder = Path(name)
        try:
            with _opened(file, unlock) as source, zipfile.ZipFile(source) as packed:
                _check_end(file, source)
                listed = packed.open(LIST).read(LIST_BYTES_MOST)
                about, signer = json.loads(listed), _signer(file, packed, listed)
                size = _size(file, about["files"], folder)
                with progress("reading bytes", size) as advance:
                    for each, wanted in about["files"].items():
                        _extract(packed, each, wanted, into=folder, advance=advance)
            if about["format"] != FORMAT_VERSION or JOURNAL not in about["files"]:
                raise BackupError(f"{file} was made by a newer sabot: use that one")
        except BackupError:
            raise
        except SealedError as error:
            raise BackupError(f"{file} {error}") from None
        except FileNotFoundError:
            raise BackupError(f"there is no backup {file}") from None
        except OSError as error:
            raise BackupError(f"{file} cannot be read: {error.strerror or error}") from None
        except Exception:  # noqa: BLE001 - changed bytes let a zip say anything of itself
            raise BackupError(f"{file} is no backup of a table, or is damaged") from None
        yield Unpacked(folder, about, signer)


def _check_end(file: Path, source: IO[bytes]) -> None:
    source.seek(-len(NO_COMMENT), io.SEEK_END)
    if source.read() != NO_COMMENT:
        raise BackupError(f"{file} is damaged at its end")


@contextmanager
def _opened(file: Path, unlock: Unlock) -> Iterator[IO[bytes]]:
    """The zip, decrypted as it is read. Raises SealedError."""
    with file.open("rb") as raw:
        if not sealed.is_sealed(raw):
            yield raw
        elif not any(unlock):
            raise SealedError("is encrypted: name the private key of the house (--key FILE)")
        else:
            yield _decrypted(raw, unlock)


def _decrypted(raw: BinaryIO, unlock: Unlock) -> IO[bytes]:
    reader = sealed.Reader(raw, privates=unlock.privates, file_key=unlock.file_key)
    return io.BufferedReader(reader, sealed.PIECE_BYTES)


def signed(listed: bytes, key: Key) -> str:
    """The line that signs this list of a backup."""
    text = f"{FORM} {hashlib.sha256(listed).hexdigest()} {key.public}"
    return f"{text} {key.signature(text.encode())}\n"


def _signer(file: Path, packed: zipfile.ZipFile, listed: bytes) -> str:
    """The public key that signed the list; empty where nobody did. Raises BackupError for a wrong one."""
    if SIGNATURE not in packed.namelist():
        return ""
    line = packed.open(SIGNATURE).read(SIGNATURE_BYTES_MOST).decode("ascii", "replace").rstrip("\n")
    text, _, signature = line.rpartition(" ")
    begins, _, key = text.rpartition(" ")
    fits = begins == f"{FORM} {hashlib.sha256(listed).hexdigest()}"
    if not fits or not is_signed(text.encode(), key=key, signature=signature):
        raise BackupError(f"{file} was changed after it was signed: its signature is wrong")
    return key.lower()


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
    packed: zipfile.ZipFile, name: str, wanted: dict[str, object], *, into: Path, advance: Advance
) -> None:
    if not NAME.fullmatch(name):
        raise BackupError(f"{packed.filename} holds a name that no backup has: {name[:60]!r}")
    target = into / name
    target.parent.mkdir(exist_ok=True)
    with packed.open(name) as source, target.open("wb") as out:
        digest = streamed(_Limited(source, whole(wanted["bytes"])), out, advance)
    if digest != wanted["sha256"]:
        raise BackupError(f"{packed.filename} is damaged: {name} is not what was packed")


def verified(file: Path, found: Unpacked, progress: Progress) -> Packed:
    """What the unpacked files hold, the journal read through. Raises BackupError."""
    folder, about, signer = found
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
    return Packed(file, len(sizes), sum(sizes), verdict.records, verdict.head, made, left_out, signer)


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
