"""Zeilen. Source: *Hazardspelen* (HS), p. 87-90.

Three open cards before each player; the banker turns a card of a second pack against each of them. A deal is
one round. Where the book is silent: the second pack goes on from round to round, and is shuffled when it is
spent; a bank without money is lost; and a stake of the whole pot counts as "pot".
"""

from __future__ import annotations

from itertools import takewhile

from sabot.core.cards import Card
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import money
from sabot.games.evening.deal import Outcome
from sabot.games.evening.evening import Evening
from sabot.games.tricks.cards import ACE_HIGH, pack
from sabot.games.zeilen.acts import acted as acted
from sabot.games.zeilen.acts import due as due
from sabot.games.zeilen.deal import LAST_SAIL, Carried, Deal
from sabot.games.zeilen.deal import begun as begun
from sabot.games.zeilen.options import Options as Options

NAME = "zeilen"
SEATS = (2, 12)
KIND = "bank"
CHANCES = ()
WORDS = ("show SEAT CARDS", "bid SEAT pot|weg", "bid SEAT AMOUNT", "answer SEAT zeil")


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """Two packs: one for the hands, one for the bank."""
    return pack(ACE_HIGH, copies=2)


def outcome(deal: Deal) -> Outcome | None:
    """What the round came to; None while it is undecided."""
    if deal.phase != "over":
        return None
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    pot = money(deal.pot)
    result: Plain = {"winner": None, "bank": deal.banker, "pot": pot, "passes": _passes(deal)}
    return Outcome(result, lines=(("score", {"purses": purses, "pot": pot}),))


def _passes(deal: Deal) -> bool:
    return deal.is_lost or deal.sail == LAST_SAIL


def following(deal: Deal) -> Evening:
    """The next round: the bank stays until it is lost, or its second sail is in."""
    if _passes(deal):
        return deal.evening.following(carried=Carried(drawn=deal.drawn))
    kept = Carried(deal.pot, deal.carried.rounds + 1, deal.losses, deal.sail, deal.drawn, deal.banker)
    return deal.evening.following(dealer=deal.banker, carried=kept)


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """All cards lie open."""
    return None


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    return {
        "pot": money(deal.pot),
        "bank": {"seat": deal.banker, "amount": money(deal.pot)},
        "cards": {str(seat): [*map(str, cards)] for seat, cards in deal.hands.items()},
        "bids": [{"seat": seat, "bid": money(amount)} for seat, amount in deal.bets],
        "turned": _turned(deal),
    }


def _turned(deal: Deal) -> list[str]:
    """The cards that were turned since a player answered last: those of a hand that is decided lie there
    until the next player answers."""
    newest = takewhile(lambda line: line[0] != "bid", reversed(deal.lines))
    return [str(line[1]["card"]) for line in newest if line[0] == "card"][::-1]
