"""A picture in, the cards in it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.found import Found

if TYPE_CHECKING:
    import numpy as np


def read(picture: np.ndarray, *, language: str = "any") -> tuple[Found, ...]:
    """The cards in `picture` (height × width × 3, uint8, blue-green-red), from the left to the right.

    `language` is that of the court letters: `en` (J Q K), `fr` (V D R), `nl` (B V H), `de` (B D K), or `any`:
    then a letter is taken where all languages agree on it, and read as unsure where they do not.
    """
    return ()
