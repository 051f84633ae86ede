"""Decks of other artists, rendered where they are installed. They help to make the model and are never kept
with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.training.shapes import CARD_TALL_PX, CARD_WIDE_PX

AISLERIOT = Path("/usr/share/aisleriot/cards")
"""Where Debian's gnome-cards-data puts its decks (GPL-3+): thirteen columns, five rows in one SVG each."""

COLUMNS = "A23456789TJQK"
ROWS = "CDHS"

LETTERS = {
    "ancient_french": {"A": "1", "J": "V", "Q": "D", "K": "R"},
    "atlasnye_skat": {"J": "B", "Q": "D"},
    "berlin": {"J": "B", "Q": "D"},
    "lattmann": {"J": "B", "Q": "D"},
    "rheinland": {"J": "B", "Q": "D"},
    "tarocco": {"Q": "D", "K": "R"},
}
"""What these decks print in place of A, J, Q and K."""

UNUSABLE_RANKS = {"guyenne-classic": "JQK", "slavic_costumes": "AJQK", "Атласные": "AJQK", "tarocco": "J"}
"""Ranks whose index is missing, or is a letter that the reader does not know."""

PASSED_OVER = ("swiss-xvii", "tango_nuevo")
"""Other suits, and pips unlike any on a table."""


class Print(NamedTuple):
    """One printed card: the glyph of its index (empty for a back or joker), its suit, and its picture
    (CARD_TALL_PX × CARD_WIDE_PX × 4, blue-green-red-alpha, uint8)."""

    glyph: str
    suit: str
    picture: np.ndarray


def installed(scratch: Path, npm: Path) -> dict[str, list[Print]]:
    """Every deck that is installed, by name. `scratch` keeps the renderings, `npm` holds node_modules."""
    decks = {f"gnome-{name}": list(gnome_deck(path, scratch)) for name, path in gnome_decks()}
    for folder in sorted(npm.glob("@heruka_urgyen/react-playing-cards/src/images/*")):
        decks[f"heruka-{folder.name}"] = list(single_files(folder, scratch))
    decks["cardsjs"] = list(single_files(npm / "cardsJS/dist/cards", scratch))
    return {name: deck for name, deck in decks.items() if deck}


def gnome_decks() -> Iterator[tuple[str, Path]]:
    """(name, file) of the decks of gnome-cards-data that are of use."""
    for path in sorted(AISLERIOT.glob("*.svgz")):
        name = unicodedata.normalize("NFC", path.stem)
        if name not in PASSED_OVER:
            yield name, path


def gnome_deck(path: Path, scratch: Path) -> Iterator[Print]:
    """The cards of one sheet of thirteen columns and five rows."""
    sheet = rendered(path, scratch / f"{path.stem}.png", 13 * CARD_WIDE_PX)
    height = sheet.shape[0] / 5
    name = unicodedata.normalize("NFC", path.stem)
    letters, without = LETTERS.get(name, {}), UNUSABLE_RANKS.get(name, "")
    for column, rank in enumerate(COLUMNS):
        for row, suit in enumerate(ROWS):
            if rank not in without:
                yield Print(letters.get(rank, rank), suit, cut(sheet, column, row, height))
    for column in (0, 1, 2):
        yield Print("", "back" if column == 2 else "", cut(sheet, column, 4, height))


def cut(sheet: np.ndarray, column: int, row: int, height: float) -> np.ndarray:
    """One card out of a sheet whose columns are CARD_WIDE_PX and whose rows are `height` pixels."""
    part = sheet[
        round(row * height) : round((row + 1) * height), column * CARD_WIDE_PX : (column + 1) * CARD_WIDE_PX
    ]
    return trimmed(part)


def trimmed(card: np.ndarray) -> np.ndarray:
    """`card` without the transparent rim, at CARD_TALL_PX × CARD_WIDE_PX."""
    solid = card[..., 3] > 128
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    if len(rows) < CARD_TALL_PX // 3 or len(columns) < CARD_WIDE_PX // 3:
        return np.zeros((CARD_TALL_PX, CARD_WIDE_PX, 4), np.uint8)
    inside = card[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.asarray(cv2.resize(inside, (CARD_WIDE_PX, CARD_TALL_PX), interpolation=cv2.INTER_AREA))


def single_files(folder: Path, scratch: Path) -> Iterator[Print]:
    """The cards of a folder that names its files `10C.svg`, `AS.svg` …"""
    for path in sorted(folder.glob("*.svg")):
        stem = path.stem.upper().replace("10", "T")
        if len(stem) == 2 and stem[0] in COLUMNS and stem[1] in ROWS:
            kept = scratch / f"{folder.parent.name}-{folder.name}-{stem}.png"
            yield Print(stem[0], stem[1], trimmed(rendered(path, kept, 2 * CARD_WIDE_PX)))


def rendered(path: Path, kept: Path, width: int) -> np.ndarray:
    """`path` (SVG) drawn `width` pixels wide, with transparency; kept as `kept`."""
    if not kept.exists():
        if shutil.which("rsvg-convert") is None:
            raise SystemExit("make model needs rsvg-convert: sudo apt-get install librsvg2-bin")
        kept.parent.mkdir(parents=True, exist_ok=True)
        half = kept.with_suffix(
            f".{os.getpid()}"
        )  # both trainings may draw it at once, and either may be stopped
        drawing = subprocess.run(
            ["rsvg-convert", "--unlimited", "-w", str(width), path, "-o", half], check=False
        )
        if drawing.returncode:
            half.unlink(missing_ok=True)
            raise SystemExit(f"{path}: rsvg-convert could not draw it")
        half.replace(kept)
    picture = cv2.imread(str(kept), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise SystemExit(f"{kept}: not a picture; remove it and run make model again")
    return with_alpha(np.asarray(picture))


def with_alpha(picture: np.ndarray) -> np.ndarray:
    """`picture` with four channels of uint8."""
    if picture.ndim == 3 and picture.shape[2] == 4:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA))
