"""Every ordered choice of the six cards of a coup of baccarat, counted in whole numbers.

A composition by value is ten numbers of cards, of those that count 0 (tens and figures) to 9. Choices are
counted without putting cards back, or, for the sabot without end, with (`replaced`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.games.baccarat.outcomes import SIX

CARDS_MOST = 1400
"""From this many cards six can still be chosen in fewer than 2**63 ways."""


def counted(
    codes: NDArray[np.uint16], composition: Sequence[int], *, replaced: bool = False
) -> dict[int, int]:
    """In how many ordered choices of six cards each code comes.

    `codes` has shape (10, 10, 10, 10, k, …): by the two-card totals of ponte and bank and the values of the
    fifth and sixth card. Six cards at least must be there.
    """
    return {code: sum(row) for code, row in by_first_total(codes, composition, replaced=replaced).items()}


def by_first_total(
    codes: NDArray[np.uint16], composition: Sequence[int], *, replaced: bool = False
) -> dict[int, list[int]]:
    """As `counted`, each number split by the total of the first and third card."""
    if len(composition) != 10 or min(composition) < 0 or sum(composition) < SIX:
        raise ValueError("a composition is ten numbers of cards, six cards at least in all")
    ways = _ways(composition, replaced=replaced)
    two = np.add.outer(np.arange(10), np.arange(10)) % 10
    first = two[:, None, :, None]  # axes: first, second, third and fourth card
    by_card = codes[first, two[None, :, None, :]]  # and fifth and sixth
    total = np.zeros((int(np.max(codes)) + 1, 10), ways.dtype)
    where = np.broadcast_to(first[..., None, None], by_card.shape)
    np.add.at(total, (by_card.ravel(), where.ravel()), ways.ravel())
    return {
        int(code): [int(ways) for ways in total[code]] for code in np.flatnonzero(total.astype(bool).any(1))
    }


def _ways(composition: Sequence[int], *, replaced: bool) -> NDArray[Any]:
    """For each of the 10**6 ordered choices of values, how many choices of cards give it."""
    whole: Any = np.int64 if sum(composition) <= CARDS_MOST else object
    cards: NDArray[Any] = np.array(composition, whole)
    axes = np.indices((10,) * SIX, sparse=True)
    ways: NDArray[Any] = np.ones((1,) * SIX, whole)
    for card in range(SIX):
        left = cards[axes[card]]
        for earlier in range(card if not replaced else 0):
            left = left - (axes[card] == axes[earlier]).astype(np.int64)
        ways = ways * np.maximum(left, 0)
    return np.broadcast_to(ways, (10,) * SIX)
