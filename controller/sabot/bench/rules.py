"""How fast the rules are: coups through the referee, plain outcomes one by one and in bulk, exact counts.

Every figure is the median of several runs in one process, with the slowest and fastest beside it. The peers
are not run here: `PEERS` has their figures on a machine of this class, and the ratio is printed too.
"""

from __future__ import annotations

import gc
import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter

import numpy as np

from sabot.core.cards import DECK
from sabot.core.events import Event
from sabot.core.observations import CardSeen, Observation, SabotOpened
from sabot.core.options import read
from sabot.core.progress import Progress, silent, stepping
from sabot.core.series import steps
from sabot.core.table import Table, opened, step
from sabot.games.baccarat.points import VALUE
from sabot.games.register import DESCRIPTORS, USUAL

GAME = DESCRIPTORS[USUAL]
"""The game whose speed is promised."""

RUN_COUNT = 7

PEERS = {
    "outcome": ("PyBaccarat, the fastest Python engine known, shuffles included", 477_000),
    "bulk": ("the fastest engine found in any language", 4_000_000),
}
"""Coups a second of others, on one core."""

TARGETS = {"referee": 50_000, "outcome": 477_000, "bulk": 10_000_000}
"""Coups a second that the rules must reach on one core."""


def measure(runs: int = RUN_COUNT, *, progress: Progress = silent) -> dict[str, object]:
    """Every figure of the rules, in coups a second."""
    sabots = _sabots(20)
    evening = [observation for sabot in sabots for observation in sabot]
    timed: dict[str, Callable[[], int]] = {
        "referee": lambda: _refereed(evening),
        "referee_card_by_card": lambda: _refereed_card_by_card(evening),
        "outcome": _outcomes_with_shuffles,
        "bulk": _bulk(1_000_000),
    }
    with progress("timing runs", len(timed) * runs) as advance:
        figures = {
            name: _figure(name, _rate(deal, stepping(range(runs), advance))) for name, deal in timed.items()
        }
    return figures | {"exact_count_of_eight_packs_s": _exact_count()}


def _figure(name: str, rates: list[float]) -> dict[str, object]:
    median = statistics.median(rates)
    figure: dict[str, object] = {
        "coups_per_s": round(median),
        "slowest": round(min(rates)),
        "fastest": round(max(rates)),
    }
    if name in TARGETS:
        figure |= {"target": TARGETS[name], "reached": median >= TARGETS[name]}
    if name in PEERS:
        figure |= {"peer": PEERS[name][0], "times_the_peer": round(median / PEERS[name][1], 2)}
    return figure


def _rate(deal: Callable[[], int], runs: Iterable[int]) -> list[float]:
    """Returns the coups a second of each run of `deal`, which returns the number of coups; the first run is
    not counted.

    The garbage collector is off, as in the standard library's `timeit`.
    """
    deal()
    rates = []
    gc.disable()
    try:
        for _ in runs:
            start = perf_counter()
            coups = deal()
            rates.append(coups / (perf_counter() - start))
            gc.collect()
    finally:
        gc.enable()
    return rates


def _sabots(count: int) -> list[list[Observation]]:
    rng, cards = random.Random(1), [CardSeen(card) for card in DECK] * 8
    sabots: list[list[Observation]] = []
    for _ in range(count):
        rng.shuffle(cards)
        sabots.append([SabotOpened(), *cards[:400]])
    return sabots


def _opened() -> Table:
    return opened(GAME.rules, read(GAME.rules.Options, [("decks", "8")]))


def _refereed(evening: list[Observation]) -> int:
    """Judges all coups of these sabots with all their events, as from a file."""
    lines = 0

    def tell(events: Sequence[Event]) -> None:
        nonlocal lines
        lines += len(events)

    table = steps(_opened(), evening, tell)
    assert lines > table.play.number
    return table.play.number


def _refereed_card_by_card(evening: list[Observation]) -> int:
    """Does the same card by card, with the table after each, as at a live table."""
    table, lines = _opened(), 0
    for observation in evening:
        table, events = step(table, observation)
        lines += len(events)
    assert lines > table.play.number
    return table.play.number


def _outcomes_with_shuffles() -> int:
    """Plain outcomes of fifty sabots, each shuffled first."""
    from sabot.games.baccarat.outcomes import sabot_outcomes

    draw, coups = random.Random(2).random, 0
    values = [VALUE[card.rank] for card in DECK] * 8
    for _ in range(50):
        # Sorting by random keys is a fair shuffle, and takes a third of the time of Random.shuffle.
        values.sort(key=lambda _: draw())
        coups += len(sabot_outcomes(values, 400))
    return coups


def _bulk(coups: int) -> Callable[[], int]:
    from sabot.games.baccarat.outcomes import outcomes

    values = np.random.default_rng(3).integers(0, 10, (coups, 6), np.uint8)
    return lambda: len(outcomes(values))


def _exact_count() -> float:
    odds = GAME.part("odds")
    assert odds is not None
    start = perf_counter()
    odds.counts(odds.full(8))
    return round(perf_counter() - start, 3)
