"""The score card of trente et quarante: four columns of dots, and the names that players have for what they
see in them.

Source: *Hazardspelen* (HS, Dutch, about 1920), p. 80-81, who stresses that no logic supports betting on any
of it: the card counts what was, and says nothing of what comes. Pure functions from results to dots; an après
or a refait leaves no dot and is tallied beside the card (that is the house's choice: HS is silent).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

COLUMNS = ("rouge", "noir", "couleur", "inverse")
"""The columns from left to right: the grand tableau, then the petit tableau."""

Tableau = Literal["grand", "petit"]
Figure = Literal["série", "intermittence", "coup de lion", "coup à deux"]

LONG_ALTERNATION = 4
"""This many outcomes in strict alternation are an intermittence (the house's choice)."""

LION_RUN = 3
"""So long a run, one opposite, and the run's chance again are a coup de lion."""


class Dots(NamedTuple):
    """One line of the card: the chances that won, and the `nth` coup of the taille (from 0) that it was."""

    grand: str
    petit: str
    nth: int


class Marker(NamedTuple):
    """A figure in one tableau: from line `first` to line `last` of the card (from 0, both included).

    `chance` is that of the first line, `at` the line that the figure turns on: the single opposite of a coup
    de lion, else the first. `pairs` counts the runs of a coup à deux.
    """

    tableau: Tableau
    figure: Figure
    first: int
    last: int
    chance: str
    at: int
    pairs: int = 0

    @property
    def length(self) -> int:
        """How many outcomes it spans."""
        return self.last - self.first + 1


class ScoreCard(NamedTuple):
    """The card of a taille: its lines, the figures in them, and the coups that left no dot."""

    lines: tuple[Dots, ...]
    markers: tuple[Marker, ...]
    counts: dict[str, int]
    apres: int
    refaits: int


class Run(NamedTuple):
    """A run of one chance: `length` lines from `first` on."""

    chance: str
    first: int
    length: int

    @property
    def last(self) -> int:
        """Its last line."""
        return self.first + self.length - 1


def card(results: Iterable[Mapping[str, object]]) -> ScoreCard:
    """The card of `results`, each with the keys `winner` and `couleur` of the game's `result` line."""
    results = list(results)
    winners = [each["winner"] for each in results]
    lines = tuple(
        Dots(each["winner"], "couleur" if each["couleur"] else "inverse", nth)
        for nth, each in enumerate(results)
        if each["winner"] in ("rouge", "noir")
    )
    grand, petit = [line.grand for line in lines], [line.petit for line in lines]
    markers = (*figures(grand, tableau="grand"), *figures(petit, tableau="petit"))
    counts = {chance: (grand + petit).count(chance) for chance in COLUMNS}
    return ScoreCard(lines, markers, counts, winners.count("apres"), winners.count("refait"))


def figures(outcomes: Sequence[str], *, tableau: Tableau = "grand") -> tuple[Marker, ...]:
    """Every figure in the outcomes of one tableau, in the order in which they begin."""
    rows = runs(outcomes)
    found = (*_series(rows), *_intermittences(rows), *_lions(rows), *_coups_a_deux(rows))
    named = (
        Marker(tableau, figure, first, last, outcomes[first], at, pairs)
        for figure, first, last, at, pairs in found
    )
    return tuple(sorted(named, key=lambda marker: (marker.first, marker.last)))


def runs(outcomes: Iterable[str]) -> tuple[Run, ...]:
    """The outcomes as runs of one chance."""
    found: list[Run] = []
    for chance, same in groupby(outcomes):
        first = found[-1].last + 1 if found else 0
        found.append(Run(chance, first, len(list(same))))
    return tuple(found)


Found = tuple[Figure, int, int, int, int]
"""A figure, its first and last line, the line it turns on, and its pairs."""


def _series(rows: Sequence[Run]) -> Iterator[Found]:
    """A run of two or more of one chance (HS)."""
    for run in rows:
        if run.length >= 2:
            yield "série", run.first, run.last, run.first, 0


def _intermittences(rows: Sequence[Run]) -> Iterator[Found]:
    """Strict alternation: the end of a run, the single outcomes after it, the beginning of the next run."""
    for single, group in groupby(rows, key=lambda run: run.length == 1):
        stretch = list(group)
        if not single:
            continue
        first, last = stretch[0].first, stretch[-1].last
        first -= first > 0
        last += last < rows[-1].last
        if last - first + 1 >= LONG_ALTERNATION:
            yield "intermittence", first, last, first, 0


def _lions(rows: Sequence[Run]) -> Iterator[Found]:
    """A run of three or more, a single opposite, then the run's chance again (HS)."""
    for run, opposite, again in zip(rows, rows[1:], rows[2:], strict=False):
        if run.length >= LION_RUN and opposite.length == 1:
            yield "coup de lion", run.first, again.first, opposite.first, 0


def _coups_a_deux(rows: Sequence[Run]) -> Iterator[Found]:
    """Two or more runs on end of exactly two (HS)."""
    for double, group in groupby(rows, key=lambda run: run.length == 2):
        pairs = list(group)
        if double and len(pairs) >= 2:
            yield "coup à deux", pairs[0].first, pairs[-1].last, pairs[0].first, len(pairs)
