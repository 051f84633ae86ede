"""The outlines of the four suits, drawn anew with every deck, and the size of a card in pixels."""

from __future__ import annotations

import numpy as np

PIXELS_A_MM = 240 / 63
WIDE, TALL = 240, 336
"""A card of 63 × 88 mm at 3.8 pixels a millimetre."""

Chance = np.random.Generator


class Style:
    """How one deck draws its suits: how full the hearts are, how waisted the diamonds, and so on."""

    def __init__(self, chance: Chance) -> None:
        self.waist = chance.uniform(0.0, 0.35)
        self.slim = chance.uniform(0.72, 1.0)
        self.cleft = chance.uniform(0.16, 0.34)
        self.leaf = chance.uniform(0.235, 0.29)
        self.apart = chance.uniform(0.20, 0.27)
        self.stem = chance.uniform(0.03, 0.09)
        self.foot = chance.uniform(0.12, 0.26)


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
    """A heart with a cleft."""
    angle = np.linspace(0, np.pi, 24)
    radius = 0.26
    right = np.stack([0.24 + radius * np.cos(np.pi - angle), -0.24 - radius * np.sin(angle)], 1)
    right[0] = (0, -0.5 + style.cleft)
    bulge = np.array([[0.5, -0.16], [0.44, 0.02], [0.30, 0.20], [0.12, 0.38], [0.0, 0.5]])
    half = np.vstack([right, bulge])
    mirrored = half[::-1] * (-1, 1)
    return [np.vstack([half, mirrored])]


def spade(style: Style) -> list[np.ndarray]:
    """A heart upside down, on a stem."""
    body = heart(style)[0] * (1, -0.82) + (0, -0.09)
    return [body, *stem(style, 0.05)]


def club(style: Style) -> list[np.ndarray]:
    """Three leaves on a stem."""
    turn = np.linspace(0, 2 * np.pi, 28)
    leaf = np.stack([np.cos(turn), np.sin(turn)], 1) * style.leaf
    places = [(0, -0.5 + style.leaf), (-style.apart - 0.02, 0.08), (style.apart + 0.02, 0.08)]
    heart_of_it = np.array([[-0.1, -0.15], [0.1, -0.15], [0.14, 0.15], [-0.14, 0.15]])
    return [*(leaf + np.array(place) for place in places), heart_of_it, *stem(style, 0.0)]


def stem(style: Style, top: float) -> list[np.ndarray]:
    """The foot under a spade or club."""
    right = np.array([[style.stem * 0.6, top], [style.stem, 0.3], [style.foot, 0.5]])
    return [np.vstack([right, right[::-1] * (-1, 1)])]
