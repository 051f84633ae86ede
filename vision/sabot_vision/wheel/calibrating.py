"""Where a camera stands over a wheel, from four points that somebody touched in a picture, and the ring's
colours.

The points are where the outer rim of the ring of numbers reaches furthest to the left, up, right and down.
They give the ellipse; which way it leans, and where its middle truly lies, the picture tells: the pockets of
a ring are equally wide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from sabot.core.reasons import reason
from sabot_vision.wheel.rotor import Follower, colours
from sabot_vision.wheel.strips import Ring
from sabot_vision.wheel.view import View

Point = tuple[float, float]
Cost = Callable[[np.ndarray], float]

USUAL_FOCAL = 1.1
"""A camera's usual focal length, in widths of its picture."""

LEAST_LIKE = 0.5
"""A ring that looks less like its colours than this (1: exactly) is not taken for one."""

OUTSIDE_TIMES, OUTSIDE_ROWS = 1.31, 2
"""By this factor further out than the ring, this many of its rows lie on the wood, also where the
points were touched a tenth too far in."""

OUTSIDE_LIKE, OUTSIDE_SHARE = 0.3, 0.55
"""Where the pockets go on there, it looks more like the ring's colours than this (1: exactly), and their
strength is at least this part of the ring's; a reflection of the ring in the varnish is weaker."""

LEAST_PX = 40
"""A ring that is smaller cannot be read."""

OF_POINTS, OF_FOCAL = 60.0, 0.1
"""How much the touched points count (squares of radii), and the usual focal length, beside the colours."""

ALONG_RIM = 0.2
"""How much less a touched point counts along the rim, where it is hard to touch."""

STEPS = np.array([0.05, 0.05, 0.1, 0.15, 0.15, 0.1])
ROUGHLY_ROUNDS, FINELY_ROUNDS = 120, 110


class RingError(Exception):
    """The ring was not found; raised with the reason, for the person who touched the points."""


def calibrated(picture: np.ndarray, points: Sequence[Point], pockets: tuple[str, ...]) -> View:
    """The view of the camera that took this picture (height × width × 3). `points`: the four in any order, in
    pixels; `pockets` clockwise. Raises RingError."""
    extremes = _extremes(picture, points)
    radius = float((extremes[2:] - extremes[:2]).max() / 2)
    rough = partial(_cost_of_points, extremes=extremes, picture=picture, radius=radius)

    def fine(values: np.ndarray) -> float:
        return rough(values) - _like(_view(values, picture), picture, pockets)

    begun = (_least(rough, start, STEPS, rounds=ROUGHLY_ROUNDS)[0] for start in _starts(extremes, picture))
    found = [_least(fine, values, 0.15 * STEPS, rounds=FINELY_ROUNDS) for values in begun]
    view = _view(min(found, key=_price)[0], picture)
    if _like(view, picture, pockets) < LEAST_LIKE:
        raise RingError(
            reason("the ring of numbers is not seen between the four points: is it lit, and its order right?")
        )
    if _goes_on(view, picture, pockets):
        raise RingError(
            reason(
                "the ring of numbers goes on outside the four points: touch its outer edge, beside the wood"
            )
        )
    return view


def _price(found: tuple[np.ndarray, float]) -> float:
    return found[1]


def _extremes(picture: np.ndarray, points: Sequence[Point]) -> np.ndarray:
    """The points in order: left, up, right, down; 4 × 2. Raises RingError."""
    tall, wide = picture.shape[:2]
    touched = np.array(points, float).reshape(-1, 2)
    if len(touched) != 4 or (touched < 0).any() or (touched >= (wide, tall)).any():
        raise RingError(
            reason("four points in the picture were expected, on the outer rim of the ring of numbers")
        )
    if min(np.ptp(touched, axis=0)) < LEAST_PX:
        raise RingError(reason("the ring of numbers is too small in the picture: bring the camera nearer"))
    return touched[[*touched.argmin(axis=0), *touched.argmax(axis=0)]]


def _starts(extremes: np.ndarray, picture: np.ndarray) -> list[np.ndarray]:
    """Where to begin: an ellipse leans towards us or away."""
    middle = (extremes[:2].diagonal() + extremes[2:].diagonal()) / 2
    size = extremes[2:].diagonal() - extremes[:2].diagonal()
    lean = float(np.arccos(np.clip(size.min() / size.max(), 0.3, 0.98)))
    leans = ((-lean, 0.0), (lean, 0.0)) if size[0] >= size[1] else ((0.0, lean), (0.0, -lean))
    focal = USUAL_FOCAL * picture.shape[1]
    distance = 2 * focal / size.max()
    wide = picture.shape[1]
    return [np.array([*middle / wide, np.log(distance), *each, np.log(USUAL_FOCAL)]) for each in leans]


def _view(values: np.ndarray, picture: np.ndarray) -> View:
    tall, wide = picture.shape[:2]
    x, y, distance, lean_x, lean_y, focal = (float(each) for each in values)
    far = float(np.exp(np.clip(distance, 0.7, 4.0)))
    return View(wide, tall, wide * float(np.exp(focal)), wide * x, wide * y, far, lean_x, lean_y)


def _cost_of_points(values: np.ndarray, *, extremes: np.ndarray, picture: np.ndarray, radius: float) -> float:
    """How far the ring's rim lies from the touched points."""
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    rim = _view(values, picture).pixels(np.ones(120), angle, np.zeros(120))
    away = rim[[*rim.argmin(axis=0), *rim.argmax(axis=0)]] - extremes
    weight = np.array([(1, ALONG_RIM), (ALONG_RIM, 1)] * 2)
    unusual = OF_FOCAL * (values[5] - np.log(USUAL_FOCAL)) ** 2
    return float(OF_POINTS * ((away * weight / radius) ** 2).sum() + unusual)


def _like(view: View, picture: np.ndarray, pockets: tuple[str, ...]) -> float:
    """How much the ring looks like its colours from there."""
    return Follower(pockets).see(Ring(view, len(pockets))(picture), 0.0).like


def _goes_on(view: View, picture: np.ndarray, pockets: tuple[str, ...]) -> bool:
    """Whether the pockets go on outside of what was taken for their ring: its inner edge was touched."""
    ring = Ring(view, len(pockets))(picture)
    further = view._replace(distance=view.distance / OUTSIDE_TIMES)
    outside = Ring(further, len(pockets))(picture)[:OUTSIDE_ROWS]
    if Follower(pockets).see(outside, 0.0).like < OUTSIDE_LIKE:
        return False
    return bool(_strength(outside) > OUTSIDE_SHARE * _strength(ring))


def _strength(strip: np.ndarray) -> float:
    """How much the colours of a strip differ from column to column, in levels."""
    return float(colours(strip)[:2].std(axis=1).sum())


def _least(cost: Cost, start: np.ndarray, steps: np.ndarray, *, rounds: int) -> tuple[np.ndarray, float]:
    """Where the cost is least, near `start`, and that cost, after this number of `rounds` (the simplex of
    Nelder and Mead, 1965). `steps`: how far to look at first, in each value."""
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
