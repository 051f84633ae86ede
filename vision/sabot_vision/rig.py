"""How the eye is set up, and what it is given: the reader of pictures, and where its messages go."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from sabot.games.register import USUAL
from sabot_vision.finding.found import Found
from sabot_vision.finding.geometry import SizeAt
from sabot_vision.frame import Settings
from sabot_vision.places import PlacesError, places, points_spelled

ENOUGH_PX = 96
"""The reader needs cards with a short side of this many pixels: with larger ones it reads no more, down to an
index of 4.6 mm."""
LEAST_PX, UNKNOWN_PX = 1152, 1920
"""The longer side of a picture that was reduced has at least this many pixels; at least the second number
where nothing tells how large cards are."""

Message = dict[str, object]


class Read(Protocol):
    """Reads a picture, as `sabot_vision.reading.cards.in_pieces` and `read` do."""

    def __call__(
        self, picture: np.ndarray, *, language: str, size_at: SizeAt | None
    ) -> Iterable[Found | None]:
        """The cards in it; None wherever it may pause."""


class Rig(NamedTuple):
    """How the eye is set up. `use` is the configuration's: `nose` looks at the mouth of the sabot, any other
    at the cloth. `corners` and `zones` are written as in `sabot_vision.places`; `pictures` is a folder of the
    pictures kept, `live` of the one that is shown, `learned` the file of what the sabot
    teaches (None: nothing is learned), `mended` the one of where the table lies since the camera was
    last knocked; `live_source`: they come from a camera.
    """

    use: str = "witness"
    game: str = USUAL
    letters: str = "any"
    size_mm: tuple[float, float] = (800.0, 500.0)
    corners: str = ""
    zones: str = ""
    pictures: Path | None = None
    pictures_mb: int = 0
    live: Path | None = None
    learned: Path | None = None
    mended: Path | None = None
    live_source: bool = True
    camera: Settings = Settings()

    def times(self, size: tuple[int, int]) -> int:
        """Returns how many times smaller a picture of this width and height may be: a power of two."""
        return 1 if self.use == "nose" else times_smaller(max(size), card_px(self.corners, self.size_mm))


def times_smaller(side: int, card: float) -> int:
    """The same, by the longer side of the picture and the least width of a card (0: not known) in pixels."""
    most = min(side / LEAST_PX, card / ENOUGH_PX) if card else side / UNKNOWN_PX
    times = 1
    while 2 * times <= most:
        times *= 2
    return times


@cache
def card_px(corners: str, size_mm: tuple[float, float]) -> float:
    """The width of a card where it looks smallest on a table with these corners; 0 where they are none."""
    with suppress(PlacesError):
        where = places(points_spelled(corners), size_mm, {})
        return min(where.card_px(x, y) for x, y in where.corners)
    return 0.0
