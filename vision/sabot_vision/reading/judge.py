"""The verdicts on what is seen in one picture, in which the letters of one card settle those of another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from sabot_vision.networks.glyphs import GLYPHS, foreign, languages_beside
from sabot_vision.networks.judging import Seen, Verdict, judged
from sabot_vision.reading.settling import Looked, Reading

CLEAR_PROBABILITY = 0.93
"""A letter this likely shows the language of the deck; an index this likely shows that a card lies there."""
SUIT_PROBABILITY = 0.5
"""A letter is that of a card if a suit is this likely to stand below it."""

Hear = Callable[[Iterable[Seen], Verdict], Verdict]
"""Returns a verdict after it was compared with what was learned of such corners."""


class Judge:
    """The verdicts on what is seen in one picture, each made once."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._verdicts: dict[tuple[int, frozenset[str]], tuple[Looked, Verdict | None]] = {}
        self._clear: dict[int, tuple[Looked, list[str]]] = {}

    def verdicts(self, looked: Sequence[Looked]) -> list[Verdict | None]:
        """Returns the verdicts on outlines of one deck: the letters of one settle the letters of another."""
        beside = odd = frozenset[str]()
        if self._language == "any":
            glyphs = [glyph for seen in looked for glyph in self._glyphs(seen)]
            beside, odd = languages_beside(glyphs), foreign(glyphs)
        verdicts = [self._verdict(seen, beside) for seen in looked]
        return [doubted(verdict) if verdict and verdict.rank in odd else verdict for verdict in verdicts]

    def _glyphs(self, seen: Looked) -> list[str]:
        if id(seen) not in self._clear:
            self._clear[id(seen)] = seen, list(clear_glyphs(seen))
        return self._clear[id(seen)][1]

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


def after(reading: Reading, hear: Hear | None) -> Reading:
    """The reading after `hear` was asked about it; of a card that is seen in part it knows nothing."""
    outline, indices, _ = reading.looked
    if hear is None or not outline.whole:
        return reading
    return reading._replace(verdict=hear(indices.values(), reading.verdict))
