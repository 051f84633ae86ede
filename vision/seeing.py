"""Picture files to plain values, one a file: what `sabot see` prints."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

import cv2

from vision.found import Found
from vision.marking import marked
from vision.pictures import PictureError, loaded
from vision.reading import read

__all__ = ["PictureError", "seen"]


def seen(path: Path, *, language: str = "any", draw: Path | None = None) -> dict[str, Any]:
    """What stands in the picture of a file, ready for JSON; `ms` is the time that reading it took.

    With `draw`, a folder that exists, the marked picture is written there. Raises PictureError.
    """
    picture = loaded(path)
    began = perf_counter()
    found = read(picture, language=language)
    took_ms = (perf_counter() - began) * 1000
    if draw is not None:
        cv2.imwrite(str(free_name(draw, path.stem)), marked(picture, found))
    return {"file": str(path), "cards": [plain(card) for card in found], "ms": round(took_ms, 1)}


def plain(card: Found) -> dict[str, Any]:
    """A card found, ready for JSON. `zone` is of no use without a calibrated camera."""
    told: dict[str, Any] = {
        "card": card.card,
        "confidence": card.confidence,
        "box": list(card.box),
        "quad": [list(corner) for corner in card.quad],
        "zone": None,
    }
    return told if card.unsure is None else told | {"unsure": card.unsure}


def free_name(folder: Path, stem: str) -> Path:
    """A file in `folder` that does not exist yet: two pictures of one name do not overwrite each other."""
    names = (folder / f"{stem}{'' if number == 1 else f'-{number}'}.png" for number in range(1, 100_000))
    return next(name for name in names if not name.exists())
