"""The options of poker."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS

FEWEST_PLAYERS, MOST_PLAYERS = 2, 7
MOST_RAISE = 1_000_000
"""The largest raise where the house sets none, in minor units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of poker. `minimum` is also the dealer's stake, and the unit of the doubles."""

    players: int = option(5, PLAYERS, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    variant: str = option(
        "draw",
        "the draw, the draw with doubles in the dark, or stud with five or seven cards",
        "draw",
        "doubles",
        "five-stud",
        "seven-stud",
    )
    minimum: int = option(10, "the smallest raise, and what the dealer stakes", unit="money")
    maximum: int = option(500, "the largest raise on top of a call", unit="money")
    joker: bool = option(True, "whether the joker is in the pack")
    short_pack: bool = option(True, "whether two to four players leave out the cards from two to four")
    five_kind: bool = option(False, "whether the joker makes five alike, which are then highest")
    straddle: bool = option(True, "whether the second or third player may double before the cards")
    jackpot: str = option(
        "off",
        "what calls for a jackpot: every dealer has dealt, three alike or more at a showdown, or both",
        "off",
        "after_round",
        "after_showdown_trips",
        "both",
    )
    opener_must_show: bool = option(
        True, "whether the opener of a jackpot proves the opening before taking the pot"
    )
    slice_over: int = option(500, "a cheap pot above this is played for in slices; 0.00: never", unit="money")
    slice: int = option(250, "what is played for at a time in such a pot", unit="money")
    small_raise: int = option(50, "what the opener of a cheap pot may add instead of doubling", unit="money")

    @property
    def raises(self) -> tuple[int, int]:
        """The smallest and the largest raise; 0.00 sets no limit."""
        return max(1, self.minimum), self.maximum or MOST_RAISE
