"""The cards of punto banco: who draws by the table, what is called, and who wins.

Source: CB. Punto draws to 5; banco follows the tableau, which leaves nothing free.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sabot.core.reasons import reason
from sabot.core.terms import Call, Owed
from sabot.games.baccarat.points import NATURAL_POINTS, NUMBERS, VALUE, french
from sabot.games.baccarat.tableau import TABLEAU_OF_THE_BOOK, read_tableau
from sabot.games.punto_banco.whys import PUNTO_DRAWS_TO, banco_draws, punto_draws

TABLEAU = read_tableau(TABLEAU_OF_THE_BOOK, free="D")
"""Banco's third card: `(banco's two-card total, value of punto's third card or None) -> D or S` (CB)."""


class Position(NamedTuple):
    """All that the values of the cards say about a coup; suits do not matter.

    There are a few thousand of them; each is worked out once, from `tirage`, and `then` leads from one to
    the next by the value of a card (see `advanced`).
    """

    values: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int]
    owed: Owed | None
    winner: str | None
    natural: bool
    calls: tuple[Call, ...]
    then: dict[str, Position]


def tirage(punto: tuple[int, ...], banco: tuple[int, ...]) -> Owed | None:
    """What is owed when these values lie, in order, before punto and banco; None when the deal is over.

    >>> owed = tirage((8, 3), (0, 6))  # 1 against 6
    >>> print(owed.to, owed.why, sep=": ")
    punto: punto has 1 and draws to 5
    >>> owed = tirage((8, 3, 6), (0, 6))  # punto's third card was a 6
    >>> print(owed.to, owed.why, sep=": ")
    banco: banco has 6 against a 6
    >>> tirage((8, 1), (0, 6)) is None  # a natural
    True
    """
    if len(punto) < 2 or len(banco) < 2:
        why = reason("the first four cards go to punto, banco, punto, banco")
        return Owed("punto" if len(punto) == len(banco) else "banco", why=why)
    p, b = sum(punto[:2]) % 10, sum(banco[:2]) % 10
    if p in NATURAL_POINTS or b in NATURAL_POINTS or len(banco) == 3:
        return None
    if len(punto) == 2 and p <= PUNTO_DRAWS_TO:
        return Owed("punto", why=punto_draws(p))
    third = punto[2] if len(punto) == 3 else None
    if TABLEAU[b, third] == "D":
        return Owed("banco", why=banco_draws(b, third))
    return None


def winner(punto: int, banco: int) -> str:
    """Who wins with these points.

    >>> winner(7, 6), winner(6, 6)
    ('punto', 'egalite')
    """
    return "egalite" if punto == banco else "punto" if punto > banco else "banco"


def position(punto: tuple[int, ...], banco: tuple[int, ...]) -> Position:
    """What these values, in the order drawn, say when they lie before punto and banco."""
    points = (sum(punto) % 10, sum(banco) % 10)
    owed = tirage(punto, banco)
    won = winner(*points) if owed is None else None
    natural = owed is None and len(punto) == len(banco) == 2 and bool({*points} & {*NATURAL_POINTS})
    calls = _calls((punto, banco), points, owed, natural=natural)
    return Position((punto, banco), points, owed, won, natural, calls, {})


def advanced(now: Position, rank: str) -> Position:
    """The position when the hand that is owed a card gets one of this rank."""
    punto, banco = now.values
    if now.owed is not None and now.owed.to == "punto":
        punto = (*punto, VALUE[rank])
    else:
        banco = (*banco, VALUE[rank])
    then = now.then[rank] = _position_like(_short(punto), _short(banco))
    return then


_position_like = cache(position)


def _short(values: tuple[int, ...]) -> tuple[int, ...]:
    """Two cards count as one sum from now on: hands with the same sum and third card are one position."""
    return (sum(values) % 10, 0) if len(values) == 2 else values


def _calls(
    hands: tuple[tuple[int, ...], ...], points: tuple[int, int], owed: Owed | None, *, natural: bool
) -> tuple[Call, ...]:
    if owed is None:
        return (french(_result_call(*points, natural=natural, banco_stood=len(hands[1]) == 2)),)
    if len(hands[0]) < 2 or len(hands[1]) < 2:
        return ()
    if len(hands[0]) == 3:
        return (french("Carte pour banco"),)
    count = french(f"{NUMBERS[points[0]].capitalize()} à punto, {NUMBERS[points[1]]} à banco")
    return (count, french("Carte pour punto" if owed.to == "punto" else "Punto reste, carte pour banco"))


def _result_call(punto: int, banco: int, *, natural: bool, banco_stood: bool) -> str:
    if punto == banco:
        return f"Égalité, {NUMBERS[punto]} partout"
    name, high, low = ("Punto", punto, banco) if punto > banco else ("Banco", banco, punto)
    ending = ", naturel" if natural else ", banco reste" if banco_stood else ""
    return f"{name} gagne, {NUMBERS[high]} à {NUMBERS[low]}{ending}"


NO_CARDS = position((), ())
"""The position before the first card."""
