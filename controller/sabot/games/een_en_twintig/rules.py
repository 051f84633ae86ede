"""Een-en-twintig. Source: *Hazardspelen* (HS), p. 35-38.

A card each, a stake on it, and a second card; each player buys until they stand, have twenty-one, or are over
it. Then the banker plays against those who stood. Where the book is silent: the players' ace with a ten is a
*kleine bank* as the banker's is, twenty-one of five cards and more is paid by their number, and a stake is
raised by the first stake at most, once before each card.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.games.banks.passing import Ended, passed
from sabot.games.banks.twenty_one.acts import acted as acted
from sabot.games.banks.twenty_one.deal import STAKE, Deal
from sabot.games.banks.twenty_one.deal import begun as begun
from sabot.games.banks.twenty_one.ending import outcome as outcome
from sabot.games.banks.twenty_one.turns import due as due
from sabot.games.banks.twenty_one.turns import held as held
from sabot.games.banks.twenty_one.turns import table as table
from sabot.games.banks.twenty_one.values import cards_of
from sabot.games.een_en_twintig.options import Options as Options
from sabot.games.evening.evening import Evening

NAME = "een-en-twintig"
SEATS = (2, 12)
KIND = "bank"
CHANCES = (STAKE,)
WORDS = (
    *("deal", "hand SEAT CARDS", "double SEAT", "split SEAT", "draw SEAT CARDS"),
    *("buy SEAT", "stand SEAT", "raise SEAT AMOUNT", "open SEAT", "show SEAT CARDS", "play SEAT CARD"),
)


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """One pack, or two for more than three players."""
    return cards_of(options, players)


def following(deal: Deal) -> Evening:
    """The next deal: the bank stays or passes, as the house plays it."""
    return passed(deal.evening, Ended(deal.bust, deal.highest), deal.evening.options.bank_pass)
