"""Where this user's sabot keeps what it writes, unless it is told of another place, and who may read it."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

PRIVATE_UMASK = 0o077
"""What the system takes away of every file that a table makes: only its own user reads and writes it."""

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


def folder() -> Path:
    """`sabot` in $XDG_STATE_HOME, or in ~/.local/state. Raises FileNotFoundError where there is no home."""
    try:
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError:  # neither $HOME nor an entry of this user in the system's list
        why = "this user has no home folder: set HOME, or name the journal (--journal FILE)"
        raise FileNotFoundError(errno.ENOENT, why, "~/.local/state/sabot") from None
    return Path(state) / "sabot"


def private(file: Path) -> None:
    """Makes the file if it is missing, and takes the rights of others off it and off the files that SQLite
    keeps beside it; not off a file of another user. Raises OSError where it cannot be made."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    for each in (file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm"))):
        with suppress(OSError):  # of another user, or not there
            if each.stat().st_mode & PRIVATE_UMASK:
                each.chmod(PRIVATE_FILE)


def put(file: Path, content: bytes, *, rights: int = PRIVATE_FILE, keeps_rights: bool = False) -> None:
    """Write this content into the file. It is on disk when this returns; after an error or a power cut the
    file has the content before. Only this user can read it, unless `rights` (mode bits) are given; with
    `keeps_rights` it keeps those that it had and, where root writes, its user and group. Raises OSError."""
    fresh = file.with_name(file.name + ".new")
    try:
        fresh.unlink(missing_ok=True)  # it may be a link that leads elsewhere
        private(fresh)
        fresh.write_bytes(content)
        if keeps_rights and file.exists():
            rights = _owner_kept(file, fresh) & 0o777
        if rights != PRIVATE_FILE:  # a stick takes none
            fresh.chmod(rights)
        place(fresh, file)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def _owner_kept(file: Path, fresh: Path) -> int:
    """The fresh file goes to the user and group of the one that it replaces, where this user may give it
    away. Returns the mode of the latter."""
    had = file.stat()
    with suppress(PermissionError):  # not root, or a stick
        os.chown(fresh, had.st_uid, had.st_gid, follow_symlinks=False)
    return had.st_mode


def put_first(file: Path, content: bytes) -> None:
    """Write a new file as `put` does, which only this user can read. Raises OSError: FileExistsError where
    there is one already, also if it is a link that leads nowhere."""
    with NamedTemporaryFile(dir=file.parent, prefix=f"{file.name}.", suffix=".new") as fresh:
        fresh.write(content)
        fresh.flush()
        sync(Path(fresh.name))
        os.link(fresh.name, file)  # a rename would replace what another process has just written
    sync_names(file.parent)


def place(fresh: Path, file: Path) -> None:
    """Rename a written file to the name of another one in its folder, once its content is on disk. The new
    name is on disk when this returns. Raises OSError."""
    sync(fresh)
    fresh.replace(file)
    sync_names(file.parent)


def sync(file: Path) -> None:
    """Wait until what was written to this file is on disk. Raises OSError."""
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_names(folder: Path) -> None:
    """Wait until the names in this folder are on disk, where its file system can do that."""
    with suppress(OSError):
        sync(folder)
