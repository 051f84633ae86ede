"""The package as a Debian meets it, asked from inside (tools/deb_try.py): installed without a network, the
table opened, a higher version and the lower one again, removed, purged.

    python3 deb_witness.py FIRST.deb HIGHER.deb ANSWERS [--no-service]

Python's own library alone. Each answer is one JSON line. `--no-service`: no systemd runs here, so the table
is opened by hand, as the service's user.
"""

from __future__ import annotations

import json
import os
import pwd
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAGE = "http://127.0.0.1:8766/"
CONFIGURATION, STATE = Path("/etc/sabot/table.toml"), Path("/var/lib/sabot")
JOURNAL = STATE / "table.sqlite3"
OWN = "# a line of this house\n"
PATIENCE_S, MOMENT_S, STEP_S = 600.0, 0.5, 7200.0
APT = ("apt-get", "-y", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0")
PATHS = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}

Answer = dict[str, Any]


def rights(user: str) -> dict[str, Any]:
    """For subprocess: this user, with a home and a journal of their own."""
    entry = pwd.getpwnam(user)
    home = STATE.parent if user == "sabot" else Path("/tmp") / user
    if user != "sabot":
        home.mkdir(exist_ok=True)
        os.chown(home, entry.pw_uid, entry.pw_gid)
    given = {"cwd": "/", "env": PATHS | {"HOME": str(home), "XDG_STATE_HOME": str(home)}, "text": True}
    return given if user == "root" else given | {"user": user, "group": entry.pw_gid, "extra_groups": []}


def ran(*words: str, user: str = "root") -> tuple[int, str]:
    """Status and words of a command, called as this user."""
    piped = subprocess.PIPE, subprocess.STDOUT
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        stdout=piped[0],
        stderr=piped[1],
        timeout=STEP_S,
        check=False,
        **rights(user),
    )
    return done.returncode, str(done.stdout).strip()


def answer(good: bool, said: str) -> Answer:
    """One answer, with the last words that belong to it."""
    return {"good": good, "said": said.splitlines()[-8:]}


def version(package: Path) -> str:
    """The version of a package that is a file."""
    return ran("dpkg-deb", "-f", str(package), "Version")[1]


def without_network() -> Answer:
    """There is nothing but the loopback, which is set up."""
    links = sorted(name for _, name in socket.if_nameindex())
    return answer(links == ["lo"], " ".join(links))


def installed(package: Path) -> Answer:
    """apt installs the file, over any present version."""
    status, said = ran(*APT, "--allow-downgrades", "install", str(package))
    now = ran("sabot", "--version")[1]
    return answer(status == 0 and now == f"sabot {version(package)}", f"{said}\n{now}")


def whole() -> Answer:
    """Every file is as it was packed; those who are not root can use all of it."""
    status, said = ran("dpkg", "--verify", "sabot")
    asked = "import cv2, gpiozero, numpy, PIL; print(cv2.__version__, numpy.__version__)"
    code, output = ran("/usr/lib/sabot/bin/python3", "-I", "-c", asked, user="nobody")
    return answer(status == code == 0 and not said, f"{said}\n{output}")


def anyone() -> Answer:
    """Any user has the command, a table beside the service's, and a journal of their own."""
    good, said = opened("nobody")
    elsewhere = Path("/tmp/nobody/table.toml")
    elsewhere.write_text("[dashboard]\nport = 0\n")
    status, output = ran("sabot", "doctor", "--config", str(elsewhere), user="nobody")
    return answer(good and status == 0 and output.endswith("a table could open"), f"{said}\n{output}")


def opened(user: str) -> tuple[bool, str]:
    """A table opened by hand to its first page, and closed again."""
    words = ["sabot", "run", "--port", "0"]
    words += ["--config", str(CONFIGURATION)] if user == "sabot" else []
    piped = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(words, stdout=piped[0], stderr=piped[1], **rights(user)) as table:
        assert table.stdout
        line = str(table.stdout.readline()).strip()
        try:
            good = bool(line) and page(line.split()[-1]) == 200
        finally:
            table.terminate()
            said = table.communicate(timeout=PATIENCE_S)[0]
    return good and table.returncode == 0, f"{line}\n{said}"


def page(address: str = PAGE) -> int:
    """How a page answers; 0: not at all."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as found:
            return int(found.status)
    except (OSError, ValueError):
        return 0


def serving() -> Answer:
    """The service runs the table as its own user, and gives its first page."""
    begun_s = time.monotonic()
    while shown("ActiveState") != "active" and time.monotonic() - begun_s < PATIENCE_S:
        time.sleep(MOMENT_S)
    owner = Path("/proc", shown("MainPID")).stat().st_uid
    name, status = pwd.getpwuid(owner).pw_name, page()
    took_s = time.monotonic() - begun_s
    return answer(name == "sabot" and status == 200, f"user {name}, page {status}, {took_s:.0f} s")


def by_hand() -> Answer:
    """The table opened as the service's user."""
    return answer(*opened("sabot"))


def shown(key: str) -> str:
    """What systemd has of the table."""
    return ran("systemctl", "show", "-p", key, "--value", "sabot.service")[1]


def used() -> Answer:
    """The house changes its configuration, and something is on record."""
    CONFIGURATION.write_text(CONFIGURATION.read_text() + OWN)
    begun_s = time.monotonic()
    while not records() and time.monotonic() - begun_s < PATIENCE_S:
        time.sleep(MOMENT_S)
    modes = [f"{path.stat().st_mode & 0o777:o}" for path in (STATE, CONFIGURATION, CONFIGURATION.parent)]
    return answer(records() > 0 and modes == ["750", "640", "750"], f"{records()} records; modes {modes}")


def records() -> int:
    """How many the journal has, by its own proof; 0: none, or it does not hold."""
    status, said = ran("sabot", "journal", "verify", "--journal", str(JOURNAL), user="sabot")
    found = re.search(r"(\d[\d ,]*) records", said)
    return int(re.sub(r"\D", "", found[1])) if status == 0 and found else 0


def survived(before: int) -> Answer:
    """Configuration and journal are those from before, and what was there was packed."""
    backups = len(list(STATE.glob("before-update-*.zip")))
    good = CONFIGURATION.read_text().endswith(OWN) and records() >= before > 0 and backups > 0
    return answer(good, f"{before} records before, {records()} now; {backups} backups")


def removed() -> Answer:
    """The program is gone to the last file; what the table remembers is there."""
    status, said = ran(*APT, "remove", "sabot")
    gone = not Path("/usr/lib/sabot").exists() and not Path("/usr/bin/sabot").exists() and page() == 0
    return answer(status == 0 and gone and CONFIGURATION.exists() and JOURNAL.exists(), said)


def purged() -> Answer:
    """Nothing is asked, and the configuration goes; the journal stays."""
    status, said = ran(*APT, "purge", "sabot")
    good = not CONFIGURATION.parent.exists() and JOURNAL.exists() and "/var/lib/sabot stays" in said
    return answer(status == 0 and good, said)


def questions(first: Path, higher: Path, *, service: bool) -> dict[str, Callable[[], Answer]]:
    """What is asked, in order."""
    opens = serving if service else by_hand
    counted: list[int] = []

    def noted() -> Answer:
        found = used()
        counted.append(records())
        return found

    return {
        "no network": without_network,
        "installed": lambda: installed(first),
        "every file as packed": whole,
        "any user": anyone,
        "table opens": opens,
        "used": noted,
        "higher version": lambda: installed(higher),
        "kept by it": lambda: survived(counted[0]),
        "table opens (higher)": opens,
        "lower version again": lambda: installed(first),
        "kept by that": lambda: survived(counted[0]),
        "table opens (lower)": opens,
        "removed": removed,
        "installed again": lambda: installed(first),
        "purged": purged,
    }


def asked(question: Callable[[], Answer]) -> Answer:
    """The answer, or what came between."""
    begun_s = time.monotonic()
    try:
        found = question()
    except Exception as error:  # noqa: BLE001 - any error is reported outside
        found = answer(False, repr(error))
    return found | {"seconds": round(time.monotonic() - begun_s, 1)}


def main(words: list[str]) -> None:
    """Ask one after the other; what follows one that was not answered well is not asked."""
    first, higher, answers = (Path(word) for word in words[:3])
    for name, question in questions(first, higher, service="--no-service" not in words).items():
        result = {"question": name} | asked(question)
        with answers.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
        if not result["good"]:
            break


if __name__ == "__main__":
    main(sys.argv[1:])
