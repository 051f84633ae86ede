"""Run by a test in a process of its own: the search in C, built with sanitizers and room for few entries, is
asked about random deals and given garbage.

    python -m tests.controller.games.tricks.sanitized compiled.abi3.so
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from pathlib import Path

from sabot.bench import open_hands
from sabot.games.tricks.double_dummy import asking
from sabot.games.tricks.double_dummy.answers import can_be_made, errors
from tests.controller.games.tricks.compiled import loaded
from tests.controller.games.tricks.test_double_dummy import some


def garbage(chance: random.Random) -> None:
    """A deal and questions of any numbers; most are refused."""
    players = chance.choice((2, 3, 4, 5, 8, chance.randint(-9, 300)))
    owners = bytes(chance.choice((*range(max(1, min(players, 9))), 255, 255)) for _ in range(52))
    with suppress(ValueError, OverflowError):
        assert asking.IN_C is not None
        search = asking.IN_C(
            owners=owners[: chance.choice((52, 52, 52, 51))],
            players=players,
            side=chance.randint(-1, 20),
            exactly=chance.random() < 0.5,
            trump=chance.randint(-2, 4),
            ruff=chance.random() < 0.5,
            head=chance.random() < 0.5,
            asked=chance.randint(-2, 52),
        )
        for _ in range(20):
            with suppress(ValueError, OverflowError):
                search.made(
                    cards=sum(1 << chance.randrange(52) for _ in range(chance.randint(0, 3))),
                    leader=chance.randint(-1, 8),
                    plays=chance.randbytes(chance.choice((0, 0, 1, 2))),
                    need=chance.choice((0, 1, chance.randint(-(2**31), 2**31))),
                    limit=chance.choice((0, 50, -(2**63), 2**64)),
                )


def main(file: Path) -> None:
    """Answers are those of the search in Python; garbage is refused. A fault ends the process."""
    in_c, chance = loaded(file), random.Random(1)
    for seed in range(100):
        deal, contract = some(seed)
        asking.IN_C = None
        plainly = can_be_made(deal, contract)
        asking.IN_C = in_c
        assert can_be_made(deal, contract) == plainly
        plays = [card for nth in range(2) for held in deal.hands.values() for card in held[nth : nth + 1]]
        with suppress(ValueError):
            errors(deal, contract, plays)
        garbage(chance)
    for dealt in (open_hands._rik, open_hands._misere, open_hands._piek, open_hands._call):
        can_be_made(*dealt(chance), limit=3_000)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
