"""The terms of the school: a drill has cells, asks a question of one, and judges the answer by the rules.

Everything in a question is a plain JSON value and tells nothing of the answer; what is right is worked out
from what it shows when the answer has come.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from sabot.core.cards import DECK, Card, card_named
from sabot.core.reasons import Reason
from sabot.core.terms import minor_units

DRAW, STAND, FREE = "draw", "stand", "free"

SEVERAL = "several"
"""How a question is answered of whose acts each right one is marked. The answer joins them with commas."""


class Act(NamedTuple):
    """One way to answer: what is sent, what stands on the button, and its key on a keyboard.

    `spoken`: the label is in the game's own words, or a name from the cloth, and is never translated.
    """

    answer: str
    label: str
    key: str
    spoken: bool = False


class Question(NamedTuple):
    """One question: the sentence `ask` with `values` in its slots, the cards or chips on the cloth (`shows`),
    and how it is answered: by one of `acts`, by several of them, or by something `typed` (`number`, `money`,
    `pocket`, `act`).

    `within_s`: the clock it is asked against; 0: none. `left_s` is what is left of it.
    """

    drill: str
    cell: str
    seed: int
    ask: str
    shows: dict[str, Any]
    values: dict[str, str] = {}  # noqa: RUF012 - never changed
    acts: tuple[Act, ...] = ()
    typed: str = ""
    within_s: float = 0.0
    left_s: float = 0.0

    def waiting(self, since_s: float) -> Question:
        """Returns the same, asked `seconds` seconds ago: its clock runs on while nobody looks, or loads
        the page again."""
        return self._replace(left_s=max(0.1, self.within_s - max(0, since_s))) if self.within_s else self


class Verdict(NamedTuple):
    """Whether an answer was right, the rule, and what would have been right; `read` are the cells of the
    rules' own table that tell it, where they are not the cell that was asked."""

    right: bool
    why: Reason
    truth: str
    read: tuple[str, ...] = ()


Tableau = dict[str, object]
"""A table of the rules: `of`, the heads of its columns, and rows of cells with `D`, `S`, `F` or `N`."""


def no_table(laws: Sequence[str]) -> Tableau | None:
    """Of a drill that has no table behind it."""
    return None


class Drill(NamedTuple):
    """What can be learnt: `rows` of cells (one row where there is no table; an empty name is a gap), and the
    two functions.

    `title` is what it is called on a page; `columns` head the rows where they are a table. `target_s` is the
    time in which somebody who knows it answers. `often` says which part of all coups asks each cell, where
    that is known; `table` draws the table of the rules behind it, from what is right in each cell.
    """

    name: str
    title: str
    rows: tuple[tuple[str, ...], ...]
    asks: Callable[[str, int], Question]
    judges: Callable[[Question, str], Verdict]
    target_s: float = 3.0
    columns: tuple[str, ...] = ()
    group: str = ""
    often: Callable[[], Mapping[str, float]] = dict
    table: Callable[[Sequence[str]], Tableau | None] = no_table

    def cells(self) -> tuple[str, ...]:
        """What is learnt, piece by piece."""
        return tuple(cell for row in self.rows for cell in row if cell)

    def ask(self, cell: str, seed: int) -> Question:
        """The question of this cell that `seed` draws; the same each time."""
        if cell not in self.cells():
            raise ValueError(f"{self.name} has no cell {cell!r}")
        return self.asks(cell, seed)

    def judge(self, question: Question, answer: str) -> Verdict:
        """What the rules say to the answer; anything may be answered."""
        return self.judges(question, answer)


def chance_of(drill: str, cell: str, seed: int) -> Random:
    """The chance that draws one question: of the drill, the cell and the seed alone."""
    return Random(f"{drill}|{cell}|{seed}")


def suited(rng: Random, rank: str) -> str:
    """A card of this rank, as text."""
    return rank + rng.choice("CDHS")


def cards_of(texts: list[str]) -> tuple[Card, ...]:
    """Cards written as text."""
    return tuple(card for text in texts if (card := card_named(text)) is not None)


def any_card(rng: Random) -> Card:
    """A card of a pack without end."""
    return rng.choice(DECK)


def numbered(labels: list[str], *, spoken: bool = True) -> tuple[Act, ...]:
    """Acts under the keys 1 to 9, each answering with its own label."""
    return tuple(Act(label, label, str(nth), spoken) for nth, label in enumerate(labels, 1))


def marks_judged(question: Question, answer: str, *, right: Collection[str], why: Reason) -> Verdict:
    """Whether all acts that are right were marked, and no other; in any order."""
    truth = [act.answer for act in question.acts if act.answer in right]
    return Verdict({*answer.split(",")} == {*truth}, why, ",".join(truth))


def typed_money(text: str) -> int | None:
    """An amount as a person types it, in minor units; a comma will do."""
    said = text.strip().replace(",", ".").rstrip(".")
    return 0 if said in ("0", "0.0", "0.00") else minor_units(said)


def typed_number(text: str) -> int | None:
    """A whole number as a person types it."""
    said = text.strip()
    return int(said) if said.isascii() and said.isdigit() and len(said) < 9 else None
