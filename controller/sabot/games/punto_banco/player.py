"""The players at punto banco."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from sabot.core.observations import Observation, Staked
from sabot.core.play.state import Play
from sabot.games.wishes import Players, chips, has_staked, result, silent, stakers

SEATS = range(1, 8)


def stake(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """A few stakes, on banco a little more often; now and then on a pair."""
    if has_staked(look()):
        return
    low, high = look().options.minimum, look().options.maximum
    for seat in stakers(look(), SEATS, rng, fewest=2, most=4):
        amount = chips(rng, least=low, most=high or max(low, 100_00))
        yield Staked(rng.choices(("punto", "banco", "egalite"), (8, 9, 1))[0], amount, seat)
        if rng.random() < 0.1:
            yield Staked(rng.choice(("paire-punto", "paire-banco")), amount, seat)


PLAYERS = Players(stake, silent, result, cut_at=16)
