"""What the house may choose at een-en-twintig. Source: HS p. 35-38."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of een-en-twintig."""

    players: int = option(4, PLAYERS, *range(2, 13))
    ak_big: bool = option(
        False, "ace and king are the groote bank, ace with ten, knave or queen the kleine; two aces nothing"
    )
    no_raise: bool = option(False, "a stake is not raised before a card is bought")
    raise_limit: str = option(
        "stake", "how much a stake is raised at most: by the first stake, or by any sum", "stake", "off"
    )
    banker_doubles: bool = option(False, "before the second cards the banker may double all stakes")
    split: bool = option(True, "two cards of one rank may be split into two hands")
    open_bought: bool = option(True, "bought cards lie open until the end")
    pack32: bool = option(
        False,
        "no cards from 2 to 6; knave, queen and king count 1, 2 and 3, and many cards pay from seven on",
    )
