"""Pictures made of bytes, for tests."""

from __future__ import annotations

import struct
import zlib


def png(width_px: int = 1, height_px: int = 1) -> bytes:
    """A grey picture of this size."""
    head = struct.pack(">IIBBBBB", width_px, height_px, 8, 0, 0, 0, 0)
    lines = (b"\0" + b"\x80" * width_px) * height_px
    chunks = (_chunk(b"IHDR", head), _chunk(b"IDAT", zlib.compress(lines)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
