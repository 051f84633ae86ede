"""Where the table lies in a camera's picture: measured once, by marks or by hand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import numpy as np

from sabot.core.reasons import of_error
from sabot_vision.frame import StuckError, settings_of
from sabot_vision.pictures import PictureError, loaded, saved
from sabot_vision.places import (
    MARK_NUMBERS,
    Places,
    PlacesError,
    corners_by_marks,
    drawn,
    mark,
    places,
    points_spelled,
    spelled,
    zones_of,
)
from sabot_vision.sources import frames

FRAMES_TRIED = 20
"""How many frames of a camera are tried until one shows the marks."""

__all__ = [
    "PictureError",
    "PlacesError",
    "loaded",
    "marked",
    "pictures",
    "print_marks",
    "spelled",
    "surveyed",
]


def pictures(source: str, asked: Mapping[str, object]) -> list[np.ndarray]:
    """Returns a few frames of a folder, a film, or a camera set up as the configuration `asked`. Raises
    PlacesError with the reason if there is none.
    """
    taken = []
    try:
        for frame in islice(frames(source, settings_of(asked)), FRAMES_TRIED):
            if frame.picture is None:
                raise PlacesError(frame.why)
            taken.append(frame.picture)
    except StuckError as error:
        raise PlacesError(of_error(error)) from error
    if not taken:
        raise PlacesError("there is no picture")
    return taken


def surveyed(
    shown: list[np.ndarray], *, game: str, size_mm: tuple[float, float], points: str, zones: str
) -> Places:
    """Where the table lies in these pictures, by four `points` or else by the marks in any of them. Raises
    PlacesError."""
    where = zones_of(game, size_mm, zones)
    if points:
        return places(points_spelled(points), size_mm, where)
    for number, picture in enumerate(shown, start=1):
        try:
            return places(corners_by_marks(picture), size_mm, where)
        except PlacesError:
            if number == len(shown):
                raise
    raise PlacesError("there is no picture")


def marked(picture: np.ndarray, where: Places, file: Path) -> None:
    """Write the picture with points and zones drawn in. Raises PlacesError where that cannot be."""
    written(drawn(picture, where), file)


def print_marks(folder: Path) -> list[Path]:
    """The four marks as PNG files, 60 mm wide at 300 dots an inch, white edge and all. Raises PlacesError."""
    files = [folder / f"mark-{number}.png" for number in MARK_NUMBERS]
    for number, file in zip(MARK_NUMBERS, files, strict=True):
        written(mark(number, 531), file)
    return files


def written(picture: np.ndarray, file: Path) -> None:
    """Write a picture. Raises PlacesError where that cannot be."""
    if file.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise PlacesError(f"{file}: a name that ends in .png or .jpg was expected")
    try:
        saved(picture, file)
    except OSError as error:
        raise PlacesError(f"{file} cannot be written: {error.strerror}") from None
