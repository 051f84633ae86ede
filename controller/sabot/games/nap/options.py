"""What the house may choose at nap. Source: EN p. 9-14; all variants are off unless agreed beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of nap."""

    players: int = option(4, PLAYERS, 2, 3, 4, 5, 6, 7)
    unit: int = option(10, "what one trick is worth, from each opponent", unit="money")
    kitty: str = option(
        "off",
        "a pool of one unit from each dealer, or from all when the first dealer deals; nap wins it",
        "off",
        "dealer",
        "all",
    )
    misere: bool = option(False, "misère, no trick at all, is a call between two and three")
    misere_trumps: bool = option(True, "the suit led is trumps at misère too")
    buy: bool = option(False, "players may exchange cards before the calls, for one unit each to the pool")
    spare_hand: bool = option(False, "a hand too many is dealt; it may be taken to stand nap")
    double_header: bool = option(
        False, "where all pass, the next stakes are doubled until a caller wins; three is the lowest call"
    )
    wellington: str = option("off", "a call of double stakes over nap", "off", "on", "modified")
    blucher: str = option("off", "a call of triple stakes over Wellington", "off", "on", "modified")
