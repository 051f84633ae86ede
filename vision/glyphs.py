"""What can stand in the corner of a card, and which card it means in which language."""

from __future__ import annotations

GLYPHS = "A123456789TJQKBDVHR-"
"""What the reader of corners tells apart: the glyph of an index, or none (`-`)."""

SHOWN = "A23456789TF*-"
"""What the reader of faces tells apart: an ace, a number, a court (F), a back (*), or no card (-)."""

SIGNS = "CDHS-"
"""The suits, or none."""

SHOWN_BY = {glyph: glyph for glyph in "A23456789T"} | {"1": "A"} | dict.fromkeys("JQKBDVHR", "F")
"""What the face of a card shows whose index is the glyph."""

LETTERS = {
    "en": {"J": "J", "Q": "Q", "K": "K"},
    "fr": {"V": "J", "D": "Q", "R": "K"},
    "nl": {"B": "J", "V": "Q", "H": "K"},
    "de": {"B": "J", "D": "Q", "K": "K"},
}
"""The court letters of each language, and the rank that each means."""

PLAIN = {glyph: glyph for glyph in "A23456789T"} | {"1": "A"}
"""What every language prints alike; the French ace is a 1."""


def ranks(glyph: str, language: str = "any") -> frozenset[str]:
    """Every rank that `glyph` may mean: one, none where the language has no such letter, or more for `any`.

    V is a Jack in France and a Queen in the Netherlands; all other letters mean one rank wherever they occur.
    """
    if glyph in PLAIN:
        return frozenset(PLAIN[glyph])
    if language != "any":
        return frozenset(LETTERS[language].get(glyph, ""))
    return frozenset(letters[glyph] for letters in LETTERS.values() if glyph in letters)


def languages(glyph: str) -> frozenset[str]:
    """The languages that print `glyph` on a court card; all of them for any other glyph."""
    told = frozenset(name for name, letters in LETTERS.items() if glyph in letters)
    return told or frozenset(LETTERS)
