"""A small head on the features of the network: which rank and suit a corner of this deck shows. Pure.

It is the oldest of classifiers: each rank, and each suit, has the mean of its samples, and all share one
spread (linear discriminant analysis). Both are drawn towards what is known of all cards where samples are
few. It is made from sums, so that holding samples back is a subtraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sabot_vision.learning.samples import CORNERS_MOST, FEATURE_COUNT, RANKS, SUITS, Look, Sample

MEAN_PRIOR = 1.0
"""The mean of a class counts as if it had this many more samples in the middle of all."""
SPREAD_PRIOR = 0.2
"""This part of the spread is the same in all directions."""
LEAST_SAMPLES = 3
"""A rank or a suit with fewer corners is not known: the head never gives it."""
UNKNOWN_WEIGHT = -1e4
AGAINST_OWN = -4.0
"""A card counts only if the network's own logarithm for it is no further below that of its own best."""


class Sums(NamedTuple):
    """Sums over corners, each with a one behind its features: of their squares (features × features), and of
    each rank and each suit (classes × features + 1; the last column counts)."""

    squares: np.ndarray
    ranks: np.ndarray
    suits: np.ndarray

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(*(one + two for one, two in zip(self, other, strict=True)))

    def without(self, other: Sums) -> Sums:
        """What is left when `other` is held back."""
        return Sums(*(one - two for one, two in zip(self, other, strict=True)))


NO_SUMS = Sums(
    np.zeros((FEATURE_COUNT, FEATURE_COUNT)),
    np.zeros((len(RANKS), FEATURE_COUNT + 1)),
    np.zeros((len(SUITS), FEATURE_COUNT + 1)),
)


class Head(NamedTuple):
    """For each rank and each suit the weight of every feature, and a constant (classes × features + 1)."""

    ranks: np.ndarray
    suits: np.ndarray


def summed(samples: Sequence[Sample]) -> Sums:
    """Returns the sums over the corners of these samples."""
    if not samples:
        return NO_SUMS
    corners = [(each.name, line) for each in samples for line in each.look.features]
    lines = np.array([line for _, line in corners], np.float64)
    with_one = np.hstack([lines, np.ones((len(lines), 1))])
    of_rank, of_suit = (
        np.array([[name[place] == one for name, _ in corners] for one in every], np.float64)
        for place, every in enumerate((RANKS, SUITS))
    )
    return Sums(lines.T @ lines, of_rank @ with_one, of_suit @ with_one)


def fitted(sums: Sums) -> Head:
    """Returns the head that these sums give."""
    return Head(_weights(sums.ranks, sums.squares), _weights(sums.suits, sums.squares))


def _weights(totals: np.ndarray, squares: np.ndarray) -> np.ndarray:
    counts, all_of = totals[:, -1], max(1.0, float(totals[:, -1].sum()))
    middle = totals[:, :-1].sum(axis=0) / all_of
    means = (totals[:, :-1] + MEAN_PRIOR * middle) / (counts + MEAN_PRIOR)[:, None]
    across = totals[:, :-1].T @ means
    spread = (squares - across - across.T + (means.T * counts) @ means) / all_of
    level = float(np.trace(spread)) / FEATURE_COUNT + 1e-6
    spread = (1 - SPREAD_PRIOR) * spread + SPREAD_PRIOR * level * np.eye(FEATURE_COUNT)
    weights = np.linalg.solve(spread, means.T).T
    constants = np.where(counts < LEAST_SAMPLES, UNKNOWN_WEIGHT, -0.5 * (weights * means).sum(axis=1))
    return np.hstack([weights, constants[:, None]])


def answer(head: Head, look: Look) -> tuple[str, float]:
    """Returns the likeliest card by the head alone, and its margin: by how much its logarithm leads. The
    margin is 0 if the corners, each by itself, give different cards, or the network thinks it too unlikely.
    """
    by_rank, by_suit = (look.features @ each[:, :-1].T + each[:, -1] for each in head)
    corners = list(zip(by_rank.argmax(axis=1), by_suit.argmax(axis=1), strict=True))
    (rank, ahead), (suit, leads) = lead(by_rank.mean(axis=0)), lead(by_suit.mean(axis=0))
    agreed = all(corner == (rank, suit) for corner in corners)
    likely = look.own[rank, suit] - look.own.max() >= AGAINST_OWN
    return RANKS[rank] + SUITS[suit], min(ahead, leads) if agreed and likely else 0.0


def confirms(look: Look, name: str) -> bool:
    """Whether the head may give this name: two corners show an index, so that one checks the other, and the
    network itself thinks no card likelier. Nearly all sure answers that were wrong came from one corner, the
    others from a card that was the second guess.
    """
    own = look.own[RANKS.index(name[0]), SUITS.index(name[1])]
    return len(look.features) == CORNERS_MOST and bool(own >= look.own.max())


def lead(values: np.ndarray) -> tuple[int, float]:
    """Returns which of the values is the largest, and by how much it leads."""
    second, first = np.sort(values)[-2:]
    return int(np.argmax(values)), float(first - second)
