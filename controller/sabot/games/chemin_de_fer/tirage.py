"""The cards of chemin de fer: who may draw, who must, who is free, and what is said of it.

Source: HS p. 17-34. Four cards, ponte first; 8 or 9 in two cards is turned up and ends the deal; the ponte
draws to 4, is free on 5 and stands on 6 and 7; the banker follows the tableau, which leaves two cells
free.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sabot.core.reasons import Reason, reason
from sabot.core.terms import Call, Owed
from sabot.games.baccarat.choices import ADVICE, BY_RULE, CHOICES, Answer
from sabot.games.baccarat.points import NATURAL_POINTS, NUMBERS, VALUE, french
from sabot.games.baccarat.tableau import PONTE, TABLEAU, Rule
from sabot.games.baccarat.whys import AFTER_A_NATURAL, GIVEN_NAMES, SPEAKERS, broken, had_said, pontes_why

NAMES = {"ponte": "ponte", "banque": "banker"}
"""Who holds the hand at each place."""


class Table(NamedTuple):
    """What of the options bears on the cards."""

    five: str = "free"
    peeks: bool = False


class Position(NamedTuple):
    """All that the values of the cards and the decisions heard say of a coup.

    `said` holds what ponte and banque have decided aloud and lawfully (`carte`, `non`), None what nobody has
    heard. `turn` is whose decision or card comes next once four cards lie. There are a few thousand
    positions, each worked out once; `then` leads to the next by the rank of a card.
    """

    table: Table
    values: tuple[tuple[int, ...], tuple[int, ...]]
    said: tuple[str | None, str | None]
    points: tuple[int, int]
    owed: Owed | None
    turn: str | None
    winner: str | None
    natural: bool
    calls: tuple[Call, ...]
    then: dict[str, Position]

    @property
    def complete(self) -> bool:
        """Whether both hands have their first two cards."""
        return len(self.values[1]) >= 2

    def third(self) -> int | None:
        """The value of the ponte's third card; None: there is none."""
        ponte = self.values[0]
        return ponte[2] if len(ponte) == 3 else None


def two(values: tuple[int, ...]) -> int:
    """The points of a hand's first two cards."""
    return sum(values[:2]) % 10


def ponte_rule(points: int, five: str = "free") -> Rule:
    """What the ponte does with `points` points in two cards, 0 to 7 (HS p. 18).

    >>> ponte_rule(4), ponte_rule(5), ponte_rule(5, five="draw"), ponte_rule(6)
    ('D', 'F', 'D', 'S')
    """
    return PONTE[five][points]  # type: ignore[return-value]


def rule(now: Position, who: str) -> Rule:
    """What the rules say to `who` now that four cards lie. A natural, whosever it is, ends the drawing."""
    ponte, banque = two(now.values[0]), two(now.values[1])
    if ponte in NATURAL_POINTS or banque in NATURAL_POINTS:
        return "S"
    return ponte_rule(ponte, now.table.five) if who == "ponte" else TABLEAU[banque, now.third()]


def tirage(
    table: Table,
    values: tuple[tuple[int, ...], tuple[int, ...]],
    said: tuple[str | None, str | None] = (None, None),
) -> Owed | None:
    """What is owed with these values before ponte and banque, in order, and these decisions; None: the coup
    is decided.

    >>> owed = tirage(Table(), ((3, 2), (0, 5)))  # the ponte has 5
    >>> owed.of, owed.choices
    ('ponte', ('carte', 'non'))
    >>> tirage(Table(), ((3, 1, 9), (0, 3))).of  # 3 against a 9: free
    'banque'
    >>> tirage(Table(), ((3, 6), (0, 3))) is None  # a natural
    True
    """
    ponte, banque = values
    if len(ponte) < 2 or len(banque) < 2:
        why = reason("the first four cards go to ponte, banque, ponte, banque")
        return Owed("ponte" if len(ponte) == len(banque) else "banque", why=why)
    p, b = two(ponte), two(banque)
    if p in NATURAL_POINTS or b in NATURAL_POINTS or len(banque) == 3:
        return None
    if len(ponte) == 2:
        law = ponte_rule(p, table.five)
        wanted = _wanted("ponte", law, said[0], why=ponte_why(p, law, table.five))
        if wanted:
            return wanted
    third = ponte[2] if len(ponte) == 3 else None
    return _wanted("banque", TABLEAU[b, third], said[1], why=banque_why(b, third))


def _wanted(who: str, law: Rule, said: str | None, *, why: Reason) -> Owed | None:
    choice = said or BY_RULE[law]
    if choice is None:
        return Owed(of=who, choices=CHOICES, why=why)
    return Owed(who, why=why) if choice == "carte" else None


def ponte_why(points: int, law: Rule, five: str) -> Reason:
    """The rule that binds the ponte, or leaves the ponte free."""
    return pontes_why("ponte", points, law, five)


def banque_why(points: int, third: int | None) -> Reason:
    """The rule that binds the banker, or leaves the banker free."""
    given, law = GIVEN_NAMES[third], TABLEAU[points, third]
    if law == "D":
        return reason("banque has {n} against {given} and draws", n=points, given=given)
    if law == "S":
        return reason("banque has {n} against {given} and stands", n=points, given=given)
    return reason("banque has {n} against {given} and is free", n=points, given=given)


def winner(ponte: int, banque: int) -> str:
    """Who wins with these points."""
    return "en-cartes" if ponte == banque else "ponte" if ponte > banque else "banque"


@cache
def position(
    table: Table,
    values: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    said: tuple[str | None, str | None] = (None, None),
) -> Position:
    """What these values, in the order drawn, and these decisions say."""
    points = (sum(values[0]) % 10, sum(values[1]) % 10)
    owed = tirage(table, values, said)
    turn = owed and (owed.to or owed.of) if len(values[1]) >= 2 else None
    won = winner(*points) if owed is None else None
    natural = owed is None and bool({two(values[0]), two(values[1])} & {*NATURAL_POINTS})
    now = Position(table, values, said, points, owed, turn, won, natural, (), {})
    return now._replace(calls=_calls(now))


def advanced(now: Position, rank: str) -> Position:
    """The position when the hand whose card or decision is next gets a card of this rank."""
    ponte, banque = now.values
    if now.owed is not None and "ponte" in (now.owed.to, now.owed.of):
        ponte = (*ponte, VALUE[rank])
    else:
        banque = (*banque, VALUE[rank])
    then = now.then[rank] = position(now.table, (_short(ponte), _short(banque)), now.said)
    return then


def _short(values: tuple[int, ...]) -> tuple[int, ...]:
    """Two cards count as one sum from now on: hands with the same sum and third card are one position."""
    return (sum(values) % 10, 0) if len(values) == 2 else values


def decided(now: Position, who: str, choice: str) -> Position:
    """The position once `who` has said `carte` or `non`."""
    said = (choice, now.said[1]) if who == "ponte" else (now.said[0], choice)
    return position(now.table, now.values, said)


# --- calls -----------------------------------------------------------------------------------------

_CALLS = {
    "peeks": (french("J'en donne"),),
    "ponte": (french("La parole est au ponte", asks="ponte"),),
    "ponte carte": (french("Carte pour le ponte", to="ponte"),),
    "ponte non": (french("Le ponte reste"), french("La parole est à la banque", asks="banque")),
    "banque": (french("La parole est à la banque", asks="banque"),),
    "banque carte": (french("Carte pour la banque", to="banque"),),
}


def _calls(now: Position) -> tuple[Call, ...]:
    """What is called; of hands that lie face down it tells nothing."""
    if not now.complete:
        return ()
    if now.owed is None:
        return (french(_result_call(now)),)
    if now.said[1]:
        return _CALLS["banque carte"]
    if now.third() is not None:
        return _CALLS["banque"]
    if now.said[0]:
        return _CALLS["ponte " + now.said[0]]
    return _CALLS["peeks" if now.table.peeks else "ponte"]


def _result_call(now: Position) -> str:
    ponte, banque = now.points
    if ponte == banque:
        return f"En cartes, {NUMBERS[ponte]} partout"
    won, high, low = ("Le ponte", ponte, banque) if ponte > banque else ("La banque", banque, ponte)
    says = f"{won} gagne, {NUMBERS[high]} à {NUMBERS[low]}"
    side = "au ponte" if ponte > banque else "à la banque"
    return f"{NUMBERS[high].capitalize()} {side}. {says}" if now.natural else says


def advice(now: Position) -> Call:
    """What the croupier answers to the party that speaks now, or spoke last: the rule for that hand."""
    return Answer(ADVICE[rule(now, "ponte" if now.turn == "ponte" else "banque")])


# --- what a breach is called -----------------------------------------------------------------------


def breach(now: Position, who: str, choice: str) -> Reason | None:
    """The rule that `who` breaks by `carte` or `non`; None when they break none."""
    law = rule(now, who)
    if law == "F" or choice == BY_RULE[law]:
        return None
    if now.natural:
        return AFTER_A_NATURAL
    p, b = two(now.values[0]), two(now.values[1])
    why = ponte_why(p, law, now.table.five) if who == "ponte" else banque_why(b, now.third())
    return broken(NAMES[who], choice, why)


def own_breach(now: Position, choice: str) -> Reason | None:
    """The rule that the ponte breaks who speaks before anyone has seen the banker's natural."""
    p = two(now.values[0])
    law = "S" if p in NATURAL_POINTS else ponte_rule(p, now.table.five)
    if law == "F" or choice == BY_RULE[law]:
        return None
    if p in NATURAL_POINTS:
        return AFTER_A_NATURAL
    return broken("ponte", choice, ponte_why(p, law, now.table.five))


def too_many(now: Position, place: str | None) -> Reason:
    """Why a decided coup has no place for another card, laid before `place` if anyone saw where."""
    if now.natural:
        return AFTER_A_NATURAL
    who = place or "banque"
    if len(now.values[who == "banque"]) == 3:
        return reason("{speaker} drew: no hand takes more than three cards", speaker=SPEAKERS[NAMES[who]])
    return breach(now, who, "carte") or had_said(NAMES[who])
