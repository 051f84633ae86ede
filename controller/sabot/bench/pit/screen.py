"""A table's own way of a card, with and without its link to the pit: one table, its cards in turn without a
carrier, with the link up, with no broker, and with a broker that comes and goes."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

from sabot.bench import live
from sabot.bench.pit.ground import until
from sabot.bench.pit.hall import HOUSE, Hall, Part, sabot
from sabot.core.progress import Progress

DRIVER, TABLE = "angel-eye", "screen"
LINKS = ("none", "up", "down", "flapping")
LINK_ROUNDS = 6
FLAP_S = 0.5


class Link:
    """The link of one table: its carrier, and the broker of this pit."""

    def __init__(self, hall: Hall, journal: Path) -> None:
        self.hall = hall
        where = ("--house", HOUSE, "--broker", f"127.0.0.1:{hall.port}")
        words = ("carry", *where, "--table", TABLE, "--journal", str(journal))
        self._carrier: Part = sabot(*words, log=hall.folder / "carrier.log")

    @contextmanager
    def as_it_is(self, state: str) -> Iterator[None]:
        """The link in this state meanwhile; afterwards the broker is up again."""
        with ExitStack() as after:
            after.callback(self._broker, up=True)
            after.callback(self._carrier.end, 9)
            if state != "none":
                self._carrier.start(is_ready=lambda: True)
            if state in ("up", "flapping"):
                until(lambda: self.hall.is_up(TABLE), "the table's link")
            if state == "down":
                self._broker(up=False)
            if state == "flapping":
                after.enter_context(self._flapping())
            yield

    def _broker(self, *, up: bool) -> None:
        if not up:
            self.hall.broker.end(9)
        elif not self.hall.broker.is_running:
            self.hall.broker.up()

    @contextmanager
    def _flapping(self) -> Iterator[None]:
        is_over = threading.Event()

        def flap() -> None:
            while not is_over.wait(FLAP_S):
                self._broker(up=not self.hall.broker.is_running)

        thread = threading.Thread(target=flap)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()


def measure(hall: Hall, *, cards: int, clients: int, progress: Progress) -> dict[str, object]:
    """Returns the milliseconds from a card on the wire to its last byte at a browser for each state of the
    link, and each median as a part of that without a carrier."""
    samples: dict[str, list[int]] = {state: [] for state in LINKS}
    folder = hall.folder / TABLE
    folder.mkdir()
    limits = live.room(max(clients, 200))
    with (
        live.line() as (port, write),
        live.table(folder, DRIVER, port, limits=limits) as (addresses, _, _),
        live.Clients(addresses, clients) as seen,
        progress("dealing cards", cards) as advance,
    ):
        link = Link(hall, folder / "live.sqlite3")
        dealt = live.messages(DRIVER, cards, random.Random(1))
        live.samples(seen, write, islice(dealt, 8))  # the first ones fill caches
        for number in range(LINK_ROUNDS):
            for state in LINKS[number % 4 :] + LINKS[: number % 4]:
                with link.as_it_is(state):
                    block = [*islice(dealt, cards // (LINK_ROUNDS * len(LINKS)))]
                    samples[state] += live.samples(seen, write, block)
                    advance(len(block))
        advance(cards)
    found = {state: live.quantiles([each / 1e6 for each in samples[state]]) for state in LINKS}
    ratios = {state: round(found[state]["p50"] / found["none"]["p50"], 3) for state in LINKS}
    return {"cards": cards, "clients": clients, "card_to_screen_ms": found, "p50_ratio": ratios}
