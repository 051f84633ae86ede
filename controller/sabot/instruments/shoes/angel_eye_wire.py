"""The wire of the Angel Eye II-EX: reports as bytes, and what is no report.

A report is `ENQ seq code data… ETX BCC BCC`; BCC is the XOR from `seq` through `ETX` in two hexadecimal
digits. Eight bits of check are weak, so a report must also have the length and the high bits of its code.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import xor
from typing import NamedTuple

from sabot.core.cards import Card

ETX, ENQ, ACK, NAK = 0x03, 0x05, 0x06, 0x15

REPORT_COPIES = 3
"""How often the shoe sends each report."""

LENGTHS = {
    "S": (0, 0),
    "P": (0, 0),
    "C": (0, 0),
    "D": (2, 2),
    "R": (2, 2),
    "d": (1, 2),
    "G": (1, 1),
    "E": (1, 1),
    "e": (1, 1),
    "L": (1, 1),
    "M": (1, 16),
}
"""How many bytes of data each code has, at least and at most."""

SUITS = {1: "D", 2: "C", 3: "S", 4: "H"}
RANKS = dict(enumerate("A23456789TJQK", start=1))

PLAYER, BANKER, BURN, FIRST_CARD, BURN_COUNT = 0, 1, 2, 4, 5


class Report(NamedTuple):
    """One report: `sequence` one byte, `code` a letter, `data` as it came."""

    sequence: int
    code: str
    data: bytes = b""


def bcc(data: bytes) -> bytes:
    """The check: XOR of all bytes, as two upper-case hexadecimal digits."""
    return b"%02X" % reduce(xor, data, 0)


def report(sequence: int, code: str, data: bytes = b"") -> bytes:
    """One copy of a report, as the shoe sends it."""
    body = bytes((sequence,)) + code.encode("ascii") + data + bytes((ETX,))
    return bytes((ENQ,)) + body + bcc(body)


def card_data(card: Card, *, place: int, index: int = 1) -> bytes:
    """The two bytes of `D` for a card."""
    suit = next(number for number, name in SUITS.items() if name == card.suit)
    return bytes((0x80 | place << 4 | index, 0x80 | suit << 4 | "-A23456789TJQK".index(card.rank)))


_BODY = re.compile(rb"[^\x00-\x1f]*")
_LONGEST = 3 + max(most for _, most in LENGTHS.values())


def scanned(buffer: bytes | bytearray) -> tuple[int, Report | str | None]:
    """What stands at the start of `buffer`, which begins with ENQ: bytes to drop, and a report, a refusal
    or None (wait).

    A refusal drops the ENQ alone, so that a whole report after half a report is still found.
    """
    if len(buffer) < 3:
        return 0, None
    code = chr(buffer[2])
    if code not in LENGTHS:
        return 1, "code"
    body = _BODY.match(buffer, 3, _LONGEST)
    assert body is not None  # it may be empty
    end = body.end()
    if end >= len(buffer):
        return 0, None
    if buffer[end] != ETX:
        return 1, "half" if buffer[end] == ENQ else "shape"
    if len(buffer) < end + 3:
        return 0, None
    return _checked(bytes(buffer[: end + 3]), Report(buffer[1], code, bytes(buffer[3:end])))


def _checked(frame: bytes, found: Report) -> tuple[int, Report | str]:
    if frame[-2:] != bcc(frame[1:-2]):
        return 1, "bcc"
    least, most = LENGTHS[found.code]
    high = found.code == "M" or all(byte & 0x80 for byte in found.data)
    if not (least <= len(found.data) <= most and high):
        return 1, "shape"
    return len(frame), found


def card_of(code: int) -> Card | None:
    """The card that byte 2 names, or None."""
    suit, rank = SUITS.get(code >> 4 & 7), RANKS.get(code & 15)
    return Card(rank, suit) if suit and rank else None
