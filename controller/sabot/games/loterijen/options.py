"""What the house may choose at loterijen. Source: HS p. 55-56."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS

CARDS_OF_A_PRIZE = range(11)
"""How many cards may be turned for a prize of one kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """The options of loterijen. The book has the prizes; the highest price is agreed at the table."""

    players: int = option(6, PLAYERS, *range(2, 13))
    highest_price: int = option(100, "the highest price of a ticket; 0.00 sets none", unit="money")
    match: str = option("card", "which tickets a card decides: that very card, or its rank", "card", "rank")
    stake_back: bool = option(True, "the stake goes back on top of what a prize pays")
    bank_turns: int = option(1, "how many draws a banker holds the bank", *range(1, 13))
    coop_bank: bool = option(False, "a pot of all players is the bank, and they turn the cards in rotation")
    fund: int = option(100, "what each puts into the common bank when it is empty", unit="money")
    nieten: int = option(4, "cards turned that lose the stake", *CARDS_OF_A_PRIZE)
    own_money: int = option(4, "cards turned that give the stake back", *CARDS_OF_A_PRIZE)
    two_times: int = option(4, "cards turned that pay two times the stake", *CARDS_OF_A_PRIZE)
    three_times: int = option(4, "cards turned that pay three times the stake", *CARDS_OF_A_PRIZE)
    main_prizes: int = option(1, "cards turned last, which pay five times the stake", 1, 2, 3, 4)
