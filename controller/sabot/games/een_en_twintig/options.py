"""What the house may choose at een-en-twintig played by itself: how the bank passes too. Source: HS p. 38."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.banks.twenty_one import options as twenty_one

PASSES = ("bust", "groote_now", "groote_after_bust", "time", *(f"turns:{deals}" for deals in range(1, 13)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(twenty_one.Options):
    """The options of een-en-twintig."""

    banker_doubles: bool = option(False, "before the second cards the banker may double all stakes")
    pack32: bool = option(
        False,
        "no cards from 2 to 6; knave, queen and king count 1, 2 and 3, and many cards pay from seven on",
    )
    bank_pass: str = option(
        "bust",
        "the bank passes to the left when the banker goes over, or after some deals; to the groote bank now, "
        "or when the banker next goes over; or it stays until another is named",
        *PASSES,
    )

    @property
    def two_packs(self) -> bool:
        """They do (HS p. 35)."""
        return True
