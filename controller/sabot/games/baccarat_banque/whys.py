"""Why a hand of baccarat banque draws, stands or is free: the rules as reasons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sabot.core.reasons import Reason, reason
from sabot.games.baccarat.tableau import Rule
from sabot.games.baccarat.whys import GIVEN_NAMES, pontes_why
from sabot.games.baccarat_banque.hands import (
    AT,
    SIDES,
    Hands,
    Table,
    banker_rule,
    implied,
    is_natural,
    side_rule,
    third,
    two,
)

DEAL = {
    "normal": reason("the first six cards go to droite, gauche, banque, droite, gauche, banque"),
    "tapis": reason("the tapis counts for ten, and one card goes to droite, gauche, banque"),
    "belle": reason("one card goes to droite, gauche, banque, and the best wins"),
}

ONE_CARD = {
    "belle": reason("la plus belle à une is one card a hand, and nobody draws"),
    "rouge-noir": reason("one card decides rouge ou noir, and nobody draws"),
}


def side_why(table: Table, hands: Hands, side: str) -> Reason:
    """The rule that binds the ponte of a side, or leaves them free."""
    values = hands[AT[side]]
    law, points = side_rule(table, values), two(values)
    if law == "F" and table.free:
        return _free_at_tapis(side, points)
    return pontes_why(side, points, law, table.five)


def _free_at_tapis(place: str, points: int) -> Reason:
    return reason("{place} has {n} and is free at tapis pour dix", place=place, n=points)


_SAYS: dict[Rule | None, Reason] = {
    "D": reason("draw"),
    "S": reason("stand"),
    "F": reason("as they like"),
    None: reason("nothing"),
}
_NATURALS = {8: reason("a natural 8"), 9: reason("a natural 9")}


def banker_why(table: Table, hands: Hands) -> Reason:
    """The rule that binds the banker, or leaves the banker free: what each side implies."""
    points = two(hands[2])
    if table.free:
        return _free_at_tapis("banque", points)
    given, other = (_given(hands, side) for side in SIDES)
    law, rule = (_SAYS[implied(hands, side)] for side in SIDES)
    return _BANKER[banker_rule(table, hands)](n=points, given=given, law=law, other=other, rule=rule)


_BANKER: dict[Rule, Callable[..., Reason]] = {
    "D": partial(
        reason,
        "banque has {n}, against {given} on droite: {law}, against {other} on gauche: {rule}; banque draws",
    ),
    "S": partial(
        reason,
        "banque has {n}, against {given} on droite: {law}, against {other} on gauche: {rule}; banque stands",
    ),
    "F": partial(
        reason,
        "banque has {n}, against {given} on droite: {law}, against {other} on gauche: {rule}; banque is free",
    ),
}
"""What follows for the banker from what the two sides imply."""


def _given(hands: Hands, side: str) -> Reason:
    values = hands[AT[side]]
    return _NATURALS[two(values)] if is_natural(values) else GIVEN_NAMES[third(values)]
