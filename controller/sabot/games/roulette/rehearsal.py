"""A shift at the roulette: random coups of stakes, ball, announcement and choice, with faults at known
places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from sabot.core.observations import Announced, BallSeen, BetsClosed, CoupEnded, Observation, Said, Staked
from sabot.games.rehearsal import Act
from sabot.games.rehearsal.chips import in_chips
from sabot.games.roulette.announced import announced
from sabot.games.roulette.rules import Options
from sabot.games.wheel.layout import POCKETS, SIMPLE_CHANCES, WHEELS, is_double

HOUSE = Options(minimum=1_00, maximum=500_00, zero_rule="choice", double_dozen=True)
"""The house that the shift is played in, unless another is named."""

ANNOUNCED = (
    *("voisins", "tiers", "orphelins", "orphelins-plein", "jeu-zero", "finale:7", "finale-a-cheval:4-7"),
    "voisins-de:17:2",
)


def shift(
    rng: Random, *, coups: int, faults: float = 0.0, options: Options = HOUSE
) -> Iterator[tuple[Observation, str | None]]:
    """Yields the acts of `coups` coups. In a part `faults` of them (0 to 1) one act is a fault; its kind
    stands beside it."""
    chances = _chances(options)
    for _ in range(coups):
        yield from _coup(rng, chances, options, faulty=rng.random() < faults)


def _chances(options: Options) -> tuple[str, ...]:
    bets = (bet for bet in WHEELS[options.pockets].bets if options.double_dozen or not is_double(bet))
    return (*bets, *_announced(options.pockets))


def _announced(pockets: int) -> tuple[str, ...]:
    return tuple(name for name in ANNOUNCED if announced(pockets, name))


def _coup(rng: Random, chances: tuple[str, ...], options: Options, *, faulty: bool) -> Iterator[Act]:
    when = rng.choice(tuple(FAULTS)) if faulty else None
    stakes = [_stake(rng, chances, options) for _ in range(rng.randrange(5))]
    stakes = stakes or [_stake(rng, SIMPLE_CHANCES, options)]
    yield from ((stake, None) for stake in stakes)
    if when == "open":
        yield _wrong(rng, when, options)
    if when == "closed" or rng.random() < 0.5:
        yield BetsClosed(), None
    if when == "closed":
        yield _wrong(rng, when, options)
    rests = rng.choice(WHEELS[options.pockets].order)
    yield BallSeen(rests), None
    yield from _after(rng, rests, stakes, options)
    if when == "decided":
        yield rng.choice(FAULTS[when])(rng, options, rests)
    if options.close == "croupier" or rng.random() < 0.3:
        yield CoupEnded(), None


def _stake(rng: Random, chances: tuple[str, ...], options: Options) -> Staked:
    low, high = options.minimum or 1_00, options.maximum or 500_00
    amount = in_chips(rng.randrange(low // 100, high // 100 + 1) * 100, least=low)
    return Staked(rng.choice(chances), amount, rng.choice((None, 1, 2, 3)))


def _after(rng: Random, rests: str, stakes: list[Staked], options: Options) -> Iterator[Act]:
    if rng.random() < 0.3:
        yield Announced(rng.choice((rests, POCKETS[rests].spoken))), None
    if POCKETS[rests].colour is None and options.zero_rule in ("choice", "prison"):
        for stake in stakes:
            if stake.where in SIMPLE_CHANCES and rng.random() < 0.5:
                yield Said(_said(rng, stake)), None


def _said(rng: Random, stake: Staked) -> str:
    seat = "" if stake.seat is None else f" {stake.seat}"
    return f"{rng.choice(('prison', 'moitie'))} {stake.where}{seat}"


# --- faults --------------------------------------------------------------------------------------------


def _wrong(rng: Random, when: str, options: Options) -> Act:
    return rng.choice(FAULTS[when])(rng, options, "")


def _unknown_place(rng: Random, options: Options, rests: str) -> Act:
    where = rng.choice(
        ("cheval:3-4", "carre:3-7", "transversale-pleine:17", "douzaine:4", "plein:37", "vert")
    )
    return Staked(where, options.minimum or 1_00), "wrong-order"


def _outside_the_limits(rng: Random, options: Options, rests: str) -> Act:
    too_large = options.maximum + 1 if options.maximum else 0
    return Staked("rouge", rng.choice((options.minimum - 1, too_large, 0))), "wrong-order"


def _late_stake(rng: Random, options: Options, rests: str) -> Act:
    return Staked("noir", options.minimum or 1_00, 1), "wrong-order"


def _closed_twice(rng: Random, options: Options, rests: str) -> Act:
    return BetsClosed(), "wrong-order"


def _ended_early(rng: Random, options: Options, rests: str) -> Act:
    return CoupEnded(), "wrong-order"


def _announced_early(rng: Random, options: Options, rests: str) -> Act:
    return Announced(rng.choice(("17", "rouge", "zero"))), "wrong-announcement"


def _chosen_early(rng: Random, options: Options, rests: str) -> Act:
    return Said("prison rouge 1"), "wrong-order"


def _no_such_pocket(rng: Random, options: Options, rests: str) -> Act:
    return BallSeen(rng.choice(("37", "07", "-1", "", "0000"))), "wrong-order"


def _another_number(rng: Random, options: Options, rests: str) -> Act:
    others = [name for name in WHEELS[options.pockets].order if name != rests]
    other = rng.choice(others)
    return Announced(rng.choice((other, POCKETS[other].spoken))), "wrong-announcement"


def _another_colour(rng: Random, options: Options, rests: str) -> Act:
    false = rng.choice([name for name in SIMPLE_CHANCES if name not in POCKETS[rests].chances])
    return Announced(rng.choice((false, f"{rests} {false}"))), "wrong-announcement"


def _chosen_by_nobody(rng: Random, options: Options, rests: str) -> Act:
    return Said("moitie pair 99"), "wrong-order"


FAULTS: dict[str, tuple[Callable[[Random, Options, str], Act], ...]] = {
    "open": (
        _unknown_place,
        _outside_the_limits,
        _ended_early,
        _announced_early,
        _chosen_early,
        _no_such_pocket,
    ),
    "closed": (_late_stake, _closed_twice, _ended_early, _announced_early, _chosen_early, _no_such_pocket),
    "decided": (_another_number, _another_colour, _chosen_by_nobody),
}
"""The faults that can be made while stakes are taken, after *rien ne va plus*, and after the ball has come
to rest."""
