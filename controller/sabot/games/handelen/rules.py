"""Handelen. Source: *Hazardspelen* (HS), p. 53-54.

Three closed cards before each player, turned one by one. The best trump so far may be sold, and so may cards
that are not turned yet; in the end the owner of the highest trump takes the pot. Where the book is silent:
two players are the fewest, the card that made trump wins nothing, and a packet is sold once.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import money
from sabot.games.evening.deal import Outcome
from sabot.games.handelen.acts import acted as acted
from sabot.games.handelen.acts import due as due
from sabot.games.handelen.deal import Deal
from sabot.games.handelen.deal import begun as begun
from sabot.games.handelen.deal import following as following
from sabot.games.handelen.options import FEWEST_PLAYERS, MOST_PLAYERS
from sabot.games.handelen.options import Options as Options
from sabot.games.tricks.cards import ACE_HIGH, pack

NAME = "handelen"
SEATS = (FEWEST_PLAYERS, MOST_PLAYERS)
KIND = "pot"
CHANCES = ()
WORDS = ("deal", "play SEAT CARD", "bid SEAT AMOUNT", "answer SEAT houdt|verkocht|pakket|boete")


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """The full pack."""
    return pack(ACE_HIGH)


def outcome(deal: Deal) -> Outcome | None:
    """Whose trump was the highest; None while cards are turned."""
    if deal.phase != "over":
        return None
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    return Outcome(_result(deal), lines=(*deal.paid, ("score", {"purses": purses, "pot": money(deal.pot)})))


def _result(deal: Deal) -> Plain:
    winner, card = (str(deal.best.seat), str(deal.best.card)) if deal.best else (None, None)
    return {"winner": winner, "card": card, "cards": _cards(deal), "pot": money(deal.pot)}


def _cards(deal: Deal) -> dict[str, list[str]]:
    return {str(seat): [str(card) for each, card in deal.cards if each == seat] for seat in deal.order}


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """Nobody knows a hand: the players themselves may not look."""
    return None


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    dealt = deal.phase != "dealing"
    return {
        "trump": deal.trump.suit if deal.trump else None,
        "turned": [str(deal.trump)] if deal.trump else [],
        "contract": f"{deal.best.seat} {deal.best.card}" if deal.best else None,
        "bids": [{"seat": seat, "bid": money(bid)} for seat, bid in (deal.sale.bids if deal.sale else ())],
        "cards": _cards(deal),
        "hands": {str(seat): deal.closed(seat) for seat in deal.order if dealt},
        "pot": money(deal.pot),
    }
