"""The two commands where nothing is set up: `make fresh`. Minimal Debian 12 and 13, as root and as a user.

    python tools/fresh.py                           # what has not passed yet for this commit
    python tools/fresh.py --only '13/run/*'         # some rows; also 12/run/sudoer and */hardware/root
    python tools/fresh.py --again                   # all of them once more
    python tools/fresh.py --table                   # only what the last ones came to

In each row the last commit is cloned into a new copy of the system, with nothing beside it. `make run` must
show its first page; `make test` must pass with CI=true. A user without sudo is first told one command; root
gives exactly that one, and then all must work. Systems, downloads and logs stay in build/fresh. Needs root.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parent))
from minimal import SUITES, USERS, System, made
from packages import Stopped, need, said, say

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "fresh"
RESULTS = KEPT / "results.json"

Row = tuple[str, str, str]  # Debian's number, the target of make, the user
ROWS: list[Row] = [
    (number, target, user) for number in SUITES for target in ("run", "test") for user in USERS
] + [(number, "hardware", "root") for number in SUITES]
USUAL = [row for row in ROWS if row[2] != "sudoer" and row[1] != "hardware"]

COMMAND = re.compile(r"^ *sudo (apt-get update) && sudo (apt-get install [a-z0-9.+ -]+)$", re.MULTILINE)
ADDRESS = re.compile(r"http://[\w.:]+")
LIMIT_S = {"run": 300, "test": 3600, "hardware": 3600}
LOOKED_EVERY_S, REPORT_EVERY_S = 0.1, 30
PAGE_S = 20
"""The first page is to be there so soon after `make run`."""


class Failed(Exception):  # noqa: N818 - an answer, not a fault of the program
    """A row that does not hold; why, in a line."""


# --- within a system


class Place:
    """A new copy of a system with a clone in it, for one row."""

    def __init__(self, system: System, row: Row) -> None:
        self.system, (_, self.target, self.user) = system, row
        self.folder = system.folder / "rows" / "-".join(row[1:])
        shutil.rmtree(self.folder, ignore_errors=True)  # nothing is ever mounted in it that is seen here
        self.folder.mkdir(parents=True)
        self.log = self.folder / "log"
        self.clone = self.folder / "sabot"
        subprocess.run(["git", "clone", "-q", f"file://{ROOT}", str(self.clone)], check=True)
        own(self.clone, user=self.user)

    def bound(self) -> dict[Path, str]:
        """The clone, and what was downloaded before; a first page is timed without."""
        home = self.system.home(self.user)
        seen = {self.clone: f"{home}/sabot"}
        if self.target != "run":
            pip = self.system.folder / f"pip-{self.user}"
            seen |= {pip: f"{home}/.pip", self.system.folder / "archives": "/var/cache/apt/archives"}
            for folder in seen:
                folder.mkdir(exist_ok=True)
            own(pip, user=self.user)
        return seen

    @contextmanager
    def started(self, *words: str, user: str = "") -> Iterator[subprocess.Popen[bytes]]:
        """A command in the clone, its words in the log; at the end it and all that it started are ended."""
        user = user or self.user
        folder = f"{self.system.home(self.user)}/sabot"
        within = ["env", "-C", folder, f"PIP_CACHE_DIR={self.system.home(self.user)}/.pip", *words]
        command, given = self.system.command(within, self.folder, user=user, bound=self.bound())
        with self.log.open("ab") as log:
            log.write(f"\n$ {' '.join(words)}  # {user}\n".encode())
            log.flush()
            process = subprocess.Popen(
                command, env=given, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
            try:
                yield process
            finally:
                process.kill()
                process.wait()

    def ran(self, *words: str, user: str = "") -> int:
        """The exit status of a command; what it said is in the log."""
        with self.started(*words, user=user) as process:
            return waited(process, self)

    def said(self) -> str:
        """The log so far."""
        return self.log.read_text(errors="replace")


def own(folder: Path, *, user: str) -> None:
    """Give a folder to a user of the system."""
    subprocess.run(["chown", "-R", f"{USERS[user]}:{USERS[user]}", str(folder)], check=True)


def waited(process: subprocess.Popen[bytes], place: Place) -> int:
    """How it ended; meanwhile its last line is printed now and then."""
    begun = reported = time.monotonic()
    while process.poll() is None:
        time.sleep(LOOKED_EVERY_S)
        now = time.monotonic()
        if now - begun > LIMIT_S[place.target]:
            raise Failed(f"did not end within {LIMIT_S[place.target] // 60} minutes")
        if now - reported > REPORT_EVERY_S:
            reported = now
            say(f"{now - begun:.0f} s: {last_line(place.said())}")
    return process.returncode


def last_line(text: str) -> str:
    """The last line that says something."""
    return next((line.strip()[-100:] for line in reversed(text.splitlines()) if line.strip()), "")


# --- rows


def page(place: Place) -> str:
    """`make run` until its first page answers; how long that took. Raises Failed."""
    begun = time.monotonic()
    with place.started("make", "run", "ARGS=--port 0") as process:
        while not answers(place.said()):
            if process.poll() is not None:
                raise Failed(f"ended with status {process.returncode}: {last_line(place.said())}")
            if time.monotonic() - begun > LIMIT_S["run"]:
                raise Failed(f"no page within {LIMIT_S['run']} s")
            time.sleep(LOOKED_EVERY_S)
        took = time.monotonic() - begun
    late = "" if took <= PAGE_S else f", later than {PAGE_S} s"
    return f"first page after {took:.1f} s{late}"


def answers(log: str) -> bool:
    """Whether the address that was printed gives a page."""
    found = ADDRESS.search(log.rpartition("$ make run")[2])
    if found is None:
        return False
    try:
        with urlopen(found.group(), timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def tests(place: Place) -> str:
    """`make test` with CI=true; what came of it. Raises Failed."""
    status = place.ran("CI=true", "make", "test")
    counted = counts(place.said().rpartition("$ CI=true")[2])
    if status:
        raise Failed(f"{counted or last_line(place.said())} (status {status})")
    return counted


def counts(log: str) -> str:
    """What pytest counted, and how long it took."""
    found = re.findall(r"^(?:=+ )?(\d+ (?:passed|failed).*?) in ([\d.]+)s", log, re.MULTILINE)
    return f"{found[-1][0]}, {float(found[-1][1]) / 60:.1f} min" if found else ""


def drawings(place: Place) -> str:
    """`make hardware`; how many files of each kind it drew. Raises Failed."""
    if status := place.ran("CI=true", "make", "hardware"):
        raise Failed(f"{last_line(place.said())} (status {status})")
    ends = Counter(path.suffix for path in (place.clone / "build/hardware").rglob("*.*"))
    return ", ".join(f"{ends[end]} {end}" for end in (".stl", ".png", ".svg", ".gbr", ".erc"))


DONE: dict[str, Callable[[Place], str]] = {"run": page, "test": tests, "hardware": drawings}
"""What a target must do."""


def given(place: Place) -> str:
    """As a user without sudo: make names one command, and root gives exactly that one. Raises Failed."""
    status = place.ran("CI=true", "make", place.target)
    commands = COMMAND.findall(place.said())
    if not status or len(commands) != 1:
        raise Failed(f"without the packages: status {status}, {len(commands)} commands named instead of one")
    update, install = commands[0]
    if place.ran("sh", "-c", f"{update} && DEBIAN_FRONTEND=noninteractive {install}", user="root"):
        raise Failed(f"the command that was named does not work: {install}")
    packages = sum(not word.startswith("-") for word in install.split()) - 2
    return f"told of {packages} {'package' if packages == 1 else 'packages'} in one command, then "


def tried(row: Row) -> dict[str, Any]:
    """What came of a row."""
    number, target, user = row
    system = made(number, KEPT)
    say(f"Debian {number}, make {target}, {user}")
    begun = time.monotonic()
    try:
        place = Place(system, row)
        first = given(place) if user == "user" else ""
        outcome, good = first + DONE[target](place), True
    except Failed as why:
        outcome, good = str(why), False
    took = round(time.monotonic() - begun)
    say(f"{'passed' if good else 'FAILED'} after {took} s: {outcome}")
    return {"good": good, "said": outcome, "seconds": took, "commit": commit()}


# --- results


def commit() -> str:
    """The commit that is tried."""
    return said("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD").strip()


def known() -> dict[str, dict[str, Any]]:
    """What the rows came to for this commit."""
    try:
        kept = json.loads(RESULTS.read_text())
    except (OSError, ValueError):
        return {}
    return {name: found for name, found in kept.items() if found["commit"] == commit()}


def table(results: dict[str, dict[str, Any]]) -> str:
    """The rows as a table of Markdown."""
    lines = ["| system | command | user | | what came of it | seconds in all |", "|---|---|---|---|---|--:|"]
    for row in ROWS:
        found = results.get("/".join(row))
        if found or row in USUAL:
            found = found or {"good": None, "said": "", "seconds": ""}
            mark = {True: "passed", False: "**failed**", None: "not tried"}[found["good"]]
            cells = [f"Debian {row[0]}", f"make {row[1]}", row[2], mark, found["said"], found["seconds"]]
            lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def chosen(only: list[str]) -> list[Row]:
    """The rows that these patterns name; without any, all but those with sudo. Raises Stopped."""
    rows = [row for row in ROWS if any(fnmatch("/".join(row), each) for each in only)] if only else USUAL
    if not rows:
        raise Stopped(f"no row is called {' '.join(only)}; there are " + ", ".join(map("/".join, ROWS)))
    return rows


def asked(words: list[str]) -> argparse.Namespace:
    """The words of the command line."""
    reads = argparse.ArgumentParser(prog="make fresh", description="Commands, where nothing is set up.")
    reads.add_argument(
        "--only", action="append", default=[], metavar="ROW", help="such as 13/run/user or '12/*'"
    )
    reads.add_argument("--again", action="store_true", help="also what passed already for this commit")
    reads.add_argument("--table", action="store_true", help="only show what the rows came to")
    return reads.parse_args(words)


def main(words: list[str]) -> int:
    """Try the rows; exit status 1 where one did not pass."""
    ways = asked(words)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored: not within
    rows = chosen(ways.only)
    results = known()
    if not ways.table:
        need(["fresh"], "minimal systems")
        if said("git", "-C", str(ROOT), "status", "--porcelain"):
            say("what is not committed is not tried")
        for row in rows:
            if ways.again or not results.get("/".join(row), {}).get("good"):
                results["/".join(row)] = tried(row)
                RESULTS.write_text(json.dumps(results, indent=1))
    print(table(results))
    return 0 if all(results.get("/".join(row), {}).get("good") for row in rows) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Stopped as why:
        sys.exit(f"make fresh: {why}")
    except KeyboardInterrupt:
        sys.exit("make fresh: interrupted; what passed is kept")
