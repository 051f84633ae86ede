"""Nap. Source: *Round Games with Cards* (EN), p. 9-14; the pages before and after are lost.

Where the book is silent: five cards are dealt to each, the stakes of a plain call are as many units as
tricks, penalties for a misdeal wait in the pool for the next player who makes nap, and doubled stakes stay
doubled until a caller wins.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.reasons import reason
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.evening.deal import Outcome, refuse
from sabot.games.evening.evening import Evening
from sabot.games.evening.whys import dealt_to_each
from sabot.games.nap import acts, calls, ending
from sabot.games.nap.calls import FULL_HAND
from sabot.games.nap.deal import Carried, Deal, next_to_play
from sabot.games.nap.options import Options as Options
from sabot.games.tricks.cards import ACE_HIGH, pack
from sabot.games.tricks.tricks import legal

NAME = "nap"
SEATS = (2, 7)
KIND = "tricks"
CHANCES = ()
WORDS = (
    *("deal", "hand SEAT CARDS", "answer SEAT misdeal|split|lowest", "show SEAT CARD"),
    *("swap SEAT NUMBER", "swap SEAT CARDS", "draw SEAT CARDS"),
    *("bid SEAT pass|misere|nap|wellington|blucher|spare", "bid SEAT NUMBER", "play SEAT CARD"),
)


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """The full pack."""
    return pack(ACE_HIGH)


def begun(evening: Evening) -> Deal:
    """The deal before its first card."""
    carried = evening.carried or Carried(first=evening.dealer)
    return Deal(evening._replace(carried=carried), pool=carried.pool)


def acted(deal: Deal, words: Words) -> Deal:
    """The deal after one act."""
    act = acts.ACTS.get((deal.phase, words[0]))
    if words[:1] == ("answer",) and words[2] == "misdeal":
        return acts.misdealt(deal, words[1])
    if act is None:
        return refuse(deal, acts.not_now(deal))
    return act(deal, *words[1:])


def outcome(deal: Deal) -> Outcome | None:
    """What the deal came to; None while it is undecided."""
    return ending.outcome(deal) if deal.phase == "over" else None


def following(deal: Deal) -> Evening:
    """The next deal: the left neighbour deals, the pool stays, and stakes are doubled where all passed."""
    return ending.following(deal)


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """The hand of this seat where it is known."""
    return deal.hands.get(seat)


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return () if deal.phase == "over" else DUE[deal.phase](deal)


def _dealing(deal: Deal) -> tuple[Turn, ...]:
    """The dealer deals; before that the players may divide the pool."""
    dealer = deal.evening.dealer
    missing = [seat for seat in deal.order if seat not in deal.dealt]
    why = dealt_to_each(FULL_HAND)
    hands = tuple(Turn(seat, (f"hand {seat} CARDS",), (FULL_HAND, FULL_HAND), why) for seat in missing)
    turns = (Turn(dealer, ("deal",), why=why), *hands, _misdeal(deal))
    if deal.begun or not deal.pool:
        return turns
    ways = (f"answer {dealer} split", f"answer {dealer} lowest")
    return (*turns, Turn(dealer, ways, why=reason("the players may end the pool between two deals")))


def _buying(deal: Deal) -> tuple[Turn, ...]:
    if deal.drawing:
        return (*_drawing(*deal.drawing), _misdeal(deal))
    seat = acts.next_to_buy(deal)
    why = reason("before the calls cards may be exchanged, one unit each to the pool")
    most = acts.most_to_buy(deal)
    known = (Turn(seat, (f"swap {seat} CARDS",), (1, most), why),) if most and seat in deal.hands else ()
    return (Turn(seat, (f"swap {seat} NUMBER",), (0, 0 if known else most), why), *known, _misdeal(deal))


def _misdeal(deal: Deal) -> Turn:
    """Until the first card is led the dealer can own up to a misdeal."""
    dealer = deal.evening.dealer
    return Turn(
        dealer, (f"answer {dealer} misdeal",), why=reason("the same dealer deals again after a misdeal")
    )


def _drawing(seat: int, count: int) -> tuple[Turn, ...]:
    why = reason("the cards from the top of the pack, unexposed")
    return (Turn(seat, (f"draw {seat} CARDS",), (count, count), why),)


def _calling(deal: Deal) -> tuple[Turn, ...]:
    seat = deal.order[len(deal.bids)]
    bids = [f"bid {seat} {call}" for call in calls.allowed(deal.evening.options, deal.bids)]
    if acts.may_take_spare(deal):
        bids.append(f"bid {seat} spare")
    why = reason("each player calls once, higher than before, or passes")
    return (Turn(seat, tuple(bids), why=why), _misdeal(deal))


def _choosing(deal: Deal) -> tuple[Turn, ...]:
    """The caller takes the spare hand and keeps five of the ten cards."""
    assert deal.contract is not None
    seat = deal.contract.seat
    why = reason("the caller keeps five of the ten cards")
    if len(deal.hands.get(seat, ())) > FULL_HAND:
        return (Turn(seat, (f"swap {seat} CARDS",), (FULL_HAND, FULL_HAND), why),)
    if seat in deal.hands:
        return _drawing(seat, FULL_HAND)
    return (Turn(seat, (f"swap {seat} NUMBER",), (0, FULL_HAND), why),)


def _playing(deal: Deal) -> tuple[Turn, ...]:
    seat = next_to_play(deal)
    why = reason("the leader plays any card") if not deal.trick.plays else acts.FOLLOW
    if seat not in deal.hands:
        return (Turn(seat, (f"play {seat} CARD",), why=why),)
    cards = legal(deal.hands[seat], deal.trick)
    return (Turn(seat, tuple(f"play {seat} {card}" for card in cards), why=why),)


def _pool(deal: Deal) -> tuple[Turn, ...]:
    shown = {seat for seat, _ in deal.shown}
    why = reason("one card each: the lowest wins the pool, and the ace is high")
    seats = [seat for seat in deal.order if seat not in shown]
    return tuple(Turn(seat, (f"show {seat} CARD",), why=why) for seat in seats)


DUE = {
    "dealing": _dealing,
    "buying": _buying,
    "calling": _calling,
    "choosing": _choosing,
    "playing": _playing,
    "pool": _pool,
}


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    contract = deal.contract
    in_hand = FULL_HAND - len(deal.takers)
    on_table = {seat for seat, _ in deal.trick.plays}
    return {
        "trump": deal.trump,
        "contract": f"{contract.seat} {contract.bid}" if contract else None,
        "bids": [{"seat": seat, "bid": bid} for seat, bid in deal.bids],
        "trick": [{"seat": seat, "card": str(card)} for seat, card in deal.trick.plays],
        "tricks": {str(seat): deal.tricks(seat) for seat in deal.evening.seats},
        "cards": {str(seat): [str(card)] for seat, card in deal.shown},
        "hands": {str(seat): in_hand - (seat in on_table) for seat in deal.dealt},
        "pot": money(deal.pool),
    }
