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

from sabot.core.cards import SUITS, Card, any_card_named, card_named
from sabot.core.terms import minor_units, money

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


def seat_named(text: str) -> int | None:
    """The seat of this number, written with three digits at most; None where it names none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 and int(text) else None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _suit(text: str) -> str | None:
    return text.upper() if text.upper() in (*SUITS,) else None


def _cards(text: str) -> tuple[Card, ...] | None:
    """All the cards that these words name; None where one of them names none."""
    named = tuple(card for word in text.split() if (card := any_card_named(word)))
    return named if len(named) == len(text.split()) else None


REST = "REASON"
"""The slot, at the end of a pattern, that takes all the words that are left."""
CARDS = "CARDS"
"""The slot, at the end of a pattern, that takes one or more cards: all the words that are left."""

SLOTS: dict[str, Callable[[str], Any]] = {
    "SEAT": seat_named,
    "NUMBER": _number,
    "AMOUNT": minor_units,
    "CARD": card_named,
    "SUIT": _suit,
    CARDS: _cards,
    "CHANCE": lambda text: text,
    REST: lambda text: text,
}
"""What may stand in a slot; each gives the value, or None for a word that does not fit."""


VERBS = (
    *(
        "sit",
        "leave",
        "dealer",
        "deal",
        "hand",
        "bid",
        "name",
        "play",
        "show",
        "swap",
        "draw",
        "buy",
        "stand",
    ),
    *("open", "split", "double", "raise", "see", "fold", "wait", "cheap", "answer", "claim"),
)
"""Words that begin an act of a player, in games in which players act in turns: they need no `say`."""


@cache
def verbs_of(patterns: tuple[str, ...]) -> frozenset[str]:
    """The verbs with which a script may begin an act, in a game with these patterns.

    >>> sorted(verbs_of(("play SEAT CARD", "bid SEAT pass", "banco SEAT")))
    ['bid', 'play']
    """
    return frozenset(pattern.partition(" ")[0] for pattern in patterns).intersection(VERBS)


SECRET_VERBS = ("hand", "swap", "draw")
"""Verbs whose cards only their player may see."""


def in_public(token: str) -> str:
    """A token of the script as everybody may read it: without the cards of a hand.

    >>> in_public("hand 2 8c 7d"), in_public("play 2 8c")
    ('hand 2', 'play 2 8c')
    """
    words = token.removeprefix("say ").split()
    return " ".join(words[:2]) if words[:1] and words[0] in SECRET_VERBS else token


def spoken(words: Words, patterns: Iterable[str]) -> str:
    """An act as the script says it, without the cards of a hand.

    >>> spoken(("bid", 2, 4500), ["bid SEAT AMOUNT"]), spoken(("play", 2, card_named("8C")), [])
    ('bid 2 45.00', 'play 2 8C')
    >>> spoken(("hand", 2, (card_named("8C"),)), ["hand SEAT CARDS"])
    'hand 2'
    """
    mine = [pattern.split() for pattern in patterns if pattern.partition(" ")[0] == words[0]]
    sums = {nth for parts in mine for nth, part in enumerate(parts) if part.strip("[]") == "AMOUNT"}
    amounts = sums | ({2} if words[0] == "bet" else set())
    said = [_said(word, is_sum=nth in amounts) for nth, word in enumerate(words) if word is not None]
    return in_public(" ".join(said))


def _said(word: Any, *, is_sum: bool) -> str:
    if type(word) is tuple:
        return " ".join(map(str, word))
    return money(word) if is_sum and isinstance(word, int) else str(word)


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
        len(parts) - 1 if words[-1] in (REST, CARDS) else -1,
        tuple((word, re.compile(rf"\b{word.replace('-', '[ -]')}\b")) for word in joined),
    )


def _part(text: str) -> Callable[[str], Any]:
    """What a part of a pattern makes of a word; None where the word does not fit."""
    fixed = {word: word for word in text.split("|")}
    return SLOTS.get(text, fixed.get)
