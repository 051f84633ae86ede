"""Simulated players against players by chance: who wins more? Written as

python -m tests.controller.games.evening.company GAME DEALS SEED all|cards

Two seats of four think, the other two act by chance in all they do, or only with their cards (then they bid
as those who think). Each deal the pairs change places.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import mean, median, stdev
from time import process_time

from sabot.core.table import Table, opened
from sabot.games.evening.household import Coup
from sabot.games.evening.player import Wished
from sabot.games.evening.wishes import acts
from sabot.games.register import DESCRIPTORS
from tests.controller.games.evening.random_games import HOUSEHOLD, after, coup_of, faults

THINKING = ({2, 4}, {1, 3})
"""The seats that think in deals of even and of odd numbers."""
Took = list[float]


def act(coup: Coup, *, thinks: bool, wished: Wished, rng: Random, took: Took) -> str:
    """What the seat on turn does first of all."""
    if coup.outcome is None and thinks:
        begun = process_time()
        wish = wished(coup, rng)
        took.append(process_time() - begun)
        if wish:
            return wish
    return next(acts(coup, rng, first_share=1))


def deal(table: Table, number: int, mode: str, *, wished: Wished, rng: Random, took: Took) -> Table:
    """The table after its next deal."""
    while table.play.number < number or table.play.result is None:
        coup = coup_of(table)
        verb = coup.turns[0].acts[0].split()[0]
        mine = coup.turns[0].seat in THINKING[number % 2]
        thinks = mine or (mode == "cards" and verb in ("bid", "name"))
        later, events = after(table, act(coup, thinks=thinks, wished=wished, rng=rng, took=took))
        table = table if faults(events) else later
    return table


def main(game: str, deals: int, seed: str, mode: str) -> None:
    """Print what a thinking seat won in each deal, in units, and how long a thought took."""
    rng, took, won = Random(seed), Took(), []
    part = DESCRIPTORS[game].part("player")
    assert part is not None
    table = opened(HOUSEHOLD[game], HOUSEHOLD[game].Options())
    for number in range(1, deals + 1):
        before = coup_of(table).deal.evening.purses
        table = deal(table, number, mode, wished=part.wished, rng=rng, took=took)
        now = coup_of(table).deal.evening.purses
        won.append(sum(now.get(seat, 0) - before.get(seat, 0) for seat in THINKING[number % 2]) / 2)
    unit = coup_of(table).deal.evening.options.unit
    print(f"{game}, {deals} deals, by chance: {mode}")
    print(f"  units a seat and deal: {mean(won) / unit:.2f} ± {stdev(won) / unit / deals**0.5:.2f}")
    print(f"  seconds a thought: median {median(took):.3f}, most {max(took):.3f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
