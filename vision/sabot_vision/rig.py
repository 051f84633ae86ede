"""How the eye is set up, and what it is given: the reader of pictures, and where its messages go."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from sabot.games.register import USUAL
from sabot_vision.finding.found import Found
from sabot_vision.finding.geometry import SizeAt
from sabot_vision.frame import Settings

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
