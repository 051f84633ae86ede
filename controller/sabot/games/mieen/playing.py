"""The three tricks of mieën. Source: HS p. 58.

The first to go along leads, and the first lead is their highest trump. Trump is followed with trump; to any
other card each plays as they like, unless the house has all suits followed.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Fault, Turn
from sabot.games.evening.whys import not_held
from sabot.games.mieen.deal import FULL_HAND, Deal
from sabot.games.mieen.ending import decided
from sabot.games.tricks import playing
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.tricks.playing import FOLLOWS, LEAD, Play
from sabot.games.tricks.tricks import Following

TRUMP_FIRST = reason("the first lead is the highest trump of the hand")
FOLLOW_TRUMP = reason("trump is followed with trump; to another suit any card may be played")
KEPT = reason("a higher trump had to be led to the first trick")


def started(deal: Deal) -> Deal:
    """The deal when the tricks begin. A dealer who defends plays too."""
    assert deal.trump is not None
    playing_now = {*deal.along, *((deal.dealer,) if deal.defends else ())}
    seats = tuple(seat for seat in deal.evening.seats if seat in playing_now)
    rule = Following(suit="yes" if deal.options.follow_plain else "trump")
    return deal._replace(play=Play(seats, deal.along[0], deal.trump.suit, rule), phase="playing")


def due(deal: Deal) -> tuple[Turn, ...]:
    """What the seat whose turn it is may play."""
    assert deal.play is not None
    seat, why = deal.play.turn, _why(deal, deal.play)
    cards = allowed(deal.play, deal.holding.hands.get(seat))
    acts = ("CARD",) if cards is None else cards
    return (Turn(seat, tuple(f"play {seat} {card}" for card in acts), why=why),)


def _why(deal: Deal, play: Play) -> Reason:
    if play.trick.plays:
        return FOLLOWS if deal.options.follow_plain else FOLLOW_TRUMP
    return LEAD if play.tricks else TRUMP_FIRST


def allowed(play: Play, hand: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
    """The cards of a hand that may be played now; None where the hand is not known."""
    if hand is None:
        return None
    trumps = [card for card in hand if card.suit == play.trump]
    if play.tricks or play.trick.plays or not trumps:
        return play.allowed(hand, play.trick)
    return (max(trumps, key=_rank),)


def _rank(card: Card) -> int:
    return ACE_HIGH.index(card.rank)


def played(deal: Deal, seat: int, card: Card) -> Deal:
    """A seat leads or follows. The deal is over with the third trick."""
    before = deal.play
    assert before is not None
    if fault := playing.refused(before, deal.holding, seat, card) or _refused(deal, before, seat, card):
        return deal._replace(faults=(*deal.faults, fault))
    after = playing.played(deal, seat, card)
    after = after._replace(faults=(*after.faults, *_kept_trump(deal, before, seat, card)))
    assert after.play is not None
    return decided(after) if len(after.play.takers) == FULL_HAND else after


def _refused(deal: Deal, play: Play, seat: int, card: Card) -> Fault | None:
    """Why a card that other games of tricks allow cannot be played at mieën; None where it can."""
    if card == deal.trump and seat != deal.taken:
        return Fault("impossible-card", not_held(seat), card, seat=seat, trick=play.number)
    cards = allowed(play, deal.holding.hands.get(seat))
    if cards is not None and card not in cards:
        return Fault("withheld-card", TRUMP_FIRST, card, seat=seat, trick=play.number)
    return None


def _kept_trump(deal: Deal, play: Play, seat: int, card: Card) -> tuple[Fault, ...]:
    """The fault that a trump of an unknown hand proves: it is higher than the first lead of this seat."""
    lead = play.cards_of(seat)[:1]
    if seat != play.leader or deal.is_known(seat) or not lead or card.suit != play.trump:
        return ()
    is_higher = lead[0].suit != play.trump or _rank(lead[0]) < _rank(card)
    is_new = not any(each.kind == "withheld-card" for each in deal.faults)
    return (Fault("withheld-card", KEPT, card, seat=seat, trick=1),) if is_higher and is_new else ()
