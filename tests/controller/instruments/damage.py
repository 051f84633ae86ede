"""Frames as a bad line leaves them."""

from __future__ import annotations

import random
from collections.abc import Callable


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
