"""Updates of the service that runs, in the container of tools/pi_started.py: a house of git whose set-up
needs no network, a copy of it that the service runs, and requests of its page and of the table's own user.
"""

from __future__ import annotations

import json
import os
import pwd
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

HOUSE, COPY = Path("/srv/house"), Path("/srv/sabot")
CURRENT, BEFORE = COPY / "current", COPY / "current.before"
PROGRAM = COPY / ".venv/bin/sabot"
WANTED, UPDATES = Path("/var/lib/sabot/update-wanted"), Path("/var/lib/sabot-update")
UPDATING = "sabot-update.service"
HERE = "http://127.0.0.1:8766"
PATIENCE_S, MOMENT_S = 900.0, 0.2
OWNER = "pi"
BREAKS = "raise SystemExit('this revision does not start')\n"

SETUP = '''"""The environment, made of what is there already: no network."""
import pathlib, sys
root, packages = pathlib.Path(__file__).resolve().parents[1], pathlib.Path("{packages}")
venv = root / ".venv"
ours = [str(root / name) for name in ("controller", "vision", "dashboard")]
inside = venv / "lib" / packages.parent.name / packages.name
for folder in (venv / "bin", inside.parent):
    folder.mkdir(parents=True, exist_ok=True)
for link, target in ((venv / "bin/python3", "/usr/bin/python3"), (inside, packages)):
    link.unlink(missing_ok=True)
    link.symlink_to(target)
texts = {{
    "pyvenv.cfg": "home = /usr/bin\\ninclude-system-site-packages = false\\n",
    "bin/sabot": f"#!{{venv}}/bin/python3\\nimport sys\\nsys.path[:0] = {{ours!r}}\\n"
    "from sabot.cli import main\\nmain()\\n",
}}
for name, text in texts.items():
    (venv / name).unlink(missing_ok=True)
    (venv / name).write_text(text)
    (venv / name).chmod(0o755)
'''

TABLE = """[[instruments]]
driver = "angel-eye"
port = "/dev/sabot/none"
wait = true
"""
"""A table whose shoe is not there yet: nobody deals, so that it can be closed between two coups."""


def git(folder: Path, *words: str) -> str:
    """What git says of a folder."""
    names = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "safe.directory=*"]
    done = subprocess.run(["git", *names, "-C", str(folder), *words], check=True, stdout=subprocess.PIPE)
    return done.stdout.decode().strip()


def housed(source: Path, packages: Path) -> dict[str, Any]:
    """A house with the last commit of `source`, and a copy that is neither root's nor the table's user's."""
    _null()
    subprocess.run(["useradd", "--system", "--create-home", OWNER], check=True)
    git(Path("/"), "clone", "-q", "--depth", "1", f"file://{source}", str(HOUSE))
    changed("tools/setup.py", SETUP.format(packages=packages))
    git(Path("/"), "clone", "-q", str(HOUSE), str(COPY))
    subprocess.run([sys.executable, str(COPY / "tools/setup.py")], check=True)
    subprocess.run(["chown", "-R", OWNER, str(HOUSE), str(COPY)], check=True)
    Path("/etc/sabot").mkdir()
    Path("/etc/sabot/table.toml").write_text(TABLE)
    return {"good": PROGRAM.exists(), "revision": git(COPY, "rev-parse", "--short", "HEAD")}


def _null() -> None:
    """Where the machine around the container keeps /dev/null to itself, the container gets one of its own, as
    every system has it."""
    if Path("/dev/null").stat().st_mode & 0o006 != 0o006:
        own = Path("/run/null")
        own.touch()
        own.chmod(0o666)
        subprocess.run(["mount", "--bind", str(own), "/dev/null"], check=True)


def changed(name: str, text: str) -> str:
    """One more revision of the house."""
    (HOUSE / name).write_text(text)
    git(HOUSE, "add", "-A")
    git(HOUSE, "commit", "-q", "-m", "more")
    return git(HOUSE, "rev-parse", "HEAD")


def pressed(path: str, **body: Any) -> str:
    """What the page answers to a touch; empty where it was taken."""
    headers = {"Content-Type": "application/json", "X-Sabot": "act"}
    asked = urllib.request.Request(HERE + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            said = json.load(answer)
    except urllib.error.HTTPError as error:
        said = json.load(error)
    return "" if said["taken"] else str(said["why"]["id"])


def planted() -> None:
    """As the table's own user could: a request with words in it that nobody is to follow."""
    user = pwd.getpwnam("sabot")
    words = ["sh", "-c", f"echo 'HEAD~1; touch {UPDATES}/followed' > {WANTED}"]
    subprocess.run(words, check=True, user=user.pw_uid, group=user.pw_gid)


def state(unit: str, key: str = "ActiveState") -> str:
    """What systemd has of a unit."""
    done = subprocess.run(
        ["systemctl", "show", "-p", key, "--value", unit], check=True, stdout=subprocess.PIPE
    )
    return done.stdout.decode().strip()


def until(holds: Callable[[], bool]) -> bool:
    """Wait for it."""
    begun_s = time.monotonic()
    while time.monotonic() - begun_s < PATIENCE_S:
        if holds():
            return True
        time.sleep(MOMENT_S)
    return False


def outcome() -> dict[str, Any]:
    """What the page shows once the unit has come and gone."""
    until(lambda: not WANTED.exists() and state(UPDATING) in ("inactive", "failed"))
    until(lambda: state("sabot.service") == "active")
    found: dict[str, Any] = json.loads((UPDATES / "outcome.json").read_text())
    return found


def judged(wanted: str, head: str) -> dict[str, Any]:
    """Whether it ended as it should, at this revision, with a table that answers."""
    found = outcome()
    with urllib.request.urlopen(HERE, timeout=60) as answer:
        up = answer.status == 200
    owners = {path.owner() for path in (CURRENT, CURRENT / ".venv/bin/sabot", CURRENT / "CHANGELOG.md")}
    stands = git(CURRENT, "rev-parse", "HEAD") == head and not git(CURRENT, "status", "--porcelain", "-uno")
    clean = not (UPDATES / "followed").exists() and not BEFORE.is_symlink()
    good = found["state"] == wanted and stands and up and clean and owners == {OWNER}
    return {"good": good, "told": found, "stands": stands, "owners": sorted(owners), "clean": clean}


def refused() -> dict[str, Any]:
    """A table that is open is not closed by a request, neither the page's nor one that was planted."""
    why = pressed("/technician/update")
    head, _ = git(CURRENT, "rev-parse", "HEAD"), changed("CHANGELOG.md", "newer\n")
    begun = state("sabot.service", "ExecMainStartTimestampMonotonic")
    planted()
    answer = judged("refused", head)
    same = begun == state("sabot.service", "ExecMainStartTimestampMonotonic")
    return answer | {"good": answer["good"] and same and "closes it first" in why, "page": why}


def updated() -> dict[str, Any]:
    """Closed by its supervisor and asked for at the page, it becomes the newer one."""
    closed = {"do": "close-table", "key": "0123456789abcdef", "by": "A", "counted": "100", "reason": ""}
    said = [pressed("/supervisor/acts", **closed), pressed("/technician/update")]
    answer = judged("done", git(HOUSE, "rev-parse", "HEAD"))
    return answer | {"pressed": said}


def back() -> dict[str, Any]:
    """A revision that does not start is put back, and was asked for twice."""
    head, text = git(CURRENT, "rev-parse", "HEAD"), (HOUSE / "controller/sabot/cli/run.py").read_text()
    changed("controller/sabot/cli/run.py", BREAKS)
    planted()
    planted()
    answer = judged("back", head)
    changed("controller/sabot/cli/run.py", text)
    return answer


def cut_short() -> dict[str, Any]:
    """An update that is killed when the newer version is on trial."""
    head = git(CURRENT, "rev-parse", "HEAD")
    planted()
    begun = until(BEFORE.is_symlink)
    os.kill(int(state(UPDATING, "MainPID")), signal.SIGKILL)
    answer = judged("back", head)
    return answer | {"good": answer["good"] and begun}
