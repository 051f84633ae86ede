"""Mieën. Source: *Hazardspelen* (HS), p. 57-59.

Three cards each and five closed ones in the middle, the mie. A pot is played for in three tricks; a player
who went along and has none pays as much as was in it. Where the book is silent: two players are the fewest,
each speaks once, a leader without a trump leads any card, and a pot for which nobody plays stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.core.cards import Card
from sabot.core.reasons import Reason
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.evening import offers
from sabot.games.evening.deal import Outcome, refuse
from sabot.games.evening.whys import DEAL_OVER
from sabot.games.mieen import ending, playing, speaking
from sabot.games.mieen.deal import FULL_HAND, Deal, Phase
from sabot.games.mieen.deal import begun as begun
from sabot.games.mieen.ending import following as following
from sabot.games.mieen.options import FEWEST_PLAYERS, MOST_PLAYERS
from sabot.games.mieen.options import Options as Options
from sabot.games.tricks.cards import ACE_HIGH, pack

NAME = "mieen"
SEATS = (FEWEST_PLAYERS, MOST_PLAYERS)
KIND = "tricks"
CHANCES = ()
WORDS = (
    *("deal", "hand SEAT CARDS", "answer SEAT mee|mie|troef|verdedigt", "fold SEAT"),
    *("swap SEAT NUMBER", "swap SEAT CARDS", "draw SEAT CARDS", "play SEAT CARD"),
)


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """The full pack."""
    return pack(ACE_HIGH)


ACTS: Mapping[tuple[Phase, str], Callable[..., Deal]] = {
    ("dealing", "deal"): speaking.dealt,
    ("dealing", "hand"): speaking.hand,
    ("turning", "card"): speaking.turned,
    ("speaking", "answer"): speaking.spoken,
    ("speaking", "fold"): speaking.spoken,
    ("speaking", "swap"): speaking.swapped,
    ("drawing", "draw"): speaking.drawn,
    ("choosing", "swap"): speaking.swapped,
    ("taking", "swap"): speaking.swapped,
    ("playing", "play"): playing.played,
}
"""What may be done in each part of a deal."""

DUE: Mapping[Phase, Callable[[Deal], tuple[Turn, ...]]] = {**speaking.DUE, "playing": playing.due}


def acted(deal: Deal, words: Words) -> Deal:
    """The deal after one act."""
    words = offers.as_card(due(deal), words)
    act = ACTS.get((deal.phase, words[0]))
    return refuse(deal, _not_now(deal)) if act is None else act(deal, *words[1:])


def _not_now(deal: Deal) -> Reason:
    turns = due(deal)
    return turns[0].why if turns else DEAL_OVER


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return DUE[deal.phase](deal) if deal.phase in DUE else ()


def outcome(deal: Deal) -> Outcome | None:
    """What the deal came to; None while it is undecided."""
    return ending.outcome(deal) if deal.phase == "over" else None


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """The hand of this seat where it is known."""
    return deal.holding.hands.get(seat)


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    play = deal.play
    spread: Spread = {
        "trump": deal.trump.suit if deal.trump else None,
        "turned": [str(deal.trump)] if deal.trump and not deal.taken else [],
        "bids": [{"seat": seat, "bid": _word(deal, seat)} for seat in deal.spoken],
        "hands": {str(seat): _cards_left(deal, seat) for seat in deal.holding.dealt},
        "pot": money(deal.pot),
    }
    if play:
        spread["trick"] = [{"seat": seat, "card": str(card)} for seat, card in play.trick.plays]
        spread["tricks"] = {str(seat): play.taken(seat) for seat in play.seats}
    return spread


def _word(deal: Deal, seat: int) -> str:
    """What a seat said, as the table shows it."""
    if seat in deal.along:
        return "mie" if seat == deal.mie else "mee"
    return "verdedigt" if deal.defends and seat == deal.dealer else "weg"


def _cards_left(deal: Deal, seat: int) -> int:
    if _word(deal, seat) == "weg" and seat in deal.spoken:
        return 0
    return FULL_HAND - (len(deal.play.cards_of(seat)) if deal.play else 0)
