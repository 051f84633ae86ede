"""Napoleonnen. Source: *Hazardspelen* (HS), p. 63-65.

Where the book is silent: two players are the fewest, each bids once, a bid is higher than those before it,
and where all pass the pot stays and the left neighbour deals.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.reasons import reason
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.evening.deal import Outcome, refuse
from sabot.games.evening.evening import Evening
from sabot.games.napoleonnen import acts, playing
from sabot.games.napoleonnen.deal import FULL_HAND, Carried, Deal, pack_for
from sabot.games.napoleonnen.options import Options as Options
from sabot.games.tricks.holding import Holding

NAME = "napoleonnen"
SEATS = (2, 8)
KIND = "tricks"
CHANCES = ()
WORDS = (
    *("deal", "hand SEAT CARDS", "answer SEAT kijken", "bid SEAT pass|nap", "bid SEAT NUMBER"),
    *("name SEAT SUIT", "name SEAT AMOUNT", "swap SEAT NUMBER", "swap SEAT CARDS", "draw SEAT CARDS"),
    "play SEAT CARD",
)


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """32 cards; 40 for seven players, 44 for eight."""
    return pack_for(players)


def begun(evening: Evening) -> Deal:
    """The deal before its first card."""
    left: Carried = evening.carried or Carried()
    holding = Holding(frozenset(pack_for(len(evening.seats))), FULL_HAND)
    return Deal(evening, holding, pot=left.pot, kijkpot=left.kijkpot)


def acted(deal: Deal, words: Words) -> Deal:
    """The deal after one act."""
    act = acts.ACTS.get((deal.phase, words[0]))
    return refuse(deal, acts.NOT_NOW[deal.phase]) if act is None else act(deal, *words[1:])


def outcome(deal: Deal) -> Outcome | None:
    """What the deal came to; None while it is undecided."""
    return playing.outcome(deal) if deal.phase == "over" else None


def following(deal: Deal) -> Evening:
    """The next deal: the left neighbour deals, and what is left in the pots stays."""
    return deal.evening.following(carried=playing.carried(deal))


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """The hand of this seat where it is known."""
    return deal.holding.hands.get(seat)


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return () if deal.phase == "over" else DUE[deal.phase](deal)


def _dealing(deal: Deal) -> tuple[Turn, ...]:
    why = reason("five cards each, and two for the stok")
    missing = [seat for seat in deal.order if seat not in deal.holding.dealt]
    hands = (Turn(seat, (f"hand {seat} CARDS",), (FULL_HAND, FULL_HAND), why) for seat in missing)
    return (Turn(deal.evening.dealer, ("deal",), why=why), *hands)


def _bidding(deal: Deal) -> tuple[Turn, ...]:
    seat = acts.next_to_bid(deal)
    bids = tuple(f"bid {seat} {bid}" for bid in acts.allowed(deal))
    look = (f"answer {seat} kijken",) if acts.may_look(deal, seat) else ()
    return (Turn(seat, (*bids, *look), why=acts.NOT_NOW["bidding"]),)


def _naming(deal: Deal) -> tuple[Turn, ...]:
    seat, most = deal.declarer, acts.most_to_name(deal)
    return (Turn(seat, (f"name {seat} AMOUNT",), (1, most), acts.NOT_NOW["naming"]),)


def _exchanging(deal: Deal) -> tuple[Turn, ...]:
    seat, why, most = deal.declarer, acts.NOT_NOW["exchanging"], acts.most_to_exchange(deal)
    if deal.drawing:
        return (Turn(seat, (f"draw {seat} CARDS",), (deal.drawing, deal.drawing), why),)
    is_known = seat in deal.holding.hands
    known = (Turn(seat, (f"swap {seat} CARDS",), (1, most), why),) if is_known and most else ()
    return (*known, Turn(seat, (f"swap {seat} NUMBER",), (0, 0 if is_known else most), why))


def _trumps(deal: Deal) -> tuple[Turn, ...]:
    """Which suits may be named would betray a known hand."""
    seat = deal.declarer
    names, every = (tuple(f"name {seat} {suit}" for suit in each) for each in (acts.suits(deal), "CDHS"))
    is_known = seat in deal.holding.hands
    return (Turn(seat, names, why=acts.NOT_NOW["trumps"], private=is_known, open_acts=every),)


def _playing(deal: Deal) -> tuple[Turn, ...]:
    assert deal.play is not None
    return (deal.play.due(deal.holding),)


DUE = {
    "dealing": _dealing,
    "bidding": _bidding,
    "naming": _naming,
    "exchanging": _exchanging,
    "trumps": _trumps,
    "playing": _playing,
}


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    play, contract = deal.play, deal.contract
    spread: Spread = {
        "trump": play.trump if play else None,
        "contract": f"{contract.seat} {contract.bid}" if contract else None,
        "bids": [{"seat": seat, "bid": bid} for seat, bid in deal.bids],
        "hands": {
            str(seat): FULL_HAND - (len(play.cards_of(seat)) if play else 0) for seat in deal.holding.dealt
        },
        "pots": {"pot": money(deal.pot), "kijkpot": money(deal.kijkpot)},
    }
    if play:
        spread["trick"] = [{"seat": seat, "card": str(card)} for seat, card in play.trick.plays]
        spread["tricks"] = {str(seat): play.taken(seat) for seat in deal.evening.seats}
    return spread
