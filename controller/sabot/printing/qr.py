"""QR codes, for a page and for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

QUIET_MODULES = 4
"""White modules around a code, as ISO/IEC 18004 asks for."""


def svg(text: str) -> str:
    """The code as an SVG element, which takes the size that the page gives it."""
    return str(_made(text).svg_inline(border=QUIET_MODULES, omitsize=True))


def rows(text: str) -> list[list[bool]]:
    """The code as rows of modules, True where it is black; without a white border."""
    return [[bool(each) for each in row] for row in _made(text).matrix]


def _made(text: str) -> QRCode:
    import segno  # a table that shows no code starts without it

    return segno.make(text, error="m", micro=False)
