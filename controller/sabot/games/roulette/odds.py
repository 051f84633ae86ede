"""What the house keeps of every bet of roulette: each pocket once, and the referee's own fate of the stake.

Prison is followed to its end (`sabot.games.odds.prison`). The ball remembers nothing: there is nothing to
study.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import groupby

from sabot.games.odds import published
from sabot.games.odds.figures import Figure
from sabot.games.odds.prison import AMOUNT, LEVELS_MOST, Way, depths, worth_of, worths
from sabot.games.odds.terms import Odds
from sabot.games.roulette.announced import chips
from sabot.games.roulette.stakes import Lot, Options, fate
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS, is_double

ANNOUNCED = ("voisins", "tiers", "orphelins", "orphelins-plein", "jeu-zero", "finale:7", "voisins-de:17:2")


@cache
def edge(options: Options, bet: str) -> Fraction:
    """What the house keeps of a stake on `bet`. Where players may choose, they say nothing."""
    deepest = options.prison_levels or LEVELS_MOST
    prison = worths(lambda level: _ways(options, bet, level), deepest) if bet in SIMPLE_CHANCES else {}
    return 1 - worth_of(_ways(options, bet, 0), prison)


def _ways(options: Options, bet: str, level: int) -> list[Way]:
    """What each pocket does to a stake on `bet` at this level."""
    pockets = WHEELS[options.pockets].order
    fates = (fate(options, Lot(bet, AMOUNT, level=level), pocket) for pocket in pockets)
    return [(Fraction(1, len(pockets)), met.returned, met.level) for met in fates]


def edge_of_chips(options: Options, bet: str) -> Fraction | None:
    """What the house keeps of an announced bet: of all its chips together. None where this wheel has no such
    bet."""
    laid = chips(options.pockets, bet)
    return sum((edge(options, chip) for chip in laid), Fraction(0)) / len(laid) if laid else None


def figures(options: Options) -> Iterator[Figure]:
    """Every bet of this wheel, and the simple chances under each rule of zero."""
    yield from _bets(options)
    yield from _announced(options)
    for name, house in variants(options):
        yield Figure("house keeps of a simple chance", name, edge(house, "rouge"))


def _bets(options: Options) -> Iterator[Figure]:
    """Bets of one kind are told together, unless the house keeps more of one than of another."""
    names = [bet for bet in WHEELS[options.pockets].bets if options.double_dozen or not is_double(bet)]
    kinds = sorted(names, key=_kind)
    for kind, group in groupby(kinds, _kind):
        bets = list(group)
        for kept in sorted({edge(options, bet) for bet in bets}):
            same = [bet for bet in bets if edge(options, bet) == kept]
            yield Figure("house keeps", kind if len(same) == len(bets) else ", ".join(same), kept)


def _kind(bet: str) -> str:
    kind = bet.partition(":")[0]
    return f"{kind} à cheval" if is_double(bet) else kind


def _announced(options: Options) -> Iterator[Figure]:
    for bet in ANNOUNCED:
        kept = edge_of_chips(options, bet)
        if kept is not None:
            yield Figure("house keeps", bet, kept)


def variants(options: Options) -> Iterator[tuple[str, Options]]:
    """Every rule of zero and of prison that a house can have, on this wheel, in words."""
    yield "all is lost", replace(options, zero_rule="lose")
    yield "half is lost", replace(options, zero_rule="half")
    for words, levels, full in depths("zero"):
        yield words, replace(options, zero_rule="prison", prison_levels=levels, prison_full=full)
    yield "prison without a deepest level", replace(options, zero_rule="prison", prison_levels=0)


ODDS = Odds(of_wheel=figures, published=partial(published.of, "roulette"))
