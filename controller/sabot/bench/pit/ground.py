"""The ground that a bench or a test of the pit stands on: a PostgreSQL in a folder of its own, and gone with
it; a free port; and waiting."""

from __future__ import annotations

import os
import pwd
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from sabot.pit.services import PASSING, DatabaseService

ROOM_BYTES = 1 << 29
WAIT_S = 60.0


def until(is_true: Callable[[], bool], what: str, *, limit_s: float = WAIT_S) -> None:
    """Wait until this is true. Raises TimeoutError that says what never came."""
    end = time.monotonic() + limit_s
    while not is_true():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come within {limit_s:g} s")
        time.sleep(0.02)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def other_user() -> str | None:
    """Whose process PostgreSQL is where this one is root's."""
    if os.geteuid():
        return None
    with suppress(KeyError):
        return pwd.getpwnam("postgres").pw_name
    return "nobody"


def memory() -> str | None:
    """A folder in memory with room for a few clusters, if the machine has one: no test waits for a disk."""
    folder = Path("/dev/shm")  # noqa: S108 - each use makes a folder of its own there
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    has_room = found.f_bavail * found.f_frsize > ROOM_BYTES
    return str(folder) if has_room and os.access(folder, os.W_OK) else None


@contextmanager
def cluster(settings: tuple[str, ...] = PASSING, *, within: str | None = None) -> Iterator[DatabaseService]:
    """A PostgreSQL in a folder of its own within this one, or in memory; nothing of it is left afterwards. As
    root it is another user's process: PostgreSQL refuses root."""
    folder = Path(mkdtemp(prefix="sabot-pit-", dir=within or memory()))
    user = other_user()
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    service = DatabaseService(folder, user=user, settings=settings)
    try:
        service.make()
        service.up()
        yield service
    finally:
        service.end(3)
        rmtree(folder, ignore_errors=True)
