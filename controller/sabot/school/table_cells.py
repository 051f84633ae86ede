"""The cells that a coup at the table went through: what a trainee did right or wrong in it.

The referee's faults say what was wrong; the dealing hand did everything else right. Only what an
instrument or a finger told the table is judged: a call that nobody entered is neither.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.core.shapes.view import View
from sabot.games.lessons import Dealt, Played
from sabot.school.taught import lessons

OF_HANDS = ("faux-tirage", "misplaced-card", "early-card", "wrong-announcement")
"""A card that nobody could read, or that sabot and camera name differently, is the instruments' business; a
call out of its order is the player's."""


def is_of_the_hand(fault: Mapping[str, object], before: View) -> bool:
    """Whether the hand that deals made this fault."""
    if fault["kind"] in OF_HANDS:
        return not (fault["kind"] == "faux-tirage" and bool(fault.get("said")))
    return fault["kind"] == "wrong-order" and lessons(before.get("game", "")).out_of_turn(fault, before)


def cells(played: Played) -> list[Dealt]:
    """What the trainee did in this coup, by drill and cell; nothing where the game has no cells."""
    return lessons(played.view["game"]).cells(played)
