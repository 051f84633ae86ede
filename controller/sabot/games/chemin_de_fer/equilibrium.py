"""The game that ponte and banker play at chemin de fer, solved: every card put back, in fractions.

The ponte chooses how often to draw on 5. The banker, free of any tableau, sees two cards and the card
given, and chooses in each of these cells. The ponte's expectation is a sum over cells, each linear in this
choice, and the banker takes the lower of two lines in each; so the ponte's best choice is where two lines
of a cell cross. Who wins, and when nobody draws, is asked of the referee's own positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from sabot.games.baccarat.points import VALUE
from sabot.games.chemin_de_fer.tirage import Table, position, rule, winner

Cell = tuple[int, int | None]
"""The banker's two cards and the value of the card given, None where the ponte stood."""

PONTE_GAIN = {"ponte": 1, "en-cartes": 0, "banque": -1}
"""What a coup brings the ponte for a stake of one."""

CARD_SHARES = {value: Fraction([*VALUE.values()].count(value), len(VALUE)) for value in range(10)}
"""The chance of each value, every card put back."""

TWO_CARD_SHARES = {
    total: sum((CARD_SHARES[one] * CARD_SHARES[(total - one) % 10] for one in range(10)), Fraction(0))
    for total in range(10)
}
"""The chance of each total of two cards."""


class Line(NamedTuple):
    """A worth that depends on how often the ponte draws on 5: `fixed` and as often as that `five`."""

    fixed: Fraction = Fraction(0)
    five: Fraction = Fraction(0)

    def at(self, often: Fraction) -> Fraction:
        """The ponte's expectation at this frequency of drawing on 5 (0 to 1)."""
        return self.fixed + self.five * often

    def and_(self, weight: Line, worth: Fraction) -> Line:
        """This line and another one of this weight and worth."""
        return Line(self.fixed + weight.fixed * worth, self.five + weight.five * worth)


class Answers(NamedTuple):
    """What the ponte is worth in each cell when the banker draws there (`D`) or stands (`S`)."""

    naturals: Fraction
    cells: Mapping[Cell, Mapping[str, Line]]


class Solution(NamedTuple):
    """The best that both can do: how often the ponte draws on 5, the ponte's expectation, and the banker's
    answer in each cell; `mixed` is how often the banker draws in the cells marked `=`."""

    draws_on_five: Fraction
    worth: Fraction
    banker: Mapping[Cell, str]
    mixed: Mapping[Cell, Fraction]


@cache
def answers() -> Answers:
    """Every cell of the game."""
    naturals = Fraction(0)
    cells: dict[Cell, dict[str, Line]] = {}
    for ponte, banque in ((p, b) for p in range(10) for b in range(10)):
        share = TWO_CARD_SHARES[ponte] * TWO_CARD_SHARES[banque]
        now = position(Table(), ((ponte, 0), (banque, 0)))
        if now.natural:
            naturals += share * PONTE_GAIN[now.winner or ""]
            continue
        for third, weight in _thirds(rule(now, "ponte")):
            points = (ponte + (third or 0)) % 10
            cell = cells.setdefault((banque, third), {"D": Line(), "S": Line()})
            weight = Line(weight.fixed * share, weight.five * share)
            cell["S"] = cell["S"].and_(weight, Fraction(PONTE_GAIN[winner(points, banque)]))
            cell["D"] = cell["D"].and_(weight, _drawn(points, banque))
    return Answers(naturals, cells)


def _thirds(law: str) -> Iterator[tuple[int | None, Line]]:
    """The cards that the ponte may be given, with what each weighs; None: none."""
    draws = {"D": Line(Fraction(1)), "S": Line(), "F": Line(Fraction(0), Fraction(1))}[law]
    for third, share in CARD_SHARES.items():
        yield third, Line(draws.fixed * share, draws.five * share)
    yield None, Line(1 - draws.fixed, -draws.five)


def _drawn(points: int, banque: int) -> Fraction:
    gains = (share * PONTE_GAIN[winner(points, (banque + card) % 10)] for card, share in CARD_SHARES.items())
    return sum(gains, Fraction(0))


def best_answer(often: Fraction) -> tuple[Fraction, dict[Cell, str]]:
    """What the ponte is worth who draws on 5 so often, and what the banker best does in each cell (`=`:
    either)."""
    game = answers()
    worth, chosen = game.naturals, {}
    for cell, acts in game.cells.items():
        drawn, stood = acts["D"].at(often), acts["S"].at(often)
        worth += min(drawn, stood)
        chosen[cell] = "=" if drawn == stood else "D" if drawn < stood else "S"
    return worth, chosen


@cache
def solved() -> Solution:
    """The solution of the game. The banker mixes in the one cell where both are equal, so that the ponte
    gains nothing by drawing on 5 more or less often."""
    often = max({Fraction(0), Fraction(1), *_crossings()}, key=lambda each: best_answer(each)[0])
    worth, banker = best_answer(often)
    alike = [cell for cell, act in banker.items() if act == "="]
    cells = answers().cells
    slope = sum((cells[cell][act].five for cell, act in banker.items() if act != "="), Fraction(0))
    mixed = {}
    for cell in alike:
        drawn, stood = cells[cell]["D"].five, cells[cell]["S"].five
        mixed[cell] = (slope + stood) / (stood - drawn)
    return Solution(often, worth, banker, mixed)


def _crossings() -> Iterator[Fraction]:
    for acts in answers().cells.values():
        drawn, stood = acts["D"], acts["S"]
        if drawn.five != stood.five:
            often = (stood.fixed - drawn.fixed) / (drawn.five - stood.five)
            if 0 < often < 1:
                yield often
