"""A table's own way of a card, with and without its link to the pit: the cards of some tables in turn without
a carrier, with the link up, with no broker, and with a broker that comes and goes.

A machine is not equally fast at all times. So each round has a few cards in every state, in another order
than the round before, and is compared with itself alone: the ratio is the median over all rounds.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

from sabot.bench import live
from sabot.bench.pit.ground import until
from sabot.bench.pit.hall import HOUSE, Hall, Part, sabot
from sabot.core.progress import Advance, Progress

DRIVER = "angel-eye"
LINKS = ("none", "up", "down", "flapping")
LINK_TABLES, LINK_ROUNDS = 4, 6
"""Tables one after the other, as a shoe has too few cards, and rounds for each."""

FIRST_CARDS = 8
"""Cards of a table that fill caches, and do not count."""

FLAP_S = 0.5


class Link:
    """The link of one table: its carrier, and the broker of this pit."""

    def __init__(self, hall: Hall, name: str, journal: Path) -> None:
        self.hall, self.name = hall, name
        where = ("--house", HOUSE, "--broker", f"127.0.0.1:{hall.port}")
        words = ("carry", *where, "--table", name, "--journal", str(journal))
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
                until(lambda: self.hall.is_up(self.name), "the table's link")
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


Round = dict[str, list[float]]
"""For each state of the link the milliseconds of its cards in one round."""


def measure(hall: Hall, *, cards: int, clients: int, progress: Progress) -> dict[str, object]:
    """Returns the milliseconds from a card on the wire to its last byte at a browser for each state of the
    link, and how long it takes as a part of that without a carrier: `p50_ratio`, and the quartiles of the
    rounds. Each table deals this number of `cards`."""
    rounds: list[Round] = []
    with progress("dealing cards", LINK_TABLES * cards) as advance:
        for number in range(1, LINK_TABLES + 1):
            rounds += _of_table(hall, f"screen-{number}", cards=cards, clients=clients, advance=advance)
    found = {state: live.quantiles([each for one in rounds for each in one[state]]) for state in LINKS}
    return {
        "cards": LINK_TABLES * cards,
        "clients": clients,
        "card_to_screen_ms": found,
        "p50_ratio": {state: _ratios(rounds, state)[1] for state in LINKS},
        "p50_ratio_quartiles": {state: _ratios(rounds, state)[::2] for state in LINKS},
    }


def _of_table(hall: Hall, name: str, *, cards: int, clients: int, advance: Advance) -> Iterator[Round]:
    """Yields the rounds of one table."""
    folder = hall.folder / name
    folder.mkdir()
    limits = live.room(max(clients, 200))
    with (
        live.line() as (port, write),
        live.table(folder, DRIVER, port, limits=limits) as (addresses, _, _),
        live.Clients(addresses, clients) as seen,
    ):
        link = Link(hall, name, folder / "live.sqlite3")
        dealt = live.messages(DRIVER, FIRST_CARDS + cards, random.Random(name))
        live.samples(seen, write, islice(dealt, FIRST_CARDS))
        for number in range(LINK_ROUNDS):
            spent: Round = {}
            for state in LINKS[number % 4 :] + LINKS[: number % 4]:
                with link.as_it_is(state):
                    block = [*islice(dealt, cards // (LINK_ROUNDS * len(LINKS)))]
                    spent[state] = [each / 1e6 for each in live.samples(seen, write, block)]
                    advance(len(block))
            yield spent


def _ratios(rounds: list[Round], state: str) -> list[float]:
    """The lower quartile, the median and the upper quartile of what a card takes in this state, as a part of
    what it takes without a carrier in the same round."""
    found = [median(one[state]) / median(one["none"]) for one in rounds]
    return [round(each, 3) for each in quantiles(found, n=4)]
