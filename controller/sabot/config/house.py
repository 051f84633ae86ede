"""How the house looks: the files that the configuration names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from sabot.config.sections import Settings
from sabot.core.look import Look
from sabot.core.look.mark import LARGEST_BYTES, Mark, MarkError, mark
from sabot.core.look.openings import openings
from sabot.core.look.pictures import picture

MOST_PICTURES = 60
LARGEST_PICTURE_BYTES = 8_000_000
MOST_PIXELS = 40_000_000
"""What a television can be asked to draw."""

HEAD_BYTES = 256 * 1024
"""In its first bytes a picture says how large it is; a camera's notes may stand before that."""


class Pictures(NamedTuple):
    """The pictures of a folder: their paths by name, and why others are passed over."""

    shown: dict[str, str]
    passed_over: dict[str, str]


def look(settings: Settings) -> Look:
    """How the house of this configuration looks. What `troubles` names is left out."""
    house, display = settings.house, settings.display
    return Look(
        mark=_mark(settings)[0],
        cloth=house.cloth,
        accent=house.accent,
        idle_s=display.idle_s,
        picture_s=display.seconds_per_picture,
        pictures=partial(_shown, settings.beside(display.pictures)) if display.pictures else dict,
        opens=openings(display.opens),
    )


def troubles(settings: Settings) -> list[str]:
    """What the configuration names of the house and cannot be used, a line each. A table opens without it."""
    _, why = _mark(settings)
    found = [f"house.mark: {why}"] if why else []
    if not settings.display.pictures:
        return found
    try:
        passed_over = pictures(settings.beside(settings.display.pictures)).passed_over
    except OSError as error:
        return [*found, f"display.pictures: {settings.display.pictures} cannot be read: {error.strerror}"]
    return [*found, *(f"display.pictures: {name} is passed over: {why}" for name, why in passed_over.items())]


def _mark(settings: Settings) -> tuple[Mark | None, str]:
    """The mark of the house, or why it cannot be used; neither where it has none."""
    if not settings.house.mark:
        return None, ""
    path = settings.beside(settings.house.mark)
    try:
        with path.open("rb") as file:
            return mark(file.read(LARGEST_BYTES + 1)), ""
    except OSError as error:
        return None, f"{path} cannot be read: {error.strerror}"
    except MarkError as error:
        return None, f"{path} cannot be used: {error}"


def pictures(folder: Path) -> Pictures:
    """The pictures of a folder, by name, and what is passed over. Raises OSError."""
    return _of_folder(folder.absolute(), folder.stat().st_mtime_ns)


def _shown(folder: Path) -> dict[str, str]:
    """The pictures to be shown; none where the folder is missing now."""
    try:
        return pictures(folder).shown
    except OSError:
        return {}


@lru_cache(maxsize=4)
def _of_folder(folder: Path, changed_ns: int) -> Pictures:
    """What is in the folder since it changed last."""
    found = Pictures({}, {})
    for path in sorted(_files(folder)):
        why = _refusal(path) if len(found.shown) < MOST_PICTURES else f"more than {MOST_PICTURES} pictures"
        if why:
            found.passed_over[path.name] = why
        else:
            found.shown[path.name] = str(path)
    return found


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def _refusal(path: Path) -> str:
    """Why this file is not shown; empty where it is."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            found = picture(file.read(HEAD_BYTES))
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if found is None:
        return "no JPEG and no PNG"
    if size > LARGEST_PICTURE_BYTES:
        return f"{size // 1_000_000} MB; {LARGEST_PICTURE_BYTES // 1_000_000} MB are the most"
    if found.width_px * found.height_px > MOST_PIXELS:
        return f"{found.width_px} × {found.height_px} pixels; {MOST_PIXELS // 1_000_000} million are the most"
    return ""
