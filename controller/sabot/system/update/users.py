"""In whose name each part of an update is done. Root begins it and touches nothing of others: what the table
keeps is read and packed as the table's user, the program is changed as its owner. A link that one of them
lays leads no further than they could go.
"""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class UpdateError(RuntimeError):
    """Why an update is not begun, or goes no further; one line. `said` is what a command printed before."""

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(why)
        self.said = said


User = pwd.struct_passwd
"""A user of this machine."""


def myself() -> User:
    """Whoever runs this."""
    return _known(os.geteuid())


def owner_of(path: Path) -> User:
    """Whom a file or folder belongs to. Raises OSError."""
    return _known(path.stat().st_uid)


def named(name: str) -> User:
    """The user of this name. Raises UpdateError."""
    try:
        return pwd.getpwnam(name)
    except KeyError:
        raise UpdateError(f"there is no user {name}: sudo sabot install makes it") from None


def is_another(user: User) -> bool:
    """Whether we are root, and this user is not."""
    return os.geteuid() == 0 and user.pw_uid != 0


def _known(uid: int) -> User:
    try:
        return pwd.getpwuid(uid)
    except KeyError:  # an account without an entry, as in some containers
        return User((str(uid), "x", uid, os.getgid(), "", "/", ""))


def _groups(user: User) -> list[int]:
    return os.getgrouplist(user.pw_name, user.pw_gid)


@contextmanager
def acting_as(user: User) -> Iterator[None]:
    """What is done in the block is done with this user's rights."""
    if not is_another(user):
        yield
        return
    before = os.getgroups()
    os.setgroups(_groups(user))
    os.setegid(user.pw_gid)
    os.seteuid(user.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(before)


def run(
    user: User, *words: str, timeout_s: float, more: Mapping[str, str] | None = None, called: str = ""
) -> str:
    """What a command says that runs as this user, without an answer from anybody. Raises UpdateError with the
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
    """For subprocess: the user's rights, and an environment that points nowhere else."""
    kept = {key: text for key, text in os.environ.items() if not key.startswith(("GIT_", "PYTHON"))}
    plain = {**kept, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8", **more}
    if not is_another(user):
        return {"env": plain}
    own = {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name}
    rights = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": _groups(user)}
    return {**rights, "env": {**plain, **own}}
