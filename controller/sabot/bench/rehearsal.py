"""A million random coups of each game through the referee, with faults at known places: is each fault found
at its act, and none invented?

The coups are dealt by `sabot.games.rehearsal`, whose dealers know their game without asking the referee's
rules.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from random import Random
from time import perf_counter
from types import ModuleType
from typing import NamedTuple

from sabot.core.events import FaultFound
from sabot.core.progress import Advance, Progress, silent
from sabot.core.table import opened, step
from sabot.games.register import DESCRIPTORS, GAMES


def rehearsed_games() -> tuple[str, ...]:
    """The games whose folders have a rehearsal."""
    return tuple(name for name, each in DESCRIPTORS.items() if "rehearsal" in each.parts)


def rehearsal_of(game: str) -> ModuleType:
    """The rehearsal of this game: a function `shift`, and the options of a house, `HOUSE`. Raises KeyError
    for a game that has none."""
    found = DESCRIPTORS[game].part("rehearsal")
    if found is None:
        raise KeyError(game)
    return found


FAULTY_SHARE = 0.2
"""The share of coups with a fault."""

SHIFT_COUPS = 20_000
"""How many coups one table deals before a new one opens."""

EXAMPLES_MOST = 5
"""At most this many acts are shown on which the referee and the dealer disagree."""


class Shift(NamedTuple):
    """One table for one shift. It is the same each time it is dealt."""

    game: str
    coups: int
    seed: int


class Verdict(NamedTuple):
    """The result of a shift: acts, faults made, faults found at their act, faults invented, and the first
    acts on which the referee and the dealer disagree."""

    acts: int
    injected: Counter[str]
    found: Counter[str]
    invented: int
    otherwise: tuple[str, ...] = ()


def rehearsed(shift: Shift) -> Verdict:
    """Deals a shift through the referee. A fault is found if only its own act gives its kind, once."""
    rehearsal = rehearsal_of(shift.game)
    table = opened(GAMES[shift.game], rehearsal.HOUSE)
    injected, found, invented, acts = Counter[str](), Counter[str](), 0, 0
    otherwise: list[str] = []
    for observation, kind in rehearsal.shift(Random(shift.seed), coups=shift.coups, faults=FAULTY_SHARE):
        table, events = step(table, observation)
        kinds = [event.fault.kind for event in events if type(event) is FaultFound]
        acts += 1
        if kind is None and not kinds:
            continue
        injected[kind] += kind is not None
        found[kind] += kind in kinds
        invented += len(kinds) - (kind in kinds)
        if kinds != [kind] and len(otherwise) < EXAMPLES_MOST:
            otherwise.append(f"seed {shift.seed}, act {acts}: {observation} meant {kind}, judged {kinds}")
    return Verdict(acts, +injected, +found, invented, tuple(otherwise))


def measure(
    coups: int = 1_000_000, *, games: tuple[str, ...] = (), seed: int = 1, progress: Progress = silent
) -> dict[str, object]:
    """Measures `coups` coups of each game, or of these `games`, on every core."""
    names = games or rehearsed_games()
    with progress("rehearsing coups", coups * len(names)) as advance:
        return {name: _measured(name, coups, seed=seed, advance=advance) for name in names}


def _measured(game: str, coups: int, *, seed: int, advance: Advance) -> dict[str, object]:
    shifts = [
        Shift(game, min(SHIFT_COUPS, coups - done), seed * 1_000_003 + done)
        for done in range(0, coups, SHIFT_COUPS)
    ]
    start = perf_counter()
    verdicts = _all(shifts, advance)
    seconds = perf_counter() - start
    injected = sum((each.injected for each in verdicts), Counter[str]())
    found = sum((each.found for each in verdicts), Counter[str]())
    otherwise = [line for each in verdicts for line in each.otherwise][:EXAMPLES_MOST]
    return {
        "coups": coups,
        "acts": sum(each.acts for each in verdicts),
        "injected": injected.total(),
        "found": found.total(),
        "invented": sum(each.invented for each in verdicts),
        "injected_by_kind": dict(sorted(injected.items())),
        "missed_by_kind": dict(sorted((injected - found).items())),
        "seconds": round(seconds, 1),
        **({"otherwise": otherwise} if otherwise else {}),
    }


def _all(shifts: list[Shift], advance: Advance) -> list[Verdict]:
    """Every shift, each core with its own. New processes, not forked ones: a table may be running in this
    one."""
    cores = len(os.sched_getaffinity(0))
    if len(shifts) < 2 or cores < 2:
        return list(_dealt(map(rehearsed, shifts), shifts, advance))
    pool = ProcessPoolExecutor(min(cores, len(shifts)), get_context("spawn"), _worker)
    try:
        futures = [pool.submit(rehearsed, shift) for shift in shifts]  # `map` cancels them before the kill
        return list(_dealt((future.result() for future in futures), shifts, advance))
    except BaseException:  # ended by a signal: the pool would wait for the current shifts
        for worker in active_children():
            worker.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _worker() -> None:
    """A worker ends with Ctrl-C without a word, and with the bench, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_ends_with, args=(parent_process(),), daemon=True).start()


def _ends_with(parent: BaseProcess | None) -> None:
    if parent is not None:
        parent.join()
        os._exit(1)


def _dealt(verdicts: Iterator[Verdict], shifts: list[Shift], advance: Advance) -> Iterator[Verdict]:
    """Yields the verdict on each shift; `advance` gets the number of its coups."""
    for shift, verdict in zip(shifts, verdicts, strict=True):
        advance(shift.coups)
        yield verdict
