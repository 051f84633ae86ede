"""The least of a function of a few values, without its slopes (the simplex of Nelder and Mead, 1965)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Cost = Callable[[np.ndarray], float]


def least(cost: Cost, start: np.ndarray, steps: np.ndarray, *, rounds: int) -> tuple[np.ndarray, float]:
    """Where the cost is least, near `start`, and that cost, after this number of `rounds`. `steps`: how far
    to look at first, in each value."""
    corners = np.vstack([start, start + np.diag(steps)]).astype(float)
    costs = np.array([cost(each) for each in corners])
    for _ in range(rounds):
        order = np.argsort(costs)
        corners, costs = corners[order], costs[order]
        middle = corners[:-1].mean(axis=0)
        away = middle - corners[-1]
        tried, price = _cheaper(cost, [middle + away], np.inf)
        if price < costs[0]:
            tried, price = _cheaper(cost, [middle + 2 * away], price, tried)
        elif price >= costs[-2]:
            tried, price = _cheaper(cost, [middle + 0.5 * away, middle - 0.5 * away], price, tried)
        if price < costs[-1]:
            corners[-1], costs[-1] = tried, price
        else:
            corners[1:] = corners[0] + 0.5 * (corners[1:] - corners[0])
            costs[1:] = [cost(each) for each in corners[1:]]
    best = int(np.argmin(costs))
    return corners[best], float(costs[best])


def _cheaper(
    cost: Cost, tries: list[np.ndarray], price: float, now: np.ndarray | None = None
) -> tuple[np.ndarray, float]:
    """The cheapest of these and of what there is now."""
    for each in tries:
        if (other := cost(each)) < price or now is None:
            now, price = each, other
    assert now is not None
    return now, price
