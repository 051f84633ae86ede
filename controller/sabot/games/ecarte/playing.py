"""The tricks of écarté, the king of trumps, and what a deal counts. Source: HS p. 48-52.

Suit is followed; without it trump is played. The order of the ranks is K Q J A 10 9 8 7; HS does not give it,
and the usual one stands.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.reasons import reason
from sabot.core.terms import Fault
from sabot.games.ecarte import bets
from sabot.games.ecarte.deal import FULL_HAND, Deal, other
from sabot.games.evening.deal import refuse
from sabot.games.tricks import playing

MAJORITY_TRICKS = 3
"""Tricks that win a deal."""
FALSE_KING = reason("the king of trumps was declared and not held")


def played(deal: Deal, seat: int, card: Card) -> Deal:
    """A player leads or follows. A king that an unknown hand declared wins the game when it shows itself."""
    after = playing.played(deal, seat, card)
    play = after.play
    assert play is not None
    if seat in after.kings and after.king in play.cards_of(seat):
        after = _won_by(after, seat)
    is_last = len(play.takers) == FULL_HAND and not after.winner
    return _counted(after) if is_last else after


# --- the king -----------------------------------------------------------------------------------------


def may_declare(deal: Deal, seat: int) -> bool:
    """Whether this player may still declare the king: before their first card, unless it was turned."""
    assert deal.play is not None
    early = seat in deal.game.pair and not deal.play.cards_of(seat)
    return early and seat not in (*deal.kings, *false_kings(deal)) and deal.king != deal.turned


def declared(deal: Deal, seat: int, what: str) -> Deal:
    """A player declares the king of trumps for a point. Where it is known that they do not hold it, that is
    a fault, and costs a point in the end (HS p. 51). An unknown hand that has the points with it still has
    to show it."""
    if what != "heer" or not may_declare(deal, seat):
        because = reason("a player declares the king of trumps once, before their first card")
        return refuse(deal, because, seat=seat)
    holder = next((each for each, hand in deal.holding.hands.items() if deal.king in hand), None)
    is_known = seat in deal.holding.hands
    if holder != (seat if is_known else None) or deal.king in deal.holding.gone:
        return refuse(deal, FALSE_KING, kind="wrong-announcement", seat=seat)
    scored = _king_scored(deal._replace(kings=(*deal.kings, seat)), seat)
    return _won_by(scored, seat) if is_known else scored


def king_turned(deal: Deal) -> Deal:
    """The deal when the king of trumps was turned: a point for the dealer, who may win the game with it."""
    return _won_by(_king_scored(deal, deal.dealer), deal.dealer)


def _king_scored(deal: Deal, seat: int) -> Deal:
    return deal.with_points(seat, 1).with_line("king", seat=seat, card=str(deal.king))


def false_kings(deal: Deal) -> frozenset[int]:
    """The players who declared the king of trumps and did not hold it."""
    return frozenset(fault.seat for fault in deal.faults if fault.because == FALSE_KING and fault.seat)


def _king_proven(deal: Deal) -> Deal:
    """The deal when all cards were played: a king that an unknown hand declared has shown itself, or does not
    count."""
    assert deal.play is not None
    for seat in deal.kings:
        if deal.king not in deal.play.cards_of(seat):
            fault = Fault("wrong-announcement", FALSE_KING, deal.king, seat=seat)
            deal = deal.with_points(seat, -1)._replace(faults=(*deal.faults, fault))
    return deal


def _king_paid(deal: Deal) -> Deal:
    """A false declaration costs a point, unless the opponent held the king: the book prints it so."""
    assert deal.play is not None
    for seat in sorted(false_kings(deal)):
        if deal.king not in deal.play.cards_of(other(deal.game.pair, seat)):
            deal = deal.with_points(seat, -1)
    return deal


# --- the count ----------------------------------------------------------------------------------------


def points_for(tricks: int, *, loser_brutal: bool) -> int:
    """What as many tricks count: three or four 1, all five (*doormarsch*) 2; against a player who played
    *brutaal* 2, and not 3 for five (HS p. 50).

    >>> points_for(3, loser_brutal=False), points_for(5, loser_brutal=False), points_for(5, loser_brutal=True)
    (1, 2, 2)
    """
    return 2 if loser_brutal or tricks == FULL_HAND else 1


def _counted(deal: Deal) -> Deal:
    """The deal when its five tricks are played."""
    assert deal.play is not None
    deal = _king_paid(_king_proven(deal))
    assert deal.play is not None
    winner = next(seat for seat in deal.game.pair if deal.play.taken(seat) >= MAJORITY_TRICKS)
    refused = deal.refused and deal.evening.options.dealer_refusal_penalty
    dared = deal.brutal if winner == deal.dealer else refused
    scored = points_for(deal.play.taken(winner), loser_brutal=dared)
    over = deal.with_points(winner, scored)._replace(won=winner, scored=scored, phase="over")
    return _won_by(over, winner)


def _won_by(deal: Deal, seat: int) -> Deal:
    """The deal, and the end of the game where this player has the points for it."""
    if deal.points()[seat] < deal.evening.options.target:
        return deal
    return bets.settled(deal._replace(winner=seat, phase="over"), seat)
