"""What chemin de fer is worth: ponte against bank by the tableau, for any cards, and the game that both play
where the ponte is free on 5 (`sabot.games.chemin_de_fer.equilibrium`).

Who may draw is asked of the referee's own positions, what a stake returns of its settlement.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.core.progress import Progress, silent, stepping
from sabot.core.terms import Stake
from sabot.games.baccarat.counting import counted
from sabot.games.baccarat.points import VALUE
from sabot.games.baccarat.tableau import TABLEAU
from sabot.games.chemin_de_fer import rules as chemin_de_fer
from sabot.games.chemin_de_fer.bank import Bank, after
from sabot.games.chemin_de_fer.equilibrium import Cell, Solution, best_answer, solved
from sabot.games.chemin_de_fer.options import Options
from sabot.games.chemin_de_fer.tirage import Position, Table, advanced, decided, position
from sabot.games.odds import published
from sabot.games.odds.composition import Composition
from sabot.games.odds.figures import Figure
from sabot.games.odds.terms import Odds

WINNERS = chemin_de_fer.WINNERS
FREE: tuple[Cell, ...] = tuple(cell for cell, rule in TABLEAU.items() if rule == "F")
"""The cells that the tableau leaves to the banker."""

Choices = tuple[str, ...]
"""`carte` or `non`: the ponte's on 5, then the banker's in each free cell."""

STAKE_CENTS = 100 * 100


def played(ponte: int, banque: int, drawn: tuple[int, int], choices: Choices) -> Position:
    """The decided coup when two cards each give these totals and these values are drawn next."""
    now, cards = position(Table(), ((ponte, 0), (banque, 0))), iter(drawn)
    while (owed := now.owed) is not None:
        if owed.of == "ponte":
            now = decided(now, "ponte", choices[0])
        elif owed.of == "banque":
            now = decided(now, "banque", choices[1 + FREE.index((banque, now.third()))])
        else:
            now = advanced(now, "TA23456789"[next(cards)])
    return now


@cache
def _codes(choices: Choices) -> NDArray[np.uint16]:
    """Who wins, by the two-card totals and the values of the fifth and sixth card."""
    codes = np.empty((10,) * 4, np.uint16)
    for ponte, banque, fifth, sixth in product(range(10), repeat=4):
        codes[ponte, banque, fifth, sixth] = WINNERS.index(
            played(ponte, banque, (fifth, sixth), choices).winner or ""
        )
    return codes


def wins(cards: Composition, choices: Choices) -> dict[str, int]:
    """In how many ordered choices of six cards each side wins, and how many are en cartes."""
    by_value = cards.by_value(VALUE)
    ways = counted(_codes(choices), [by_value[value] for value in range(10)], replaced=cards.replaced)
    return {name: ways.get(code, 0) for code, name in enumerate(WINNERS)}


def advantage(won: dict[str, int]) -> Fraction:
    """What the bank gains of a stake against it, from the referee's settlement."""
    lost = sum(ways * (STAKE_CENTS - _returned(name)) for name, ways in won.items())
    return Fraction(lost, STAKE_CENTS * sum(won.values()))


@cache
def _returned(winner: str) -> int:
    coup = chemin_de_fer.opening(Options())
    coup = coup._replace(
        position=coup.position._replace(winner=winner), stakes=(Stake("ponte", STAKE_CENTS),)
    )
    (settlement,) = chemin_de_fer.settlement(coup, last=False)
    return settlement.returned


# --- what is told ------------------------------------------------------------------------------------


def figures(cards: Composition, options: Options, *, progress: Progress = silent) -> Iterator[Figure]:
    """Every figure of chemin de fer over these cards; the game itself is solved with every card put back."""
    yield from _game()
    fives = ("carte",) if options.ponte_five == "draw" else ("carte", "non")
    tableaux = list(product(fives, *(("carte", "non") for _ in FREE)))
    with progress("counting tableaux", len(tableaux)) as advance:
        won = [wins(cards, choices) for choices in stepping(tableaux, advance)]
    for choices, each in zip(tableaux, won, strict=True):
        yield from _by_tableau(each, choices, options)


def _game() -> Iterator[Figure]:
    """Every card put back: what both do best, and what that is worth."""
    section, solution = "the game, every card put back", solved()
    yield Figure(section, "ponte draws on 5", solution.draws_on_five)
    for cell, often in solution.mixed.items():
        yield Figure(section, f"bank draws with {named(cell)}", often)
    yield Figure(section, "worth to the ponte", solution.worth)
    for name, often in ANSWERED.items():
        yield Figure(section, f"worth to the ponte who {name}", best_answer(often)[0])


ANSWERED = {
    "always draws on 5": Fraction(1),
    "never draws on 5": Fraction(0),
    "draws on 5 half the time": Fraction(1, 2),
}
"""Pontes whose choice the banker knows and answers best."""


def named(cell: Cell) -> str:
    """A cell of the tableau in words."""
    total, given = cell
    return f"{total} against {'no card' if given is None else given}"


def _by_tableau(won: dict[str, int], choices: Choices, options: Options) -> Iterator[Figure]:
    five, *free = ({"carte": "draws", "non": "stands"}[choice] for choice in choices)
    cells = ", ".join(f"{act} with {named(cell)}" for act, cell in zip(free, FREE, strict=True))
    section = f"ponte {five} on 5; bank by the tableau, {cells}"
    whole = sum(won.values())
    yield from (Figure(section, name, Fraction(ways, whole), ways) for name, ways in won.items())
    yield Figure(section, "bank gains of a stake", advantage(won))
    yield Figure(section, "house takes of a stake", Fraction(won["banque"], whole) * rake(options))


def rake(options: Options) -> Fraction:
    """The share of the house in a stake that the bank wins."""
    bank = after(options, Bank(amount=STAKE_CENTS), winner="banque", staked=STAKE_CENTS, banco=None)
    return Fraction(bank.rake, STAKE_CENTS)


def plans() -> Iterator[tuple[str, dict[str, str]]]:
    """What the banker best does in every cell, in the solution and against pontes who are known: D, S, or `=`
    where both are alike."""
    solution: Solution = solved()
    yield "the solution", _spelled(solution.banker)
    for name, often in ANSWERED.items():
        yield f"against a ponte who {name}", _spelled(best_answer(often)[1])


def _spelled(banker: Any) -> dict[str, str]:
    cells = sorted(banker, key=lambda cell: (cell[0], -1 if cell[1] is None else cell[1]))
    return {named(cell): banker[cell] for cell in cells}


ODDS = Odds(of_cards=figures, published=partial(published.of, "chemin-de-fer"), plans=plans)
