"""What baccarat banque is worth: both sides against one bank, for any cards.

Who may draw, and what the tableau tells the banker of each side, comes from the referee's own rules
(`sabot.games.baccarat_banque.tirage`); the return of stakes, from its settlement. If the two sides require
different things the banker is free, and here follows the side with the larger stake.
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
from sabot.games.baccarat.points import VALUE
from sabot.games.baccarat_banque import rules as baccarat_banque
from sabot.games.baccarat_banque.hands import (
    SIDES,
    Hands,
    Table,
    banker_rule,
    implied,
    is_natural,
    is_over,
    side_rule,
)
from sabot.games.baccarat_banque.odds_cards import Ways, ways
from sabot.games.baccarat_banque.options import Options
from sabot.games.baccarat_banque.tirage import winner
from sabot.games.odds import published
from sabot.games.odds.composition import Composition
from sabot.games.odds.figures import Figure
from sabot.games.odds.terms import Odds

WINNERS = ("ponte", "banque", "egalite")
BOTH = tuple((right, left) for right in WINNERS for left in WINNERS)
"""Who wins droite and who wins gauche; the place here is the code of a coup."""

Given = int | None
"""The value of the card given to a side; None: none was."""

GIVEN: tuple[Given, ...] = (*range(10), None)
STAKE_CENTS = 100 * 100


def draws(table: Table, total: int, *, five: str) -> bool:
    """Whether a ponte with this total draws; `five` is the choice of a free ponte (`carte` or `non`)."""
    return {"D": True, "S": False, "F": five == "carte"}[side_rule(table, (total, 0))]


def banker_draws(table: Table, hands: Hands, *, free: str) -> bool:
    """Whether the banker draws. If the sides disagree droite decides; if droite leaves the banker free,
    gauche decides; if both do, `free` (`carte` or `non`)."""
    law = banker_rule(table, hands)
    for letter in (law, *(implied(hands, side) for side in SIDES)):
        if letter in ("D", "S"):
            return letter == "D"
    return free == "carte"


@cache
def codes(table: Table, five: str, free: str) -> NDArray[np.uint8]:
    """Who wins each side, by the totals and values of `Ways`."""
    found = np.empty((10,) * 6, np.uint8)
    for totals in product(range(10), repeat=3):
        found[totals] = _codes(table, totals, five=five, free=free)
    return found


_WON = np.array([[WINNERS.index(winner(ponte, banque)) for banque in range(10)] for ponte in range(10)])
_NEXT = np.indices((10, 10, 10))
"""The values of the seventh, eighth and ninth card."""


def _codes(table: Table, totals: tuple[int, ...], *, five: str, free: str) -> Any:
    """For the hands with these totals, who wins by the cards that come next."""
    droite, gauche, banque = totals
    over = is_over(((droite, 0), (gauche, 0), (banque, 0)))
    drew = [not over and draws(table, total, five=five) for total in totals[:2]]
    cards = iter(_NEXT)
    given = [next(cards) if each else np.full((10, 10, 10), 10) for each in drew]
    drawn = np.where(_banker(table, totals, drew, free=free)[given[0], given[1]], next(cards), 0)
    points = [(total + np.where(card < 10, card, 0)) % 10 for total, card in zip(totals, given, strict=False)]
    ends = [_against(table, total, banque, drawn if not over else 0) for total in totals[:2]]
    right, left = (_WON[ponte, bank] for ponte, bank in zip(points, ends, strict=True))
    return right * len(WINNERS) + left


def _against(table: Table, total: int, banque: int, drawn: Any) -> Any:
    """The banker's points that a side meets; a natural may be compared with the banker's first two cards."""
    at_once = table.natural == "at-once" and is_natural((total, 0))
    return banque if at_once else (banque + drawn) % 10


def _banker(table: Table, totals: tuple[int, ...], drew: list[bool], *, free: str) -> NDArray[np.bool_]:
    """Whether the banker draws, by the cards given to droite and to gauche (10: none)."""
    droite, gauche, banque = totals
    found = np.zeros((11, 11), bool)
    for right, left in product(GIVEN, repeat=2):
        hands = (_hand(droite, right), _hand(gauche, left), (banque, 0))
        if ((right is not None), (left is not None)) == tuple(drew) and not is_over(hands):
            found[GIVEN.index(right), GIVEN.index(left)] = banker_draws(table, hands, free=free)
    return found


def _hand(total: int, given: Given) -> tuple[int, ...]:
    return (total, 0) if given is None else (total, 0, given)


def counts(choices: Ways, table: Table, *, five: str, free: str) -> dict[tuple[str, str], int]:
    """In how many ordered choices of nine cards each side is won by whom."""
    code = codes(table, five, free)
    return {both: int(choices[code == place].sum()) for place, both in enumerate(BOTH)}


# --- what is told ------------------------------------------------------------------------------------


def figures(cards: Composition, options: Options, *, progress: Progress = silent) -> Iterator[Figure]:
    """Every figure of a coup of six cards and more; the games for the last cards are not told of."""
    by_value = cards.by_value(VALUE)
    table = Table(options.ponte_five, options.natural)
    fives = ("carte",) if options.ponte_five == "draw" else ("carte", "non")
    tableaux = list(product(fives, ("carte", "non")))
    values = tuple(by_value[value] for value in range(10))
    choices = ways(values, replaced=cards.replaced, progress=progress)
    with progress("counting tableaux", len(tableaux)) as advance:
        count = [counts(choices, table, five=five, free=free) for five, free in stepping(tableaux, advance)]
    for (five, free), each in zip(tableaux, count, strict=True):
        act = {"carte": "draw", "non": "stand"}
        section = f"pontes {act[five]} on 5; the banker follows droite and {act[free]}s where they are free"
        yield from _figures(section, each)


def _figures(section: str, counted: dict[tuple[str, str], int]) -> Iterator[Figure]:
    whole = sum(counted.values())
    for place, side in enumerate(SIDES):
        for name in WINNERS:
            number = sum(number for both, number in counted.items() if both[place] == name)
            yield Figure(section, f"{side}: {name}", Fraction(number, whole), number)
    for name, both in CHEVAL.items():
        number = sum(counted[each] for each in both)
        yield Figure(section, f"à cheval: {name}", Fraction(number, whole), number)
    for name, laid in STAKES.items():
        lost = sum(number * _lost(both, laid) for both, number in counted.items())
        yield Figure(section, f"bank gains of a stake {name}", Fraction(lost, whole * STAKE_CENTS))


CHEVAL = {
    "both sides to the pontes": (("ponte", "ponte"),),
    "both sides to the bank": (("banque", "banque"),),
    "one side each": (("ponte", "banque"), ("banque", "ponte")),
}

STAKES = {"on droite": ("droite",), "on gauche": ("gauche",), "à cheval": SIDES}


@cache
def _lost(won: tuple[str, str], sides: tuple[str, ...]) -> int:
    """What the pontes lose of a stake that lies in equal parts on these sides, by the referee's
    settlement."""
    coup = baccarat_banque.opening(Options())
    stakes = tuple(Stake(side, STAKE_CENTS // len(sides)) for side in sides)
    coup = coup._replace(position=coup.position._replace(winners=won), stakes=stakes)
    settled = baccarat_banque.settlement(coup, last=False)
    return sum(each.stake - each.returned for each in settled)


ODDS = Odds(of_cards=figures, published=partial(published.of, "baccarat-banque"))
