"""Picture files to plain values, one a file, or to a report of a folder: what `sabot see` prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.marking import marked
from sabot_vision.pictures import PictureError, loaded, saved
from sabot_vision.places import (
    Places,
    PlacesError,
    Point,
    Polygon,
    corners_by_marks,
    drawn,
    places,
    points_spelled,
    zones_of,
)
from sabot_vision.reading.cards import read
from sabot_vision.report.looked import looked_at, pictures_in
from sabot_vision.report.page import PAGE, written
from sabot_vision.report.sentence import Name, Said, Words, spoken
from sabot_vision.report.truth import TruthError

__all__ = [
    "PictureError",
    "PlacesError",
    "Table",
    "TruthError",
    "pictures_in",
    "reported",
    "seen",
    "table",
]


class Table(NamedTuple):
    """The table in the pictures: its size and zones in millimetres. `kept`: where it lies in every picture;
    None: each shows it by its marks."""

    size_mm: Point
    zones: dict[str, Polygon]
    kept: Places | None

    def seen_in(self, picture: np.ndarray) -> Places:
        """Returns where the table lies in this picture. Raises PlacesError if the marks do not show it."""
        return self.kept or places(corners_by_marks(picture), self.size_mm, self.zones)


def table(game: str, size_mm: Point, *, corners: str = "", zones: str = "") -> Table | None:
    """Returns a table by its configuration, written as in `sabot_vision.places`; None for a game without
    zones.

    Raises PlacesError if corners or zones are invalid.
    """
    named = zones_of(game, size_mm, zones)
    kept = places(points_spelled(corners), size_mm, named) if corners.strip() else None
    return Table(size_mm, named, kept) if named else None


class Shown(NamedTuple):
    """What a picture file shows: `values`, ready for JSON. `unplaced` says why the place of the table in it
    is not known, `undrawn` why the marked picture could not be written; empty if there is nothing to say."""

    values: dict[str, object]
    unplaced: str
    undrawn: str


def seen(path: Path, *, language: str = "any", table: Table | None = None, draw: Path | None = None) -> Shown:
    """Returns what a picture file shows (`ms` is the time of reading it). With `draw`, a folder that exists,
    the marked picture is written there. Raises PictureError.
    """
    picture = loaded(path)
    began = perf_counter()
    found = read(picture, language=language)
    took_ms = (perf_counter() - began) * 1000
    where, unplaced, undrawn = None, "", ""
    try:
        where = table.seen_in(picture) if table else None
    except PlacesError as error:
        unplaced = str(error)
    try:
        if draw is not None:
            _draw(picture, found, where, free_name(draw, path.stem))
    except OSError as error:
        undrawn = f"{error.filename} cannot be written: {error.strerror}"
    cards = [plain(card, where) for card in found]
    return Shown({"file": str(path), "cards": cards, "ms": round(took_ms, 1)}, unplaced, undrawn)


def reported(
    folder: Path,
    files: Sequence[Path],
    target: Path,
    *,
    language: str = "any",
    words: Words | None = None,
    lang: str = "en",
    passing: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> tuple[str, list[tuple[str, str]]]:
    """Writes a report of picture files in `folder` into the folder `target`, in the language `lang`, whose
    sentences are `words`. Returns its text, with where it was written, and the files that could not be
    read, each with the reason.
    `passing` hands the files out one after another.

    Raises TruthError for a `truth.txt` that cannot be read, and OSError if nothing can be written.
    """
    target.mkdir(parents=True, exist_ok=True)
    looked = looked_at(folder, files, lambda picture: read(picture, language=language), passing)
    title = Said("Cards in {folder}", folder=Name.of_file(folder.resolve().name))
    text = written(looked, target, title, words, lang)
    where = Said("Written to {file}.", file=Name.of_file(str(target / PAGE)))
    return f"{text}{spoken(where, words)}\n", looked.refused


def _draw(picture: np.ndarray, found: Sequence[Found], where: Places | None, file: Path) -> None:
    saved(marked(drawn(picture, where) if where else picture, found), file)


def plain(card: Found, where: Places | None = None) -> dict[str, object]:
    """A card found, ready for JSON. `zone` is the zone of its middle; None if there is none, or if the place
    of the table is not known.
    """
    x, y = np.mean(card.quad, axis=0).tolist()
    values: dict[str, object] = {
        "card": card.card,
        "confidence": card.confidence,
        "box": list(card.box),
        "quad": [list(corner) for corner in card.quad],
        "zone": (where.zone(x, y) or None) if where else None,
    }
    return values if card.unsure is None else values | {"unsure": card.unsure}


def free_name(folder: Path, stem: str) -> Path:
    """A file in `folder` that does not exist yet: two pictures of one name do not overwrite each other."""
    names = (folder / f"{stem}{'' if number == 1 else f'-{number}'}.png" for number in range(1, 100_000))
    return next(name for name in names if not name.exists())
