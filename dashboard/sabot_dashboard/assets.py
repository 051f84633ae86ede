"""Our own files for the browser, compressed, under an address that changes with their content."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

STATIC = Path(__file__).parent / "static"
CARD_FACES = STATIC / "cards"
"""The drawing of each card, by its name: `8C.svg`."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
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
        path = self.paths.get(name)
        return None if path is None else _read(path)


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
