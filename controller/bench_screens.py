"""Two hundred displays on one table: when the slowest has a card, and whether the croupier's page waits for
them.

The same cards twice: to one croupier's page and two displays, then to one and two hundred. What is measured
is the way from the wire to the last byte at each client, as in `bench_live`; all clients are in one process
beside the table, which takes its share of the machine.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller import bench_live as live

CARDS, DISPLAYS = 120, 200
DRIVER = "angel-eye"


def measure(*, displays: int = DISPLAYS, cards: int = CARDS) -> dict[str, Any]:
    """Milliseconds from the wire: of the slowest display at each card, of all of them, and of the croupier's
    page with two displays and with all."""
    few, many = (_measured(count, cards) for count in (2, displays))
    return {
        "displays": displays,
        "cards": cards,
        "slowest_display_ms": many["slowest"],
        "all_displays_ms": many["all"],
        "croupier_with_2_displays_ms": few["croupier"],
        f"croupier_with_{displays}_displays_ms": many["croupier"],
        "table_resident_mb": many["memory"],
    }


def _measured(displays: int, cards: int) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory(prefix="sabot-bench-") as name,
        live.line() as (port, write),
        live.table(Path(name), DRIVER, port, streams=displays + 8) as (address, process, _),
        live.Clients(address, displays, of="display") as many,
        live.Clients(address, 1, of="croupier") as one,
    ):
        every, croupier = _samples(many, one, write, cards)
        memory = live.memory(process.pid)["table"]
    return {
        "slowest": live.quantiles([max(times) for times in every]),
        "all": live.quantiles([each for times in every for each in times]),
        "croupier": live.quantiles(croupier),
        "memory": memory,
    }


def _samples(
    many: live.Clients, one: live.Clients, write: Callable[[bytes], Any], cards: int
) -> tuple[list[list[float]], list[float]]:
    """The milliseconds of each card: at every display, and at the croupier's page."""
    every, croupier = [], []
    number, rng = max(many.settled(), one.settled()), random.Random(2)
    for message in live.messages(DRIVER, cards, random.Random(1)):
        time.sleep(rng.uniform(0.05, 0.12))
        begun_ns = time.monotonic_ns()
        write(message)
        last = number
        number, times = many.arrivals(last)
        _, mine = one.arrivals(last)
        every.append([(each - begun_ns) / 1e6 for each in times])
        croupier.append((mine[0] - begun_ns) / 1e6)
    return every, croupier
