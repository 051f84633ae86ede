"""The options that chemin de fer and baccarat banque share: games at which a player holds the bank."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import House, option


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersBank(House):
    """What the house may choose where a player holds the bank."""

    faux_tirage: str = option(
        "burn",
        "what becomes of a card drawn against the rules: out of play, first card of the next coup, "
        "payout held for the supervisor, or the coup stands as it was dealt",
        "burn",
        "next",
        "hold",
        "stand",
    )
