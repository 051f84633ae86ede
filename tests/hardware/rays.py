"""Light from the lamp through the slit to the card and back: the shares that docs/optics.md works with.

The lamp and the receiver of the sensor lie side by side across the way of the card, below a slit that is
long across the way and narrow along it. Both shine, or see, evenly to all sides (Lambert); the card scatters
the same way. A ray counts where the slit's lower and upper edge both let it through. Lengths in mm; `way` is
along the card's way, measured from the middle of the slit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

APART, WINDOW = 1.88, 0.5
"""Between the middles of lamp and receiver, by the drawing in the data sheet; the side of each, estimated."""

WAY = np.linspace(-4, 4, 321)
ACROSS = np.linspace(-3, 3, 41)
POINTS = 5


class Slit(NamedTuple):
    """What the sensor looks through; `wide` 0: nothing. Its face is `below` a sheet that is so `deep`."""

    wide: float = 0.5
    deep: float = 0.1
    below: float = 1.1

    @property
    def face(self) -> float:
        """From the sensor's face to a card that lies flat on the floor."""
        return self.deep + self.below


def strip(slit: Slit, lift: float = 0.0, window: float = WINDOW) -> np.ndarray:
    """The light that comes back from each place of `WAY`, for a card that scatters all of it."""
    high = slit.face + lift
    spots = (np.arange(POINTS) + 0.5) / POINTS * window - window / 2
    one, other = (
        sum(_reaches(slit, high, spot, side * APART / 2 + across) for spot in spots for across in spots)
        for side in (-1, 1)
    )
    return (one * other).sum(1) * (ACROSS[1] - ACROSS[0]) / np.pi / POINTS**4


def mirror(distance: float = 1.0) -> float:
    """The light that comes back from a mirror at a distance, as in the data sheet's measurement."""
    far = 2 * distance
    return far**2 / (far**2 + APART**2) ** 2


def share(slit: Slit, lift: float = 0.0, paper: float = 0.9, window: float = WINDOW) -> float:
    """What paper gives through the slit, of what the data sheet's mirror gives at 1 mm without one."""
    return float(paper * strip(slit, lift, window).sum() * (WAY[1] - WAY[0]) / mirror())


def sharp(slit: Slit, lift: float = 0.0, width: float = 0.8, window: float = WINDOW) -> float:
    """The part of the light that comes from a bar of this width when the slit looks at its middle."""
    seen = strip(slit, lift, window)
    whole = np.cumsum(seen) / seen.sum()
    low, high = np.interp((-width / 2, width / 2), WAY, whole)
    return float(high - low)


def _reaches(slit: Slit, high: float, way: float, across: float) -> np.ndarray:
    """How much light of a point of the lamp falls on each place, or the other way round."""
    along = WAY[:, None]
    distance2 = (along - way) ** 2 + (ACROSS[None, :] - across) ** 2 + high**2
    falls = high**2 / distance2**2
    if not slit.wide:
        return falls
    inside = np.ones_like(along)
    for edge in (slit.below, slit.face):
        inside = inside * (np.abs(way + (along - way) * edge / high) <= slit.wide / 2)
    return falls * inside
