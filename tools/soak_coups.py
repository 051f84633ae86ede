"""Random coups at every game of the casino, followed by a program that reads the event lines alone.

    .venv/bin/python -m tools.soak_coups --coups 1000000 --seed 1

Each shift is a new table in a house drawn by chance, with faults, undos, annulments, burned cards and new
sabots between the coups. At the end the follower must have what the table has, what a record without the
undone acts tells, and, for one shift in twenty, what the journal of a live table exports. One JSON object
is printed; the exit status is 0 if nothing disagrees.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from sabot.cli.bars import Bars
from tests.controller.dealing import CASINO
from tests.controller.following import disagreements, of_the_journal, shift

SHIFT_ACTS = 500
"""Acts in a shift: some fifty coups."""

JOURNAL_EVERY = 20
"""One shift of this number is kept in a journal too."""

EXAMPLES_MOST = 5


class Followed(NamedTuple):
    """A shift that was followed: its coups and lines, and where somebody disagrees."""

    game: str
    coups: int
    event_counts: Counter[str]
    otherwise: tuple[str, ...]


def followed(game: str, seed: int) -> Followed:
    """Deals a shift and compares all who heard of it."""
    done = shift(game, seed=seed, acts=SHIFT_ACTS)
    found = list(disagreements(done))
    if seed % JOURNAL_EVERY == 0:
        with tempfile.TemporaryDirectory(prefix="sabot-soak-") as folder:
            found += of_the_journal(done, Path(folder) / "journal.sqlite3")
    named = tuple(f"{game}, seed {seed}: {each}" for each in found)
    return Followed(game, done.last.play.number, done.event_counts, named)


def shifts(seed: int, *, cores: int) -> Iterator[Followed]:
    """Shifts without end, each game in turn, on these cores; a few are always under way."""
    jobs = ((game, number) for number in count(seed * 1_000_000) for game in CASINO)
    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
        waiting: list[Future[Followed]] = [pool.submit(followed, *job) for job in islice(jobs, 2 * cores)]
        try:
            for job in jobs:
                yield waiting.pop(0).result()
                waiting.append(pool.submit(followed, *job))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def soaked(*, coups: int, seed: int, cores: int, minutes: float) -> dict[str, object]:
    """Deals until these coups are dealt, or the minutes have passed. Returns what was dealt and found."""
    began_s = time.monotonic()
    dealt, event_counts, otherwise = Counter[str](), Counter[str](), list[str]()
    with Bars()("following coups", coups) as advance:
        for each in shifts(seed, cores=cores):
            dealt[each.game] += each.coups
            event_counts += each.event_counts
            otherwise += each.otherwise
            advance(each.coups)
            if dealt.total() >= coups or time.monotonic() - began_s > 60 * minutes:
                break
    return {
        "coups": dealt.total(),
        "by_game": dict(dealt),
        "lines": dict(event_counts.most_common()),
        "disagreements": len(otherwise),
        "otherwise": otherwise[:EXAMPLES_MOST],
        "seed": seed,
        "seconds": round(time.monotonic() - began_s, 1),
    }


def main() -> int:
    """Deals, prints, and says by the exit status whether all agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--coups", type=int, default=1_000_000, help="over all games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--minutes", type=float, default=600.0, help="end then, however many were dealt")
    given = parser.parse_args()
    found = soaked(coups=given.coups, seed=given.seed, cores=given.cores, minutes=given.minutes)
    print(json.dumps(found))
    return 1 if found["disagreements"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
