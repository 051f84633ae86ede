"""What the hands of a game of cards say, and the croupier who announces the result: the same at every one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from sabot.core.observations import Announced, Observation, Said
from sabot.core.play.state import Play

Look = Callable[[], Play]
"""Gives the play as it stands after all that was done before."""

Proposals = Callable[[Look, Random], Iterator[Observation]]


class Players(NamedTuple):
    """The players of a game: what they do before the first card (`open`), with a card or a decision owed
    (`speak`), and once the coup is decided (`answer`). `cut_at`: the number of cards behind a cut card.
    `croupier`: the words among theirs that the croupier says, and how they sound.

    They only propose. The croupier asks the referee first and passes over what would be a fault, so that a
    player need not know every rule.
    """

    open: Proposals
    speak: Proposals
    answer: Proposals
    cut_at: int = 0
    croupier: Mapping[str, str] = MappingProxyType({})


ASKS_SHARE = 0.15
"""How often a hand that is free asks the croupier for the tableau first."""


def silent(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """Nobody has anything to say."""
    return iter(())


def speak(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """A hand that is free chooses; one that is bound says *carte*, mostly, before it gets one."""
    owed = look().owed
    if owed is None:
        return
    if owed.of is None:
        if rng.random() < 0.8:
            yield Said(f"{owed.to} carte")
        return
    if rng.random() < ASKS_SHARE:
        yield Said("tableau")
    yield Said(f"{owed.of} {rng.choice(owed.choices)}")


def result(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """The result, in the word that the game has for it, or as it is called."""
    play = look()
    if play.result is None:
        return
    winner = play.result.result.get("winner")
    if play.game.ANNOUNCEMENTS and winner:
        yield Announced(winner)
    elif play.calls:
        yield Announced(play.calls[-1].text)


def turned_up(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """Hands of 8 or 9 are turned up, and the result is announced."""
    play = look()
    if play.result is not None and play.result.result["natural"]:
        yield from (Said(f"{place} abat") for place in play.game.PLACES)
    yield from result(look, rng)


def has_staked(play: Play) -> bool:
    """Whether somebody has staked for this coup; what stayed from the one before does not count."""
    return any(not stake.stayed for stake in play.coup.stakes)


def stakers(play: Play, seats: Sequence[int], rng: Random, *, fewest: int, most: int) -> list[int]:
    """A few of the seats; one whose stake stayed on the table does not lay another."""
    stayed = {stake.seat for stake in play.coup.stakes}
    free = [seat for seat in seats if seat not in stayed]
    return sorted(rng.sample(free, min(rng.randint(fewest, most), len(free))))


def chips(rng: Random, *, least: int, most: int) -> int:
    """A stake in round chips between these, or `most` where none fits."""
    fitting = [chip for chip in (5_00, 10_00, 20_00, 50_00, 100_00, 200_00) if least <= chip <= most]
    return rng.choice(fitting) if fitting else most
