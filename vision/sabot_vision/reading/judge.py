"""The verdicts on what is seen in one picture, in which the letters of one card settle those of another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from sabot_vision.networks.glyphs import GLYPHS, foreign, languages_beside
from sabot_vision.networks.judging import INDEX_PROBABILITY, Seen, Verdict, judged, seen_at_all
from sabot_vision.reading.settling import Looked, Reading

CLEAR_PROBABILITY = 0.93
"""A letter this likely may contradict others; an index this likely shows that a card lies there."""
SURE_PROBABILITY = 0.98
"""A letter shows the language of the deck if each corner with an index shows it with this probability."""
SUIT_PROBABILITY = 0.5
"""A letter is that of a card if a suit is this likely to stand below it."""

RUSSIAN_PACK = "ru"
"""The language of a Russian pack."""

Hear = Callable[[Iterable[Seen], Verdict], Verdict]
"""Returns a verdict after it was compared with what was learned of such corners."""


class Judge:
    """The verdicts on what is seen in one picture, each made once."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._verdicts: dict[tuple[int, frozenset[str]], tuple[Looked, Verdict | None]] = {}
        self._clear: dict[int, tuple[Looked, list[str], str]] = {}

    def verdicts(self, looked: Sequence[Looked]) -> list[Verdict | None]:
        """Returns the verdicts on outlines of one deck: the letters of one settle the letters of another."""
        beside = odd = frozenset[str]()
        if self._language == "any":
            shown = [self._glyphs(seen) for seen in looked]
            beside = languages_beside(sure for _, _, sure in shown if sure)
            odd = foreign(glyph for _, clear, _ in shown for glyph in clear)
        verdicts = [self._verdict(seen, beside) for seen in looked]
        return [doubted(verdict) if verdict and verdict.rank in odd else verdict for verdict in verdicts]

    @property
    def is_russian(self) -> bool:
        """Whether it was told that the deck is a Russian one."""
        return self._language == RUSSIAN_PACK

    def may_be_russian(self, looked: Sequence[Looked]) -> bool:
        """Whether the deck of these outlines may be a Russian one, by what was told, or else by the letters
        that are sure."""
        letters = [sure for seen in looked if (sure := self._glyphs(seen)[2])]
        return self.is_russian or (self._language == "any" and RUSSIAN_PACK in languages_beside(letters))

    def in_russian(self, looked: Looked) -> Verdict | None:
        """The verdict on an outline whose deck is a Russian one, as the letters of others tell."""
        return self._verdict(looked, frozenset((RUSSIAN_PACK,)))

    def _glyphs(self, seen: Looked) -> tuple[Looked, list[str], str]:
        if id(seen) not in self._clear:
            self._clear[id(seen)] = seen, list(clear_glyphs(seen)), sure_glyph(seen)
        return self._clear[id(seen)]

    def _verdict(self, seen: Looked, beside: frozenset[str]) -> Verdict | None:
        key = id(seen), beside
        if key not in self._verdicts:
            verdict = judged(list(seen.indices.values()), seen.face, self._language, beside)
            self._verdicts[key] = seen, verdict
        return self._verdicts[key][1]


def doubted(verdict: Verdict) -> Verdict:
    """The verdict on a card whose letter no language has beside the other letters of its picture."""
    return verdict._replace(card=None, unsure=verdict.unsure or "language not known")


def clear_glyphs(seen: Looked) -> Iterator[str]:
    """The glyphs that stand clearly in some corner, above a suit: letters stand on other paper too."""
    for index in seen.indices.values():
        at = int(np.argmax(index.glyphs))
        if index.glyphs[at] > CLEAR_PROBABILITY and index.suits[:4].max() > SUIT_PROBABILITY:
            yield GLYPHS[at]


def sure_glyph(seen: Looked) -> str:
    """The glyph that every corner surely shows, of those that show an index; empty where one does not. A
    single 1 may be half of a 10."""
    shown = [index for index in seen.indices.values() if seen_at_all(index) > INDEX_PROBABILITY]
    glyphs = {GLYPHS[int(np.argmax(index.glyphs))] for index in shown}
    sure = all(
        index.glyphs.max() >= SURE_PROBABILITY and index.suits[:4].max() > SUIT_PROBABILITY for index in shown
    )
    half = glyphs == {"1"} and len(shown) == 1
    return glyphs.pop() if sure and len(glyphs) == 1 and not half else ""


def after(reading: Reading, hear: Hear | None) -> Reading:
    """The reading after `hear` was asked about it; of a card that is seen in part it knows nothing."""
    outline, indices, _ = reading.looked
    if hear is None or not outline.whole:
        return reading
    return reading._replace(verdict=hear(indices.values(), reading.verdict))
