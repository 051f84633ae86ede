"""End a table again and again at the worst moment, and see how long it takes.

    .venv/bin/python -m tools.endings --times 100

A browser opens a stream, reads one picture and hangs up, and the table is told to end (SIGTERM) at that very
moment. Each table is `sabot run` as its own process. One JSON object is printed: how long the endings took
and what was wrong with any of them. The exit status is 0 where every table ended within three seconds with
status 0 and left no process behind.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tools.soak import address_of

LIMIT_S = 3.0
"""A table that was told to end is gone by then."""

UNHEARD_S = 10.0
"""A table that still stands then is killed, so that the next can be tried."""

CONFIGURATION = """
[dashboard]
port = 0
streams = 100
[journal]
path = "{folder}/table.sqlite3"
[simulation]
seconds_per_card = 0.2
seed = 7
"""


class Ending(NamedTuple):
    """How a table ended: after how long, with what status, and the processes that it left behind."""

    took_s: float
    status: int
    left: tuple[int, ...]

    @property
    def is_right(self) -> bool:
        """Whether it ended in time, with status 0 and nothing left."""
        return self.took_s <= LIMIT_S and self.status == 0 and not self.left


@contextmanager
def table(folder: Path, more: str = "") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`sabot run` in this folder: its process and its address. `more` is added to the configuration."""
    (folder / "table.toml").write_text(CONFIGURATION.format(folder=folder) + more)
    command = [sys.executable, "-m", "sabot.cli", "run", "--config", str(folder / "table.toml")]
    own = os.environ | {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=own)
    assert process.stdout is not None
    try:
        yield process, address_of(process)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def children(pid: int) -> tuple[int, ...]:
    """The processes that any thread of this one has started."""
    found: list[str] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may end as it is looked at
            found += (task / "children").read_text().split()
    return tuple(map(int, found))


def stream(address: str) -> http.client.HTTPResponse:
    """A stream of the croupier's page, whose first picture was read."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    connection.request("GET", "/events?for=croupier")
    answer = connection.getresponse()
    while not answer.readline().startswith(b"data:"):
        continue
    return answer


def hanging(address: str) -> socket.socket:
    """A stream that is never read: a browser that hangs."""
    where = urlsplit(address)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect((where.hostname, where.port))
    line.sendall(f"GET /events?for=display HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
    return line


def ended(process: subprocess.Popen[str], number: int = signal.SIGTERM, *, last: Any = None) -> Ending:
    """Do a `last` thing, tell the process to end, and see how it does."""
    started = children(process.pid)
    if last is not None:
        last()
    begun = time.monotonic()
    process.send_signal(number)
    try:
        status = process.wait(UNHEARD_S)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
        for pid in filter(runs, started):  # or they hold its pipes open, and nobody reads them to their end
            os.kill(pid, signal.SIGKILL)
    took_s = time.monotonic() - begun
    return Ending(took_s, status, tuple(pid for pid in started if runs(pid)))


def runs(pid: int) -> bool:
    """Whether a process is there; one that has ended and waits to be counted is not."""
    state, *_ = _stat(pid) or ["Z"]
    return state != "Z"


def worked_s(pid: int) -> float:
    """The processor time of a process; 0.0 of one that has gone."""
    return sum(map(int, _stat(pid)[11:13])) / os.sysconf("SC_CLK_TCK")


def words_of(pid: int) -> list[str]:
    """The command line of a process; empty of one that has gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except (FileNotFoundError, ProcessLookupError):
        return []


def _stat(pid: int) -> list[str]:
    """What the kernel says of a process after its name, its state first; empty of one that has gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):  # it may end as it is looked at
        return []


def at_the_worst_moment(*, streams: int = 0) -> Ending:
    """The ending of a table that is told to end as a browser hangs up, while `streams` others stay."""
    with ExitStack() as parts:
        folder = parts.enter_context(tempfile.TemporaryDirectory(prefix="sabot-ending-"))
        process, address = parts.enter_context(table(Path(folder)))
        for number in range(streams):
            parts.enter_context(stream(address) if number % 2 else hanging(address))
        return ended(process, last=stream(address).close)


def measured(times: int, streams: int) -> dict[str, Any]:
    """The endings of that many tables, one after the other."""
    found = [at_the_worst_moment(streams=streams) for _ in range(times)]
    took_s = sorted(each.took_s for each in found)
    return {
        "endings": times,
        "streams": streams,
        "right": sum(each.is_right for each in found),
        "wrong": [each._asdict() for each in found if not each.is_right],
        "took_s": {
            name: round(took_s[min(times - 1, int(times * part))], 3)
            for name, part in {"p50": 0.5, "p95": 0.95, "worst": 1.0}.items()
        },
    }


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--times", type=int, default=100)
    asked.add_argument("--streams", type=int, default=0)
    words = asked.parse_args()
    found = measured(words.times, words.streams)
    print(json.dumps(found, indent=2))
    return 0 if found["right"] == words.times else 1


if __name__ == "__main__":
    raise SystemExit(main())
