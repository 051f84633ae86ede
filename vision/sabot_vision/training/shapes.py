"""The outlines of the four suits, which differ with every deck, and the size of a card in pixels."""

from __future__ import annotations

import numpy as np

PIXELS_A_MM = 240 / 63
CARD_WIDE_PX, CARD_TALL_PX = 240, 336
"""A card of 63 × 88 mm at 3.8 pixels a millimetre."""

Chance = np.random.Generator


class Style:
    """How one deck draws its suits: how full the hearts are, how waisted the diamonds, and so on."""

    def __init__(self, chance: Chance) -> None:
        self.waist = chance.uniform(0.0, 0.5)
        self.slim = chance.uniform(0.62, 1.0)
        self.cleft = chance.uniform(0.10, 0.34)
        self.full = chance.uniform(-0.05, 0.06)
        self.tip = chance.uniform(-0.05, 0.03)
        self.leaf = chance.uniform(0.19, 0.255)
        self.apart = chance.uniform(0.22, 0.30)
        self.low = chance.uniform(0.02, 0.14)
        self.stem = chance.uniform(0.02, 0.10)
        self.foot = chance.uniform(0.07, 0.26)
        self.waisted = chance.uniform(0.25, 0.6)
        self.crown = chance.uniform(0.68, 0.9)
        self.wide = chance.uniform(0.78, 1.0)


def outline(suit: str, style: Style) -> list[np.ndarray]:
    """Polygons (n × 2, in a square of side 1 about the origin, y down) that together fill the suit."""
    drawn = {"H": heart, "D": diamond, "S": spade, "C": club}[suit](style)
    return [np.asarray(part, np.float64) for part in drawn]


def diamond(style: Style) -> list[np.ndarray]:
    """A diamond, its sides drawn in by the waist."""
    along = np.linspace(0, 1, 9)[:-1, None]
    tips = np.array([[0, -0.5], [0.5 * style.slim, 0], [0, 0.5], [-0.5 * style.slim, 0]])
    sides = []
    for here, there in zip(tips, np.roll(tips, -1, axis=0), strict=True):
        straight = here + (there - here) * along
        sides.append(straight * (1 - style.waist * along * (1 - along) * 1.2))
    return [np.vstack(sides)]


def heart(style: Style) -> list[np.ndarray]:
    """A heart with a cleft, its flanks full or hollow."""
    angle = np.linspace(0, np.pi, 24)
    radius = 0.26
    right = np.stack([0.24 + radius * np.cos(np.pi - angle), -0.24 - radius * np.sin(angle)], 1)
    right[0] = (0, -0.5 + style.cleft)
    full, tip = style.full, style.tip
    bulge = np.array(
        [[0.5, -0.16], [0.45 + full / 2, 0.02], [0.31 + full, 0.2], [0.12 + full / 2 + tip, 0.38], [0.0, 0.5]]
    )
    half = np.vstack([right, bulge])
    mirrored = half[::-1] * (-1, 1)
    return [np.vstack([half, mirrored]) * (style.wide, 1)]


def spade(style: Style) -> list[np.ndarray]:
    """A heart upside down, on a stem."""
    body = heart(style)[0] * (1, -style.crown) + (0, (style.crown - 1) / 2)
    return [body, *stem(style, 0.05)]


def club(style: Style) -> list[np.ndarray]:
    """Three leaves on a stem."""
    turn = np.linspace(0, 2 * np.pi, 28)
    leaf = np.stack([np.cos(turn), np.sin(turn)], 1) * style.leaf
    side = min(style.apart + 0.02, 0.5 - style.leaf)
    places = [(0, -0.5 + style.leaf), (-side, style.low), (side, style.low)]
    heart_of_it = np.array([[-0.08, -0.12], [0.08, -0.12], [0.1, 0.12], [-0.1, 0.12]])
    return [*(leaf + np.array(place) for place in places), heart_of_it, *stem(style, 0.0)]


def stem(style: Style, top: float) -> list[np.ndarray]:
    """The foot under a spade or club, drawn in at the waist."""
    thin = style.stem + (style.foot - style.stem) * 0.15
    right = np.array(
        [[style.stem * 0.6, top], [thin, 0.5 - 0.5 * (1 - style.waisted) * 0.5], [style.foot, 0.5]]
    )
    return [np.vstack([right, right[::-1] * (-1, 1)])]
