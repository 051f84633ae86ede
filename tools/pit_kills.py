"""Kill broker, collector, PostgreSQL and carriers of a dealing floor, again and again; then compare the pit
with the tables. `make pit-test`.

    python -m tools.pit_kills [--kills 100] [--tables 4] [--seed N]

The broker keeps nothing, so each of its deaths loses all that it held. The seed decides what is killed and
when; it is printed first, and again with what went wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sabot.pit.database import connected
from tools.pit_floor import Floor, cluster, memory

VICTIMS = ("broker", "collector", "postgresql", "carrier")
STEP_S = 0.05
"""Each table deals a step this often: about fifty records a second."""


def deal(floor: Floor, seconds: float) -> None:
    """All tables deal for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for table in floor.tables:
            table.deal()
        time.sleep(STEP_S)


def kill(floor: Floor, victim: str, chance: random.Random) -> None:
    """Kill it, sign and deal on without it, and start it again."""
    down_s = chance.uniform(0, 1)
    if victim == "postgresql":
        floor.service.end(3)
        floor.sign()
        deal(floor, down_s)
        floor.service.up()
    elif victim == "broker":
        floor.broker.end(9)
        floor.sign()
        deal(floor, down_s)
        floor.broker.up()
    else:
        service = floor.collector if victim == "collector" else chance.choice([*floor.carriers.values()])
        service.end(9)
        floor.sign()
        deal(floor, down_s)
        service.start(is_ready=lambda: True)


def killed(floor: Floor, victims: list[str], chance: random.Random, *, apart_s: float = 2.0) -> list[str]:
    """What the pit has otherwise than the tables after these deaths."""
    for victim in victims:
        deal(floor, chance.uniform(0.1, apart_s))
        kill(floor, victim, chance)
    floor.wait()
    return floor.wrong()


def report(floor: Floor, say: Callable[[str], object]) -> None:
    """How much there was to lose, and how often the pit asked again."""
    with closing(connected(floor.address)) as database:
        rows = database.execute(
            "SELECT count(*), count(DISTINCT (station, course, seq)) FROM record"
        ).fetchone()
    if rows is not None:
        heads = sum(table.journal.head[0] for table in floor.tables)
        say(f"records of the tables {heads}; gaps {heads - rows[1]}, doubles {rows[0] - rows[1]}")


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=100)
    asked.add_argument("--tables", type=int, default=4)
    asked.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    given = asked.parse_args()
    chance = random.Random(given.seed)
    victims = [chance.choice(VICTIMS) for _ in range(given.kills)]
    print(f"seed {given.seed}: {dict(Counter(victims))}", flush=True)
    begun = time.monotonic()
    with TemporaryDirectory(prefix="sabot-floor-", dir=memory()) as folder, cluster() as database:
        floor = Floor(Path(folder), database, tables=given.tables)
        try:
            floor.start()
            wrong = killed(floor, victims, chance)
            report(floor, print)
        finally:
            floor.end()
    for each in wrong:
        print(f"seed {given.seed}: {each}")
    result = "WRONG" if wrong else "nothing is wrong"
    print(f"{given.kills} kills in {time.monotonic() - begun:.0f} s: {result}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
