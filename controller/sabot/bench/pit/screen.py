"""A table's own way of a card, with and without its link to the pit.

Two tables deal the same shoe, a few cards in turn: one has its carrier at work, the carrier of the other is
stopped, and then the other way round. So each card is compared with itself, a moment apart, and neither a
machine that is not equally fast at all times nor a coup with more to show counts for or against the link. The
link is up, or has no broker, or has a broker that comes and goes.

In a house table and pit have a machine each, and a table's Pi has four cores. So on a machine with two the
tables and their browsers have one, the carriers and the pit the other.
"""

from __future__ import annotations

import math
import os
import random
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from statistics import median
from typing import NamedTuple

from sabot.bench import live
from sabot.bench.pit.cores import Parted, on, parted
from sabot.bench.pit.ground import until
from sabot.bench.pit.hall import HOUSE, Hall, Part, sabot
from sabot.core.progress import Advance, Progress
from sabot.pit.outbox import Outbox

DRIVER = "angel-eye"
LINKS = ("up", "down", "flapping")
CARDS_IN_TURN = 20
"""Cards that one of the tables deals before the other does."""

FIRST_CARDS = 8
"""Cards of a table that fill caches, and do not count."""

FLAP_S = 0.5
HALF_WIDTH_RANKS = 0.98
"""Times the square root of the number of values: how many ranks above or below the middle one the true median
lies at most, in 95 of 100 samples."""


class Pair(NamedTuple):
    """The milliseconds of one card to its browsers, the median, without a carrier and with it."""

    without: float
    beside: float


class Twin:
    """One of two tables: its line, its browsers, and its carrier, which is at work or stopped."""

    def __init__(
        self, hall: Hall, name: str, cores: Parted, write: Callable[[bytes], object], seen: live.Clients
    ) -> None:
        self.hall, self.name, self._cores, self._write, self._seen = hall, name, cores, write, seen
        journal = hall.folder / name / "live.sqlite3"
        where = ("--house", HOUSE, "--broker", f"127.0.0.1:{hall.port}")
        words = ("carry", *where, "--table", name, "--journal", str(journal))
        self._carrier: Part = sabot(*words, log=hall.folder / "carrier.log")
        self._outbox = Outbox(journal)

    @contextmanager
    def linked(self) -> Iterator[None]:
        """A carrier that has sent all that there was, and is stopped."""
        with on(self._cores.others):
            self._carrier.start(is_ready=lambda: True)
        try:
            until(lambda: self.hall.has_all_of(self.name, self._outbox.head()), "the table's link")
            self._signal(signal.SIGSTOP)
            yield
        finally:
            self._carrier.end(signal.SIGKILL)

    @contextmanager
    def at_work(self, *, is_up: bool) -> Iterator[None]:
        """The carrier is at work meanwhile. If the link `is_up` it has sent all that there was before."""
        self._signal(signal.SIGCONT)
        if is_up:
            until(lambda: self.hall.has_all_of(self.name, self._outbox.head()), "what was dealt meanwhile")
        yield
        self._signal(signal.SIGSTOP)

    def _signal(self, which: signal.Signals) -> None:
        if self._carrier.process:
            os.kill(self._carrier.process, which)

    def deal(self, cards: Sequence[bytes]) -> list[float]:
        """Deal these cards; the milliseconds of each, in the middle of all browsers."""
        spent = live.samples(self._seen, self._write, cards)
        count = self._seen.count
        return [median(spent[at : at + count]) / 1e6 for at in range(0, len(spent), count)]


def measure(hall: Hall, *, cards: int, clients: int, progress: Progress) -> dict[str, object]:
    """Returns the milliseconds from a card on the wire to its last byte at a browser for each state of the
    link, without and with a carrier at work; `p50_ratio`, how long it takes with it as a part of without it,
    and where that median lies in 95 of 100 such samples. Each of two tables deals this number of `cards` for
    each state."""
    cores = parted(os.sched_getaffinity(0))
    hall.move(cores.others)
    with on(cores.table), progress("dealing cards", len(LINKS) * cards) as advance:
        found = {
            state: [*_dealt(hall, state, cores, cards=cards, clients=clients, advance=advance)]
            for state in LINKS
        }
    return {
        "cards": cards,
        "clients": clients,
        "apart": cores.is_apart,
        **{state: _figures(pairs) for state, pairs in found.items()},
    }


def _dealt(
    hall: Hall, state: str, cores: Parted, *, cards: int, clients: int, advance: Advance
) -> Iterator[Pair]:
    """Yields the cards of two tables, with the link in this state."""
    dealt = live.messages(DRIVER, FIRST_CARDS + cards, random.Random(state))
    first = [*islice(dealt, FIRST_CARDS)]
    with ExitStack() as tables:
        twins = [tables.enter_context(_table(hall, f"{state}-{name}", cores, clients)) for name in ("a", "b")]
        for twin in twins:
            twin.deal(first)
            tables.enter_context(twin.linked())
        with _state(hall, state, cores):
            for number in range(cards // CARDS_IN_TURN):
                block = [*islice(dealt, CARDS_IN_TURN)]
                yield from _block(twins, block, number, is_up=state == "up")
                advance(len(block))


def _block(twins: Sequence[Twin], cards: Sequence[bytes], number: int, *, is_up: bool) -> Iterator[Pair]:
    """Yields these cards, dealt at both tables. In every four blocks each table deals once first and once
    second with its carrier at work, and as often without."""
    with_carrier, alone = twins[number % 2], twins[1 - number % 2]
    spent: dict[str, list[float]] = {}
    for each in (with_carrier, alone) if number // 2 % 2 else (alone, with_carrier):
        if each is alone:
            spent["without"] = each.deal(cards)
        else:
            with each.at_work(is_up=is_up):
                spent["beside"] = each.deal(cards)
    yield from map(Pair, spent["without"], spent["beside"])


@contextmanager
def _table(hall: Hall, name: str, cores: Parted, clients: int) -> Iterator[Twin]:
    folder = hall.folder / name
    folder.mkdir()
    limits = live.room(max(clients, 200))
    with (
        live.line() as (port, write),
        live.table(folder, DRIVER, port, limits=limits) as (addresses, _, _),
        live.Clients(addresses, clients) as seen,
    ):
        yield Twin(hall, name, cores, write, seen)


@contextmanager
def _state(hall: Hall, state: str, cores: Parted) -> Iterator[None]:
    """The link in this state meanwhile; afterwards the broker is up again."""

    def broker(*, up: bool) -> None:
        if not up:
            hall.broker.end(signal.SIGKILL)
        elif not hall.broker.is_running:
            with on(cores.others):
                hall.broker.up()

    with ExitStack() as after:
        after.callback(broker, up=True)
        if state == "down":
            broker(up=False)
        if state == "flapping":
            after.enter_context(_again_and_again(lambda: broker(up=not hall.broker.is_running)))
        yield


@contextmanager
def _again_and_again(act: Callable[[], None]) -> Iterator[None]:
    is_over = threading.Event()

    def acts() -> None:
        while not is_over.wait(FLAP_S):
            act()

    thread = threading.Thread(target=acts)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _figures(pairs: Sequence[Pair]) -> dict[str, object]:
    ratios = sorted(each.beside / each.without for each in pairs)
    reach = HALF_WIDTH_RANKS * math.sqrt(len(ratios))
    middle = (len(ratios) - 1) / 2
    around = [max(0, math.floor(middle - reach)), min(len(ratios) - 1, math.ceil(middle + reach))]
    return {
        "without_ms": live.quantiles([each.without for each in pairs]),
        "beside_ms": live.quantiles([each.beside for each in pairs]),
        "p50_ratio": round(median(ratios), 3),
        "p50_ratio_within": [round(ratios[at], 3) for at in around],
    }
