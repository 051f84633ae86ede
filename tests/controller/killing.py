"""A whole shift of any game at a table that is killed (kill -9) again and again, on one journal.

Each process goes on with the shift where the record stands, and says how many acts of it are on record.
"""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from sabot.bench.rehearsal import rehearsal_of
from sabot.core.observations import Observation
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.journal import Journal, reading, verify
from sabot.record.resume import begun, remembered

COUPS, FAULTY = 200, 0.2
SMALL = {"decks": 2}
"""Small sabots, so that a bank sees several of them."""


def options_of(game: str) -> Any:
    options = rehearsal_of(game).HOUSE
    return replace(options, **SMALL) if options.decks else options


def shift(game: str) -> list[Observation]:
    rehearsal = rehearsal_of(game)
    acts = rehearsal.shift(random.Random(9), coups=COUPS, faults=FAULTY, options=options_of(game))
    return [act for act, _ in acts]


def on_record(path: Path) -> int:
    """How many acts are."""
    with reading(path) as file:
        count: int = file.execute("SELECT count(*) FROM records WHERE kind = 'observation'").fetchone()[0]
    return count


def play(game: str, path: Path) -> None:
    """The process that is killed."""
    with Journal(path) as journal:
        fresh = opened(GAMES[game], options_of(game))
        beginning = begun(path, fresh=fresh, name="", wall_ns=1)
        journal.append(beginning.entries)
        inbox, done = Inbox(), on_record(path)
        Loop(beginning.table, journal=journal, inbox=inbox, feed=Feed()).start()
        for receipt in [inbox.put(act) for act in shift(game)[done:]]:
            receipt.result()
            done += 1
            sys.stdout.write(f"{done}\n")
            sys.stdout.flush()
        sys.stdin.read()  # the shift is over; the kill is still to come


class Killed(NamedTuple):
    """The last kill: acts that were acknowledged, acts on record, the table as the journal knows it and as
    those acts make it, and what the chain says."""

    acknowledged: int
    on_record: int
    remembered: Table | None
    true: Table
    wrong: str


def killed(game: str, path: Path, rounds: int) -> list[Killed]:
    """Play and kill `times` times."""
    rng, acts = random.Random(game), shift(game)
    return [_once(game, path, acts, acts_more=rng.randrange(1, len(acts) // rounds)) for _ in range(rounds)]


def _once(game: str, path: Path, acts: list[Observation], *, acts_more: int) -> Killed:
    command = [sys.executable, "-m", "tests.controller.killing", game, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(acts_more)]
        process.kill()
        said += process.stdout.read().split("\n")[:-1]
    count, true = on_record(path), opened(GAMES[game], options_of(game))
    for act in acts[:count]:
        true, _ = step(true, act)
    return Killed(int(said[-1]), count, remembered(path), true, verify(path).wrong)


if __name__ == "__main__":
    play(sys.argv[1], Path(sys.argv[2]))
