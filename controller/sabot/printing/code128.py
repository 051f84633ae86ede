"""Code 128 (ISO/IEC 15417), set B: the bar code on the long edge of a card.

`bars` returns what is printed. Pure.
"""

from __future__ import annotations

WIDTHS = """
    212222 222122 222221 121223 121322 131222 122213 122312 132212 221213
    221312 231212 112232 122132 122231 113222 123122 123221 223211 221132
    221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
    212123 212321 232121 111323 131123 131321 112313 132113 132311 211313
    231113 231311 112133 112331 132131 113123 113321 133121 313121 211331
    231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
    314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
    112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
    111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
    214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
    114131 311141 411131 211412 211214 211232 233111
""".split()
"""Bar and space in turn, three of each, in modules; 106 is the stop, before a last bar of two."""

START_B, STOP_SYMBOL, CHECK_BASE = 104, 106, 103
_FIRST = " "
LAST_BAR = 2


def symbols(text: str) -> list[int]:
    """Returns start, characters, check digit, stop. Raises ValueError for a character outside set B."""
    values = [ord(each) - ord(_FIRST) for each in text]
    if not text or not all(0 <= value < 95 for value in values):
        raise ValueError(f"{text!r} cannot stand in a bar code: printable ASCII is needed")
    check = (START_B + sum(place * value for place, value in enumerate(values, 1))) % CHECK_BASE
    return [START_B, *values, check, STOP_SYMBOL]


def bars(text: str) -> list[int]:
    """Widths in modules, bar and space in turn, beginning and ending with a bar."""
    return [int(width) for symbol in symbols(text) for width in WIDTHS[symbol]] + [LAST_BAR]


def length(text: str) -> int:
    """Modules of the whole code, without the quiet zones."""
    return sum(bars(text))
