"""The options of chemin de fer."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.baccarat.options import PlayersBank


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(PlayersBank):
    """The options of chemin de fer. HS and CB disagree on most of them; the defaults are those of HS."""

    decks: int = option(6, "packs in the sabot", *range(1, 13))
    min_cards: int = option(6, "no coup is opened with fewer cards than this in the sabot")
    seats: int = option(9, "numbered seats; players with higher numbers stand behind them", *range(2, 13))
    direction: str = option(
        "right", "where the main goes: to the next seat number, or to the one before", "right", "left"
    )
    first_bank: str = option(
        "seat1", "who opens the first bank: seat 1, or the highest bidder", "seat1", "auction"
    )
    may_refuse: bool = option(True, "whether a seat may let the main go by")
    bank_minimum: int = option(0, "the smallest sum that opens a bank; 0.00 sets none", unit="money")
    pass_offer: str = option(
        "auction",
        "a bank that is passed is sold at any price, or goes at its full sum and else to the next seat",
        "auction",
        "next",
    )
    suivi: str = option(
        "next",
        "how long banco suivi may be called: in the very next coup, or until somebody calls banco again",
        "next",
        "kept",
        before="kept",
    )
    rake_percent: int = option(5, "the share of the house in the banker's winnings, in percent", *range(101))
    banker_peeks_first: bool = option(False, "whether the banker looks at the cards before the ponte speaks")
    ponte_five: str = option("free", "what the ponte does with five", "free", "draw")
