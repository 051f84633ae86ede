"""A table that is killed (kill -9) at any moment, again and again, on one journal.

Each round is a real process: loop, inbox, journal. It says the number of a card only once its receipt is
there; the
one who kills it counts what was said. `python -m tests.controller.crashing 1000` is the long form.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from sabot.core import options as house
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record.journal import Journal, reading, records, verify
from sabot.record.resume import begun, remembered

GAME = GAMES["punto-banco"]
OPTIONS = house.read(GAME.Options, [("decks", "12")])


class Tally(NamedTuple):
    """What came of it: cards acknowledged, lost, on record twice; and what the chain says."""

    acknowledged: int
    lost: int
    doubled: int
    wrong: str


def deal(path: Path, first: int) -> None:
    """The process that is killed: cards without end, numbered from `first`."""
    from sabot.core.cards import DECK
    from sabot.core.observations import CardSeen, SabotOpened
    from sabot.live.feed import Feed
    from sabot.live.inbox import Inbox
    from sabot.live.loop import Loop

    with Journal(path) as journal:
        beginning = begun(path, fresh=opened(GAME, OPTIONS), name="", wall_ns=time.time_ns())
        journal.append(beginning.entries)
        inbox, rng, number = Inbox(), random.Random(first), first
        Loop(beginning.table, journal=journal, inbox=inbox, feed=Feed()).start()
        while True:
            burst = [
                (number + each, inbox.put(CardSeen(rng.choice(DECK), note=str(number + each))))
                for each in range(rng.randint(1, 5))
            ]
            number += len(burst)
            if number % 97 == 0:
                inbox.put(SabotOpened())
            for each, receipt in burst:
                receipt.result()
                sys.stdout.write(f"{each}\n")
                sys.stdout.flush()


def crashes(folder: Path, rounds: int, *, seed: int = 1) -> Tally:
    """Kill the dealing process `rounds` times after a number of cards, and look at what is on record."""
    path, rng = folder / "crash.sqlite3", random.Random(seed)
    said: list[int] = []
    for _ in range(rounds):
        command = [
            sys.executable,
            "-m",
            "tests.controller.crashing",
            "deal",
            str(path),
            str(len(said) * 10 + 10**6),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            said += [int(process.stdout.readline()) for _ in range(rng.randint(1, 60))]
            for _ in range(rng.randint(0, 3000)):
                pass  # any moment: also one between two cards
            process.send_signal(signal.SIGKILL)
            said += [int(line) for line in process.stdout.read().split("\n")[:-1]]
    return _tally(path, said)


def _tally(path: Path, said: list[int]) -> Tally:
    with reading(path) as file:
        kept = [
            int(str(record.plain["note"]))
            for record in records(file, "kind = 'observation'")
            if record.plain["kind"] == "CardSeen"
        ]
    counts = {number: kept.count(number) for number in said} if len(said) < 5000 else _counted(kept)
    lost = sum(counts.get(number, 0) == 0 for number in said)
    assert remembered(path) is not None
    return Tally(len(said), lost, len(kept) - len(set(kept)), verify(path).wrong)


def _counted(kept: list[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for number in kept:
        counts[number] = counts.get(number, 0) + 1
    return counts


if __name__ == "__main__":
    if sys.argv[1] == "deal":
        deal(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        with tempfile.TemporaryDirectory() as name:
            begun_s = time.monotonic()
            tally = crashes(Path(name), int(sys.argv[1]))
            print(json.dumps(tally._asdict() | {"seconds": round(time.monotonic() - begun_s, 1)}))
