"""How a wheel looks and how it is filmed, by chance."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sabot.games.wheel.terms import order
from sabot_vision.wheel.view import View

Chance = np.random.Generator

NO_ZERO = " ".join(name for name in order(37) if name != "0")
"""A ring of 36 pockets: the French one without its zero."""

LAYOUTS = {"french": (37, ""), "american": (38, ""), "triple": (39, ""), "no-zero": (36, NO_ZERO)}
"""The rings by name: how many pockets, and their order if it is unusual."""

Bounds = tuple[float, float]

LOOKED: dict[str, dict[str, Bounds]] = {
    "plain": {},
    "worn": {"worn": (0.5, 0.9)},
    "glossy": {"gloss": (0.6, 1.0), "lamps": (3, 6)},
    "chandelier": {"gloss": (0.5, 0.9), "lamps": (7, 12)},
    "metal": {"metal": (1, 2)},
    "oblique": {},
    "dim": {"light": (0.3, 0.5), "noise": (4.0, 7.0), "exposure_s": (0.012, 0.02)},
    "compressed": {"jpeg": (35, 60), "noise": (2.0, 5.0)},
    "blurred": {"exposure_s": (0.014, 0.024)},
    "everything": {
        "worn": (0.3, 0.8),
        "gloss": (0.4, 0.9),
        "lamps": (4, 10),
        "exposure_s": (0.008, 0.016),
        "jpeg": (50, 80),
    },
}
"""What makes a wheel difficult to see, by name, and between which bounds that is; whole numbers stay below
the upper one."""

OBLIQUE = ("oblique", "everything")
LOOKS = tuple(LOOKED)


class Style(NamedTuple):
    """`pockets` clockwise from zero. Radii and heights in radii of the ring. `worn` and `gloss` from 0 to 1;
    `lamps` stand still in the bowl; `metal`: pockets without colours. `exposure_s` of a row, `rows_s` from
    the first row to the last; `jpeg` the quality (0: no compression); `seed` of everything else.
    """

    pockets: tuple[str, ...]
    view: View
    fps: float = 30.0
    exposure_s: float = 0.006
    rows_s: float = 0.02
    light: float = 1.0
    warm: float = 0.0
    noise: float = 2.0
    jpeg: int = 0
    worn: float = 0.0
    gloss: float = 0.2
    lamps: int = 2
    metal: bool = False
    ring_in: float = 0.83
    pocket_in: float = 0.62
    floor: float = -0.085
    track: float = 1.44
    track_height: float = 0.25
    ball: float = 0.038
    seed: int = 0


def view(chance: Chance, size: tuple[int, int], *, slant_deg: float) -> View:
    """A camera that sees the whole bowl from this slant, on any side."""
    wide, tall = size
    focal, distance = wide * chance.uniform(0.9, 1.4), chance.uniform(6.0, 9.0)
    lean, side = np.radians(slant_deg), chance.normal(0, 0.25)
    found = View(wide, tall, focal, wide / 2, tall / 2, distance, -lean * np.cos(side), lean * np.sin(side))
    angle = np.linspace(0, 2 * np.pi, 60)
    for _ in range(3):  # the bowl must fill the picture: the distance is found by steps
        rim = found.pixels(np.full(60, 1.58), angle, np.full(60, 0.3))
        low, high = rim.min(axis=0), rim.max(axis=0)
        room = max((high - low) / (wide * 0.97, tall * 0.97))
        middle = (np.array([wide, tall]) - low - high) / 2
        found = found._replace(
            distance=found.distance * room, x_px=found.x_px + middle[0], y_px=found.y_px + middle[1]
        )
    return found


def style(
    seed: int, *, look: str = "plain", layout: str = "french", size: tuple[int, int] = (640, 480)
) -> Style:
    """A wheel and a camera of this look, by chance. Raises KeyError for an unknown look or layout."""
    chance = np.random.default_rng((seed, 21))
    slant = chance.uniform(25, 45) if look in OBLIQUE else chance.uniform(0, 25)
    count, named = LAYOUTS[layout]
    plain = Style(
        order(count, named),
        view(chance, size, slant_deg=slant),
        exposure_s=chance.uniform(0.003, 0.009),
        rows_s=chance.uniform(0.008, 0.028),
        light=chance.uniform(0.8, 1.1),
        warm=chance.uniform(-0.1, 0.2),
        noise=chance.uniform(1.0, 3.0),
        worn=chance.uniform(0, 0.3),
        gloss=chance.uniform(0.1, 0.4),
        lamps=int(chance.integers(0, 4)),
        ring_in=chance.uniform(0.80, 0.86),
        pocket_in=chance.uniform(0.58, 0.65),
        floor=chance.uniform(-0.105, -0.065),
        track=chance.uniform(1.40, 1.48),
        track_height=chance.uniform(0.2, 0.3),
        ball=chance.uniform(0.034, 0.042),
        seed=seed,
    )
    return plain._replace(**{name: _drawn(chance, *each) for name, each in LOOKED[look].items()})


def _drawn(chance: Chance, low: float, high: float) -> Any:
    if isinstance(low, int):
        return int(chance.integers(low, int(high)))
    return float(chance.uniform(low, high))
