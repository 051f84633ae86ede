"""What can stand in the corner of a card, and which card it means in which language."""

from __future__ import annotations

from collections.abc import Iterable

GLYPHS = "A123456789TJQKBDVHR-"
"""What the reader of corners tells apart: the glyph of an index, or none (`-`)."""

STRANGE = "-*?"
"""What a corner that may be misread is: an index that the reader of corners knows, or none (`-`), that of a
joker (`*`), or a letter of a pack that it does not know (`?`)."""

RUSSIAN = {"Д": "Q", "Т": "A"}
"""The letters that only a Russian pack has, and what they mean; its В and К look like B and K."""

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
    "ru": {"B": "J", "Д": "Q", "K": "K"},
}
"""The court letters of each language, and the rank that each means; a Russian В looks like a B."""

COMMON_GLYPHS = {glyph: glyph for glyph in "A23456789T"} | {"1": "A"}
"""What every language prints alike; the French ace is a 1."""


LANGUAGES_OF_GLYPH = {
    glyph: frozenset(name for name in LETTERS if glyph in LETTERS[name]) for glyph in "JQKBDVHRД"
} | {"1": frozenset(("fr",))}
"""The languages that a glyph may be of, where it is not printed in all of them."""


def ranks(glyph: str, language: str = "any", beside: frozenset[str] = frozenset()) -> frozenset[str]:
    """Every rank that `glyph` may mean: one, none where the language has no such letter, or more for `any`.

    V is a Jack in France and a Queen in the Netherlands; all other letters mean one rank wherever they occur.
    For `any`, it is one of the languages `beside` (of the other cards in the picture), where they tell.
    """
    if glyph in COMMON_GLYPHS:
        return frozenset(COMMON_GLYPHS[glyph])
    spoken = beside or LETTERS if language == "any" else {language}
    return frozenset(LETTERS[name][glyph] for name in spoken if glyph in LETTERS[name])


def languages_beside(glyphs: Iterable[str]) -> frozenset[str]:
    """The languages that all of these glyphs of one deck may be of; empty where none has them all."""
    letters = frozenset(LETTERS)
    for glyph in glyphs:
        letters &= LANGUAGES_OF_GLYPH.get(glyph, letters)
    return letters


def foreign(glyphs: Iterable[str]) -> frozenset[str]:
    """Returns the court letters of one picture that are not to be trusted, because no language has all of
    them: those of no language that has two in three. A Russian Д looks like an R.

    >>> sorted(foreign("QQKJR")), sorted(foreign("BKR1")), sorted(foreign("KR")), foreign("BVH")
    (['R'], ['R'], ['K', 'R'], frozenset())
    """
    spoken = [glyph for glyph in glyphs if glyph in SHOWN_BY and SHOWN_BY[glyph] == "F"]
    if languages_beside(spoken):
        return frozenset()
    votes = {name: sum(glyph in LETTERS[name] for glyph in spoken) for name in LETTERS}
    common = {letter for name in LETTERS if 3 * votes[name] >= 2 * len(spoken) for letter in LETTERS[name]}
    return frozenset(spoken) - common
