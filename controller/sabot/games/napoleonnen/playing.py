"""The tricks of napoleonnen, and what a deal comes to. Source: HS p. 64-65.

Suit is followed; without it the player trumps or discards. HS does not say when a deal ends; we end it as
soon as the contract is made or lost.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot.games.evening.deal import Outcome
from sabot.games.evening.paying import THE_POT, Payment
from sabot.games.napoleonnen.deal import FULL_HAND, TRICKS, Carried, Deal, transferred
from sabot.games.tricks import playing


def played(deal: Deal, seat: int, card: Card) -> Deal:
    """A seat leads or follows."""
    after = playing.played(deal, seat, card)
    made = is_made(after)
    return after if made is None else _decided(after, made=made)


def is_made(deal: Deal) -> bool | None:
    """Whether the contract is made; None while it can still be made and lost."""
    assert deal.play is not None
    assert deal.contract is not None
    promised = TRICKS[deal.contract.bid]
    taken, left = deal.play.taken(deal.declarer), FULL_HAND - len(deal.play.takers)
    if taken >= promised:
        return True
    return False if taken + left < promised else None


def _decided(deal: Deal, *, made: bool) -> Deal:
    """The declarer takes the named sum or pays it; nap is for the pot and the kijkpot, both ways."""
    assert deal.contract is not None
    kijkpot = deal.kijkpot if deal.contract.bid == "nap" else 0
    after, lines = transferred(deal, [_payment(deal.declarer, deal.named, made=made)])
    after, more = transferred(after, [_payment(deal.declarer, kijkpot, made=made)], pot="kijkpot")
    return after._replace(made=made, phase="over", paid=(*lines, *more))


def _payment(seat: int, amount: int, *, made: bool) -> Payment:
    return (THE_POT, seat, amount) if made else (seat, THE_POT, amount)


def outcome(deal: Deal) -> Outcome:
    """The result line, the payments and the score."""
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    pots = {"pot": money(deal.pot), "kijkpot": money(deal.kijkpot)}
    return Outcome(_result(deal), lines=(*deal.paid, ("score", {"purses": purses, **pots})))


def _result(deal: Deal) -> Plain:
    if deal.contract is None or deal.play is None:
        return {"winner": None, "bid": None}
    return {
        "winner": str(deal.declarer) if deal.made else None,
        "seat": deal.declarer,
        "bid": deal.contract.bid,
        "made": deal.made,
        "amount": money(deal.named),
        "tricks": {str(seat): deal.play.taken(seat) for seat in deal.evening.seats},
    }


def carried(deal: Deal) -> Carried:
    """What the next deal takes over."""
    return Carried(deal.pot, deal.kijkpot)
