"""Banken met variaties. Source: *Hazardspelen* (HS), p. 39-43.

One banker plays a series of eight, a round of each, and then the bank moves left. The first two are
een-en-twintig, and that game where the table counts ten. Where the book is silent: a round of each is
played, and a stake is laid by every player but the banker.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn
from sabot.core.words import Words
from sabot.games.banken_variaties import acts, rounds
from sabot.games.banken_variaties.options import Options as Options
from sabot.games.banken_variaties.rounds import NAMES, Round
from sabot.games.banks.stakes import players
from sabot.games.banks.twenty_one import acts as twenty_one
from sabot.games.banks.twenty_one import deal as twenty_one_deal
from sabot.games.banks.twenty_one import ending, turns
from sabot.games.banks.twenty_one.deal import Deal
from sabot.games.evening.deal import Outcome
from sabot.games.evening.evening import Evening
from sabot.games.tricks.cards import ACE_HIGH, pack

NAME = "banken-variaties"
SEATS = (2, 11)
KIND = "bank"
CHANCES = ("kaart", "gelijk", "ongelijk", "rouge", "noir", "even", "oneven")
WORDS = (
    *("deal", "hand SEAT CARDS", "split SEAT", "draw SEAT CARDS", "buy SEAT", "stand SEAT"),
    *("raise SEAT AMOUNT", "open SEAT", "show SEAT CARDS", "play SEAT CARD", "answer SEAT tikt|niet"),
)


class Carried(NamedTuple):
    """What goes from round to round: the number of the variation, from 1."""

    variation: int = 1


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """Two packs lie on the table; only spoortje needs the second, for the banker's rows."""
    return pack(ACE_HIGH, copies=2)


def variation(evening: Evening) -> int:
    """The number of the variation that is played."""
    kept = evening.carried
    return evening.options.variation or (kept.variation if isinstance(kept, Carried) else 1)


def begun(evening: Evening) -> Deal | Round:
    """The round before its first card. Where no player has chips left, cards are dealt and nothing else."""
    number = variation(evening)
    if number == 1 or not players(evening):
        return twenty_one_deal.begun(evening)
    return twenty_one_deal.begun_with_ten(evening) if number == 2 else rounds.begun(evening, number)


def acted(deal: Deal | Round, words: Words) -> Deal | Round:
    """The round after one act."""
    return acts.acted(deal, words) if isinstance(deal, Round) else twenty_one.acted(deal, words)


def due(deal: Deal | Round) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return acts.due(deal) if isinstance(deal, Round) else turns.due(deal)


def outcome(deal: Deal | Round) -> Outcome | None:
    """What the round came to; None while it is undecided."""
    if isinstance(deal, Round):
        return acts.outcome(deal)
    found = ending.outcome(deal)
    return found and found._replace(result={**found.result, "variation": variation(deal.evening)})


def following(deal: Deal | Round) -> Evening:
    """The next variation; after the last the bank moves left."""
    nth = variation(deal.evening)
    banker = deal.evening.dealer if nth < len(NAMES) else None
    return deal.evening.following(dealer=banker, carried=Carried(nth % len(NAMES) + 1))


def table(deal: Deal | Round) -> Spread:
    """What everybody may see."""
    if isinstance(deal, Round):
        return acts.table(deal)
    return {**turns.table(deal), "contract": NAMES[variation(deal.evening) - 1]}


def held(deal: Deal | Round, seat: int) -> tuple[Card, ...] | None:
    """The closed cards of this seat where they are known; from the third variation on none are."""
    return None if isinstance(deal, Round) else turns.held(deal, seat)
