"""Simulated players against players by chance: who wins more? Written as

python -m tests.controller.games.evening.company GAME DEALS SEED all|cards

Every other seat thinks, the others act by chance in all they do, or only with their cards (then they bid as
those who think). Each deal they change places.
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
from tests.controller.games.evening.thinking import ready

BIDDING = ("bid", "name")
POINTS_GAME = "ecarte"
"""It is played for points; money moves only when a game is won."""
UNITS = {"poker": 10} | dict.fromkeys(("een-en-twintig", "banken-variaties", "mijn-en-dijn", "zeilen"), 100)
"""What the gains are counted in, in minor units, where the game has no option `unit`."""
GOES_ON = ("ecarte", "zeilen", "banken-variaties")
"""Games in which one deal leads to the next. At the others each deal begins with empty pots: what players by
chance put into them would grow without end."""
MOST_STAKE = 200
"""The largest stake against a bank, in minor units: by chance some would be a thousand times as large."""
Took = list[float]


def thinking(coup: Coup, number: int) -> list[int]:
    """The seats that think in this deal."""
    return [seat for seat in coup.deal.evening.seats if (seat + number) % 2 == 0]


def seat_of(act: str) -> int:
    """The seat that does this act."""
    words = act.split()
    return int(words[-1] if words[0] == "bet" else words[1])


def act(coup: Coup, number: int, mode: str, *, wished: Wished, rng: Random, took: Took) -> str:
    """What is done next: the wish of a seat that thinks, or something by chance."""
    begun = process_time()
    wish = wished(coup, rng)
    took.append(process_time() - begun)
    words = wish.split()
    bids = mode == "cards" and words[:1] and words[0] in BIDDING
    if bids or len(words) == 1 or (words and seat_of(wish) in thinking(coup, number)):
        return wish
    return next(acts(coup, rng, first_share=1))


def deal(table: Table, number: int, mode: str, *, wished: Wished, rng: Random, took: Took) -> Table:
    """The table after its next deal. The number says who thinks."""
    last = table.play.number
    while table.play.number == last or table.play.result is None:
        done = act(ready(table), number, mode, wished=wished, rng=rng, took=took)
        later, events = after(table, done)
        table = table if faults(events) else later
    return table


def gain(game: str, coup: Coup, seats: list[int]) -> float:
    """What these seats won in this deal, in units a seat; at écarté in points more than the other player."""
    if game == POINTS_GAME:
        kept = coup.before.carried
        before = dict(zip(kept.pair, kept.points, strict=True)) if kept else {}
        scored = {seat: points - before.get(seat, 0) for seat, points in _points(coup)}
        return float(sum(points * (1 if seat in seats else -1) for seat, points in scored.items()))
    now, had = coup.deal.evening.purses, coup.before.purses
    unit: int = UNITS.get(game) or coup.deal.evening.options.unit
    return sum(now.get(seat, 0) - had.get(seat, 0) for seat in seats) / len(seats) / unit


def _points(coup: Coup) -> tuple[tuple[int, int], ...]:
    assert coup.outcome is not None
    return coup.outcome.points


def main(game: str, deals: int, seed: str, mode: str) -> None:
    """Print what a thinking seat won in each deal, and how long a thought took."""
    rng, took, won, others = Random(seed), Took(), list[float](), list[float]()
    part = DESCRIPTORS[game].part("player")
    assert part is not None
    most = MOST_STAKE if HOUSEHOLD[game].rules.KIND == "bank" else 0
    table = fresh = opened(
        HOUSEHOLD[game], HOUSEHOLD[game].Options(maximum=most) if most else HOUSEHOLD[game].Options()
    )
    for number in range(1, deals + 1):
        table = deal(
            table if game in GOES_ON else fresh, number, mode, wished=part.wished, rng=rng, took=took
        )
        coup = coup_of(table)
        think = thinking(coup, number)
        won.append(gain(game, coup, think))
        others.append(gain(game, coup, [seat for seat in coup.deal.evening.seats if seat not in think]))
    print(f"{game}, {deals} deals, by chance: {mode}")
    for who, units in (("thinks", won), ("acts by chance", others)):
        print(
            f"  units a deal that a seat wins that {who}: {mean(units):.2f} ± {stdev(units) / deals**0.5:.2f}"
        )
    print(f"  seconds a thought: median {median(took):.3f}, most {max(took):.3f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
