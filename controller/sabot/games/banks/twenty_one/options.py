"""What the house may choose at een-en-twintig. Source: HS p. 35-38."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of een-en-twintig, by itself and among the variations."""

    players: int = option(4, PLAYERS, *range(2, 13))
    ak_big: bool = option(
        False, "ace and king are the groote bank, ace with ten, knave or queen the kleine; two aces nothing"
    )
    no_raise: bool = option(False, "a stake is not raised before a card is bought")
    raise_limit: str = option(
        "stake", "how much a stake is raised at most: by the first stake, or by any sum", "stake", "off"
    )
    split: bool = option(True, "two cards of one rank may be split into two hands")
    open_bought: bool = option(True, "bought cards lie open until the end")

    # What only een-en-twintig by itself has: its options have a field of this name.

    @property
    def banker_doubles(self) -> bool:
        """Whether the banker may double all stakes."""
        return False

    @property
    def two_packs(self) -> bool:
        """Whether more than three players use two packs."""
        return False

    @property
    def pack32(self) -> bool:
        """Whether the cards from 2 to 6 are left out."""
        return False
