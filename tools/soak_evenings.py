"""Random games at every household game, and an act out of turn at a random place of each.

    .venv/bin/python -m tools.soak_evenings --games 10000 --seed 1

Only legal acts are made. The money of the table stays the same at each of them, each trick has one taker,
something is due until the deal is over, and an act that is not due is refused and changes nothing. One JSON
object is printed; the exit status is 0 if nothing went wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from sabot.cli.bars import Bars
from tests.controller.games.evening.random_games import HOUSEHOLD, dealt, illegal, refusal

GAMES_AT_ONCE = 100
"""Games that one process plays before it reports."""

EXAMPLES_MOST = 5


class Played(NamedTuple):
    """Games that were played: how many, how many acts out of turn were refused, and what went wrong."""

    games: int
    refused: int
    wrong: tuple[str, ...]


def played(name: str, first_seed: int, games: int) -> Played:
    """Plays these games, one seed each."""
    refused, wrong = 0, []
    for seed in range(first_seed, first_seed + games):
        try:
            rng = Random(seed)
            position = rng.choice(dealt(HOUSEHOLD[name], seed, deals=1))
            act = illegal(position, rng)
            refused += act is not None
            why = refusal(position, act) if act is not None else ""
        except AssertionError as error:
            why = str(error)
        if why:
            wrong.append(f"{name}, seed {seed}: {why}")
    return Played(games, refused, tuple(wrong))


def soaked(name: str, *, games: int, seed: int, cores: int) -> Iterator[Played]:
    """Plays these games of one kind on these cores, a hundred at a time."""
    starts = range(seed * 1_000_000, seed * 1_000_000 + games, GAMES_AT_ONCE)
    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
        jobs = [pool.submit(played, name, start, min(GAMES_AT_ONCE, games)) for start in starts]
        yield from (job.result() for job in jobs)


def summed(name: str, *, games: int, seed: int, cores: int) -> dict[str, object]:
    """What was played of one game, and what went wrong."""
    began_s, done = time.monotonic(), []
    with Bars()(f"playing {name}", games) as advance:
        for each in soaked(name, games=games, seed=seed, cores=cores):
            done.append(each)
            advance(each.games)
    wrong = [why for each in done for why in each.wrong]
    return {
        "games": sum(each.games for each in done),
        "refused": sum(each.refused for each in done),
        "wrong": len(wrong),
        "examples": wrong[:EXAMPLES_MOST],
        "seconds": round(time.monotonic() - began_s, 1),
    }


def main() -> int:
    """Exit status."""
    asked = argparse.ArgumentParser(prog="python -m tools.soak_evenings", description=__doc__.splitlines()[0])
    asked.add_argument("--games", type=int, default=10_000, help="of each kind")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--game", choices=[*HOUSEHOLD], action="append", help="only this game")
    words = asked.parse_args()
    names = words.game or [*HOUSEHOLD]
    found = {name: summed(name, games=words.games, seed=words.seed, cores=words.cores) for name in names}
    print(json.dumps({"seed": words.seed, **found}, indent=2))
    return 1 if any(each["wrong"] for each in found.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
