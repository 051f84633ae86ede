"""Every ordered choice of the nine cards of a coup of baccarat banque, counted in whole numbers.

Three hands have six cards, and only their totals matter for what follows; three more may be drawn. Choices
are counted for each three totals and three values: a million numbers, each the sum over all the pairs of
values that give those totals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations, product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.core.progress import Progress, silent, stepping

NINE = 9
FREE_BITS = 54
"""A machine's integer, less what the sum over the 216 pairs of values of three totals may need."""

Ways = NDArray[Any]
"""By the two-card totals of droite, gauche and banque, and the values of the seventh, eighth and ninth
card."""

PAIRS = tuple(combinations_with_replacement(range(10), 2))
OF_TOTAL = {total: [pair for pair in PAIRS if sum(pair) % 10 == total] for total in range(10)}


def ways(composition: Sequence[int], *, replaced: bool = False, progress: Progress = silent) -> Ways:
    """How many ordered choices of nine cards there are of each kind. Nine cards at least must be there.

    Which of the three hands has which of the totals makes no difference: they are counted once.
    """
    if sum(composition) < NINE and not replaced:
        raise ValueError("a coup may need nine cards")
    found = np.zeros((10,) * 6, object)
    every = list(combinations_with_replacement(range(10), 3))
    with progress("counting hands", len(every)) as advance:
        for totals in stepping(every, advance):
            counted = _of_totals(composition, totals, replaced=replaced)
            for hands in {*permutations(totals)}:
                found[hands] = counted
    return found


def _of_totals(composition: Sequence[int], totals: Sequence[int], *, replaced: bool) -> NDArray[Any]:
    laid = list(product(*(OF_TOTAL[total] for total in totals)))
    six = [_six(composition, pairs, replaced=replaced) for pairs in laid]
    three = _three(composition, laid, replaced=replaced)
    found = np.zeros((10, 10, 10), object)
    for shift, part in _parts(six, bits=FREE_BITS - 3 * sum(composition).bit_length()):
        found += np.tensordot(part, three, 1).astype(object) << shift
    return found


def _six(composition: Sequence[int], pairs: Sequence[tuple[int, int]], *, replaced: bool) -> int:
    """In how many ways six cards give these pairs before the three hands, in either order each."""
    values = [value for pair in pairs for value in pair]
    chosen = (
        max(0, composition[value] - (0 if replaced else values[:place].count(value)))
        for place, value in enumerate(values)
    )
    return prod(chosen) * prod(1 if one == other else 2 for one, other in pairs)


def _three(composition: Sequence[int], laid: Sequence[Any], *, replaced: bool) -> NDArray[Any]:
    """For each six cards laid, in how many ways three more of each values can be drawn."""
    left = np.array(composition, np.int64)[None].repeat(len(laid), 0)
    again = np.zeros((10, 10), np.int64)
    if not replaced:
        for row, pairs in enumerate(laid):
            np.subtract.at(left[row], [value for pair in pairs for value in pair], 1)
        again = np.eye(10, dtype=np.int64)
    second = np.maximum(left[:, None, :] - again, 0)
    third = np.maximum(left[:, None, None, :] - again[:, None, :] - again[None, :, :], 0)
    drawn: NDArray[Any] = np.maximum(left, 0)[:, :, None, None] * second[..., None] * third
    return drawn


def _parts(numbers: Sequence[int], *, bits: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """The numbers in parts of `bits` bits, lowest first, each with its shift: no sum over them then leaves
    a machine's integer."""
    for shift in range(0, max(numbers, default=0).bit_length(), bits):
        yield shift, np.array([number >> shift & (1 << bits) - 1 for number in numbers], np.int64)
