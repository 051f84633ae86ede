"""The way of one card, measured on a real table: bytes into a pseudo-terminal, events out of browsers'
streams.

`sabot run` is a separate process. A card counts as shown when the last byte of its picture has reached the
client's socket; each card at each client is one sample.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sabot.core.progress import Progress, silent, stepping
from sabot.games.register import USUAL
from sabot.instruments.simulated import dealing
from sabot.instruments.simulated.voices import VOICES
from sabot.record.chain import Entry
from sabot.record.journal import Journal

SABOT_DECKS = 12
QUIET_S = 0.5
"""Only heartbeats for this long: the table waits for a card."""

LOST_S = 5.0
"""A card that no client has seen by then is lost, and the measurement fails."""

URL = re.compile("https?://")

CONFIGURATION = """
[dashboard]
port = 0
{limits}
[journal]
path = "{journal}"
[rules.{game}]
close = "auto"
decks = {decks}
[[instruments]]
driver = "{driver}"
port = "{port}"
"""


def room(streams: int) -> str:
    """Limits of the screens for this number of streams from this machine."""
    return f"streams = {streams}\nstreams_of_one = {streams}\nconnections_of_one = 1000"


def measure(
    *,
    clients: int = 20,
    cards: int = 500,
    driver: str = "angel-eye",
    seed: int = 1,
    progress: Progress = silent,
) -> dict[str, object]:
    """Returns the latency of `cards` cards at `clients` browsers, the cost of the journal, and memory and
    start of `sabot run`."""
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name, line() as (port, write):
        folder = Path(name)
        with (
            table(folder, driver, port, limits=room(max(clients, 200))) as (addresses, process, start_s),
            Clients(addresses, clients) as seen,
            progress("dealing cards", cards) as advance,
        ):
            dealt = stepping(messages(driver, cards, random.Random(seed)), advance)
            samples_ns = samples(seen, write, dealt)
            held = memory(process.pid)
        fsync = _journal_ms(folder / "cost.sqlite3")
    return {
        "clients": clients,
        "cards": cards,
        "driver": driver,
        "card_to_screen_ms": quantiles([each / 1e6 for each in samples_ns]),
        "journal_step_ms": fsync,
        "resident_mb": held,
        "start_to_first_page_s": round(start_s, 3),
    }


def quantiles(values: list[float]) -> dict[str, float]:
    """p50, p95, p99 and the worst of `values`."""
    ordered = sorted(values)
    picked = {name: ordered[min(len(ordered) - 1, int(len(ordered) * part))] for name, part in _PARTS.items()}
    return {name: round(value, 3) for name, value in picked.items()}


_PARTS = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "worst": 1.0}


@contextmanager
def line() -> Iterator[tuple[str, Callable[[bytes], object]]]:
    """A pseudo-terminal: its path, and how to write to its other end."""
    master, terminal = os.openpty()
    tty.setraw(terminal)
    try:
        yield os.ttyname(terminal), lambda data: os.write(master, data)
    finally:
        os.close(master)
        os.close(terminal)


class Addresses(NamedTuple):
    """Where a table serves its own screen, and all others."""

    own: str
    others: str


@contextmanager
def table(
    folder: Path, driver: str, port: str, *, limits: str = ""
) -> Iterator[tuple[Addresses, subprocess.Popen[str], float]]:
    """`sabot run` on that line, with these limits of its screens or the usual ones: its addresses, its
    process, and the seconds until its first page was served."""
    config = folder / "table.toml"
    journal = folder / "live.sqlite3"
    text = CONFIGURATION.format(
        game=USUAL, journal=journal, decks=SABOT_DECKS, driver=driver, port=port, limits=limits
    )
    config.write_text(text, "utf-8")
    begun_s = time.monotonic()
    command = [sys.executable, "-m", "sabot.cli", "run", "--config", str(config)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        addresses = named(process.stdout)
        _page(addresses.own)
        yield addresses, process, time.monotonic() - begun_s
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=10)
        if process.stdout is not None:
            process.stdout.close()


def named(said: Iterable[str]) -> Addresses:
    """The first two addresses in what an opening table prints. Raises RuntimeError if it ends before."""
    found = [*islice((word for line in said for word in line.split() if URL.match(word)), 2)]
    if len(found) < len(Addresses._fields):
        raise RuntimeError("the table did not open")
    return Addresses(*found)


def _page(address: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.request("GET", "/croupier")
    connection.getresponse().read()
    connection.close()


class Clients:
    """Browsers' ends of the event stream, all watched by one thread that notes when each picture was
    complete."""

    def __init__(self, addresses: Addresses, count: int, *, of: str = "") -> None:
        self._wakes = threading.Condition()
        self.count, self._seen = count, {}  # type: int, dict[int, list[int]]
        self._selector, self._stack, self._over = selectors.DefaultSelector(), ExitStack(), False
        for number in range(count):
            audience = of or ("croupier" if number % 2 else "display")
            parts = urlsplit(addresses.own if audience == "croupier" else addresses.others)
            stream = self._stack.enter_context(socket.create_connection((parts.hostname, parts.port), 10))
            stream.sendall(f"GET /events?for={audience} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
            stream.setblocking(False)
            self._selector.register(stream, selectors.EVENT_READ, bytearray())
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Clients:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        self._thread.join(timeout=5)
        self._stack.close()
        self._selector.close()

    def settled(self) -> int:
        """The highest number of a picture, once all clients have it and nothing newer comes."""
        with self._wakes:
            self._wakes.wait_for(lambda: self._complete(0), LOST_S)
            while self._wakes.wait(QUIET_S):
                continue
            return max(self._seen)

    def arrivals(self, after: int) -> tuple[int, list[int]]:
        """The next picture after number `after`, and when each client had it (monotonic nanoseconds)."""
        with self._wakes:
            if not self._wakes.wait_for(lambda: self._complete(after), LOST_S):
                raise RuntimeError("a card did not reach every client")
            number = self._complete(after)
            return number, self._seen[number]

    def _complete(self, after: int) -> int:
        """The number of a picture after `after` that all clients have; 0 when there is none."""
        return next((n for n, times in self._seen.items() if n > after and len(times) == self.count), 0)

    def _watch(self) -> None:
        while not self._over:
            for key, _ in self._selector.select(0.1):
                held: bytearray = key.data
                held += key.fileobj.recv(65536)  # type: ignore[union-attr]
                self._note(held, time.monotonic_ns())

    def _note(self, held: bytearray, now_ns: int) -> None:
        """Note every whole message in `held`, and take it out."""
        *whole, rest = bytes(held).split(b"\n\n")
        held[:] = rest
        numbers = [each.rpartition(b"id: ")[2].partition(b"\n")[0] for each in whole if b"id: " in each]
        with self._wakes:
            if not numbers:
                return
            for number in numbers:
                self._seen.setdefault(int(number), []).append(now_ns)
            self._wakes.notify_all()


def messages(driver: str, cards: int, rng: random.Random) -> Iterator[bytes]:
    """Yields the messages of a shoe for `cards` cards of one sabot."""
    voice, count = VOICES[driver](), 0
    for coup in dealing.taille(dealing.shuffled(SABOT_DECKS, rng)):
        for laid in coup if isinstance(coup, tuple) else ():
            count += 1
            if count > cards:
                return
            yield voice.card(laid.card, place=laid.place, index=laid.nth, t_us=count)


def samples(seen: Clients, write: Callable[[bytes], object], cards: Iterable[bytes]) -> list[int]:
    """How long each of these cards took to each client, in nanoseconds."""
    found: list[int] = []
    number, rng = seen.settled(), random.Random(2)
    for message in cards:
        time.sleep(rng.uniform(0.002, 0.02))  # the driver may need several calls for a card
        begun_ns = time.monotonic_ns()
        write(message)
        number, times = seen.arrivals(number)
        found += [each - begun_ns for each in times]
    return found


def memory(pid: int) -> dict[str, float]:
    """Resident megabytes of the table, and of the processes that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return {
        "table": resident_mb(pid),
        "children": round(sum(resident_mb(int(each)) for each in children), 1),
    }


def resident_mb(pid: int) -> float:
    """Resident megabytes of this process."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    held = next(line for line in lines if line.startswith("VmRSS:"))
    return round(int(held.split()[1]) / 1000, 1)


def _journal_ms(path: Path, steps: int = 300) -> dict[str, float]:
    """Returns the time to write a card to disk: one step of a card and its verdicts, synchronized."""
    spent: list[float] = []
    with Journal(path) as journal:
        for number in range(steps):
            entries = [Entry("observation", {"kind": "CardSeen", "card": "8C", "source": "sabot"}, 1)]
            entries += [Entry("event", {"event": "card", "to": "punto", "points": number % 10}, 1)] * 2
            begun_s = time.perf_counter()
            journal.append(entries)
            spent.append((time.perf_counter() - begun_s) * 1000)
    return quantiles(spent)
