"""The commands of an update, each run as the user whose files it touches.

Root begins the update of a service and touches nothing of others itself: git and the set-up run as the owner
of the checkout, and what concerns the table's files runs as the table's user.
"""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Mapping, Sequence
from tempfile import TemporaryFile
from typing import Any

from sabot.core.reasons import reason

TELLING = ("fatal:", "error:", "ERROR:", "Job for ")


class UpdateError(RuntimeError):
    """Why an update does not begin or cannot go on, in one line: a Reason where a page may tell it."""


class UnreachedError(UpdateError):
    """The version did not come: the network was lost. That says nothing about the version."""


def run(uid: int, *words: str, timeout_s: float, called: str = "", **more: str) -> str:
    """What a command says that runs as this user and asks nobody; `more` goes into its environment. Raises
    UpdateError with the line that says why, after what the command is `called`."""
    status, said, wrong = ran(uid, words, timeout_s=timeout_s, more=more)
    if status:
        raise UpdateError(f"{called}: {telling(wrong or said)}")
    return said


def ran(
    uid: int, words: Sequence[str], *, timeout_s: float, more: Mapping[str, str], shows: bool = False
) -> tuple[int, str, str]:
    """The status of a command, and what it printed on both its outputs; it `shows` the second one instead."""
    with TemporaryFile("w+", errors="replace") as said:  # beside a pipe no bar is drawn
        try:
            done = subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=None if shows else subprocess.PIPE,
                check=False,
                timeout=timeout_s,
                **_given(uid, more),
            )
        except subprocess.TimeoutExpired:
            raise UpdateError(
                reason("{name} gave no answer within {n} s", name=words[0], n=round(timeout_s))
            ) from None
        except OSError as error:
            raise UpdateError(
                reason("{name} cannot be run: {why}", name=words[0], why=str(error.strerror))
            ) from None
        said.seek(0)
        return done.returncode, said.read().strip(), (done.stderr or b"").decode(errors="replace").strip()


def telling(said: str) -> str:
    """The line that says why, or the last one."""
    lines = said.splitlines() or ["no reason was given"]
    return (
        next((line for line in lines if line.startswith(TELLING)), lines[-1]).removeprefix("sabot: ").strip()
    )


def _given(uid: int, more: Mapping[str, str]) -> dict[str, Any]:
    """For subprocess: the rights of the user, and an environment that leads nowhere else."""
    kept = {key: text for key, text in os.environ.items() if not key.startswith(("GIT_", "PYTHON"))}
    plain = {**kept, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8", **more}
    if os.geteuid() != 0 or uid == 0:
        return {"env": plain}
    try:
        user = pwd.getpwuid(uid)
    except KeyError:
        raise UpdateError(f"user {uid} owns the files, and this machine does not know them: chown") from None
    own = {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name}
    groups = os.getgrouplist(user.pw_name, user.pw_gid)
    return {"user": uid, "group": user.pw_gid, "extra_groups": groups, "env": plain | own}
