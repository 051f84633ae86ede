"""The players at high card: one stake each coup."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sabot.core.observations import Observation, Staked
from sabot.games.wishes import Look, Players, chips, result, silent
from tests.high_card.rules import PLACES


def stake(look: Look, rng: Random) -> Iterator[Observation]:
    """One seat stakes on a place."""
    if not look().coup.stakes:
        yield Staked(
            rng.choice(PLACES), chips(rng, least=look().options.minimum, most=100_00), rng.randint(1, 7)
        )


PLAYERS = Players(stake, silent, result)
