"""In whose name each part of an update is done. Root begins it and touches nothing of others himself: what
the table keeps is read and packed as the table's user, the program is changed as whoever owns it. A link that
one of them lays leads no further than he could go.
"""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple


class UpdateError(RuntimeError):
    """Why an update is not begun, or goes no further; one line. `said` is what a command printed before."""

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(why)
        self.said = said


class User(NamedTuple):
    """Somebody of this machine."""

    uid: int
    gid: int
    name: str
    home: str

    @property
    def is_another(self) -> bool:
        """Whether we are root, and he is not."""
        return os.geteuid() == 0 and self.uid != 0

    @property
    def groups(self) -> list[int]:
        """Every group that he is in."""
        return os.getgrouplist(self.name, self.gid)


def myself() -> User:
    """Whoever runs this."""
    return _known(os.geteuid(), os.getegid())


def owner_of(path: Path) -> User:
    """Whom a file or folder belongs to. Raises OSError."""
    there = path.stat()
    return _known(there.st_uid, there.st_gid)


def named(name: str) -> User:
    """The user of this name. Raises UpdateError."""
    try:
        return _known(pwd.getpwnam(name).pw_uid, pwd.getpwnam(name).pw_gid)
    except KeyError:
        raise UpdateError(f"there is no user {name}: sudo sabot install makes it") from None


def _known(uid: int, gid: int) -> User:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        return User(uid, gid, str(uid), "/")
    return User(uid, entry.pw_gid, entry.pw_name, entry.pw_dir)


@contextmanager
def acting_as(user: User) -> Iterator[None]:
    """What is done in the block is done with his rights; nothing is where he is the one who runs this."""
    if not user.is_another:
        yield
        return
    before = os.getgroups()
    os.setgroups(user.groups)
    os.setegid(user.gid)
    os.seteuid(user.uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(before)


def run(
    user: User, *words: str, timeout_s: float, more: Mapping[str, str] | None = None, called: str = ""
) -> str:
    """What a command says that runs in his name, without an answer from anybody. Raises UpdateError with the
    line that says why, after what it is `called`."""
    name = called or f"{Path(words[0]).name} {words[1]}"
    try:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=timeout_s,
            **_given(user, more or {}),
        )
    except subprocess.TimeoutExpired:
        raise UpdateError(f"{name} gave no answer within {timeout_s:.0f} s") from None
    except OSError as error:
        raise UpdateError(f"{words[0]} cannot be run: {error.strerror}") from None
    if done.returncode:
        why = _reason(done.stderr) or _reason(done.stdout) or f"status {done.returncode}"
        raise UpdateError(f"{name}: {why}", done.stdout)
    return done.stdout.strip()


def _reason(said: str) -> str:
    """The line that says why, or the last one."""
    lines = said.strip().splitlines()
    telling = (line for line in lines if line.startswith(("fatal:", "error:", "ERROR:", "Job for ")))
    return next(telling, lines[-1] if lines else "").strip()


def _given(user: User, more: Mapping[str, str]) -> dict[str, Any]:
    """For subprocess: his rights, and an environment that points nowhere else."""
    kept = {key: text for key, text in os.environ.items() if not key.startswith(("GIT_", "PYTHON"))}
    plain = {**kept, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8", **more}
    if not user.is_another:
        return {"env": plain}
    his = {"HOME": user.home, "USER": user.name, "LOGNAME": user.name}
    return {"user": user.uid, "group": user.gid, "extra_groups": user.groups, "env": {**plain, **his}}
