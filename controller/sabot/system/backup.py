"""Everything that a table keeps in one file: journal, configuration, people, trainees, pictures,
recordings.

A zip with a signed list of what is in it and the SHA-256 of each, encrypted for the key of the house.
Databases are copied by SQLite's own backup, also while a table writes them; the journal is read through,
chain and all, after it was packed and before it is put back. A plain backup is not encrypted and has no PINs:
it is for this machine, where an update must be undone with nobody there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from sabot.config import Settings, own_file, state
from sabot.core.progress import Advance, Progress, silent
from sabot.record import evidence
from sabot.record.keys import Key
from sabot.system import house_key
from sabot.system.house_key import HouseKeyError
from sabot.system.packed import (
    CONFIG,
    FOLDERS,
    FORMAT_VERSION,
    JOURNAL,
    LIST,
    NAME,
    SIGNATURE,
    BackupError,
    Packed,
    Unlock,
    examined,
    signed,
    streamed,
)
from sabot.system.sealed import Writer

PRIVATE_KEYS = (".signing-key", ".sqlite3.key")
"""What signs, and what signed the reports of the school in older versions: no backup has it."""

LEFT_OUT = (".lock", "-wal", "-shm", ".new", ".spoken", *PRIVATE_KEYS)
"""What belongs to a running table alone, or is made again by itself."""

BELONGING = (
    *("backup-public", "countersigned", "offers", "people", "pit-key", "school"),
    *("signing-key", "signing-public", "spoken"),
    *("toml", "lock", "saved", "carried", "key"),
)
"""What may stand after the name of a table, beside the ending of its journal. `table.2` is another table."""

PEOPLE = ".people.json"
"""The people with the hashes of their PINs, which only an encrypted backup has."""

NO_KEY = (
    "there is no key of the house yet, so nobody could read the backup: `sabot backup-key --make FILE` makes"
    " one (--plain: not encrypted and without PINs, for this machine alone)"
)

FOLDER_BYTES_MOST = 256_000_000
"""Bytes of each of these folders, the newest files first; older ones stay where they are."""

PAGES_AT_ONCE, PAGE_BYTES = 4_096, 4_096
"""Pages of a database that are copied at once, and the size of each: between two pieces Ctrl-C is heard."""

_SQLITE = b"SQLite format 3\0"


class _Sealing(NamedTuple):
    """The public keys that a backup is encrypted for (none: it is plain), and the key that signs its list."""

    publics: tuple[bytes, ...]
    key: Key | None


def save(settings: Settings, target: Path, *, plain: bool = False, progress: Progress = silent) -> Packed:
    """Pack everything of this table into `target`, and read it again. Raises BackupError."""
    if not target.parent.is_dir():
        why = f"there is no folder {target.parent}: is its disk there? Make the folder, or name another file"
        raise BackupError(f"{target} cannot be written: {why}")
    beside = target.with_name(target.name + ".new")
    sealing = _Sealing(() if plain else _publics(settings), _key(settings))
    try:
        with tempfile.TemporaryDirectory(prefix="sabot-backup-") as folder:
            unlock = _written(settings, beside, sealing, folder=Path(folder), progress=progress)
        packed = examined(beside, unlock=unlock, progress=progress)
        state.place(beside, target)
        return packed._replace(file=target)
    except (OSError, sqlite3.Error, zipfile.BadZipFile) as error:
        raise BackupError(f"{target} cannot be written: {getattr(error, 'strerror', '') or error}") from None
    finally:
        beside.unlink(missing_ok=True)


def _publics(settings: Settings) -> tuple[bytes, ...]:
    try:
        found = house_key.publics(settings.journal_path)
    except HouseKeyError as error:
        raise BackupError(f"{house_key.beside(settings.journal_path)}: {error}") from None
    if not found:
        raise BackupError(NO_KEY)
    return tuple(map(house_key.public_bytes, found))


def _key(settings: Settings) -> Key | None:
    """What signs; None where the key cannot be used. A backup without a signature is better than none."""
    with suppress(OSError, ValueError):
        return Key(settings.journal_path) if settings.journal_path.is_file() else None
    return None


def _written(
    settings: Settings, target: Path, sealing: _Sealing, *, folder: Path, progress: Progress
) -> Unlock:
    """Write the file; returns what opens it again."""
    kept = list(_kept(settings, plain=not sealing.publics))
    state.private(target)
    with target.open("wb") as file:
        if not sealing.publics:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
                _pack(settings, out, kept, sealing, folder=folder, progress=progress)
            return Unlock()
        writer = Writer(file, sealing.publics)
        with zipfile.ZipFile(writer, "w", zipfile.ZIP_DEFLATED) as out:
            _pack(settings, out, kept, sealing, folder=folder, progress=progress)
        writer.close()
        return Unlock(file_key=writer.file_key)


def _pack(
    settings: Settings,
    out: zipfile.ZipFile,
    kept: list[tuple[str, Path]],
    sealing: _Sealing,
    *,
    folder: Path,
    progress: Progress,
) -> None:
    listed: dict[str, object] = {}
    there = filter(None, (_about(path) for _, path in kept))
    size = 2 * sum(each.st_size for each in there)  # each is copied, then packed
    with progress("packing bytes", size) as advance:
        for name, path in kept:
            try:
                plain = _copied(path, folder / "one", advance)
            except FileNotFoundError:
                if "/" not in name or path.exists():
                    raise
                continue  # of a folder: the eye keeps that of the pictures within bounds
            about = zipfile.ZipInfo.from_file(plain, name, strict_timestamps=False)  # a clock in 1970
            about.compress_type = zipfile.ZIP_DEFLATED
            with plain.open("rb") as source, out.open(about, "w") as packed:
                digest = streamed(source, packed, advance)
            listed[name] = {"sha256": digest, "bytes": plain.stat().st_size}
    text = json.dumps(_head(settings, sealing) | {"files": listed}, indent=1).encode()
    out.writestr(zipfile.ZipInfo(LIST), text, zipfile.ZIP_DEFLATED)
    if sealing.key:
        out.writestr(zipfile.ZipInfo(SIGNATURE), signed(text, sealing.key), zipfile.ZIP_DEFLATED)


def _about(path: Path) -> os.stat_result | None:
    """What the disk says of a file: its size, when it was changed; None where it was deleted meanwhile."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _head(settings: Settings, sealing: _Sealing) -> dict[str, object]:
    return {
        "format": FORMAT_VERSION,
        "sabot": version("sabot"),
        "table": settings.table.name,
        "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "plain": not sealing.publics,
        "left_out": sum(len(_newest(each)[1]) for each in folders(settings).values()),
    }


def _in_bytes(advance: Advance) -> Callable[[int, int, int], None]:
    """What SQLite tells of a backup, its status and the pages left and in all, as bytes that are copied."""
    copied = 0

    def heard(_: int, left: int, whole: int) -> None:
        nonlocal copied
        advance((whole - left - copied) * PAGE_BYTES)
        copied = whole - left

    return heard


def _kept(settings: Settings, *, plain: bool) -> Iterator[tuple[str, Path]]:
    """(name in the backup, file) of everything: the journal, the files that belong to it, the
    configuration."""
    left_out = (*LEFT_OUT, PEOPLE) if plain else LEFT_OUT
    journal = settings.journal_path
    if not journal.is_file():
        raise BackupError(f"there is no journal {journal}: nothing to keep yet")
    yield JOURNAL, journal
    for path in beside(journal):
        rest = path.name.removeprefix(journal.stem)
        if path == journal or rest.endswith(left_out):
            continue
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        for each in inside:
            name = f"beside{rest}/{each.name}" if path.is_dir() else f"beside{rest}"
            if each.is_file() and NAME.fullmatch(name):
                yield name, each
    for name, own in folders(settings).items():
        yield from ((f"{name}/{each.name}", each) for each in _newest(own)[0])
    file = settings.file or own_file()
    if file.is_file():
        yield CONFIG, file


def folders(settings: Settings) -> dict[str, Path]:
    """The folders that the configuration names, by their names in a backup."""
    named = zip(FOLDERS, (settings.journal.recordings, settings.sound.recordings), strict=True)
    return {name: settings.beside(path) for name, path in named if path}


def _newest(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of a folder that a backup takes, newest first, and those that it has no room for."""
    files = [each for each in folder.iterdir() if each.is_file()] if folder.is_dir() else []
    known = [(path, about) for path in files if NAME.fullmatch(path.name) and (about := _about(path))]
    known.sort(key=lambda each: each[1].st_mtime_ns, reverse=True)
    sums = accumulate(about.st_size for _, about in known)
    fitting = sum(each <= FOLDER_BYTES_MOST for each in sums)
    named = [path for path, _ in known]
    return named[:fitting], named[fitting:]


def beside(journal: Path) -> list[Path]:
    """The files that belong to a journal: those of its name beside it, and the folder of its pictures."""
    pictures, endings = evidence.beside(journal), (*BELONGING, re.escape(journal.suffix[1:]))
    name = re.compile(rf"{re.escape(journal.stem)}\.({'|'.join(filter(None, endings))})([.-].*)?", re.DOTALL)
    found = (each for each in journal.parent.iterdir() if name.fullmatch(each.name))
    return [*sorted(found), *([pictures] if pictures.is_dir() else [])]


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def _copied(path: Path, target: Path, advance: Advance) -> Path:
    """Copy the file as it is now, even while it is written."""
    target.unlink(missing_ok=True)
    if not _is_database(path):
        shutil.copyfile(path, target)
        advance(target.stat().st_size)
        return target
    with (
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.execute("BEGIN").execute("SELECT 1 FROM sqlite_schema").fetchall()  # one moment, to the end
        source.backup(copy, pages=PAGES_AT_ONCE, progress=_in_bytes(advance))
        copy.execute("PRAGMA journal_mode = DELETE")
    return target
