"""Claims: a player says how many of the last tricks they take (Doevendans 16.1; SVB 2, 8, 23, 25)."""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.core.terms import Turn
from sabot.games.evening.deal import refuse
from sabot.games.rikken import asked
from sabot.games.rikken.claims import never_takes, takes_the_rest
from sabot.games.rikken.deal import Claim, Contract, Deal, is_lost, seen, unseen
from sabot.games.rikken.playing import turn
from sabot.games.tricks.double_dummy import answers
from sabot.games.tricks.double_dummy.answers import Open, can_be_made

MOST_POSITIONS = 1_500
"""Positions at which the search for a claim gives up: a fraction of a second."""
AGREED, PLAY_ON = "akkoord", "doorspelen"


def partner_of(deal: Deal, contract: Contract) -> int | None:
    """The declarer's partner, as the referee knows them: who played the asked card, or holds it in a known
    hand; None where that is not known, or nobody is."""
    held = [(seat, card) for trick in deal.laid for seat, card in trick]
    held += [(seat, card) for seat, hand in deal.hands.items() for card in hand]
    found = next((seat for seat, card in held if card == contract.asked), contract.partner)
    return None if found == contract.declarer else found


def side_of(deal: Deal, contract: Contract, seat: int) -> frozenset[int] | None:
    """The players who share this seat's tricks; None while that is not known."""
    if not contract.has_partner:
        alone = _bidders(contract, seat)
    elif (partner := partner_of(deal, contract)) is not None:
        alone = frozenset({contract.declarer, partner})
    else:
        return None
    return alone if seat in alone else frozenset(deal.seats) - alone


def _bidders(contract: Contract, seat: int) -> frozenset[int]:
    """The declarer of a contract without a partner; of a joint misère this seat alone, if it bid it."""
    joint = frozenset(call.seat for call in contract.joint)
    return frozenset({seat}) if seat in joint else joint


def claimed(deal: Deal, seat: int, number: int) -> Deal:
    """A claim. It holds, or it does not and the play goes on, or the others say whether they accept it."""
    because = _refused(deal, seat, number)
    if because is not None or deal.contract is None:
        return refuse(deal, because or _no_claim(), seat=seat)
    claim = Claim(seat, number)
    holds = is_sure(deal, claim)
    if holds is None:
        return deal._replace(claim=claim).with_line("claim", seat=seat, tricks=number)
    if holds:
        return _granted(deal, claim)
    return deal.with_line("claim", seat=seat, tricks=number, holds=False)


def _granted(deal: Deal, claim: Claim) -> Deal:
    """The claim holds: the hand of the player who made it lies open, where it is known."""
    deal = deal._replace(claim=None, granted=claim, shown=deal.shown | {claim.seat})
    return deal.with_line("granted", seat=claim.seat, tricks=claim.number)


def _no_claim() -> Reason:
    return reason("only a contract can be claimed")


def _refused(deal: Deal, seat: int, number: int) -> Reason | None:
    contract = deal.contract
    if contract is None:
        return _no_claim()
    if deal.trick.plays:
        return reason("a claim is made between two tricks")
    if because := None if contract.bid.has_trumps else _not_claimed_alone(deal, contract, seat):
        return because
    if seat not in deal.seats or number > deal.tricks_left:
        return reason("{m} tricks are left", m=deal.tricks_left)
    if side_of(deal, contract, seat) is None:
        return reason("nobody claims before the partner is known")
    return None


def _not_claimed_alone(deal: Deal, contract: Contract, seat: int) -> Reason | None:
    """Why this seat does not claim a misère or piek; None where it is the bidder, and the last one where
    several bid."""
    standing = [call.seat for call in contract.joint if not is_lost(deal, call)]
    if len(standing) > 1:
        return reason("several play a misère or piek: it is played on until all but one have lost theirs")
    return None if seat in standing else reason("the bidder of a misère or piek claims it")


def is_sure(deal: Deal, claim: Claim) -> bool | None:
    """Whether the claim holds by the cards that are known; None where they do not say."""
    if _is_plain(deal, claim):
        return True
    contract = deal.contract
    if len(deal.hands) < len(deal.seats) or contract is None or contract.stands_in:
        return None
    is_owed = asked.has_duty(deal.options, contract.bid)
    goal = answers.Contract(
        side_of(deal, contract, claim.seat) or frozenset(),
        claim.number,
        exactly=not contract.bid.has_trumps,
        trump=deal.trump,
        asked=contract.asked if is_owed and contract.asked not in seen(deal) else None,
    )
    hands = {seat: tuple(deal.hands[seat]) for seat in deal.seats}
    return can_be_made(Open(hands, turn(deal)), goal, limit=MOST_POSITIONS)


def _is_plain(deal: Deal, claim: Claim) -> bool:
    """Whether the claimer's own hand is enough: they never take a trick, or take every one."""
    hand = deal.hands.get(claim.seat)
    if hand is None or deal.contract is None or deal.contract.stands_in:
        return False
    others = unseen(deal).union(*(cards for seat, cards in deal.hands.items() if seat != claim.seat))
    if claim.number == 0 and not deal.contract.bid.has_trumps:
        return turn(deal) != claim.seat and never_takes(hand, others)
    rest = claim.number == deal.tricks_left and turn(deal) == claim.seat
    return rest and takes_the_rest(hand, others, deal.trump)


def answered(deal: Deal, seat: int, word: str) -> Deal:
    """Another player accepts the claim, or wants it played out. It holds when all accept."""
    claim = deal.claim
    if claim is None or seat == claim.seat or seat not in deal.seats or seat in claim.agreed:
        return refuse(deal, reason("seat {n} has no claim to answer", n=seat), seat=seat)
    deal = deal.with_line("answer", seat=seat, answer=word)
    if word == PLAY_ON:
        return deal._replace(claim=None)
    claim = claim._replace(agreed=claim.agreed | {seat})
    everybody = len(claim.agreed) == len(deal.seats) - 1
    return _granted(deal, claim) if everybody else deal._replace(claim=claim)


def due_of_answers(deal: Deal, claim: Claim) -> tuple[Turn, ...]:
    """Those who have not yet accepted the claim."""
    because = reason("seat {n} claims {m} tricks", n=claim.seat, m=claim.number)
    return tuple(
        Turn(seat, (f"answer {seat} {AGREED}", f"answer {seat} {PLAY_ON}"), why=because)
        for seat in deal.seats
        if seat != claim.seat and seat not in claim.agreed
    )


def due(deal: Deal) -> tuple[Turn, ...]:
    """Between two tricks each player may claim."""
    left, because = deal.tricks_left, reason("the rest is certain")
    return tuple(
        Turn(seat, (f"claim {seat} NUMBER",), limits=(0, left), why=because)
        for seat in deal.seats
        if _refused(deal, seat, left) is None
    )
