"""Pictures by their first bytes: which kind they are, and how large."""

from __future__ import annotations

from typing import NamedTuple

PNG, JPEG = "image/png", "image/jpeg"

PNG_BEGINS, JPEG_BEGINS = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"

SIZE_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a JPEG after which its size stands (ITU-T T.81, table B.1: SOF0 to SOF15)."""


class Picture(NamedTuple):
    """A picture: its MIME type and its size in pixels."""

    type: str
    width_px: int
    height_px: int


def picture(content: bytes) -> Picture | None:
    """The picture that begins with these bytes; None where they are no PNG and no JPEG."""
    if content.startswith(PNG_BEGINS):
        return _png(content)
    if content.startswith(JPEG_BEGINS):
        return _jpeg(content)
    return None


def _png(content: bytes) -> Picture | None:
    if content[12:16] != b"IHDR" or len(content) < 24:
        return None
    return _sized(PNG, _number(content[16:20]), _number(content[20:24]))


def _jpeg(content: bytes) -> Picture | None:
    """The size of a JPEG: it stands in the first frame header, behind other segments."""
    at = 2
    while len(content) >= at + 9 and content[at] == 0xFF:
        long = _number(content[at + 2 : at + 4])
        if content[at + 1] in SIZE_MARKERS:
            return _sized(JPEG, _number(content[at + 7 : at + 9]), _number(content[at + 5 : at + 7]))
        at += 2 + (long or len(content))  # a segment has a length: without one the rest cannot be read
    return None


def _sized(kind: str, width_px: int, height_px: int) -> Picture | None:
    return Picture(kind, width_px, height_px) if width_px and height_px else None


def _number(content: bytes) -> int:
    return int.from_bytes(content, "big")
