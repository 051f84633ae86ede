"""Our own files for the browser, compressed, under an address that changes with their content."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

STATIC = Path(__file__).parent / "static"
CARD_FACES = STATIC / "cards"
"""The drawing of each card, by its name: `8C.svg`."""

FACES = {"cards/faces.json": ("cards",), "cards/four/faces.json": ("cards", "cards/four")}
"""All faces in one file, with two colours or four: one request instead of 52, and half as many bytes. A face
of a later folder replaces one of an earlier."""

TYPES = {
    ".json": "application/json",
    ".css": "text/css; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".md": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
ALREADY_SMALL = {".woff2"}


class Asset(NamedTuple):
    """One file: its bytes as they lie on disk, and gzipped (None where that gains nothing)."""

    type: str
    plain: bytes
    packed: bytes | None


class Assets:
    """The files under a folder, by their path.

    Nothing outside the folder can be asked for: only what was listed.
    """

    def __init__(self, folder: Path) -> None:
        files = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
        self.paths = {path.relative_to(folder).as_posix(): path for path in files}
        self.version = _fingerprint(files)

    def get(self, name: str) -> Asset | None:
        """The file of this name, or None."""
        if name in FACES:
            return _faces(tuple(path for folder in FACES[name] for path in self._drawn_in(folder)))
        path = self.paths.get(name)
        return None if path is None else _read(path)

    def _drawn_in(self, folder: str) -> list[Path]:
        """The drawings that lie in a folder itself."""
        return [
            path
            for name, path in self.paths.items()
            if path.suffix == ".svg" and name.rpartition("/")[0] == folder
        ]


@cache
def our_files() -> Assets:
    """The files of our pages, as they lay when the program first asked for one."""
    return Assets(STATIC)


@cache
def _faces(paths: tuple[Path, ...]) -> Asset:
    """The drawings as one JSON object, by the name of the card; like ones stand side by side, so that they
    pack well."""
    drawn = {path.stem: path.read_text() for path in paths}
    plain = json.dumps(dict(sorted(drawn.items())), separators=(",", ":")).encode()
    return Asset(TYPES[".json"], plain, gzip.compress(plain, 9, mtime=0))


@cache
def _read(path: Path) -> Asset:
    plain = path.read_bytes()
    packed = None if path.suffix in ALREADY_SMALL else gzip.compress(plain, 9, mtime=0)
    return Asset(TYPES[path.suffix], plain, packed)


def _fingerprint(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
