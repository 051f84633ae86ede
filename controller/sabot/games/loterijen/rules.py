"""Loterijen. Source: *Hazardspelen* (HS), p. 55-56.

The players buy cards of one pack as tickets; the banker turns cards of another, and each decides the ticket
that is the same card. A deal is one draw. Where the book is silent: both packs are shuffled for each draw,
thirty tickets are divided by all who sit at the table, the banker too, and a banker with chips pays as far as
they go.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import money
from sabot.games.banks.passing import Ended, passed
from sabot.games.evening.deal import Outcome
from sabot.games.evening.evening import Evening
from sabot.games.loterijen.acts import SHARED
from sabot.games.loterijen.acts import acted as acted
from sabot.games.loterijen.acts import due as due
from sabot.games.loterijen.deal import Common, Deal, prizes
from sabot.games.loterijen.deal import begun as begun
from sabot.games.loterijen.options import Options as Options
from sabot.games.tricks.cards import ACE_HIGH, pack

NAME = "loterijen"
SEATS = (2, 12)
KIND = "bank"
CHANCES = ()
WORDS = ("buy SEAT AMOUNT", "stand SEAT", f"answer SEAT {SHARED}", "play SEAT CARD")


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """Two packs: one for the tickets, one for the draw."""
    return pack(ACE_HIGH, copies=2)


def outcome(deal: Deal) -> Outcome | None:
    """What the draw came to; None while it is undecided."""
    if not deal.is_over:
        return None
    tickets = [
        {"seat": each.seat, "card": str(each.card), "price": money(each.price), "prize": each.prize or None}
        for each in deal.tickets
    ]
    result: Plain = {
        "winner": None,
        "bank": deal.banker,
        "tickets": tickets,
        "cards": [*map(str, deal.drawn)],
    }
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    score: dict[str, object] = {"purses": purses}
    return Outcome(result, lines=(("score", {**score, "pot": money(deal.pot)} if deal.pot else score),))


def following(deal: Deal) -> Evening:
    """A common bank is turned by each in rotation; any other stays for the draws that were agreed."""
    if deal.options.coop_bank:
        return deal.evening.following(carried=Common(deal.pot))
    return passed(deal.evening, Ended(), f"turns:{deal.options.bank_turns}")


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """All cards lie open."""
    return None


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    shown: Spread = {
        "cards": {str(seat): _cards(deal, seat) for seat in deal.evening.seats},
        "turned": [*map(str, deal.drawn[-1:])],
        "pot": money(deal.pot),
    }
    if not deal.options.coop_bank:
        shown["bank"] = {"seat": deal.banker, "amount": money(deal.evening.purses[deal.banker])}
    if not deal.is_over:
        shown["contract"] = prizes(deal.options)[len(deal.drawn)].name
    return shown


def _cards(deal: Deal, seat: int) -> list[str]:
    """The tickets of this seat that are undecided."""
    return [str(each.card) for each in deal.undecided if each.seat == seat]
