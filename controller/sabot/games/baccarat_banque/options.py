"""The options of baccarat banque."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.baccarat.options import PlayersBank


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(PlayersBank):
    """The options of baccarat banque; the defaults are those of *Hazardspelen* (HS, p. 7-16)."""

    decks: int = option(2, "packs in the sabot", *range(1, 13))
    seats: int = option(12, "seats of the pontes, numbered from the banker's right", *range(1, 13))
    ponte_five: str = option("free", "what a ponte does with five", "free", "draw")
    fixed_banker: bool = option(
        False, "the house holds the bank for good: banque ouverte, no banco, and only a minimum stake"
    )
    natural: str = option(
        "at-once",
        "a natural of one side when the banker draws against the other: compared with the bank's points in "
        "the end, or with its two cards at once",
        "points",
        "at-once",
    )
    fin: bool = option(True, "whether the last cards of a sabot are played, by the three games for them")
    tapis_draw: str = option(
        "rules",
        "who draws at tapis pour dix: as the rules have it for a ten and the card, or as each likes",
        "rules",
        "free",
    )
    guignot_small: int = option(5, "the guignot of a small bank, in percent", *range(101))
    guignot_large: int = option(3, "the guignot of a large bank, in percent", *range(101))
    guignot_threshold: int = option(
        0, "from this sum on a bank is large; 0.00 sets none: all are small", unit="money"
    )
    guignot_base: str = option(
        "deposit",
        "what the guignot is taken from: the deposit when the bank is bought, or what it wins in a coup",
        "deposit",
        "winnings",
    )
