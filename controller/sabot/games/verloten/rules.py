"""Verloten. Source: *Hazardspelen* (HS), p. 82-83.

One dealer gives each a closed card and lays the whole pot on these as prizes; another gives each a closed
card of a second pack. Both are turned, and a player with two of a rank takes the prize. A deal is one round,
and the pot goes on until it is empty. Where the book is silent: the dealers take part, they stay until the
pot is empty, and then their left neighbours deal or all draw once more.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import money
from sabot.games.evening.deal import Outcome
from sabot.games.evening.evening import Evening
from sabot.games.tricks.cards import ACE_HIGH, pack
from sabot.games.verloten.acts import acted as acted
from sabot.games.verloten.acts import due as due
from sabot.games.verloten.deal import PAIR_CARDS, Carried, Deal, shown
from sabot.games.verloten.deal import begun as begun
from sabot.games.verloten.options import FEWEST_PLAYERS, MOST_PLAYERS
from sabot.games.verloten.options import Options as Options

NAME = "verloten"
SEATS = (FEWEST_PLAYERS, MOST_PLAYERS)
KIND = "pot"
CHANCES = tuple(map(str, range(1, MOST_PLAYERS + 1)))
"""Where the dealer lays a prize: on the card of a seat."""
WORDS = ("deal", "show SEAT CARDS", "name SEAT SEAT")


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """Two packs: one for the prizes, one for the tickets."""
    return pack(ACE_HIGH, copies=2)


def outcome(deal: Deal) -> Outcome | None:
    """What the round came to; None while it is undecided."""
    if deal.phase != "over":
        return None
    result: Plain = {
        "winner": None,
        "dealer": deal.dealer,
        "tickets": deal.tickets,
        "cards": {str(seat): [*map(str, pair)] for seat, pair in deal.turned.items()},
        "taken": shown(deal.taken),
        "pot": money(deal.pot),
    }
    return Outcome(result, lines=(("score", {"purses": shown(deal.evening.purses), "pot": money(deal.pot)}),))


def following(deal: Deal) -> Evening:
    """The next round: the same dealers until the pot is empty, then their left neighbours."""
    if deal.pot:
        return deal.evening.following(dealer=deal.dealer, carried=Carried(deal.pot, deal.tickets))
    return deal.evening.following(carried=Carried(tickets=deal.evening.left_of(deal.tickets)))


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """Nobody looks at the closed cards."""
    return None


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    closed = {"prizes": 1, "tickets": 1, "turn": PAIR_CARDS}.get(deal.phase, 0)
    return {
        "pot": money(deal.pot),
        "cards": _open(deal),
        "hands": {str(seat): closed - len(deal.turned.get(seat, ())) for seat in deal.order}
        if closed
        else {},
        "bids": [{"seat": seat, "bid": money(amount)} for seat, amount in deal.prizes.items()],
    }


def _open(deal: Deal) -> dict[str, list[str]]:
    """The cards that lie open before each seat: those of its pair, or the one that it drew for the deal."""
    pairs = {str(seat): [*map(str, pair)] for seat, pair in deal.turned.items()}
    return pairs or {str(seat): [str(card)] for seat, card in deal.lots.items()}
