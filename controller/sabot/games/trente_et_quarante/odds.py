"""What trente et quarante is worth: the chances of its rows, and what the house keeps of each stake under
each rule of the refait.

The rows are counted in `sabot.games.trente_et_quarante.odds_rows`; what they mean is asked of the referee's
own position and fate. Prison is followed to its end (`sabot.games.odds.prison`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from sabot.core.progress import Progress, silent
from sabot.games.odds import published
from sabot.games.odds.composition import Composition
from sabot.games.odds.figures import Figure
from sabot.games.odds.prison import AMOUNT, LEVELS_MOST, Way, depths, worth_of, worths
from sabot.games.odds.terms import Odds
from sabot.games.trente_et_quarante.odds_rows import Chances, Rows, chances
from sabot.games.trente_et_quarante.rows import ROW_ENDS, ROW_POINTS_MOST, Position, position
from sabot.games.trente_et_quarante.stakes import CHANCES, Lot, Options, fate, premium, premium_returned

TOTALS = range(ROW_ENDS, ROW_POINTS_MOST + 1)

Decided = list[tuple[Fraction, Position]]
"""Every coup that comes to its end, with its chance, as the referee sees it."""


def decided(counted: Chances) -> Decided:
    """The referee's position after each coup."""
    return [
        (chance, position(rows.noir, rows.rouge, rows.first_is_red))
        for rows, chance in counted.rows.items()
        if chance
    ]


def edge(coups: Decided, options: Options, chance: str, *, choice: str | None = None) -> Fraction:
    """What the house keeps of a stake on `chance`; after a refait the player says `choice`, or nothing."""
    deepest = options.prison_levels or LEVELS_MOST
    prison = worths(lambda level: _ways(coups, options, Lot(chance, AMOUNT, level=level), choice), deepest)
    return _whole(coups) - worth_of(_ways(coups, options, Lot(chance, AMOUNT), choice), prison)


def insured_edge(coups: Decided, options: Options, chance: str) -> Fraction:
    """What the house keeps of an insured stake, premium and all, as a share of the stake."""
    amount = 100 * 100
    kept = Fraction(premium(options, amount)) * _whole(coups)
    for share, now in coups:
        met = fate(options, Lot(chance, amount, insured=True), now)
        kept += share * (amount - met.returned - premium_returned(options, amount, now.winner))
    return kept / amount


def _whole(coups: Decided) -> Fraction:
    """Coups that run out of cards are void: they count for nothing."""
    return sum((share for share, _ in coups), Fraction(0))


def _ways(coups: Decided, options: Options, lot: Lot, choice: str | None) -> list[Way]:
    """What each coup does to a lot. Coups alike in what they do are one way."""
    ways: dict[tuple[int, int], Fraction] = {}
    for share, now in coups:
        met = fate(options, lot, now, choice=choice)
        level = met.kept.level if met.kept and met.kept.level else 0
        returned = met.returned + (met.kept.amount if met.kept and not level else 0)
        ways[returned, level] = ways.get((returned, level), Fraction(0)) + share
    missing = 1 - _whole(coups)
    if missing and lot.level:
        ways[lot.worth, 0] = ways.get((lot.worth, 0), Fraction(0)) + missing
    return [(share, returned, level) for (returned, level), share in ways.items()]


# --- what is told ------------------------------------------------------------------------------------


def figures(cards: Composition, options: Options, *, progress: Progress = silent) -> Iterator[Figure]:
    """Every figure of trente et quarante over these cards."""
    counted = chances(cards, progress)
    coups = decided(counted)
    yield from _house(coups, options)
    yield from _other_houses(coups, options)
    yield from _wins(coups)
    yield from _totals(counted.rows)
    yield from _rows(counted.cards)


def _house(coups: Decided, options: Options) -> Iterator[Figure]:
    for chance in CHANCES:
        yield Figure("house keeps", chance, edge(coups, options, chance))
    if options.insurance:
        for chance in CHANCES:
            yield Figure("house keeps, insured", chance, insured_edge(coups, options, chance))


def variants(options: Options) -> Iterator[tuple[str, Options]]:
    """Every rule that a house can have for a stake struck by a refait, in words."""
    yield "half is lost", replace(options, refait="half")
    for words, levels, full in depths("refait"):
        yield words, replace(options, refait="prison", prison_levels=levels, prison_full=full)
    yield "prison without a deepest level", replace(options, refait="prison", prison_levels=0)


PREMIUMS = {
    "never": "premium lost in every coup",
    "refait": "premium back at a refait",
    "apres": "premium back at an après of 32 to 40",
    "both": "premium lost only in coups that decide",
}


def _other_houses(coups: Decided, options: Options) -> Iterator[Figure]:
    section = "house keeps of noir, other options"
    for name, house in variants(options):
        yield Figure(section, name, edge(coups, house, "noir"))
    half = edge(coups, replace(options, refait="half"), "noir")
    counting = sum((share for share, now in coups if now.winner != "apres"), Fraction(0))
    if counting:
        yield Figure(section, "half is lost, of coups that are no après of 32 to 40", half / counting)
    for back, name in PREMIUMS.items():
        house = replace(options, insurance_percent=1, premium_back=back)
        yield Figure(section, f"insured, {name}", insured_edge(coups, house, "noir"))


def _wins(coups: Decided) -> Iterator[Figure]:
    for chance in CHANCES:
        yield _share("wins", chance, coups, lambda now, chance=chance: chance in now.chances)
    yield _share("wins", "refait", coups, lambda now: now.winner == "refait")
    yield _share("wins", "apres", coups, lambda now: now.winner == "apres")
    yield _share("wins", "refait or apres", coups, lambda now: now.points[0] == now.points[1])
    if _whole(coups) != 1:
        yield Figure("wins", "the cards run out", 1 - _whole(coups))


def _share(section: str, name: str, coups: Decided, holds: Callable[..., bool]) -> Figure:
    return Figure(section, name, sum((share for share, now in coups if holds(now)), Fraction(0)))


def _totals(rows: Mapping[Rows, Fraction]) -> Iterator[Figure]:
    for section, places in (("noir has", (0,)), ("rouge has", (1,)), ("both have", (0, 1))):
        for total in TOTALS:
            shares = (chance for each, chance in rows.items() if all(each[row] == total for row in places))
            yield Figure(section, str(total), sum(shares, Fraction(0)))


def _rows(cards: Mapping[int, Fraction]) -> Iterator[Figure]:
    for number, chance in cards.items():
        yield Figure("cards in noir", str(number), chance)
    mean = sum((number * chance for number, chance in cards.items()), Fraction(0))
    yield Figure("cards in noir", "on average", mean)


ALIKE = "a stake in prison is followed as if each further coup came from these same cards"


ODDS = Odds(of_cards=figures, published=partial(published.of, "trente-et-quarante"), notes=(ALIKE,))
