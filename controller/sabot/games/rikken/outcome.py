"""When a deal is over, and what it is worth (Doevendans 4.1, ch. 8, 13, 16, 17)."""

from __future__ import annotations

from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot.games.evening.deal import Line, Outcome
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import Payment, paid
from sabot.games.rikken import score, sides
from sabot.games.rikken.auction import Called
from sabot.games.rikken.bids import Bid
from sabot.games.rikken.claiming import partner_of
from sabot.games.rikken.deal import FULL_HAND, TOTAAL, Contract, Deal, is_lost, tricks_of
from sabot.games.rikken.score import Points


def is_over(deal: Deal) -> bool:
    """Whether nothing more is played: all thirteen tricks, a claim that holds, or a contract that is lost and
    has no overtricks."""
    if deal.void or deal.granted or deal.lost_by is not None or len(deal.tricks) == FULL_HAND:
        return True
    contract = deal.contract
    if contract is None or not deal.tricks:
        return False
    return all(is_lost(deal, call) for call in contract.joint)


def closed(deal: Deal) -> Deal:
    """The deal with its points and payments, once it is over."""
    if deal.points is not None or deal.void or not is_over(deal):
        return deal
    points = points_of(deal)
    evening, _, lines = paid(deal.evening, payments(deal, points))
    return deal._replace(evening=evening, points=points, paid=lines)


def outcome(deal: Deal) -> Outcome | None:
    """What the deal came to; None while it is not over."""
    if deal.void:
        return Outcome({"winner": None, "void": deal.void})
    if deal.points is None:
        return None
    points = {str(seat): deal.points[seat] for seat in sorted(deal.points)}
    winners = [str(seat) for seat in sorted(deal.points) if deal.points[seat] > 0]
    tricks = {str(seat): number for seat, number in sorted(tricks_of(deal).items())}
    result = {"winner": " ".join(winners) or None, **_of_contract(deal), "tricks": tricks, "points": points}
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    sheet: Line = ("score", {"points": points, "purses": purses})
    return Outcome(result, lines=(*deal.paid, sheet), points=tuple(sorted(deal.points.items())))


def _of_contract(deal: Deal) -> Plain:
    contract = deal.contract
    if contract is None:
        return {"bid": deal.round, "made": None}
    found: Plain = {"bid": contract.bid.name, "declarer": contract.declarer}
    if contract.bid.has_partner:
        found["partner"] = partner_of(deal, contract)
    tricks = side_tricks(deal, contract, contract.joint[0])
    return found | {"side_tricks": tricks, "made": _is_made(deal, contract.joint[0], contract)}


def points_of(deal: Deal) -> Points:
    """The points of a deal that is over."""
    contract = deal.contract
    if contract is None:
        return _without_contract(deal)
    return score.summed(deal.seats, (_bid_points(deal, contract, call) for call in contract.joint))


def _without_contract(deal: Deal) -> Points:
    if deal.lost_by is not None:
        each = deal.options.piek_totaal_points if deal.round == TOTAAL else deal.options.mie_points
        return score.paid_to([deal.lost_by], deal.seats, -each)
    if deal.round == TOTAAL:
        return sides.totaal_points(deal.options, tricks_of(deal))
    cards = [[card for _, card in trick.plays] for trick in deal.tricks]
    piles = [*zip(deal.takers, cards, strict=True)]
    return sides.mie_points(deal.options, piles, deal.seats)


def _bid_points(deal: Deal, contract: Contract, call: Called) -> Points:
    """Every bid of a joint misère is settled against the three others (13.1)."""
    bid, side = _bid_of(call), _side(deal, contract, call)
    worth = score.worth(deal.options, bid, side_tricks(deal, contract, call))
    if deal.lost_by is not None:
        bare = score.base(deal.options, bid)
        worth = -bare if deal.lost_by in side else bare
    return score.paid_to(side, deal.seats, worth)


def _bid_of(call: Called) -> Bid:
    assert call.bid is not None
    return call.bid


def _is_made(deal: Deal, call: Called, contract: Contract) -> bool:
    if deal.lost_by is not None:
        return deal.lost_by not in _side(deal, contract, call)
    return score.is_made(_bid_of(call), side_tricks(deal, contract, call))


def _side(deal: Deal, contract: Contract, call: Called) -> list[int]:
    """The bidder, and their partner where they have one. A declarer who held the asked card plays alone: the
    book is silent."""
    partner = partner_of(deal, contract) if contract.has_partner else None
    return [call.seat] if partner is None else [call.seat, partner]


def side_tricks(deal: Deal, contract: Contract, call: Called) -> int:
    """The tricks of the bidder's side, with those of a claim that holds. The claim of another on the same
    misère says nothing of them: they have lost theirs."""
    side, claim = _side(deal, contract, call), deal.granted
    taken = sum(number for seat, number in tricks_of(deal).items() if seat in side)
    if claim is None or (len(contract.joint) > 1 and claim.seat not in side):
        return taken
    return taken + (claim.number if claim.seat in side else deal.tricks_left - claim.number)


def payments(deal: Deal, points: Points) -> list[Payment]:
    """Who pays whom: each loser pays the winners in the order of the seats."""
    owing = {seat: -amount for seat, amount in points.items() if amount < 0}
    found: list[Payment] = []
    for winner in (seat for seat in deal.seats if points[seat] > 0):
        wanted = points[winner]
        for loser in owing:
            each = min(wanted, owing[loser])
            owing[loser] -= each
            wanted -= each
            found += [(loser, winner, each * deal.options.unit)] if each else []
    return found


def following(deal: Deal) -> Evening:
    """The next deal: the left neighbour deals, but after a deal that does not count the same player (1.2)."""
    return deal.evening.following(dealer=deal.evening.dealer if deal.void else None)
