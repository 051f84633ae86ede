"""The images for our boards: a UF2 file each, and the manifest beside them that says what they are.

A file is flashed only if it is a whole UF2 file for the RP2040 and its hash stands in the manifest in its own
folder, or in the one that comes with this version. The format: https://github.com/microsoft/uf2.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
from pathlib import Path
from typing import NamedTuple

from sabot.core.shapes.json import record, records, whole

SHIPPED = Path(__file__).parent / "shipped"
MANIFEST = "images.json"

BLOCK_BYTES, PIECE_BYTES = 512, 256
FLASH_START, FLASH_BYTES = 0x10000000, 2 << 20
BLOCK_BEGIN, BLOCK_END, HAS_FAMILY, FAMILY_RP2040 = (0x0A324655, 0x9E5D5157), 0x0AB16F30, 0x2000, 0xE48BFF56
_HEAD = struct.Struct("<8I")

FILE_BYTES_MOST = FLASH_BYTES // PIECE_BYTES * BLOCK_BYTES


class ImageError(RuntimeError):
    """Why a file is not flashed, in one line with what to do."""


class Image(NamedTuple):
    """One image: `board` is what a board that runs it calls itself; `commit` is the one of its sources, empty
    where they were not committed."""

    board: str
    version: str
    link_version: int
    commit: str
    sha256: str
    file: Path
    data: bytes = b""

    def called(self) -> str:
        """For a person: board, version and commit."""
        return f"{self.board} {self.version} ({self.commit[:12] or 'of no commit'})"


def listed(folder: Path = SHIPPED) -> list[Image]:
    """The images in the manifest of this folder, without their data; none where it has no manifest. Raises
    ImageError where it cannot be read."""
    path = folder / MANIFEST
    try:
        if not path.is_file():
            return []
        manifest = record(json.loads(path.read_text(encoding="utf-8")))
        commit = str(manifest.get("commit", ""))
        return [_entry(each, commit, folder) for each in records(manifest.get("images"))]
    except (OSError, ValueError, TypeError) as error:
        raise ImageError(f"{path} cannot be read ({error}): take the files of a release") from None


def _entry(entry: dict[str, object], commit: str, folder: Path) -> Image:
    board, version, name, sha256 = (str(entry.get(key, "")) for key in ("name", "version", "file", "sha256"))
    link_version = whole(entry.get("link_version", 0))
    return Image(board, version, link_version, commit, sha256, folder / Path(name).name)


def shipped(board: str) -> Image:
    """The image for this kind of board that comes with this version, read and checked. Raises ImageError."""
    for each in listed():
        if each.board == board:
            return checked(each.file)
    raise ImageError(f"no image for {board} comes with this version: name one with --image")


def checked(file: Path) -> Image:
    """The image in this file. Raises ImageError where it is not whole, not for this chip, or unknown."""
    try:
        with file.open("rb") as opened:
            data = opened.read(FILE_BYTES_MOST + 1)
    except OSError as error:
        raise ImageError(f"{file} cannot be read: {error.strerror}") from None
    if why := fault(data):
        raise ImageError(f"{file} {why}. Nothing was touched; take the file of a release")
    if image := known(data, file):
        return image
    where = f"neither {file.parent / MANIFEST} nor the manifest of this version has its hash"
    raise ImageError(f"{file} is unknown: {where}. Nothing was touched; take the file of a release")


def known(data: bytes, file: Path) -> Image | None:
    """The image that these bytes are, by the manifest beside the file, or by the one of this version. Raises
    ImageError where one of them cannot be read."""
    sha256 = digest(data)
    entries = (each for each in (*listed(file.parent), *listed()) if each.sha256 == sha256)
    return next((each._replace(file=file, data=data) for each in entries), None)


def digest(data: bytes) -> str:
    """The hash by which a manifest knows an image."""
    return hashlib.sha256(data).hexdigest()


def fault(data: bytes) -> str:
    """Why these bytes are no whole UF2 file for the RP2040; empty where they are."""
    if not data or len(data) < BLOCK_BYTES or _HEAD.unpack_from(data)[:2] != BLOCK_BEGIN:
        return "is no UF2 file"
    if len(data) > FILE_BYTES_MOST:
        return f"is larger than the flash of the chip: more than {FILE_BYTES_MOST} bytes"
    if rest := len(data) % BLOCK_BYTES:
        return f"is cut: {rest} bytes follow the last whole block of {BLOCK_BYTES}"
    blocks = [data[at : at + BLOCK_BYTES] for at in range(0, len(data), BLOCK_BYTES)]
    return next(
        (why for number, each in enumerate(blocks) if (why := _block_fault(each, number, len(blocks)))), ""
    )


class _Block(NamedTuple):
    """The head of one block, as the format has it."""

    magic: int
    second_magic: int
    flags: int
    address: int
    size: int
    number: int
    of: int
    family: int


def _block_fault(block: bytes, number: int, count: int) -> str:
    head = _Block(*_HEAD.unpack_from(block))
    if head[:2] != BLOCK_BEGIN or struct.unpack_from("<I", block, BLOCK_BYTES - 4) != (BLOCK_END,):
        return f"is damaged in block {number}"
    if head.flags != HAS_FAMILY or head.family != FAMILY_RP2040:
        return f"is for another chip: family {head.family:08x}; {FAMILY_RP2040:08x}, the RP2040, was expected"
    if head.of != count:
        return f"is cut: it has {count} blocks of {head.of}"
    if head[3:6] != (FLASH_START + number * PIECE_BYTES, PIECE_BYTES, number):
        return f"is not in order at block {number}"
    return ""


def order(version: str, than: str) -> int | None:
    """-1, 0 or 1 where a version is older than, the same as, or newer than another; None where one of them
    is no version. What follows after a blank is what a self-test found, and no part of it."""
    one, other = _numbers(version), _numbers(than)
    if one is None or other is None:
        return None
    return (one > other) - (one < other)


def _numbers(version: str) -> tuple[int, ...] | None:
    found = re.fullmatch(r"\d{1,6}(?:\.\d{1,6}){2}", version.partition(" ")[0], re.ASCII)
    return tuple(map(int, found[0].split("."))) if found else None
