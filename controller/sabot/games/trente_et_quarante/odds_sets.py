"""How many pairs of sets of cards a sabot holds: one for noir without its last card, one for rouge.

How many pairs there are of k cards that count s and of l cards that count t are the coefficients, at
a^s b^k c^t d^l, of

    the product, over the values v, of (1 + a^v b + c^v d) to the power of the cards of that value

in which each card lies in no row, in noir or in rouge. All are whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb, factorial, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.core.progress import Progress, stepping
from sabot.games.trente_et_quarante.rows import ROW_ENDS, VALUE

VALUES = tuple(sorted(set(VALUE.values())))
OPEN = ROW_ENDS - 1
MOST = 2 * ROW_ENDS
"""The most cards of a coup: nothing but aces."""

STATES = [
    (points, cards)
    for points in range(ROW_ENDS)
    for cards in range(ROW_ENDS)
    if cards <= points <= 10 * cards
]
"""Every row without its last card, as points and cards, fewest points first."""

AT = {state: place for place, state in enumerate(STATES)}

Sets = NDArray[Any]
"""How many pairs of sets there are, by the place of each row's state in `STATES`: whole numbers of any
size."""


def sets_of(number: Mapping[int, int], progress: Progress) -> Sets:
    """The product: how many pairs of sets the sabot holds."""
    sets = _none()
    sets[0, 0] = 1
    with progress("counting rows", len(number)) as advance:
        for value, cards in stepping(number.items(), advance):
            sets = _times(sets, value, cards)
    return sets


def _none() -> Sets:
    return np.zeros((len(STATES), len(STATES)), object)


def _times(sets: Sets, value: int, cards: int) -> Sets:
    """The sets when `cards` cards of one value join the sabot."""
    there, then = np.flatnonzero((sets != 0).any(1)), _none()
    for noir in range(min(OPEN // value, cards) + 1):
        for rouge in range(min(OPEN // value, cards - noir) + 1):
            ways = comb(cards, noir) * comb(cards - noir, rouge)
            (s, s_then), (t, t_then) = (_moved(there, value, more) for more in (noir, rouge))
            then[np.ix_(s_then, t_then)] += ways * sets[np.ix_(s, t)]
    return then


def _moved(states: NDArray[Any], value: int, more: int) -> tuple[list[int], list[int]]:
    """Which of these states can take `more` cards of this value, and what they become."""
    moves = [(int(at), AT.get((STATES[at][0] + more * value, STATES[at][1] + more))) for at in states]
    held = [(at, then) for at, then in moves if then is not None]
    return [at for at, _ in held], [then for _, then in held]


def without_one(sets: Sets, value: int) -> Sets:
    """The sets of the same sabot without one card of this value."""
    left = sets.copy()
    for rows, before in _layers(value):
        if before:
            left[rows] -= left[before]
        for columns, earlier in _layers(value):
            if earlier:
                left[np.ix_(rows, columns)] -= left[np.ix_(rows, earlier)]
    return left


@cache
def _layers(value: int) -> list[tuple[list[int], list[int]]]:
    """The states by how many cards of this value can be taken from them, with what they are after one
    less."""
    layers: list[tuple[list[int], list[int]]] = []
    depth: dict[int, int] = {}
    for at, (points, cards) in enumerate(STATES):
        before = AT.get((points - value, cards - 1))
        depth[at] = 0 if before is None else depth[before] + 1
        if depth[at] == len(layers):
            layers.append(([], []))
        layers[depth[at]][0].append(at)
        if before is not None:
            layers[depth[at]][1].append(before)
    return layers


def orders_of(whole: int, *, apart: int) -> Sets:
    """In how many orders each pair of sets can be dealt, beside the `apart` cards that were taken out, over
    all orders of the most cards that a coup can have."""
    most = min(whole, MOST)

    def orders(noir: int, rouge: int) -> int:
        dealt = noir + rouge + apart
        return factorial(noir) * factorial(rouge) * perm(whole - dealt, most - dealt) if dealt <= most else 0

    known = [[orders(noir, rouge) for rouge in range(ROW_ENDS)] for noir in range(ROW_ENDS)]
    return np.array([[known[noir][rouge] for _, rouge in STATES] for _, noir in STATES], object)


_STARTS = [AT[points, -(-points // 10)] for points in range(ROW_ENDS)]
"""Where the states of each number of points begin."""


def by_points(sets: Sets, orders: Sets, *, noir: int, rouge: int) -> Sets:
    """How many orders there are by the points of noir and of rouge before their last cards, from these points
    on: a row with fewer points cannot end with one card more."""
    rows, columns = _STARTS[noir], _STARTS[rouge]
    counted = sets[rows:, columns:] * orders[rows:, columns:]
    counted = np.add.reduceat(counted, np.subtract(_STARTS[noir:], rows), axis=0)
    found = np.zeros((ROW_ENDS, ROW_ENDS), object)
    found[noir:, rouge:] = np.add.reduceat(counted, np.subtract(_STARTS[rouge:], columns), axis=1)
    return found
