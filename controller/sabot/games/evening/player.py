"""Simulated players for any household game: each does what the rules offer, by chance or after a thought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import TypeAlias

from sabot.core.cards import any_card_named
from sabot.core.observations import CardSeen, Observation, Said, Staked
from sabot.core.terms import minor_units
from sabot.games.evening.household import Coup
from sabot.games.evening.wishes import acts
from sabot.games.wishes import Look, Players, silent

Wished: TypeAlias = Callable[[Coup, Random], str]
"""What the player whose turn it is wants to do, in words of the script; empty where anything will do."""

PROPOSALS_MOST = 40
"""How many acts are proposed before the croupier looks again."""


def act(look: Look, rng: Random) -> Iterator[Observation]:
    """Acts of the next turn, until one was done."""
    coup = look().coup
    assert isinstance(coup, Coup)
    for words in islice(acts(coup, rng, first_share=0.97), PROPOSALS_MOST):
        if look().coup is not coup:
            return
        yield observed(words)


def observed(act: str) -> Observation:
    """What the table observes of an act of the script: a stake, a card that is turned up, or words."""
    if act.startswith("bet "):
        _, where, amount, seat = act.split()
        return Staked(where, minor_units(amount) or 0, int(seat))
    card = any_card_named(act)
    return CardSeen(card) if card else Said(act)


def thoughtful(wished: Wished) -> Players:
    """Players who do what `wished` says; where it says nothing, or that is refused, they act by chance."""

    def thought(look: Look, rng: Random) -> Iterator[Observation]:
        coup = look().coup
        assert isinstance(coup, Coup)
        wish = wished(coup, rng) if coup.outcome is None else ""
        if wish:
            yield observed(wish)
        if look().coup is coup:
            yield from act(look, rng)

    return Players(thought, thought, silent)


PLAYERS = Players(act, act, silent)
