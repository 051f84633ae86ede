"""Counts how many damaged frames a parser accepts, and compares that with what its checksum lets one expect.

A CRC of 32 bits accepts one damaged frame in 2**32. Eight bits of XOR would accept one in 256, but a report
must also have the right form.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from sabot.core.cards import DECK
from sabot.core.observations import CardSeen
from sabot.instruments.line import link, messages
from sabot.instruments.line.link import Deframer, Frame
from sabot.instruments.shoes import angel_eye, angel_eye_wire


class Soaked(NamedTuple):
    """`frames` were damaged; `accepted` of them were taken for a message that was never sent. The checksum
    lets one expect `expected`."""

    format: str
    frames: int
    accepted: int
    expected: float

    def as_dict(self) -> dict[str, object]:
        """The same as plain JSON values."""
        return self._asdict()


def damaged(data: bytes, rng: random.Random) -> bytes:
    """The bytes with one to four damages: a flipped bit, another byte, one lost, one too many, or a lost
    end."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        _DAMAGES[rng.randrange(len(_DAMAGES))](out, rng)
    return bytes(out)


def _flip(out: bytearray, rng: random.Random) -> None:
    if out:
        out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)


def _replace(out: bytearray, rng: random.Random) -> None:
    if out:
        out[rng.randrange(len(out))] = rng.randrange(256)


def _lose(out: bytearray, rng: random.Random) -> None:
    if out:
        del out[rng.randrange(len(out))]


def _insert(out: bytearray, rng: random.Random) -> None:
    out.insert(rng.randint(0, len(out)), rng.randrange(256))


def _end(out: bytearray, rng: random.Random) -> None:
    del out[max(0, len(out) - rng.randint(1, 3)) :]


_DAMAGES: tuple[Callable[[bytearray, random.Random], None], ...] = (_flip, _replace, _lose, _insert, _end)


def link_frames(count: int, *, seed: int = 1) -> Soaked:
    """Damaged frames of the sabot link: how many were taken for a frame that was never sent."""
    rng = random.Random(seed)
    accepted = 0
    for _ in range(count):
        frame = _frame(rng)
        found = Deframer().feed(damaged(link.encoded(frame)[:-1], rng) + b"\0")
        accepted += any(each != frame for each in found)
    return Soaked("sabot link", count, accepted, count / 2**32)


def _frame(rng: random.Random) -> Frame:
    kind, payload = messages.packed(_MESSAGES[rng.randrange(len(_MESSAGES))])
    return Frame(kind, rng.randrange(65536), rng.randrange(1 << 40), payload)


_MESSAGES: tuple[messages.Message, ...] = (
    *(messages.CardRead(str(card)) for card in DECK),
    messages.Heartbeat(*range(6)),
    messages.Hello(link.LINK_VERSION, 7, 1, 0, "sabot-shoe", "SN1", "1.0"),
    messages.Edges(tuple(zip(range(12), range(12), strict=True))),
)


def angel_eye_reports(count: int, *, seed: int = 1) -> Soaked:
    """Damaged single copies of card reports: how many were taken for a card that was never drawn."""
    rng = random.Random(seed)
    accepted = 0
    for _ in range(count):
        card = DECK[rng.randrange(52)]
        report = angel_eye_wire.report(0x31, "D", angel_eye_wire.card_data(card, place=rng.randrange(2)))
        found = angel_eye.Parser().feed(damaged(report, rng))
        accepted += any(isinstance(each, CardSeen) and each.card != card for each in found)
    return Soaked("angel-eye, one copy", count, accepted, count / 256)
