"""The letters of a report on paper: those that every PDF reader has, and a font of this machine for a name
that needs others.

A letter that no font has is written as □, and the paper says so, because the name is then incomplete.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpdf import FPDF

FAMILY, MORE = "house", "more"
TYPEFACES = Path("/usr/share/fonts/truetype")
LATIN_FONTS = (
    ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"),
    ("freefont/FreeSans.ttf", "freefont/FreeSansBold.ttf"),
)
"""Latin, Greek, Cyrillic and signs, plain and bold: the first that is installed."""

ASIAN_FONTS = ("wqy/wqy-microhei.ttc", "wqy/wqy-zenhei.ttc", "droid/DroidSansFallbackFull.ttf")
"""Chinese, Japanese and Korean (Droid's has no Korean): each installed one, for letters missing in those
before it."""

PACKAGES = "fonts-dejavu-core fonts-wqy-microhei"
"""Debian's packages that have them."""

MISSING = "□ stands for a letter that no font of this machine has. Install: {packages}"

_PLAIN = str.maketrans(
    {"’": "'", "–": "-", "—": "-", "…": "...", "→": "->", "\u202f": " ", "\u2009": " "}
    | {"♠": "S", "♥": "H", "♣": "C", "♦": "D", "□": "?"}
)
"""Replacements for signs that the standard letters do not have."""


class Letters:
    """The letters of `pdf` for these `texts`; a font is opened only if a text needs it."""

    def __init__(self, pdf: FPDF, texts: Iterable[str]) -> None:
        self._pdf, self._known = pdf, frozenset[str]()
        wanted = "".join(texts)
        if not _is_latin(wanted.translate(_PLAIN)):
            self._known = frozenset(_opened(pdf, {each for each in wanted if not each.isspace()}))
        self.lacking = "".join(
            sorted(each for each in set(wanted) - {"?", "□"} if self.text(each) in ("?", "□"))
        )
        """The letters that cannot be written, each once."""

    def font(self, style: str, size: float, core: str = "helvetica") -> None:
        """Write in this style from here on; in the font `core` if the standard letters are enough."""
        self._pdf.set_font(FAMILY if self._known else core, style, size)

    def text(self, text: str) -> str:
        """`text` as it can be written."""
        if self._known:
            return "".join(each if each in self._known or each.isspace() else "□" for each in text)
        return text.translate(_PLAIN).encode("latin-1", "replace").decode("latin-1")


def _is_latin(text: str) -> bool:
    return all(ord(each) < 256 for each in text)


def _opened(pdf: FPDF, wanted: set[str]) -> set[str]:
    """Adds fonts of this machine to `pdf` until it has the wanted letters. Returns every letter that they
    have."""
    wide = [names for names in LATIN_FONTS if (TYPEFACES / names[0]).exists()]
    far = [name for name in ASIAN_FONTS if (TYPEFACES / name).exists()]
    plain, bold = (wide or [(name, name) for name in far] or [("", "")])[0]
    if not plain:
        return set()
    for style, file in (("", plain), ("B", bold)):
        pdf.add_font(FAMILY, style, TYPEFACES / (file if (TYPEFACES / file).exists() else plain))
    known, more = _held(pdf, FAMILY), list[str]()
    for name in far:
        if wanted - known:
            more.append(f"{MORE}{len(more)}")
            pdf.add_font(more[-1], "", TYPEFACES / name)
            known |= _held(pdf, more[-1])
    pdf.set_fallback_fonts(more, exact_match=False)
    return known


def _held(pdf: FPDF, family: str) -> set[str]:
    cmap: Iterable[int] = pdf.fonts[family].cmap  # type: ignore[union-attr]
    return set(map(chr, cmap))
