"""A backup put back in the place of what the table keeps now, which is moved aside."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sabot.config import ConfigError, Settings, own_file, read, state
from sabot.core.progress import Advance, Progress, silent
from sabot.core.shapes.json import record
from sabot.record import evidence, keys
from sabot.record.journal import verify
from sabot.record.watch import locked
from sabot.system.backup import PEOPLE, PRIVATE_KEYS, beside, folders
from sabot.system.packed import (
    CONFIG,
    FOLDERS,
    JOURNAL,
    LOCKED,
    BackupError,
    Packed,
    Unlock,
    streamed,
    unpacked,
    verified,
)

SIGNING_PUBLIC = "beside.signing-public"
"""What has the public keys in a backup: they are added to those of the machine."""

_PUBLIC = re.compile("[0-9a-f]{64}")

STAYS = (*PRIVATE_KEYS, ".signing-public", ".backup-public")
"""The keys of this machine, which stay unless the backup has such a file."""

NEW = ".new"
"""Ends the names of files that wait for their places; no backup takes them."""

ANY, UNSIGNED = "any", "unsigned"
"""What may be trusted instead of a key: any key; a backup that nobody signed."""


def restore(
    file: Path,
    settings: Settings,
    *,
    unlock: Unlock = LOCKED,
    trust: Collection[str] = (),
    progress: Progress = silent,
) -> Packed:
    """Replace everything that this table stores by `file`; the present files are moved aside.

    Nothing changes before all of it has been read. `trust`: public keys that may have signed it besides those
    of this table. Raises BackupError, also while a table is open.
    """
    target = settings.file or own_file()
    with unpacked(file, progress, unlock) as found, closed(settings.journal_path):
        folder, about, _ = found
        packed = verified(file, found, progress)
        require_trusted(packed, {*keys.trusted(settings.journal_path), *trust})
        places = _places(settings, _checked_config(folder / CONFIG, target), record(about["files"]), target)
        places.pop(SIGNING_PUBLIC, None)
        fresh, aside = _fresh(places, settings.journal_path), _aside(settings.journal_path)
        stays = (*STAYS, PEOPLE) if about.get("plain") else STAYS
        try:
            with _laid_beside(fresh):
                with progress("putting back bytes", packed.bytes) as advance:
                    for name, beside_it in fresh.items():
                        _put_back(folder / name, beside_it, advance)
                with _stopped(f"not everything is back, restore it again; what was there is in {aside}"):
                    _move_aside(settings, places, aside, stays=stays, fresh=fresh)
                    _put_in_place(places, fresh, aside)
                    _lead(target, settings.journal_path)
                    keys.note_public(settings.journal_path, _public_in(folder))
        except OSError as error:
            where = f"; what was there is in {aside}" if aside.is_dir() else ": nothing was changed"
            raise BackupError(f"it could not be put back whole: {error}{where}") from None
        with _stopped("everything is back; `sabot journal verify` looks at it once more"):
            verdict = verify(settings.journal_path, progress=progress)
        if verdict.wrong or verdict.head != packed.head:
            raise BackupError(f"{settings.journal_path} is not what was packed: {verdict.wrong}")
    return packed


def require_trusted(packed: Packed, trusted: Collection[str]) -> None:
    """Raises BackupError where none of these keys signed the backup."""
    signer = packed.signer or UNSIGNED
    if signer in trusted or ANY in trusted:
        return
    if signer == UNSIGNED:
        why = "is not signed: an older sabot made it, or anybody did. If you know where it comes from"
    else:
        why = (
            f"is signed with a key that this machine does not know, {signer}. If the house has noted that key"
        )
    raise BackupError(f"{packed.file} {why}, put it back with --trust {signer}")


def _public_in(folder: Path) -> list[str]:
    """The public keys of the table that was packed: they have signed the heads in its journal."""
    with suppress(FileNotFoundError):
        words = (folder / SIGNING_PUBLIC).read_text(encoding="ascii", errors="replace").split()
        return [each for each in words if _PUBLIC.fullmatch(each)]
    return []


@contextmanager
def _stopped(left: str) -> Iterator[None]:
    """Let Ctrl-C say what it leaves behind."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(left) from None


@contextmanager
def closed(journal: Path) -> Iterator[None]:
    """Hold the lock of the journal meanwhile. Raises BackupError where a table is open on it, or its folder
    cannot be used."""
    try:
        lock = locked(journal)
    except BlockingIOError:
        raise BackupError(f"a table is open on {journal}: close it first") from None
    except OSError as error:
        raise BackupError(f"the folder of {journal} cannot be used: {error.strerror}") from None
    try:
        yield
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
    journal, ours = here.journal_path, folders(here)
    inner = {key: each for key, each in folders(packed).items() if config.parent in each.parents}
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
    config, journal = config.absolute(), journal.absolute()
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
    state.put(config, led.encode(), keeps_rights=True)


_JOURNAL_HEAD = re.compile(r"^\[journal\][^\n]*$", re.MULTILINE)
_JOURNAL_PATH = re.compile(r"(^\[journal\][^\n]*\n(?:(?!\[)[^\n]*\n)*?)path *=[^\n]*", re.MULTILINE)


def _aside(journal: Path) -> Path:
    """The folder into which what is there now goes."""
    return journal.with_name(f"{journal.stem}-before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")


def _fresh(places: dict[str, Path], journal: Path) -> dict[str, Path]:
    """Where each file lies until all are on disk: beside its place, or beside the folder of its place where
    that is moved aside whole."""
    fresh = {}
    for name, place in places.items():
        folder = place.parent
        is_whole = folder == evidence.beside(journal) or (
            folder.parent == journal.parent and folder.name.startswith(f"{journal.stem}.")
        )
        fresh[name] = (
            folder.with_name(folder.name + NEW) / place.name
            if is_whole
            else place.with_name(place.name + NEW)
        )
    return fresh


@contextmanager
def _laid_beside(fresh: dict[str, Path]) -> Iterator[None]:
    """In the end nothing is left of these files, and of the folders made for them."""
    try:
        yield
    finally:
        for path in fresh.values():
            path.unlink(missing_ok=True)
        for folder in {each.parent for each in fresh.values() if each.parent.name.endswith(NEW)}:
            with suppress(OSError):  # not there, or another program keeps something in it
                folder.rmdir()


def _journal_files(journal: Path) -> list[Path]:
    """A journal with what SQLite keeps beside it, in the order in which it is moved: no log may be left for
    another journal."""
    return [journal.with_name(journal.name + ending) for ending in ("-wal", "-shm", "")]


def _move_aside(
    settings: Settings,
    places: dict[str, Path],
    aside: Path,
    *,
    stays: tuple[str, ...],
    fresh: dict[str, Path],
) -> None:
    """Move what the table keeps now, without its journal, into a folder beside it: nothing is thrown away. Of
    recordings, and of what `stays`, only those whose names come back."""
    aside.mkdir(exist_ok=True)
    back, journal = set(places.values()), settings.journal_path
    waits = {*fresh.values(), *(each.parent for each in fresh.values()), *_journal_files(journal)}
    for path in [*beside(journal), settings.file or own_file()]:
        if path in waits or not path.exists():
            continue
        if path in back or not path.name.endswith((".lock", *stays)):
            shutil.move(path, aside / path.name)
    for name, place in places.items():
        if name.startswith(tuple(f"{each}/" for each in FOLDERS)) and place.exists():
            (aside / name).parent.mkdir(exist_ok=True)
            shutil.move(place, aside / name)


def _put_in_place(places: dict[str, Path], fresh: dict[str, Path], aside: Path) -> None:
    """Everything takes its place, the journal last: until then the one before is there."""
    journal = places[JOURNAL]
    waiting = {fresh[name]: place for name, place in places.items()}  # two names may have one place
    for path, place in waiting.items():
        if place != journal:
            place.parent.mkdir(parents=True, exist_ok=True)
            path.replace(place)
    for folder in {aside, *(each.parent for each in places.values())}:
        state.sync_names(folder)
    for path in _journal_files(journal):
        if path.exists():
            shutil.move(path, aside / path.name)
    fresh[JOURNAL].replace(journal)
    state.sync_names(journal.parent)


def _put_back(file: Path, target: Path, advance: Advance) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    state.private(target)
    with file.open("rb") as source, target.open("wb") as out:
        streamed(source, out, advance)
    state.sync(target)
