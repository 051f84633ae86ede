"""Puts a program back as it was before an update that did not end well.

Python's own library alone, and copied out of the program before that is changed: it runs when nothing else
does. The update calls it when a step fails; `sabot-put-back.service` when power went away between two steps;
a person may: `python3 FOLDER/put-back.py`. Beside it lies `before.json`, which says what was there. To put
back twice is to put back once.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

BEFORE, OUTCOME, LOCK = "before.json", "outcome.json", "lock"
WITHIN = "--within"
INTERRUPTED = "it was interrupted"
TOOL_S, JOURNAL_S = 300, 3600


class StuckError(RuntimeError):
    """Why it cannot be put back; one line."""


def main(folder: Path, why: str = INTERRUPTED) -> int:
    """Put back what `folder` tells of; the exit status."""
    try:
        before = json.loads((folder / BEFORE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return 0
    except (OSError, ValueError) as error:
        return _ended(folder, {}, "stuck", f"{folder / BEFORE} cannot be read: {error}")
    try:
        environment(before)
        code(before)
        os.sync()
        journal(before)
    except (StuckError, OSError, subprocess.SubprocessError) as error:
        return _ended(folder, before, "stuck", f"{why}; and it cannot be put back: {error}")
    status = _ended(folder, before, "back", why)
    (folder / BEFORE).unlink()
    return status


def environment(before: dict[str, Any]) -> None:
    """The environment that was kept takes its place again."""
    prefix, kept = Path(before["prefix"]), Path(before["kept"])
    broken = prefix.with_name(f"{prefix.name}.broken-{os.getpid()}")

    def swap() -> None:
        if kept.is_dir():
            if prefix.exists():
                prefix.rename(broken)
            kept.rename(prefix)
        for each in prefix.parent.glob(f"{prefix.name}.broken-*"):
            shutil.rmtree(each, ignore_errors=True)

    _in_his_name(before["owner"], swap)


def code(before: dict[str, Any]) -> None:
    """The folder of git stands where it stood; what was half taken over is taken over whole first, so that
    its new files go too."""
    if not before["revision"]:
        return
    home = before["home"]
    git = ["git", "-c", f"safe.directory={home}", "-c", "core.hooksPath=/dev/null", "-C", home]

    def unlock() -> None:
        Path(home, ".git/index.lock").unlink(missing_ok=True)

    _in_his_name(before["owner"], unlock)
    if _run(before["owner"], [*git, "rev-parse", "HEAD"], TOOL_S) not in (
        before["revision"],
        before["target"],
    ):
        raise StuckError(f"somebody went on in {home} since: look at it, then remove {BEFORE}")
    with suppress(StuckError):
        _run(before["owner"], [*git, "reset", "-q", "--hard", before["target"]], TOOL_S)
    _run(before["owner"], [*git, "reset", "-q", "--hard", before["revision"]], TOOL_S)


def journal(before: dict[str, Any]) -> None:
    """A journal that the newer program carried over, so that the older cannot read it, comes from the backup;
    the newer one is moved aside."""
    if not before["backup"]:
        return
    sabot = str(Path(before["prefix"], "bin/sabot"))
    words = [*before["words"]]
    try:
        _run(before["table"], [sabot, "journal", "list", "--last", "1", *words], JOURNAL_S, before["environ"])
    except StuckError:
        _run(before["table"], [sabot, "restore", before["backup"], *words], JOURNAL_S, before["environ"])


# --- in somebody's name


def _is_another(user: list[Any]) -> bool:
    return os.geteuid() == 0 and user[0] != 0


def _in_his_name(user: list[Any], do: Any) -> None:
    """`user`: uid, gid, name and home. The files are his, and so are the rights with which they are moved."""
    if not _is_another(user):
        do()
        return
    groups = os.getgroups()
    os.setgroups(os.getgrouplist(user[2], user[1]))
    os.setegid(user[1])
    os.seteuid(user[0])
    try:
        do()
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


def _run(user: list[Any], words: list[str], timeout_s: float, more: dict[str, str] | None = None) -> str:
    his: dict[str, Any] = {}
    kept = {key: text for key, text in os.environ.items() if not key.startswith(("GIT_", "PYTHON"))}
    kept |= more or {}
    if _is_another(user):
        his = {"user": user[0], "group": user[1], "extra_groups": os.getgrouplist(user[2], user[1])}
        kept |= {"HOME": user[3], "USER": user[2], "LOGNAME": user[2]}
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=timeout_s,
        env=kept,
        **his,
    )
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or f"status {done.returncode}").splitlines()
        raise StuckError(f"{Path(words[0]).name}: {said[-1]}")
    return str(done.stdout).strip()


# --- telling


def tell(folder: Path, **told: Any) -> None:
    """Write down what came of it, for the page and for whoever looks: the whole file or the one before."""
    beside = folder / (OUTCOME + ".new")
    with beside.open("w", encoding="utf-8") as file:
        json.dump(told | {"at_s": round(time.time())}, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    beside.chmod(0o644)
    beside.replace(folder / OUTCOME)


def _ended(folder: Path, before: dict[str, Any], state: str, why: str) -> int:
    with suppress(OSError):  # a full disk: the line must do
        tell(folder, state=state, why=why, before=before.get("version", ""), after="")
    words = {"back": f"put back      {before.get('version', '')}", "stuck": "NOT PUT BACK "}
    sys.stdout.write(f"{words[state]}: {why}\n")
    return 0 if state == "back" else 1


def called(words: list[str]) -> int:
    """From the command line: nothing where an update is at work that does this itself."""
    folder = Path(__file__).resolve().parent
    if WITHIN in words:
        return main(folder, *words[words.index(WITHIN) + 1 :][:1])
    with (folder / LOCK).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.stdout.write("an update is at work\n")
            return 0
        return main(folder)


if __name__ == "__main__":
    sys.exit(called(sys.argv[1:]))
