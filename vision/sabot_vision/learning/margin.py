"""How sure the head must be: measured on samples that it did not learn from. Pure.

Every sample is held back once, with the fifth of the coups that its own is in, and asked about by a head that
learned from the others. A name is given only at a margin that no wrong answer reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sabot_vision.finding.pacing import Piecewise
from sabot_vision.learning.head import NO_SUMS, Head, Sums, answer, confirms, fitted, summed
from sabot_vision.learning.samples import Sample

FIFTH_PARTS = 5
PIECE_SAMPLES = 100
"""At most this many samples are summed, or asked about, without a pause."""
LEAST_MARGIN = 11.0
"""The head never speaks below this margin: on rendered decks of no training, it was wrong up to 10.4."""
ABOVE_WRONG = 2.0
"""The margin lies this far above the surest wrong answer."""
LEAST_CARDS = 800
"""A head is made from at least this many cards: of nine heads of one shoe, one named a card wrongly."""


class Figures(NamedTuple):
    """What a head would have made of the `cards` that were held back: how many the network did not name by
    itself (`unsure`), and how many of these the head names (`named`); the share of all cards that it is sure
    of."""

    cards: int
    unsure: int
    named: int
    sure: float


class Learned(NamedTuple):
    """A head, the margin from which it counts, and its figures."""

    head: Head
    margin: float
    figures: Figures


class Answer(NamedTuple):
    """What a head that did not know this sample said of it."""

    sample: Sample
    name: str
    margin: float

    @property
    def right(self) -> bool:
        """Whether it is the sabot's name."""
        return self.name == self.sample.name


def learned(samples: Sequence[Sample]) -> Piecewise[Learned]:
    """Returns what these samples teach, in pieces."""
    parts = [[each for each in samples if each.coup % FIFTH_PARTS == fifth] for fifth in range(FIFTH_PARTS)]
    sums = []
    for part in parts:
        of_part = NO_SUMS
        for piece in pieces(part):
            of_part = of_part.plus(summed(piece))
            yield
        sums.append(of_part)
    answers = list[Answer]()
    for part, of_part in zip(parts, sums, strict=True):
        head = fitted(total(sums).without(of_part))
        yield
        for piece in pieces(part):
            answers += [Answer(each, *answer(head, each.look)) for each in piece]
            yield
    margin = margin_of(answers)
    return Learned(fitted(total(sums)), margin, figures_of(answers, margin))


def pieces(part: Sequence[Sample]) -> Iterator[Sequence[Sample]]:
    """The samples, some at a time."""
    return (part[first : first + PIECE_SAMPLES] for first in range(0, len(part), PIECE_SAMPLES))


def total(sums: Sequence[Sums]) -> Sums:
    """All of them together."""
    every = NO_SUMS
    for each in sums:
        every = every.plus(each)
    return every


def margin_of(answers: Sequence[Answer]) -> float:
    """Returns the margin from which a head counts: above every wrong answer about what was held back."""
    surest = max((each.margin for each in answers if not each.right), default=0.0)
    return max(LEAST_MARGIN, surest + ABOVE_WRONG)


def figures_of(answers: Sequence[Answer], margin: float) -> Figures:
    """The figures of a head that counts from `margin` on."""
    unsure = [each for each in answers if not each.sample.read]
    sure = sum(each.margin >= margin for each in answers)
    named = sum(each.margin >= margin and confirms(each.sample.look, each.name) for each in unsure)
    return Figures(len(answers), len(unsure), named, sure / max(1, len(answers)))
