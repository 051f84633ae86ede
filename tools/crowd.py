"""What a crowd of guests costs the croupier: acts and pictures at the table's own screen, alone and beside
it.

    .venv/bin/python -m tools.crowd --seconds 20

A real table deals cards from a pseudo-terminal. The croupier's page follows its stream and presses buttons;
after a while a guest opens 1,100 half-open connections and 1,000 streams and sends 1,500 requests a second
(`tools/crowding.py`): first from one address, then from thirty. Prints the latencies in milliseconds as one
JSON object; the exit status is 1 if an act or a picture is too late beside a crowd.

Guests, table and croupier share the processors of one machine here. So each picture also has what all the
threads of the table worked meanwhile, and how long they and the croupier’s page were ready and waited for a
processor. Much waiting and little work: the machine was busy. The rest of the time is mostly the disk’s.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sabot.bench.live import Clients, line, messages, quantiles, table
from tools.processors import spent

ACT_P99_MS, PICTURE_P99_MS = 100.0, 50.0
"""The croupier waits no longer than this, with any number of guests."""

CROWDS = {"alone": 0, "one guest": 1, "thirty guests": 30}
DRIVER = "angel-eye"
CARDS_MOST = 540
ROUNDS_MOST = CARDS_MOST // len(CROWDS)
"""A card and an act are a round; one sabot is enough for all crowds."""

GATHERS_S = 2.0
"""A crowd has come by then."""

SLOWEST_SHOWN = 5
"""This number of pictures is printed one by one."""


class Picture(NamedTuple):
    """The time from the wire of a card to its picture, what the table's threads worked in it, and how long
    they and the page waited for a processor."""

    ms: float
    table_worked_ms: float
    table_waited_ms: float
    page_waited_ms: float


class Croupier:
    """The croupier's page at the table's own screen: one stream, and one connection for acts. `table` is the
    number of the table's process."""

    def __init__(self, address: str, seen: Clients, card: Callable[[], object], *, table: int) -> None:
        self._seen, self._card, self._processes = seen, card, (table, os.getpid())
        self._line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        self._pressed, self._number = 0, seen.settled()

    def picture(self) -> Picture:
        """From the wire of a card to its picture."""
        before = [spent(each) for each in self._processes]
        begun_ns = time.monotonic_ns()
        self._card()
        self._number, times = self._seen.arrivals(self._number)
        after = [spent(each) for each in self._processes]
        table, page = (now.since(then) for now, then in zip(after, before, strict=True))
        return Picture((max(times) - begun_ns) / 1e6, table.worked_ms, table.waited_ms, page.waited_ms)

    def act_ms(self) -> float:
        """From the press of a button to the answer that it is on record."""
        self._pressed += 1
        body = json.dumps({"act": "supervisor", "key": f"crowd-{self._pressed:08}"})
        begun_ns = time.monotonic_ns()
        headers = {"X-Sabot": "act", "Content-Type": "application/json"}
        self._line.request("POST", "/acts", body, headers)
        answer = self._line.getresponse()
        said = answer.read()
        if answer.status != http.client.OK:
            raise SystemExit(f"crowd: an act was refused: {answer.status} {said.decode()}")
        spent_ms = (time.monotonic_ns() - begun_ns) / 1e6
        self._number, _ = self._seen.arrivals(self._number)
        return spent_ms

    def close(self) -> None:
        """Leave the table."""
        self._line.close()


def crowded(croupier: Croupier, port: int, *, addresses: int, seconds: float) -> dict[str, object]:
    """Works for these seconds beside a crowd from that number of `addresses`; 0: alone."""
    with tempfile.TemporaryFile("w+") as said:
        command = [sys.executable, "-m", "tools.crowding", str(port), str(seconds + 2 * GATHERS_S)]
        crowd = subprocess.Popen([*command, str(addresses)], stdout=said) if addresses else None
        try:
            time.sleep(GATHERS_S)
            found = dict(_worked(croupier, seconds))
        finally:
            if crowd:
                crowd.wait(120)
        if crowd and crowd.returncode:
            raise SystemExit("crowd: the guests did not come (what went wrong stands above)")
        said.seek(0)
        return {**found, "crowd": json.loads(said.read() or "null")}


def _worked(croupier: Croupier, seconds: float) -> Iterator[tuple[str, object]]:
    rng, end_s = random.Random(3), time.monotonic() + seconds
    acts, pictures = list[float](), list[Picture]()
    while time.monotonic() < end_s and len(acts) < ROUNDS_MOST:
        time.sleep(rng.uniform(0.01, 0.05))
        pictures.append(croupier.picture())
        time.sleep(rng.uniform(0.01, 0.05))
        acts.append(croupier.act_ms())
    yield "count", len(acts)
    yield "act_ms", quantiles(acts)
    yield "picture_ms", quantiles([each.ms for each in pictures])
    yield "table_worked_ms", quantiles([each.table_worked_ms for each in pictures])
    yield "slowest_pictures", [_rounded(each) for each in sorted(pictures, reverse=True)[:SLOWEST_SHOWN]]


def _rounded(picture: Picture) -> dict[str, float]:
    return {name: round(ms, 1) for name, ms in picture._asdict().items()}


def measured(seconds: float) -> dict[str, dict[str, object]]:
    """Each crowd in turn, at one table."""
    cards = messages(DRIVER, CARDS_MOST, random.Random(1))
    with (
        tempfile.TemporaryDirectory(prefix="sabot-crowd-") as folder,
        line() as (port, write),
        table(Path(folder), DRIVER, port) as (addresses, process, _),
        Clients(addresses, 1, of="croupier") as seen,
        closing(Croupier(addresses.own, seen, lambda: write(next(cards)), table=process.pid)) as croupier,
    ):
        public = urlsplit(addresses.others).port or 0
        return {
            name: crowded(croupier, public, addresses=count, seconds=seconds)
            for name, count in CROWDS.items()
        }


def late(found: dict[str, dict[str, object]]) -> list[str]:
    """What took too long beside a crowd."""
    limits = {"act_ms": ACT_P99_MS, "picture_ms": PICTURE_P99_MS}
    return [
        f"{name}: {what} p99 {each[what]['p99']}, at most {most}"  # type: ignore[index]
        for name, each in found.items()
        for what, most in limits.items()
        if each[what]["p99"] > most  # type: ignore[index]
    ]


def main() -> None:
    """As the command line asks."""
    asked = argparse.ArgumentParser(prog="python -m tools.crowd", description=__doc__.splitlines()[0])
    asked.add_argument("--seconds", type=float, default=20, help="how long beside each crowd")
    found = measured(asked.parse_args().seconds)
    print(json.dumps(found, indent=1))
    if why := late(found):
        raise SystemExit("crowd: " + "; ".join(why))


if __name__ == "__main__":
    main()
