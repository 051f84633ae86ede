"""What the baccarats share of what a coach says: the hands of a view, and when the banker is bound."""

from __future__ import annotations

from sabot.core.shapes.view import View
from sabot.games.baccarat.points import NATURAL_POINTS, VALUE

Values = tuple[int, ...]


def lies_open(view: View) -> bool:
    """Whether every hand has its two cards."""
    return min(len(place["cards"]) for place in view["places"]) >= 2


def bound_banker(view: View) -> list[Values] | None:
    """The values of each hand, the banker's last, where the banker is bound: the cards lie open, nothing is
    owed, and the banker has not drawn; else None."""
    if not lies_open(view) or view["places"][-1]["face_down"] or view["owed"]:
        return None
    hands = [tuple(VALUE[text[0]] for text in place["cards"]) for place in view["places"]]
    *sides, banker = [sum(values[:2]) % 10 in NATURAL_POINTS for values in hands]
    return None if len(hands[-1]) == 3 or banker or all(sides) else hands
