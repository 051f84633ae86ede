"""Everything that a table keeps in one file, and back: journal, configuration, people, trainees, pictures,
recordings.

A zip with a list of what is in it and the SHA-256 of each. Databases are copied by SQLite's own backup, also
while a table writes them; the journal is read through, chain and all, after it was packed and before it is
put back.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path
from typing import IO, NamedTuple

from sabot.config import ConfigError, Settings, own_file, read
from sabot.core.progress import Advance, Progress, silent
from sabot.core.shapes.json import record, whole
from sabot.record import evidence
from sabot.record.journal import JournalError, verify

LIST, CONFIG, JOURNAL = "list.json", "table.toml", "journal.sqlite3"
FORMAT_VERSION = 1
LEFT_OUT = (".lock", "-wal", "-shm", ".new", ".spoken")
"""What belongs to a running table alone, or is made again by itself."""

FOLDERS = ("recordings", "calls")
"""What may lie in a folder of its own: raw bytes of the instruments, and calls that the house recorded."""
FOLDER_BYTES_MOST = 256_000_000
"""Bytes of each of these folders, the newest files first; older ones stay where they are."""

PAGES_AT_ONCE, PAGE_BYTES = 4_096, 4_096
"""Pages of a database that are copied at once, and the size of each: between two pieces Ctrl-C is heard."""

PIECE_BYTES = 1 << 20
"""Bytes that are copied at once."""

_NAME = re.compile(r"(?:\w[\w.-]*/)?\w[\w.-]*", re.ASCII)
_SQLITE = b"SQLite format 3\0"


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


def save(settings: Settings, target: Path, *, progress: Progress = silent) -> Packed:
    """Pack everything of this table into `target`, and read it again. Raises BackupError."""
    beside = target.with_name(target.name + ".new")
    try:
        with tempfile.TemporaryDirectory(prefix="sabot-backup-") as folder:
            _pack(settings, beside, Path(folder), progress)
        packed = examined(beside, progress=progress)
        beside.replace(target)
        return packed._replace(file=target)
    except (OSError, sqlite3.Error, zipfile.BadZipFile) as error:
        raise BackupError(f"{target} cannot be written: {getattr(error, 'strerror', '') or error}") from None
    finally:
        beside.unlink(missing_ok=True)


def _pack(settings: Settings, target: Path, folder: Path, progress: Progress) -> None:
    listed: dict[str, object] = {}
    target.parent.mkdir(parents=True, exist_ok=True)
    kept = list(_kept(settings))
    size = 2 * sum(path.stat().st_size for _, path in kept)  # each is copied, then packed
    with (
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as out,
        progress("packing bytes", size) as advance,
    ):
        for name, path in kept:
            plain = _copied(path, folder / "one", advance)
            about = zipfile.ZipInfo.from_file(plain, name)
            about.compress_type = zipfile.ZIP_DEFLATED
            with plain.open("rb") as source, out.open(about, "w") as packed:
                digest = _streamed(source, packed, advance)
            listed[name] = {"sha256": digest, "bytes": plain.stat().st_size}
        made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        head = {
            "format": FORMAT_VERSION,
            "sabot": version("sabot"),
            "table": settings.table.name,
            "made": made,
        }
        head["left_out"] = sum(len(_newest(each)[1]) for each in _folders(settings).values())
        out.writestr(LIST, json.dumps(head | {"files": listed}, indent=1))


def _in_bytes(advance: Advance) -> Callable[[int, int, int], None]:
    """What SQLite tells of a backup, its status and the pages left and in all, as bytes that are copied."""
    copied = 0

    def heard(_: int, left: int, whole: int) -> None:
        nonlocal copied
        advance((whole - left - copied) * PAGE_BYTES)
        copied = whole - left

    return heard


def _streamed(source: IO[bytes], out: IO[bytes], advance: Advance) -> str:
    """Copy it, a piece at a time; its SHA-256."""
    digest = hashlib.sha256()
    while piece := source.read(PIECE_BYTES):
        out.write(piece)
        digest.update(piece)
        advance(len(piece))
    return digest.hexdigest()


def _kept(settings: Settings) -> Iterator[tuple[str, Path]]:
    """(name in the backup, file) of everything: the journal, what lies beside it, the configuration."""
    journal = settings.journal_path
    if not journal.is_file():
        raise BackupError(f"there is no journal {journal}: nothing to keep yet")
    yield JOURNAL, journal
    for path in _beside(journal):
        rest = path.name.removeprefix(journal.stem)
        if path == journal or rest.endswith(LEFT_OUT):
            continue
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        for each in inside:
            name = f"beside{rest}/{each.name}" if path.is_dir() else f"beside{rest}"
            if each.is_file() and _NAME.fullmatch(name):
                yield name, each
    for name, own in _folders(settings).items():
        yield from ((f"{name}/{each.name}", each) for each in _newest(own)[0])
    file = settings.file or own_file()
    if file.is_file():
        yield CONFIG, file


def _folders(settings: Settings) -> dict[str, Path]:
    """The folders that the configuration names, by their names in a backup."""
    named = zip(FOLDERS, (settings.journal.recordings, settings.sound.recordings), strict=True)
    return {name: settings.beside(path) for name, path in named if path}


def _newest(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of a folder that a backup takes, newest first, and those that it has no room for."""
    files = [each for each in folder.iterdir() if each.is_file()] if folder.is_dir() else []
    named = [each for each in files if _NAME.fullmatch(each.name)]
    named.sort(key=lambda each: each.stat().st_mtime_ns, reverse=True)
    sums = list(accumulate(each.stat().st_size for each in named))
    fitting = sum(each <= FOLDER_BYTES_MOST for each in sums)
    return named[:fitting], named[fitting:]


def _beside(journal: Path) -> list[Path]:
    """What lies beside a journal and belongs to it: files of its name, and the folder of its pictures."""
    pictures = evidence.beside(journal)
    return [*sorted(journal.parent.glob(f"{journal.stem}.*")), *([pictures] if pictures.is_dir() else [])]


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


# --- looking into one, and putting it back ------------------------------------------------------------


def examined(file: Path, *, progress: Progress = silent) -> Packed:
    """What is in this backup, every file read and its journal verified. Raises BackupError."""
    with _unpacked(file, progress) as (folder, about):
        return _verified(file, folder, about, progress)


def restore(file: Path, settings: Settings, *, progress: Progress = silent) -> Packed:
    """Replace everything that this table stores by `file`; the present files are moved aside.

    Nothing changes before all of it has been read. Raises BackupError, also while a table is open.
    """
    target = settings.file or own_file()
    with _unpacked(file, progress) as (folder, about), closed(settings.journal_path):
        packed = _verified(file, folder, about, progress)
        places = _places(settings, _checked_config(folder / CONFIG, target), record(about["files"]), target)
        aside = _aside(settings.journal_path)
        try:
            with _stopped(f"not everything is back, restore it again; what was there is in {aside}"):
                _move_aside(settings, places, aside)
                with progress("putting back bytes", packed.bytes) as advance:
                    for name, place in places.items():
                        _put_back(folder / name, place, advance)
                _lead(target, settings.journal_path)
        except OSError as error:
            raise BackupError(
                f"it could not be put back whole: {error}; what was there is in {aside}"
            ) from None
        with _stopped("everything is back; `sabot journal verify` looks at it once more"):
            verdict = verify(settings.journal_path, progress=progress)
        if verdict.wrong or verdict.head != packed.head:
            raise BackupError(f"{settings.journal_path} is not what was packed: {verdict.wrong}")
    return packed


@contextmanager
def _stopped(left: str) -> Iterator[None]:
    """Let Ctrl-C say what it leaves behind."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(left) from None


@contextmanager
def _unpacked(file: Path, progress: Progress) -> Iterator[tuple[Path, dict[str, object]]]:
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
    if not _NAME.fullmatch(name):
        raise BackupError(f"{packed.filename} holds a name that no backup has: {name[:60]!r}")
    target = folder / name
    target.parent.mkdir(exist_ok=True)
    with packed.open(name) as source, target.open("wb") as out:
        digest = _streamed(source, out, advance)
    if digest != wanted["sha256"]:
        raise BackupError(f"{packed.filename} is damaged: {name} is not what was packed")


def _verified(file: Path, folder: Path, about: dict[str, object], progress: Progress) -> Packed:
    try:
        verdict = verify(folder / JOURNAL, progress=progress)
    except JournalError as error:
        raise BackupError(str(error)) from None
    if verdict.wrong:
        raise BackupError(f"the journal in {file} is not whole: {verdict.wrong}")
    sizes = [whole(record(each)["bytes"]) for each in record(about["files"]).values()]
    packed = Packed(file, len(sizes), sum(sizes), verdict.records, verdict.head, str(about["made"]))
    return packed._replace(left_out=whole(about.get("left_out", 0)))


@contextmanager
def closed(journal: Path) -> Iterator[None]:
    """Hold the lock of the journal meanwhile. Raises BackupError where a table is open on it."""
    journal.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(journal.with_name(journal.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BackupError(f"a table is open on {journal}: close it first") from None
    finally:
        os.close(lock)


def _checked_config(packed: Path, target: Path) -> Settings:
    try:
        return read(packed.read_text("utf-8") if packed.is_file() else "", file=target)
    except (ConfigError, UnicodeDecodeError) as error:
        raise BackupError(f"the configuration in the backup cannot be used here: {error}") from None


def _places(here: Settings, packed: Settings, names: Iterable[str], config: Path) -> dict[str, Path]:
    """Where each file of a backup goes. The present configuration says where; what it has no folder for goes
    where the packed one had it, if that was beside it, else beside the journal."""
    journal, ours = here.journal_path, _folders(here)
    inner = {key: each for key, each in _folders(packed).items() if config.parent in each.parents}
    theirs = {key: each for key, each in inner.items() if ".." not in each.parts}
    places = {CONFIG: config, JOURNAL: journal}
    for name in names:
        first, _, last = name.partition("/")
        if first in FOLDERS:
            inside = ours.get(first) or theirs.get(first) or journal.with_name(f"{journal.stem}-{first}")
            places[name] = inside / last
        elif name not in places:
            inside = journal.with_name(journal.stem + first.removeprefix("beside"))
            places[name] = inside / last if last else inside
    return {name: places[name] for name in names}


def _lead(config: Path, journal: Path) -> None:
    """Let the configuration that came back find the journal where it was put: the table that was packed may
    have kept it elsewhere."""
    if not config.is_file() or _checked_config(config, config).journal_path == journal:
        return
    line = f"path = {json.dumps(str(journal), ensure_ascii=False)}"
    text = config.read_text("utf-8")
    led, found = _JOURNAL_PATH.subn(lambda match: match[1] + line, text, count=1)
    if not found:
        led, found = _JOURNAL_HEAD.subn(lambda match: f"{match[0]}\n{line}", text, count=1)
    led = led if found else f"{text}\n[journal]\n{line}\n"
    try:
        kept = read(led, file=config).journal_path
    except ConfigError:
        kept = None
    if kept != journal:
        raise BackupError(
            f"everything lies beside {journal}, but {config} leads elsewhere: set [journal] path"
        )
    config.write_text(led, "utf-8")


_JOURNAL_HEAD = re.compile(r"^\[journal\][^\n]*$", re.MULTILINE)
_JOURNAL_PATH = re.compile(r"(^\[journal\][^\n]*\n(?:(?!\[)[^\n]*\n)*?)path *=[^\n]*", re.MULTILINE)


def _aside(journal: Path) -> Path:
    """The folder into which what is there now goes."""
    return journal.with_name(f"{journal.stem}-before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")


def _move_aside(settings: Settings, places: dict[str, Path], aside: Path) -> None:
    """Move what the table keeps now into a folder beside it: nothing is thrown away. Of recordings only
    those whose names come back."""
    aside.mkdir(exist_ok=True)
    for path in [*_beside(settings.journal_path), settings.file or own_file()]:
        if path.exists() and not path.name.endswith(".lock"):
            shutil.move(path, aside / path.name)
    for name, place in places.items():
        if name.startswith(tuple(f"{each}/" for each in FOLDERS)) and place.exists():
            (aside / name).parent.mkdir(exist_ok=True)
            shutil.move(place, aside / name)


def _put_back(file: Path, target: Path, advance: Advance) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with file.open("rb") as source, target.open("wb") as out:
        _streamed(source, out, advance)
    target.chmod(0o600 if target.name.endswith("people.json") else 0o644)
