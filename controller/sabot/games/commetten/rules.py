"""Commetten: cards are called upwards suit by suit; high trumps win their pots, and the first who is out
wins a counter for each card that the others hold.

Source: HS p. 44-47. Its worked example pays twenty counters; one hand in it holds three cards, not four, so
it pays nineteen.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.commetten.acts import ACTS, DUE, not_now
from sabot.games.commetten.deal import Deal, pot_names
from sabot.games.commetten.options import FEWEST_PLAYERS, MOST_PLAYERS
from sabot.games.commetten.options import Options as Options
from sabot.games.evening.deal import Outcome, refuse
from sabot.games.evening.evening import Evening
from sabot.games.tricks.cards import ACE_HIGH, pack

NAME = "commetten"
SEATS = (FEWEST_PLAYERS, MOST_PLAYERS)
KIND = "pot"
CHANCES = ()
WORDS = ("deal", "hand SEAT CARDS", "play SEAT CARD", "show SEAT CARD", "answer SEAT stok")


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """The full pack."""
    return pack(ACE_HIGH)


def begun(evening: Evening) -> Deal:
    """The deal before its first card, with the counters that nobody took from the pots."""
    carried = evening.carried or {}
    return Deal(evening, {name: carried.get(name, 0) for name in pot_names(evening.options)})


def acted(deal: Deal, words: Words) -> Deal:
    """The deal after one act."""
    act = ACTS.get((deal.phase, words[0]))
    return refuse(deal, not_now(deal)) if act is None else act(deal, *words[1:])


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return DUE[deal.phase](deal) if deal.phase in DUE else ()


def outcome(deal: Deal) -> Outcome | None:
    """Who was out first, and how many cards the others had left."""
    if deal.phase != "over":
        return None
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    return Outcome(
        {
            "winner": str(deal.caller),
            "cards_left": {str(seat): deal.size(seat) for seat in deal.evening.seats},
            "commette": deal.holder or None,
            "pots": _pots(deal),
        },
        lines=(("score", {"purses": purses, "pot": money(deal.in_play)}),),
    )


def following(deal: Deal) -> Evening:
    """The left neighbour deals, and what nobody won stays in its pot."""
    return deal.evening.following(carried=deal.pots)


def _pots(deal: Deal) -> dict[str, str]:
    return {name: money(amount) for name, amount in deal.pots.items()}


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    return {
        "trump": deal.turned.suit if deal.turned else None,
        "turned": [str(deal.turned)] if deal.turned else [],
        "trick": [{"seat": seat, "card": str(card)} for seat, card in deal.calls[deal.start :]],
        "hands": {str(seat): deal.size(seat) for seat in deal.dealt},
        "pot": money(deal.in_play),
        "pots": _pots(deal),
    }


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """The hand of this seat where it is known."""
    return deal.hands.get(seat)
