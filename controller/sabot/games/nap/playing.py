"""The play of a hand at nap: following suit, trumps, tricks, and when the contract is decided.

Source: EN p. 10. The first card that is led makes trumps. Suit is followed; nobody has to head the trick. A
hand ends as soon as the contract is made or lost.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Fault
from sabot.games.evening.deal import refuse
from sabot.games.evening.whys import NOT_TWICE, not_held, turn_of
from sabot.games.nap import ending
from sabot.games.nap.deal import Deal, Played, is_made, next_to_play
from sabot.games.tricks.cards import ACE_HIGH, pack
from sabot.games.tricks.tricks import Trick, legal, winner

FULL_PACK = frozenset(pack(ACE_HIGH))
FOLLOW = reason("suit is followed; without it any card may be played")


def played(deal: Deal, seat: int, card: Card) -> Deal:
    """A seat leads or follows."""
    number, turn = len(deal.takers) + 1, next_to_play(deal)
    if seat != turn:
        return refuse(deal, turn_of(turn), card=card, seat=seat, trick=number)
    if because := _impossible(deal, seat, card):
        return refuse(deal, because, kind="impossible-card", card=card, seat=seat, trick=number)
    if seat in deal.hands and card not in legal(deal.hands[seat], deal.trick):
        return refuse(deal, FOLLOW, kind="revoke", card=card, seat=seat, trick=number)
    return _trick_ended(_laid(_proven(deal, seat, card), seat, card, number=number))


def _impossible(deal: Deal, seat: int, card: Card) -> Reason | None:
    """Why this card cannot come from that hand; None where it can."""
    if seat in deal.hands:
        return None if card in deal.hands[seat] else not_held(seat)
    elsewhere = {each for held in deal.hands.values() for each in held} | {*deal.thrown}
    if card in elsewhere | {each.card for each in deal.played} or card not in FULL_PACK:
        return NOT_TWICE
    return None


def _proven(deal: Deal, seat: int, card: Card) -> Deal:
    """The deal with the revoke that this card of an unknown hand proves: they held its suit when they did not
    follow it. The book names no penalty; the play goes on."""
    trick = _revoked(deal, seat, card.suit)
    if trick is None:
        return deal
    because = reason("in trick {n} this suit was led and not followed", n=trick)
    fault = Fault("revoke", because, card, seat=seat, trick=trick)
    known = any((each.kind, each.seat, each.trick) == ("revoke", seat, trick) for each in deal.faults)
    return deal if known else deal._replace(faults=(*deal.faults, fault))


def _revoked(deal: Deal, seat: int, suit: str) -> int | None:
    """The first trick in which this seat did not follow this suit."""
    if seat in deal.hands:
        return None
    led: dict[int, str] = {}
    for each in deal.played:
        led.setdefault(each.trick, each.card.suit)
    mine = [each for each in deal.played if each.seat == seat]
    return next((each.trick for each in mine if led[each.trick] == suit != each.card.suit), None)


def _laid(deal: Deal, seat: int, card: Card, *, number: int) -> Deal:
    """The card lies on the table; the first one makes trumps."""
    assert deal.contract is not None
    trump = deal.trump
    if not deal.played and (deal.contract.bid != "misere" or deal.evening.options.misere_trumps):
        trump = card.suit
    hands = deal.hands
    if seat in hands:
        hands = {**hands, seat: tuple(each for each in hands[seat] if each != card)}
    laid = deal._replace(
        hands=hands,
        trump=trump,
        trick=deal.trick.with_play(seat, card),
        played=(*deal.played, Played(number, seat, card)),
    )
    return laid.with_line("card", card=str(card), to=str(seat))


def _trick_ended(deal: Deal) -> Deal:
    """The deal when everybody has played to the trick: its taker, and whether the contract is decided."""
    if len(deal.trick.plays) < len(deal.order):
        return deal
    taker = winner(deal.trick, deal.trump)
    cards = [str(card) for _, card in deal.trick.plays]
    ended = deal._replace(takers=(*deal.takers, taker), trick=Trick())
    ended = ended.with_line("trick", number=len(ended.takers), seat=taker, cards=cards)
    made = is_made(ended)
    return ended if made is None else ending.decided(ended, made=made)
