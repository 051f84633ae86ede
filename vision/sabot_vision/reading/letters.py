"""Which language the court letters of a deck are of, from what is seen of it in many pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sabot_vision.finding.found import Found
from sabot_vision.networks.glyphs import LANGUAGES_OF_GLYPH, LETTERS, languages_beside

COURTS = frozenset("JQKBDVHRД")
READINGS_LEAST = 3
"""A letter counts once it was seen in this many readings,"""
RARE_PART = 0.1
"""and in this part of those of the commonest letter: what is rarer was misread."""


class Letters:
    """The court letters seen so far, each with the number of readings that showed it clearly."""

    def __init__(self) -> None:
        self._seen = Counter[str]()

    def look(self, found: Iterable[Found]) -> None:
        """Take the readings of one more picture: the letters of cards that are named, or that only lack a
        language."""
        self._seen.update(
            card.rank
            for card in found
            if card.rank in COURTS and (card.card or card.unsure == "language not known")
        )

    @property
    def seen(self) -> str:
        """The letters that count, the commonest first."""
        most = max(self._seen.values(), default=0)
        return "".join(
            letter
            for letter, count in self._seen.most_common()
            if count >= READINGS_LEAST and count >= RARE_PART * most
        )

    @property
    def language(self) -> str:
        """The language whose three letters were seen and no other, as the configuration names it; empty if
        there is none."""
        seen = frozenset(self.seen)
        return next((name for name, letters in LETTERS.items() if seen == frozenset(letters)), "")

    @property
    def contradict(self) -> bool:
        """Whether no language has all the letters seen."""
        return any(letter in LANGUAGES_OF_GLYPH for letter in self.seen) and not languages_beside(self.seen)
