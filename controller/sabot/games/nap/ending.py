"""What a deal of nap comes to: payments, the pool, and the next deal. Source: EN p. 9-13."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot.games.evening.deal import Outcome
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import THE_POT, Payment, paid
from sabot.games.nap.calls import stake
from sabot.games.nap.deal import Carried, Deal
from sabot.games.tricks.cards import ACE_HIGH

WINS_POOL = ("nap", "wellington", "blucher")
"""The calls of five tricks: a caller who makes one takes the pool too."""
SPARE_PENALTY_UNITS = 2
"""What a caller pays to the pool who took the spare hand and failed (EN p. 13)."""


def decided(deal: Deal, *, made: bool) -> Deal:
    """The deal when the contract is made or lost: each opponent pays the caller, or is paid."""
    assert deal.contract is not None
    caller, call = deal.contract.seat, deal.contract.bid
    options = deal.evening.options
    unit = options.unit * (2 if deal.carried.doubled else 1)
    wins, loses = stake(options, call)
    others = [seat for seat in deal.evening.after(caller) if seat != caller]
    payments: list[Payment] = [
        (seat, caller, wins * unit) if made else (caller, seat, loses * unit) for seat in others
    ]
    if made and call in WINS_POOL:
        payments.append((THE_POT, caller, deal.pool))
    if not made and deal.spare == caller:
        payments.append((caller, THE_POT, SPARE_PENALTY_UNITS * options.unit))
    return _paid_out(deal, payments)._replace(made=made)


def pool_shared(deal: Deal, seats: Sequence[int]) -> Deal:
    """The deal when the pool is shared alike. The book is silent about what cannot be shared: one more each
    for the first seats from the dealer's left."""
    share, odd = divmod(deal.pool, len(seats))
    return _paid_out(deal, [(THE_POT, seat, share + (nth < odd)) for nth, seat in enumerate(seats)])


def lowest_wins(deal: Deal) -> Deal:
    """The deal when each player showed a card: the lowest wins the pool, and the ace is high. The book is
    silent about equal cards; they share it."""
    ranks = {seat: ACE_HIGH.index(card.rank) for seat, card in deal.shown}
    return pool_shared(deal, [seat for seat in deal.order if ranks[seat] == min(ranks.values())])


def _paid_out(deal: Deal, payments: list[Payment]) -> Deal:
    evening, pool, lines = paid(deal.evening, payments, pot=deal.pool)
    return deal._replace(evening=evening, pool=pool, paid=lines, phase="over")


def outcome(deal: Deal) -> Outcome:
    """The result line, the payments and the score."""
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    return Outcome(_result(deal), lines=(*deal.paid, ("score", {"purses": purses, "pot": money(deal.pool)})))


def _result(deal: Deal) -> Plain:
    contract = deal.contract
    if contract is None:
        return {"winner": None, "call": None, "passed": bool(deal.bids)}
    return {
        "winner": str(contract.seat) if deal.made else None,
        "seat": contract.seat,
        "call": contract.bid,
        "made": deal.made,
        "tricks": {str(seat): deal.tricks(seat) for seat in deal.evening.seats},
    }


def following(deal: Deal) -> Evening:
    """The evening of the next deal. After a pool was ended, the same player deals."""
    doubled = deal.carried.doubled
    if deal.contract is None and deal.bids:
        doubled = True
    elif deal.made:
        doubled = False
    carried = Carried(deal.pool, doubled, deal.carried.first)
    dealer = None if deal.bids else deal.evening.dealer
    return deal.evening.following(dealer=dealer, carried=carried)
