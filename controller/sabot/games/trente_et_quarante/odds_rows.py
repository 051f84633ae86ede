"""How often noir and rouge of trente et quarante come to each total: whole numbers, counted by composition.

Before its last card a row is a set of cards (`odds_sets`). By symmetry the last card of each row may be
thought of as drawn before all others; without it the product lacks one factor, and is divided by it. Each
pair of sets stands for k! l! orders. No float is met on the way and no coup is dealt.

Where every card is put back, the rows know nothing of each other, and one is counted card by card.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import factorial, perm, prod
from typing import NamedTuple

from sabot.core.progress import Progress, silent, stepping
from sabot.games.odds.composition import Composition
from sabot.games.trente_et_quarante.odds_sets import (
    MOST,
    STATES,
    VALUES,
    Sets,
    by_points,
    orders_of,
    sets_of,
    without_one,
)
from sabot.games.trente_et_quarante.rows import ROW_ENDS, ROW_POINTS_MOST, VALUE

ONE_BEFORE = ROW_ENDS - max(VALUES)
"""The fewest points of a row that one card can end."""


class Rows(NamedTuple):
    """A coup that was dealt: the points of both rows, and whether the very first card is red."""

    noir: int
    rouge: int
    first_is_red: bool


class Chances(NamedTuple):
    """The chance of every coup, and of every number of cards in noir. What lacks to 1 runs out of cards."""

    rows: Mapping[Rows, Fraction]
    cards: Mapping[int, Fraction]


def chances(cards: Composition, progress: Progress = silent) -> Chances:
    """The chances of a coup dealt from these cards. It takes seconds where cards are not put back."""
    if cards not in _KNOWN:
        _KNOWN[cards] = _counted(cards, progress)
    return _KNOWN[cards]


_KNOWN: dict[Composition, Chances] = {}
"""What was counted already."""


def _counted(cards: Composition, progress: Progress) -> Chances:
    number, red = cards.by_value(VALUE), cards.red_by_value(VALUE)
    shares = {red[value] / number[value] for value in VALUES if number[value]}
    if cards.replaced:
        return _put_back(number, cards.cards)
    if len(shares) > 1:
        return _by_first_card(number, red, progress)
    return _alike(number, shares.pop() if shares else Fraction(0), progress)


# --- cards put back ------------------------------------------------------------------------------------


def _put_back(number: Mapping[int, int], whole: int) -> Chances:
    """One row, card by card: the other is like it, and half of all first cards are red."""
    open_row = {(0, 0): Fraction(1)}
    ended: dict[tuple[int, int], Fraction] = {}
    while open_row:
        drawn: dict[tuple[int, int], Fraction] = {}
        for (points, cards), chance in open_row.items():
            for value in VALUES:
                then = drawn if points + value < ROW_ENDS else ended
                key = points + value, cards + 1
                then[key] = then.get(key, Fraction(0)) + chance * Fraction(number[value], whole)
        open_row = drawn
    totals = _summed(ended, 0)
    both = {(noir, rouge): totals[noir] * totals[rouge] for noir in totals for rouge in totals}
    return Chances(_coloured(both, Fraction(1, 2)), _summed(ended, 1))


def _summed(ended: Mapping[tuple[int, int], Fraction], key: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for each in sorted(ended, key=lambda row: row[key]):
        found[each[key]] = found.get(each[key], Fraction(0)) + ended[each]
    return found


def _coloured(both: Mapping[tuple[int, int], Fraction], red: Fraction) -> dict[Rows, Fraction]:
    """The totals with the colour of the first card, where that is red with the chance `red` no matter what
    it counts."""
    shares = ((True, red), (False, 1 - red))
    return {
        Rows(*points, colour): chance * share for points, chance in both.items() for colour, share in shares
    }


# --- cards not put back --------------------------------------------------------------------------------


def _alike(number: Mapping[int, int], red: Fraction, progress: Progress) -> Chances:
    """Where the first card tells nothing by its colour: the last cards v and w are taken out, the rest are
    sets."""
    sabot = sets_of(number, progress)
    whole = sum(number.values())
    without = {value: without_one(sabot, value) for value in VALUES if number[value]}
    ways = dict.fromkeys(
        ((a, b) for a in range(ROW_ENDS, ROW_POINTS_MOST + 1) for b in range(ROW_ENDS, ROW_POINTS_MOST + 1)),
        0,
    )
    orders = orders_of(whole, apart=2)
    pairs = [pair for pair in combinations_with_replacement(without, 2) if _choices(number, pair)]
    with progress("counting last cards", len(pairs)) as advance:
        for v, w in stepping(pairs, advance):
            ended = by_points(without_one(without[v], w), orders, noir=ONE_BEFORE, rouge=ONE_BEFORE)
            for last in {(v, w), (w, v)}:
                _count(ways, ended, last, _choices(number, last))
    dealt = perm(whole, min(whole, MOST))
    both = {points: Fraction(count, dealt) for points, count in ways.items()}
    return Chances(_coloured(both, red), _cards(number, without))


def _by_first_card(number: Mapping[int, int], red: Mapping[int, Fraction], progress: Progress) -> Chances:
    """Where some values are redder than others: the first card is taken out as well."""
    sabot = sets_of(number, progress)
    whole = sum(number.values())
    one = {value: without_one(sabot, value) for value in VALUES if number[value]}
    orders, fewest = orders_of(whole, apart=3), ONE_BEFORE - max(VALUES)
    ways: dict[tuple[int, int, int], int] = {}
    pairs = [pair for pair in combinations_with_replacement(one, 2) if _choices(number, pair)]
    with progress("counting last cards", len(pairs)) as advance:
        for v, w in stepping(pairs, advance):
            two = without_one(one[v], w)
            for c in (value for value in one if value >= w and _choices(number, (v, w, value))):
                ended = by_points(without_one(two, c), orders, noir=fewest, rouge=ONE_BEFORE)
                for cards in set(permutations((c, v, w))):
                    _count_after(ways, ended, (cards[0], cards[1], cards[2]), _choices(number, cards))
    return Chances(_by_colour(ways, number, red, dealt=perm(whole, min(whole, MOST))), _cards(number, one))


def _by_colour(
    ways: Mapping[tuple[int, int, int], int],
    number: Mapping[int, int],
    red: Mapping[int, Fraction],
    *,
    dealt: int,
) -> dict[Rows, Fraction]:
    found: dict[Rows, Fraction] = {}
    for (first, noir, rouge), count in ways.items():
        share = red[first] / number[first]
        for colour, part in ((True, share), (False, 1 - share)):
            rows = Rows(noir, rouge, colour)
            found[rows] = found.get(rows, Fraction(0)) + Fraction(count, dealt) * part
    return found


def _choices(number: Mapping[int, int], values: tuple[int, ...]) -> int:
    """In how many ways these values can be drawn in this order."""
    return prod(max(0, number[value] - values[:place].count(value)) for place, value in enumerate(values))


def _count(ways: dict[tuple[int, int], int], ended: Sets, last: tuple[int, int], choices: int) -> None:
    """Add the coups that end with these last cards of noir and rouge."""
    noir, rouge = last
    for s in range(ROW_ENDS - noir, ROW_ENDS):
        for t in range(ROW_ENDS - rouge, ROW_ENDS):
            ways[s + noir, t + rouge] += choices * ended[s, t]


def _count_after(
    ways: dict[tuple[int, int, int], int], ended: Sets, cards: tuple[int, int, int], choices: int
) -> None:
    """Add the coups with this first card and these last ones."""
    first, noir, rouge = cards
    for s in range(max(0, ROW_ENDS - noir - first), ROW_ENDS - first):
        for t in range(ROW_ENDS - rouge, ROW_ENDS):
            key = first, s + first + noir, t + rouge
            ways[key] = ways.get(key, 0) + choices * ended[s, t]


def _cards(number: Mapping[int, int], without: Mapping[int, Sets]) -> dict[int, Fraction]:
    """How many cards noir has: sets for one row alone stand in the first column."""
    whole, found = sum(number.values()), dict.fromkeys(range(1, ROW_ENDS + 1), Fraction(0))
    for value, sets in without.items():
        for (points, cards), ways in zip(STATES, sets[:, 0], strict=True):
            if ways and points + value >= ROW_ENDS:
                orders = number[value] * factorial(cards) * ways
                found[cards + 1] += Fraction(orders, perm(whole, cards + 1))
    return {cards: chance for cards, chance in found.items() if chance}
