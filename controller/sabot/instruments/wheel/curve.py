"""A polynomial through a handful of points, by least squares. For so few plain Python is as fast as NumPy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

NORM_LEAST = 1e-12
"""A power whose values differ from the lower ones by less than this cannot be separated from them: its factor
is 0."""


def fitted(at: Sequence[float], values: Sequence[float], *, degree: int) -> list[float]:
    """The factors of the powers 0 to `degree` of the polynomial nearest to `values` at the points `at`.

    By Gram and Schmidt: each power of the points is made orthogonal to the lower ones, and the values are
    taken apart along them. The points are scaled to 1 at most, which keeps the powers comparable.
    """
    scale = max(map(abs, at)) or 1.0
    scaled, rest = [each / scale for each in at], list(values)
    powers = [[each**power for each in scaled] for power in range(degree + 1)]
    basis: list[list[float]] = []
    shares: list[list[float]] = []
    parts: list[float] = []
    for column in powers:
        column, share = _without(column, basis)
        length = math.sqrt(_dot(column, column))
        own = length if length > NORM_LEAST else 0.0
        basis.append([each / own if own else 0.0 for each in column])
        shares.append([*share, own])
        rest, part = _without(rest, basis[-1:])
        parts += part
    return [factor / scale**power for power, factor in enumerate(_solved(shares, parts))]


def value(factors: Sequence[float], at: float) -> float:
    """The polynomial with these factors at this point."""
    total = 0.0
    for factor in reversed(factors):
        total = total * at + factor
    return total


def _without(column: list[float], basis: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """The column without its parts along the directions of `basis`, and those parts."""
    parts = []
    for direction in basis:
        part = _dot(column, direction)
        column = [each - part * along for each, along in zip(column, direction, strict=True)]
        parts.append(part)
    return column, parts


def _solved(shares: list[list[float]], parts: list[float]) -> list[float]:
    """The factors of the powers, from the highest down: `shares[k]` is how power k is made of directions."""
    factors = [0.0] * len(parts)
    for power in reversed(range(len(parts))):
        known = sum(shares[higher][power] * factors[higher] for higher in range(power + 1, len(parts)))
        own = shares[power][power]
        factors[power] = (parts[power] - known) / own if own else 0.0
    return factors


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(map(mul, one, other), 0.0)
