"""A deal that simulated players play among themselves, to ask them at each of its positions."""

from __future__ import annotations

from random import Random

from sabot.core.table import Table, opened
from sabot.games.evening.household import Coup
from sabot.games.evening.wishes import acts
from sabot.games.register import DESCRIPTORS
from tests.controller.games.evening.random_games import HOUSEHOLD, after, coup_of, faults, money_of

ACTS_MOST = 400
"""A deal has fewer acts."""


def ready(table: Table) -> Coup:
    """The deal under way, or the next one where this is over."""
    coup = coup_of(table)
    later = coup if coup.outcome is None else table.play.game.following(coup, table.play.sabot)
    assert isinstance(later, Coup)
    return later


def wished(game: str, coup: Coup, seed: int) -> str:
    """What the player whose turn it is wants to do."""
    part = DESCRIPTORS[game].part("player")
    assert part is not None
    wish: str = part.wished(coup, Random(seed))
    return wish


def positions(game: str, seed: int, *, deals: int = 1, **options: object) -> list[Table]:
    """A table after each act of its players, to the end of the last deal. No wish is refused, and the
    money stays the same."""
    rng, tables = Random(seed), [opened(HOUSEHOLD[game], HOUSEHOLD[game].Options(**options))]
    while tables[-1].play.number < deals or tables[-1].play.result is None:
        coup = ready(tables[-1])
        wish = wished(game, coup, rng.randrange(1000))
        later, events = after(tables[-1], wish or next(acts(coup, rng, first_share=1)))
        refused = {each.fault.kind for each in faults(events)}
        assert not wish or refused <= {"impossible-card"}, (
            wish
        )  # a card that comes by chance may be elsewhere
        tables += [] if faults(events) else [later]
        assert money_of(later) == 0
        assert len(tables) < ACTS_MOST * deals
    return tables
