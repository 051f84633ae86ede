"""When a cell is asked again: the published schedule FSRS-6, by its own package `fsrs`, without its fuzz.

Its source: J. Ye and others, *A stochastic shortest path algorithm for optimizing spaced repetition
scheduling* (KDD 2022), and the Open Spaced Repetition project, whose parameters are the defaults here. The
state of a cell is the fold of its answers, so nothing but answers is ever kept.

How an answer becomes a rating: wrong is *again*, and so is right after more than twice the drill's time, for
a croupier who thinks so long has guessed or counted. Right in up to half the time is *easy*, within the time
*good*, later *hard*.

A cell that was missed twice or more is *unsteady* until it was right, in time, in five sittings one after the
other. It is asked in every sitting. Some cells are forgotten within a day: a schedule that lets a day pass
after one good answer never catches them, and a lucky guess sends them away for weeks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypedDict

if TYPE_CHECKING:
    import fsrs

QUICK_TIMES, SLOW_TIMES = 0.5, 2.0
"""Parts of a drill's time: within the first it is easy, beyond the second it is hard."""

UNSTEADY_AFTER, STEADY_AFTER = 2, 5
"""A cell is unsteady after it was missed this many times, and steady again after being right in this many
sittings running."""

SITTINGS_APART_S = 4 * 3600.0
"""Answers so far apart belong to two sittings."""

KNOWN_FOR_DAYS = 7.0
"""A cell counts as learnt when the schedule trusts it for so long."""


class Answered(NamedTuple):
    """An answer on record: the cell, whether it was right, how long it took (0: not measured), and
    when (Unix time)."""

    cell: str
    right: bool
    seconds: float
    at_s: float


@cache
def _scheduler() -> fsrs.Scheduler:
    import fsrs

    return fsrs.Scheduler(enable_fuzzing=False)


def rating(*, right: bool, seconds: float, target_s: float) -> str:
    """`Again`, `Hard`, `Good` or `Easy`; of a right answer whose time was not measured, `Good`."""
    if not right or seconds > SLOW_TIMES * target_s:
        return "Again"
    if not seconds:
        return "Good"
    if seconds > target_s:
        return "Hard"
    return "Easy" if seconds <= QUICK_TIMES * target_s else "Good"


class Steadiness(NamedTuple):
    """How firmly a cell is known: how often it was missed, in how many sittings running it was then right and
    in time, and when it was asked last (Unix time)."""

    missed: int = 0
    running: int = 0
    asked_s: float = 0.0

    def after(self, rated: str, at_s: float) -> Steadiness:
        """After one more answer. A second right one in the same sitting adds nothing, nor does a slow one."""
        if rated == "Again":
            return Steadiness(self.missed + 1, 0, at_s)
        counts = rated != "Hard" and at_s - self.asked_s > SITTINGS_APART_S
        return Steadiness(self.missed, self.running + counts, at_s)

    def wants(self, now_s: float) -> bool:
        """Whether it is unsteady, and not yet asked in this sitting."""
        return self.is_unsteady and now_s - self.asked_s > SITTINGS_APART_S

    @property
    def is_unsteady(self) -> bool:
        """Whether it was missed twice, and since then was not right in five sittings running."""
        return self.missed >= UNSTEADY_AFTER and self.running < STEADY_AFTER


class Standing(TypedDict):
    """How many cells there are, and how many of them were asked, are due and are learnt."""

    cells: int
    asked: int
    due: int
    learnt: int


class Plan:
    """What one trainee knows of one drill, cell by cell, and which comes next. One thread takes answers; any
    may look."""

    def __init__(self, cells: Sequence[str], *, target_s: float, answers: Iterable[Answered] = ()) -> None:
        self._cells, self._target_s = tuple(cells), target_s
        self._cards: dict[str, fsrs.Card] = {}
        self._steady: dict[str, Steadiness] = {}
        self.last = ""
        for each in answers:
            self.take(each)

    def take(self, answer: Answered) -> None:
        """One more answer. Of a cell that the drill no longer has nothing is kept."""
        if answer.cell not in self._cells:
            return
        import fsrs

        at = _time(answer.at_s)
        card = self._cards.get(answer.cell) or fsrs.Card(card_id=0, due=at)
        rated = rating(right=answer.right, seconds=answer.seconds, target_s=self._target_s)
        self._steady[answer.cell] = self._steady.get(answer.cell, Steadiness()).after(rated, answer.at_s)
        self._cards[answer.cell], _ = _scheduler().review_card(card, fsrs.Rating[rated], at)
        self.last = answer.cell

    def due(self, now_s: float) -> list[str]:
        """The cells whose time has come, the longest overdue first; then the unsteady ones."""
        now = _time(now_s)
        ripe = [cell for cell, card in [*self._cards.items()] if card.due <= now]
        unsteady = [cell for cell, each in [*self._steady.items()] if each.wants(now_s) and cell not in ripe]
        return [
            *sorted(ripe, key=lambda cell: self._cards[cell].due),
            *sorted(unsteady, key=lambda cell: self._steady[cell].asked_s),
        ]

    def unsteady(self) -> int:
        """How many cells are unsteady, due or not."""
        return sum(each.is_unsteady for each in [*self._steady.values()])

    def steady(self) -> int:
        """How many cells the schedule trusts for a week and that are not unsteady."""
        return sum(
            (card.stability or 0) >= KNOWN_FOR_DAYS and not self._steady[cell].is_unsteady
            for cell, card in [*self._cards.items()]
        )

    def unseen(self) -> list[str]:
        """The cells that were never asked, in an order that is no pattern."""
        fresh = [cell for cell in self._cells if cell not in self._cards]
        Random("|".join(self._cells)).shuffle(fresh)
        return fresh

    def next(self, now_s: float) -> str:
        """The cell to ask now: one that is due, else a new one, else the one that is likeliest forgotten;
        never the same twice running where there is another."""
        early = sorted(self._cards, key=lambda cell: (self.recall(cell, now_s), self._cards[cell].due))
        wanted = [*self.due(now_s), *self.unseen(), *early]
        return next((cell for cell in wanted if cell != self.last), wanted[0])

    def recall(self, cell: str, now_s: float) -> float:
        """How likely the cell is known now, by the schedule's own model: 0 for one never asked."""
        card = self._cards.get(cell)
        return 0.0 if card is None else float(_scheduler().get_card_retrievability(card, _time(now_s)))

    def standing(self, now_s: float) -> Standing:
        """How many cells there are, how many were asked, are due, and are learnt."""
        learnt = [card for card in [*self._cards.values()] if (card.stability or 0) >= KNOWN_FOR_DAYS]
        return {
            "cells": len(self._cells),
            "asked": len(self._cards),
            "due": len(self.due(now_s)),
            "learnt": len(learnt),
        }


def _time(at_s: float) -> datetime:
    return datetime.fromtimestamp(at_s, UTC)
