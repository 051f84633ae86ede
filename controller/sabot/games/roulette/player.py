"""The players at roulette: a few stakes before each spin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from sabot.core.observations import Observation, Staked
from sabot.core.play.state import Play
from sabot.games.wishes import Players, silent

SEATS = range(1, 8)
CHANCES = (
    *("rouge", "noir", "pair", "impair", "manque", "passe", "douzaine:1", "douzaine:2", "douzaine:3"),
    *("colonne:1", "colonne:2", "colonne:3", "transversale-simple:13", "cheval:17-20", "plein:17", "plein:8"),
)


def stake(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """A few stakes on chances of every kind."""
    options = look().options
    for seat in sorted(rng.sample(SEATS, rng.randint(2, 5))):
        laid = max(rng.choice((5_00, 10_00, 20_00, 50_00)), options.minimum)
        yield Staked(rng.choice(CHANCES), min(laid, options.maximum or laid), seat)


PLAYERS = Players(stake, silent, silent)
