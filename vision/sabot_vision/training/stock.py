"""What samples are made of: decks that others drew, letters, suits, grounds and lamps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import cv2
import numpy as np

from sabot_vision.training.marks import Marks
from sabot_vision.training.shapes import Chance
from sabot_vision.training.sights import Lamps
from sabot_vision.training.surroundings import back

Thing = TypeVar("Thing")


class Shelf(NamedTuple):
    """Decks that others drew: prints, and whether each has four indices; and grounds."""

    pictures: np.ndarray
    glyphs: list[str]
    suits: list[str]
    fours: list[bool]
    grounds: np.ndarray


class Stock(NamedTuple):
    """All that samples are made of."""

    shelf: Shelf
    marks: Marks
    faces: list[np.ndarray]
    light: Lamps
    backs: list[np.ndarray]
    readable: list[int]
    small: np.ndarray
    fonts: list[Path]
    grounds: list[np.ndarray]


def stocked(
    shelf: Shelf, marks: Marks, faces: list[np.ndarray], light: Lamps, fonts: list[Path], chance: Chance
) -> Stock:
    """The stock, with some card backs, prints of half the size, and the surfaces at three sizes."""
    readable = [n for n, glyph in enumerate(shelf.glyphs) if glyph]
    half = partial(cv2.resize, dsize=None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    small = np.stack([half(one) for one in shelf.pictures])
    twice = [cv2.resize(one[:300, :300], (600, 600)) for one in shelf.grounds[::2]]
    grounds = [*shelf.grounds, *map(half, shelf.grounds), *twice]
    return Stock(
        shelf, marks, faces, light, [back(chance) for _ in range(150)], readable, small, fonts, grounds
    )


def one_of(things: Sequence[Thing], chance: Chance) -> Thing:
    """One of them by chance."""
    return things[int(chance.integers(len(things)))]
