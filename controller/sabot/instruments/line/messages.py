"""What stands in the payloads of the sabot link: one NamedTuple a message type, packed and read back.

Little-endian; a text is its length in one byte and then ASCII. The formats are written out in
firmware/PROTOCOL.md and bound to the firmware by tests/vectors/link.json.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from sabot.core.reasons import Reason, reason
from sabot.instruments.line import link
from sabot.instruments.line.link import Frame


class Hello(NamedTuple):
    """The device names itself: after each start, and whenever it is asked. `oldest` is the first number it
    still keeps."""

    link_version: int
    boot: int
    oldest: int
    dropped: int
    kind: str
    serial: str
    firmware: str


class Heartbeat(NamedTuple):
    """Twice a second. `sent` and `dropped` count numbered messages since the start, `queued` those
    unacknowledged (`QUEUED_MAX` means that number or more)."""

    boot: int
    oldest: int
    uptime_s: int
    sent: int
    dropped: int
    queued: int


class Level(NamedTuple):
    """What a reading head sees, in steps of its converter: the last sample with the lamp and without; the
    lamp's own light now, the least and the most of it since the message before; the level between ink and
    paper."""

    lit: int
    dark: int
    light: int
    least: int
    most: int
    level: int


class CardRead(NamedTuple):
    """A card passed and its code was read: `8C`, `TH`, `CUT`. `reverse`: the code came end first."""

    name: str
    reverse: bool = False
    speed_mm_s: int = 0


class ReadFailure(NamedTuple):
    """Something passed that was not read; `reason` is a key of `FAILURES`."""

    reason: int


class Gate(NamedTuple):
    """A card stands in the mouth (`busy`), or no longer does."""

    busy: bool


class Lid(NamedTuple):
    """The lid was opened or closed."""

    open: bool


class Edges(NamedTuple):
    """Edges seen by sensors, `(sensor, microseconds after the frame's time)`; at most `EDGES_MAX`, each
    below 2**24 µs."""

    edges: tuple[tuple[int, int], ...]


class Acknowledgement(NamedTuple):
    """To the device: all numbered messages of this `boot` up to and with `sequence` have arrived."""

    boot: int
    sequence: int


class Identify(NamedTuple):
    """To the device: say hello. `link_version` is the one we speak."""

    link_version: int = link.LINK_VERSION


class Watch(NamedTuple):
    """To the device: say the level for the next `WATCH_US`, every `LEVEL_US`."""


WATCH_US, LEVEL_US = 3_000_000, 100_000

FAILURES = {
    1: reason("no start of a code was found"),
    2: reason("the check digit was wrong"),
    3: reason("the card was pulled back"),
    4: reason("the card moved too slowly"),
    5: reason("the lid was open"),
    6: reason("the card moved too fast"),
    7: reason("the code names no card"),
}
PULLED_BACK = 3

SELF_TEST = (
    reason("gate blocked at start"),
    reason("bar sensor sees light without a card"),
    reason("bar sensor sees light with its lamp off"),
)
"""What the firmware of a board says when its self-test fails. The list makes it translatable."""


def not_read(number: int) -> Reason:
    """Why a card was not read, by the number that the shoe gives for it."""
    return FAILURES.get(number) or reason("reason {n}", n=number)


QUEUED_MAX = 255
"""The largest number that a heartbeat gives: one byte says how many messages are kept."""

EDGES_MAX = link.PAYLOAD_MAX // 4
EDGES_SPAN_US = 2**24
"""The edges of one message lie within this many microseconds of its first."""

Message = (
    Hello
    | Heartbeat
    | Level
    | CardRead
    | ReadFailure
    | Gate
    | Lid
    | Edges
    | Acknowledgement
    | Identify
    | Watch
)

_HELLO = struct.Struct("<BIHI")
_HEARTBEAT = struct.Struct("<IHIIIB")
_LEVEL = struct.Struct("<6H")
_CARD = struct.Struct("<BH")
_ACKNOWLEDGEMENT = struct.Struct("<IH")


def packed(message: Message) -> tuple[int, bytes]:
    """The frame type and payload of a message."""
    kind, pack = _PACKERS[type(message)]
    return kind, pack(message)


def framed(message: Message, *, sequence: int = 0, time_us: int = 0) -> bytes:
    """The message as bytes on the line."""
    kind, payload = packed(message)
    return link.encoded(Frame(kind, sequence, time_us, payload))


def read(frame: Frame) -> Message | None:
    """The message in a frame; None when its type is unknown or its payload does not have that type's form."""
    reader = _READERS.get(frame.type)
    try:
        return None if reader is None else reader(frame.payload)
    except (struct.error, IndexError, UnicodeDecodeError, ValueError):
        return None


def _text(text: str) -> bytes:
    data = text.encode("ascii")
    return bytes((len(data),)) + data


def _texts(data: bytes, count: int) -> list[str]:
    texts = []
    for _ in range(count):
        end = 1 + data[0]
        texts.append(_printable(data[1:end], data[0]))
        data = data[end:]
    if data:
        raise ValueError("bytes left over")
    return texts


def _printable(data: bytes, length: int) -> str:
    text = data.decode("ascii")
    if len(text) != length or not text.isprintable():
        raise ValueError("not a text")
    return text


def _pack_hello(hello: Hello) -> bytes:
    head = _HELLO.pack(*hello[:4])
    return head + _text(hello.kind) + _text(hello.serial) + _text(hello.firmware)


def _read_hello(data: bytes) -> Hello:
    if data[0] not in link.VERSIONS:  # another version may use other bytes after its number
        return Hello(data[0], 0, 0, 0, "", "", "")
    head = _HELLO.unpack_from(data)
    return Hello(*head, *_texts(data[_HELLO.size :], 3))


def _read_card(data: bytes) -> CardRead:
    flags, speed = _CARD.unpack_from(data)
    if flags > 1:
        raise ValueError("unknown flags")
    (name,) = _texts(data[_CARD.size :], 1)
    return CardRead(name, reverse=bool(flags), speed_mm_s=speed)


def _pack_edges(message: Edges) -> bytes:
    return b"".join(struct.pack("<I", sensor << 24 | after) for sensor, after in message.edges)


def _read_edges(data: bytes) -> Edges:
    return Edges(tuple((word >> 24, word & 0xFFFFFF) for (word,) in struct.iter_unpack("<I", data)))


def _flag(data: bytes) -> bool:
    (value,) = struct.unpack("<?", data)
    if data not in (b"\0", b"\1"):
        raise ValueError("not a flag")
    return bool(value)


def _byte(data: bytes) -> int:
    (value,) = data
    return value


def _read_watch(data: bytes) -> Watch:
    if data:
        raise ValueError("bytes left over")
    return Watch()


_PACKERS: dict[type[Message], tuple[int, Callable[[Any], bytes]]] = {  # each packs messages of its own type
    Hello: (link.HELLO, _pack_hello),
    Heartbeat: (link.HEARTBEAT, lambda message: _HEARTBEAT.pack(*message)),
    Level: (link.LEVEL, lambda message: _LEVEL.pack(*message)),
    CardRead: (
        link.CARD,
        lambda message: _CARD.pack(message.reverse, message.speed_mm_s) + _text(message.name),
    ),
    ReadFailure: (link.READ_FAILURE, bytes),
    Gate: (link.GATE, bytes),
    Lid: (link.LID, bytes),
    Edges: (link.EDGES, _pack_edges),
    Acknowledgement: (link.ACKNOWLEDGEMENT, lambda message: _ACKNOWLEDGEMENT.pack(*message)),
    Identify: (link.IDENTIFY, bytes),
    Watch: (link.WATCH, bytes),
}

_READERS: dict[int, Callable[[bytes], Message]] = {
    link.HELLO: _read_hello,
    link.HEARTBEAT: lambda data: Heartbeat(*_HEARTBEAT.unpack(data)),
    link.LEVEL: lambda data: Level(*_LEVEL.unpack(data)),
    link.CARD: _read_card,
    link.READ_FAILURE: lambda data: ReadFailure(_byte(data)),
    link.GATE: lambda data: Gate(_flag(data)),
    link.LID: lambda data: Lid(_flag(data)),
    link.EDGES: _read_edges,
    link.ACKNOWLEDGEMENT: lambda data: Acknowledgement(*_ACKNOWLEDGEMENT.unpack(data)),
    link.IDENTIFY: lambda data: Identify(_byte(data)),
    link.WATCH: _read_watch,
}
