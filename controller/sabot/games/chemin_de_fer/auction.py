"""How a bank of chemin de fer is sold: at its full sum, or to the highest bid.

Source: HS p. 19-22. A bank that was passed is offered at its full sum to the seats in turn, then to the
spectators; else it goes by auction (*bij opbod*) to the highest bid. The first bank may be auctioned too.
Nothing is final before the croupier says *adjugé*, or the play goes on.
"""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.core.terms import Bid, money
from sabot.games.chemin_de_fer.bank import Bank, auctioned, waiting
from sabot.games.chemin_de_fer.offers import distance
from sabot.games.chemin_de_fer.options import Options


def is_for_sale(options: Options, bank: Bank) -> bool:
    """Whether the bank was passed, or is the first one and goes to the highest bid."""
    return bank.offered > 0 or (not bank.amount and auctioned(options, bank))


def leading(options: Options, bank: Bank) -> Bid | None:
    """The bid that has the bank as things stand: the nearest at the full sum, else the highest."""
    full = [bid for bid in bank.bids if bid.amount == bank.offered]
    if full:
        return min(full, key=lambda bid: distance(options, main=bank.main, seat=bid.seat))
    return bank.bids[-1] if bank.bids else None


def with_bid(options: Options, bank: Bank, seat: int, amount: int) -> Bank | Reason:
    """A seat or a spectator bids, or takes the bank at its full sum."""
    refusal = _bidder_refused(options, bank, seat) or _price_refused(options, bank, amount)
    return refusal or bank._replace(bids=(*bank.bids, Bid(seat, amount)))


def _bidder_refused(options: Options, bank: Bank, seat: int) -> Reason | None:
    if not is_for_sale(options, bank):
        return reason("no bank is for sale")
    if bank.offered and seat == bank.seat:
        return reason("seat {n} has just passed this bank", n=seat)
    if not bank.offered and seat > options.seats:
        return reason("the main goes from seat to seat and this table has {n} of them", n=options.seats)
    return None


def _price_refused(options: Options, bank: Bank, amount: int) -> Reason | None:
    if amount == bank.offered:
        return None
    if bank.offered and options.pass_offer == "next":  # noqa: S105  (no password)
        return reason(
            "this house gives a passed bank at its full sum, {amount}, or to the next seat",
            amount=money(bank.offered),
        )
    if not bank.offered and amount < options.bank_minimum:
        return reason("a bank is opened with at least {amount}", amount=money(options.bank_minimum))
    last = leading(options, bank)
    if last is None or amount > last.amount != bank.offered:
        return None
    if last.amount == bank.offered:
        return reason("seat {n} takes the bank at its full sum: no bid is heard", n=last.seat)
    return reason("a bid is higher than the last one, {amount}", amount=money(last.amount))


def sold(options: Options, bank: Bank) -> Bank | Reason:
    """*Adjugé*: the bank is with the leading bidder. The main of a passed bank stays where it was (HS)."""
    bid = leading(options, bank)
    if bid is None:
        return reason("nobody has bid for a bank")
    if not bank.offered:
        return Bank(main=bid.seat, seat=bid.seat, amount=bid.amount)
    return Bank(bank.main, bid.seat, bid.amount, suivi=bank.suivi, left=bank.left)


def settled(options: Options, bank: Bank) -> Bank:
    """The bank when the play goes on: sold to the leading bidder; a passed one that nobody bids for is with
    the next seat, at the minimum."""
    if bank.bids:
        then = sold(options, bank)
        assert isinstance(then, Bank)
        return then
    if not bank.offered:
        return bank
    return waiting(options, bank, left=bank.left)._replace(amount=options.bank_minimum)
