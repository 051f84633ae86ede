"""The letters of a report on paper: those that every reader of PDF has, and where a name needs others, a font
of this machine.

What no font here has is written as □, and the paper says so: a name that lost a letter is no name.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fpdf import FPDF

FAMILY, MORE = "house", "more"
TYPEFACES = Path("/usr/share/fonts/truetype")
WIDE = (
    ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"),
    ("freefont/FreeSans.ttf", "freefont/FreeSansBold.ttf"),
)
"""Latin, Greek, Cyrillic and signs, plain and bold: the first that is installed."""

FAR = ("droid/DroidSansFallbackFull.ttf", "wqy/wqy-microhei.ttc", "wqy/wqy-zenhei.ttc")
"""Chinese, Japanese and Korean: the first that is installed, for what the other lacks."""

PACKAGES = "fonts-dejavu-core fonts-droid-fallback"
"""Debian's packages that have them."""

MISSING = "□ stands for a letter that no font of this machine has. Install: {packages}"

_PLAIN = str.maketrans(
    {"’": "'", "–": "-", "—": "-", "…": "...", "→": "->", "\u202f": " ", "\u2009": " "}
    | {"♠": "S", "♥": "H", "♣": "C", "♦": "D", "□": "?"}
)
"""How the letters that every reader has write what they do not hold."""


class Letters:
    """The letters of `pdf`, for these `texts`; fonts are opened only where one of them needs it."""

    def __init__(self, pdf: FPDF, texts: Iterable[str]) -> None:
        self._pdf, self._known = pdf, frozenset[str]()
        wanted = "".join(texts)
        if not _is_latin(wanted.translate(_PLAIN)):
            self._known = frozenset(_opened(pdf))
        self.lacking = "".join(
            sorted(each for each in set(wanted) - {"?", "□"} if self.text(each) in ("?", "□"))
        )
        """The letters of the texts that cannot be written, each once."""

    def font(self, style: str, size: float, core: str = "helvetica") -> None:
        """Write in this style from here on; in the font `core` where the letters that all have are enough."""
        self._pdf.set_font(FAMILY if self._known else core, style, size)

    def text(self, text: str) -> str:
        """`text` as it can be written."""
        if self._known:
            return "".join(each if each in self._known or each.isspace() else "□" for each in text)
        return text.translate(_PLAIN).encode("latin-1", "replace").decode("latin-1")


def _is_latin(text: str) -> bool:
    return all(ord(each) < 256 for each in text)


def _opened(pdf: FPDF) -> Iterable[str]:
    """Give the fonts of this machine to `pdf`; every letter that they have."""
    wide = next(((plain, bold) for plain, bold in WIDE if (TYPEFACES / plain).exists()), None)
    if wide is None:
        return
    for style, file in zip(("", "B"), wide, strict=True):
        pdf.add_font(FAMILY, style, TYPEFACES / (file if (TYPEFACES / file).exists() else wide[0]))
    yield from _held(pdf, FAMILY)
    far = next((TYPEFACES / file for file in FAR if (TYPEFACES / file).exists()), None)
    if far is not None:
        pdf.add_font(MORE, "", far)
        pdf.set_fallback_fonts([MORE], exact_match=False)
        yield from _held(pdf, MORE)


def _held(pdf: FPDF, family: str) -> Iterable[str]:
    cmap: Any = pdf.fonts[family].cmap  # type: ignore[union-attr]
    return map(chr, cmap)
