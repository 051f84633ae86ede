"""What a stake in prison is worth: the rules lead it from level to level, coup after coup, until it is free
or lost.

Coups are taken as alike: each comes with the chances of the one that is told of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

LEVELS_MOST = 16
"""Where the house sets no deepest level, a stake this deep is reckoned at its worth of 2**-16; not one stake
of 10**17 comes so far, even on a wheel with three zeros."""

AMOUNT = 1 << 2 * LEVELS_MOST
"""A stake that can be halved at every level and leaves no broken cent."""

DEPTHS = ((1, "prison"), (2, "double prison"), (3, "triple prison"))
"""Levels of prison, and what they are called."""

FULL = {"lost": "lost", "stays": "stays", "half": "leaves with its worth"}
"""What can become of a stake that is struck at the deepest level, in words."""

Way = tuple[Fraction, int, int]
"""A way that a coup can go for a lot: its chance, what comes back of AMOUNT, the level where the rest
lies."""


def depths(struck: str) -> Iterator[tuple[str, int, str]]:
    """Each prison that a house can have: in words, its levels, and what becomes of a stake at the deepest.

    `struck` names what sends a stake down: zero, or a refait.
    """
    for levels, depth in DEPTHS:
        for full, what in FULL.items():
            yield f"{depth}, {struck} at the deepest level: {what}", levels, full


def worths(ways_at: Callable[[int], list[Way]], deepest: int = LEVELS_MOST) -> Mapping[int, Fraction]:
    """What a stake of 1 is worth at each level of prison, 1 to `deepest`.

    `ways_at(level)` are the ways of a coup for a stake at that level. A level leads to itself and its
    neighbours: the worth of each is found in terms of the level above it, from the deepest one up.
    """
    terms: dict[
        int, tuple[Fraction, Fraction]
    ] = {}  # worth of a level: fixed + share * worth of the one above
    below = (Fraction(AMOUNT >> (deepest + 1), AMOUNT), Fraction(0))
    for level in range(deepest, 0, -1):
        fixed, down, same, up = _sorted(ways_at(level), level)
        divisor = 1 - same - down * below[1]
        below = terms[level] = ((fixed + down * below[0]) / divisor, up / divisor)
    return _filled(terms)


def _sorted(ways: list[Way], level: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """What comes back, and the chances to lie deeper, as deep, and one level out. Level 0 is freedom without
    more: what it brings is in what comes back."""
    fixed, moves = Fraction(0), dict.fromkeys((level + 1, level, level - 1), Fraction(0))
    for chance, returned, then in ways:
        fixed += chance * Fraction(returned, AMOUNT)
        if then:
            moves[then] += chance
    return fixed, moves[level + 1], moves[level], moves[level - 1]


def _filled(terms: Mapping[int, tuple[Fraction, Fraction]]) -> dict[int, Fraction]:
    worth, found = Fraction(0), {}
    for level in sorted(terms):
        fixed, share = terms[level]
        worth = found[level] = fixed + share * worth
    return found


def worth_of(ways: list[Way], prison: Mapping[int, Fraction]) -> Fraction:
    """What a stake of 1 is worth when a coup goes these ways, with these worths of prison."""
    return sum(
        (chance * (Fraction(returned, AMOUNT) + prison.get(level, 0)) for chance, returned, level in ways),
        Fraction(0),
    )
