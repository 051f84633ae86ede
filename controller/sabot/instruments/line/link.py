"""The sabot link: how our own boards talk to the controller. Pure; firmware and controller share its vectors.

A frame is the COBS form of `length type sequence time payload crc`, ended by a zero byte. Little-endian:
length u8 (of the payload), type u8, sequence u16, device time u64 in microseconds, payload, CRC-32 (as in
zlib) u32 over all before it. A frame says its own length, because a CRC alone too often accepts a frame
without its last byte.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from typing import NamedTuple

LINK_VERSION = 2
"""The newest version that we speak."""

VERSIONS = range(1, LINK_VERSION + 1)
"""What a board may speak. In version 1 a wheel says where pulses begin; in 2 also where they end, and how
many edges it lost."""

HELLO, HEARTBEAT, LEVEL = 0x01, 0x02, 0x03
CARD, READ_FAILURE, GATE, LID, EDGES = 0x10, 0x11, 0x12, 0x13, 0x14
ACKNOWLEDGEMENT, IDENTIFY, WATCH = 0x40, 0x41, 0x42

NAMES = {
    HELLO: "hello",
    HEARTBEAT: "heartbeat",
    LEVEL: "level",
    CARD: "card",
    READ_FAILURE: "read-failure",
    GATE: "gate",
    LID: "lid",
    EDGES: "edges",
    ACKNOWLEDGEMENT: "acknowledgement",
    IDENTIFY: "identify",
    WATCH: "watch",
}

NUMBERED = range(0x10, 0x40)
"""Types that the device keeps until they are acknowledged; all others are sent once and may be lost."""

RING_MESSAGES = 32
"""How many unacknowledged messages a device keeps at least."""

_HEAD = struct.Struct("<BBHQ")
_CRC = struct.Struct("<I")
OVERHEAD = _HEAD.size + _CRC.size
PAYLOAD_MAX = 254 - OVERHEAD
"""So that a frame is 257 bytes at most, its zero included."""

FRAME_MAX = 257


class Frame(NamedTuple):
    """One message: `sequence` modulo 65536, `time_us` since the device started."""

    type: int
    sequence: int = 0
    time_us: int = 0
    payload: bytes = b""


def stuffed(data: bytes) -> bytes:
    """COBS: `data` without a zero byte in it, one to two bytes longer for up to 254 bytes."""
    out = bytearray()
    for block in data.split(b"\0"):
        while len(block) >= 254:
            out += b"\xff" + block[:254]
            block = block[254:]
        out += bytes((len(block) + 1,)) + block
    return bytes(out)


def unstuffed(data: bytes) -> bytes | None:
    """The bytes that `stuffed` was given; None if a count points beyond the end, or there is a zero
    inside."""
    out, at = bytearray(), 0
    while at < len(data):
        count = data[at]
        block = data[at + 1 : at + count]
        if not count or len(block) != count - 1 or 0 in block:
            return None
        at += count
        out += block
        if count < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def encoded(frame: Frame) -> bytes:
    """The bytes on the line, zero included. Raises ValueError for a payload that is too long."""
    if len(frame.payload) > PAYLOAD_MAX:
        raise ValueError(f"a payload holds {PAYLOAD_MAX} bytes at most, not {len(frame.payload)}")
    head = _HEAD.pack(len(frame.payload), frame.type, frame.sequence & 0xFFFF, frame.time_us)
    body = head + frame.payload
    return stuffed(body + _CRC.pack(zlib.crc32(body))) + b"\0"


def decoded(block: bytes) -> Frame | str:
    """The frame in `block` (the bytes before a zero), or the name of its refusal."""
    body = unstuffed(block)
    if body is None or len(body) > PAYLOAD_MAX + OVERHEAD:
        return "cobs"
    if len(body) < OVERHEAD:
        return "short"
    if body[0] != len(body) - OVERHEAD:
        return "length"
    if _CRC.unpack_from(body, len(body) - 4)[0] != zlib.crc32(body[:-4]):
        return "crc"
    _, kind, sequence, time_us = _HEAD.unpack_from(body)
    return Frame(kind, sequence, time_us, body[_HEAD.size : -4])


class Deframer:
    """Bytes in, frames out; what is no frame is counted in `refused` by name."""

    def __init__(self, refused: Counter[str] | None = None) -> None:
        self.refused: Counter[str] = Counter() if refused is None else refused
        self._block = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[Frame]:
        """What these further bytes say."""
        *ended, rest = data.split(b"\0")
        frames = [frame for piece in ended if (frame := self._closed(piece)) is not None]
        self._extend(rest)
        return frames

    def cut(self) -> None:
        """The line was lost: half a frame is refused."""
        if self._block or self._overlong:
            self.refused["half"] += 1
        self._block.clear()
        self._overlong = False

    def _extend(self, piece: bytes) -> None:
        self._block += piece
        if len(self._block) >= FRAME_MAX:
            self._overlong = True
            self._block.clear()

    def _closed(self, piece: bytes) -> Frame | None:
        self._extend(piece)
        block, overlong = bytes(self._block), self._overlong
        self._block.clear()
        self._overlong = False
        if not block and not overlong:
            return None  # zeros between frames are allowed: a device begins with one to end noise
        found = "long" if overlong else decoded(block)
        if isinstance(found, Frame):
            return found
        self.refused[found] += 1
        return None
