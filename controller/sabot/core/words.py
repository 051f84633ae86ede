"""The words of a game: patterns that a call must follow, matched without regard to case and accents.

A pattern is written as it stands in the notation: `banque SEAT AMOUNT`, `ponte carte|non|abat`, `banco SEAT`.
Words in capitals are slots, `a|b` are alternatives, `[X]` may be left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from functools import cache
from heapq import nlargest
from typing import Any, NamedTuple

from sabot.core.cards import card_named
from sabot.core.terms import minor_units

Words = tuple[Any, ...]


def plain(text: str) -> str:
    """`text` in lower case, without accents, with single spaces: `Égalité` -> `egalite`.

    >>> plain("  Égalité   à  CHEVAL ")
    'egalite a cheval'
    """
    if text.isascii():  # nearly every call: it has no accents
        return " ".join(text.lower().split())
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def _seat(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 and int(text) else None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


REST = "REASON"
"""The slot, at the end of a pattern, that takes all the words that are left."""

SLOTS: dict[str, Callable[[str], Any]] = {
    "SEAT": _seat,
    "NUMBER": _number,
    "AMOUNT": minor_units,
    "CARD": card_named,
    "CHANCE": lambda text: text,
    REST: lambda text: text,
}
"""What may stand in a slot; each gives the value, or None for a word that does not fit."""


LONGEST_COMPARED = 60
"""At most this many letters of a word are compared with the known words: the time grows with their square."""


def nearest(text: str, known: Iterable[str], *, count: int = 3) -> list[str]:
    """The `count` of `known` that are most like `text`, the most alike first; slots of patterns do not count.

    >>> nearest("banke 4 100", ["banco SEAT", "banque SEAT AMOUNT", "ponte carte|non|abat", "suivi SEAT"])
    ['banque SEAT AMOUNT', 'banco SEAT', 'ponte carte|non|abat']
    """
    said = plain(text[:LONGEST_COMPARED])

    def likeness(pattern: str) -> float:
        fixed = " ".join(word for word in pattern.split() if word.strip("[]").lower() == word)
        heard = " ".join(said.split()[: max(1, len(fixed.split()))])
        return SequenceMatcher(None, heard, fixed).ratio()

    return nlargest(count, known, key=likeness)


def match(patterns: Iterable[str], text: str) -> Words | None:
    """The words of `text`, slots as values, if it follows one of `patterns`; else None.

    `match(["banco SEAT"], "BANCO 4")` is `("banco", 4)`; an optional word left out is None. What a pattern
    joins with hyphens may be spoken in words: `avec la table 4`.

    >>> match(["banco SEAT", "banque SEAT AMOUNT"], "Banque 4 100.50")
    ('banque', 4, 10050)
    >>> match(["ponte carte|non|abat"], "ponte abat")
    ('ponte', 'abat')
    >>> match(["avec-la-table [SEAT]"], "avec la table")
    ('avec-la-table', None)
    >>> match(["annule REASON"], "annule a card was dropped")
    ('annule', 'a card was dropped')
    >>> match(["banco SEAT"], "banco four") is None
    True
    """
    said = plain(text)
    for pattern in map(_pattern, patterns):
        found = pattern.matched(said)
        if found is not None:
            return found
    return None


class _Pattern(NamedTuple):
    """A pattern, read: its `parts`, how many of them are `needed`, at how many spaces a call is cut at most
    (-1: at all), and its `joined` words, each with what may be said for it."""

    parts: tuple[Callable[[str], Any], ...]
    needed: int
    most_cuts: int
    joined: tuple[tuple[str, re.Pattern[str]], ...]

    def matched(self, said: str) -> Words | None:
        for word, spoken in self.joined:
            said = spoken.sub(word, said)
        words = said.split(maxsplit=self.most_cuts)
        if not self.needed <= len(words) <= len(self.parts):
            return None
        found = []
        for part, word in zip(self.parts, words, strict=False):
            value = part(word)
            if value is None:
                return None
            found.append(value)
        return (*found, *[None] * (len(self.parts) - len(words)))


@cache
def _pattern(text: str) -> _Pattern:
    parts = text.split()
    words = [part.strip("[]") for part in parts]
    joined = re.findall(r"[a-z]+(?:-[a-z]+)+", text)
    return _Pattern(
        tuple(map(_part, words)),
        sum(not part.startswith("[") for part in parts),
        len(parts) - 1 if words[-1] == REST else -1,
        tuple((word, re.compile(rf"\b{word.replace('-', '[ -]')}\b")) for word in joined),
    )


def _part(text: str) -> Callable[[str], Any]:
    """What a part of a pattern makes of a word; None where the word does not fit."""
    fixed = {word: word for word in text.split("|")}
    return SLOTS.get(text, fixed.get)
