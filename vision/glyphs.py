"""What can stand in the corner of a card, and which card it means in which language."""

from __future__ import annotations

from collections.abc import Iterable

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


BESIDE_V = {"D": "fr", "R": "fr", "1": "fr", "B": "nl", "H": "nl"}
"""What another glyph of the same deck says of the language of a V."""


def ranks(glyph: str, language: str = "any", beside: str = "") -> frozenset[str]:
    """Every rank that `glyph` may mean: one, none where the language has no such letter, or more for `any`.

    V is a Jack in France and a Queen in the Netherlands; all other letters mean one rank wherever they occur.
    For `any`, the language `beside` (of the other cards in the picture) settles a V, where there is one.
    """
    if glyph in PLAIN:
        return frozenset(PLAIN[glyph])
    if language != "any":
        return frozenset(LETTERS[language].get(glyph, ""))
    if glyph == "V" and beside:
        return frozenset(LETTERS[beside]["V"])
    return frozenset(letters[glyph] for letters in LETTERS.values() if glyph in letters)


def language_beside(glyphs: Iterable[str]) -> str:
    """The language of a V among these glyphs of one deck: `fr`, `nl`, or empty where they do not tell."""
    told = {BESIDE_V[glyph] for glyph in glyphs if glyph in BESIDE_V}
    return told.pop() if len(told) == 1 else ""
