"""Why an act is refused, as far as several household games say it."""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason

DEAL_OVER = reason("the deal is over")
NOT_DEALT = reason("the cards are not dealt yet")
NOT_TWICE = reason("a card cannot be at two places")
PLAYERS = "players at the table, where nobody sat down by name"
"""The option that says how many play."""
COUNTER = "what a counter is worth"
"""The option that gives a counter its worth."""


def turn_of(seat: int) -> Reason:
    """Another seat is to act."""
    return reason("it is the turn of seat {n}", n=seat)


def no_chips(seat: int) -> Reason:
    """A player has less than they would have to pay."""
    return reason("seat {n} has not enough chips", n=seat)


def no_cards(seat: int) -> Reason:
    """A seat is owed no cards."""
    return reason("seat {n} gets no cards now", n=seat)


def not_in_pack(card: Card) -> Reason:
    """The game is played without this card."""
    return reason("{card} is not in this pack", card=card)


def seen_already(card: Card) -> Reason:
    """The card lies elsewhere, and the pack has it once."""
    return reason("{card} was seen already: the pack has it once", card=card)


def not_held(seat: int) -> Reason:
    """A card that comes from another hand."""
    return reason("seat {n} does not hold this card", n=seat)


def dealt_to_each(count: int) -> Reason:
    """A hand has this many cards."""
    return reason("{n} cards are dealt to each", n=count)
