"""What `tools.fuzz` makes by chance: damaged bytes and text, and JSON values that nobody means."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

ODD_TEXTS = (
    *("", " ", "0", "-1", "1", "00", "9" * 30, "1e999", "NaN", "-0", "+5", "٣", "½", "0x10", "1_000", "null"),
    *(
        "true",
        "../../etc/passwd",
        "/",
        "//evil.example/",
        "\\",
        "%00",
        "%2e%2e",
        "\x00",
        "\r\nX: y",
        "\ud800",
        "é",
    ),
    *(
        "🂡",
        "‮",
        "a" * 300,
        "<script>",
        "'; DROP TABLE records; --",
        "{}",
        "[]",
        "{0.__class__}",
        "%s%n",
        "\u2028",
    ),
    *("2026-11-23", "9999-12-31", "0001-01-01", "2026-02-30", "punto", "8C", "TH", "12.50", "17", "A" * 5000),
)
ODD_NUMBERS = (0, -1, 1, 2, 7, 99, 255, 2**31, 2**53, 2**63, -(2**63), 10**40, 0.5, -0.0, 1e308, 1e-320)
ODD_BYTES = (
    b"\x00",
    b"\xff",
    b"\r\n",
    b"\n",
    b"\x05",
    b"\x03",
    b"[",
    b"]",
    b"<",
    b">",
    b"*",
    b";",
    b"\xed\xa0\x80",
)
NESTED_MOST = 4


def spoilt(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one to six damages."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        DAMAGES[int(chance.random() * len(DAMAGES))](out, chance)
    return bytes(out)


def _place(out: Sequence[object], chance: random.Random) -> int:
    return int(chance.random() * len(out))


def _flip(out: bytearray, chance: random.Random) -> None:
    if out:
        out[_place(out, chance)] ^= 1 << int(chance.random() * 8)


def _other(out: bytearray, chance: random.Random) -> None:
    if out:
        out[_place(out, chance)] = int(chance.random() * 256)


def _without(out: bytearray, chance: random.Random) -> None:
    start = _place(out, chance)
    del out[start : start + int(chance.random() * 9)]


def _twice(out: bytearray, chance: random.Random) -> None:
    start = _place(out, chance)
    span = out[start : start + int(chance.random() * 20)]
    out[start:start] = span * chance.choice((1, 1, 2, 30))


def _more(out: bytearray, chance: random.Random) -> None:
    start = _place(out, chance)
    out[start:start] = chance.choice(ODD_BYTES)


def _end(out: bytearray, chance: random.Random) -> None:
    del out[_place(out, chance) :]


def _digits(out: bytearray, chance: random.Random) -> None:
    start = _place(out, chance)
    out[start : start + 2] = str(chance.choice(ODD_NUMBERS)).encode()


DAMAGES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(_flip, _other, _without, _twice, _more, _end, _digits),
)


def spoilt_text(text: str, chance: random.Random) -> str:
    """The text, damaged as bytes are, or with something odd in it."""
    if chance.random() < 0.5:
        return spoilt(text.encode("utf-8", "surrogatepass"), chance).decode("utf-8", "replace")
    start = _place(text, chance)
    return text[:start] + chance.choice(ODD_TEXTS) + text[start + int(chance.random() * 4) :]


def value(chance: random.Random, words: Sequence[str] = (), deep: int = 0) -> object:
    """Any JSON value; texts and keys are often among `words`."""
    kind = chance.random()
    if kind < 0.45:
        return text(chance, words)
    if kind < 0.65:
        return chance.choice(ODD_NUMBERS)
    if kind < 0.8 or deep >= NESTED_MOST:
        return chance.choice((None, True, False, float("inf"), float("nan")))
    count = chance.choice((0, 1, 1, 2, 3, 8))
    if kind < 0.9:
        return [value(chance, words, deep + 1) for _ in range(count)]
    return {text(chance, words): value(chance, words, deep + 1) for _ in range(count)}


def text(chance: random.Random, words: Sequence[str] = ()) -> str:
    """A text: one of `words`, an odd one, or one of them damaged."""
    kind = chance.random()
    if words and kind < 0.6:
        return chance.choice(words)
    if kind < 0.9:
        return chance.choice(ODD_TEXTS)
    return spoilt_text(chance.choice(words or ODD_TEXTS), chance)


def nested(chance: random.Random) -> str:
    """JSON that is deeper than any reader goes."""
    return chance.choice(("[", '{"a":', '[{"a":')) * chance.choice((50, 2_000, 100_000))
