"""The auction of rikken: who may call what (Doevendans 3.2-3.3, ch. 6, 11.1, 13.1; variants 18 and 20).

It starts left of the dealer. A bid is higher than the one before, except that another player may join a
misère. Who has passed is out. It ends when nobody is left to call but those whose bid stands.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.reasons import Reason, reason
from sabot.games.rikken.bids import PASS, Bid, named
from sabot.games.rikken.options import Options

ACES_OF_MALHEUR = 3


class Called(NamedTuple):
    """What a seat called: a bid, or None for a pass."""

    seat: int
    bid: Bid | None


class Auction(NamedTuple):
    """The calls so far; `order` are the seats, the first to call first."""

    options: Options
    order: tuple[int, ...]
    calls: tuple[Called, ...] = ()


def passed(auction: Auction) -> frozenset[int]:
    """The seats that have passed: they are out."""
    return frozenset(call.seat for call in auction.calls if call.bid is None)


def standing(auction: Auction) -> tuple[Called, ...]:
    """The highest bid, and those who joined it, in the order of their calls; () while nobody has bid."""
    bids = [call for call in auction.calls if call.bid]
    top = _height(auction)
    return tuple(call for call in bids if call.bid and _rank(auction, call.bid) == top)


def _rank(auction: Auction, bid: Bid) -> int:
    return named(auction.options)[bid.name][0]


def _height(auction: Auction) -> int:
    """The rank of the highest bid; 0 while nobody has bid."""
    return max((_rank(auction, call.bid) for call in auction.calls if call.bid), default=0)


def turn(auction: Auction) -> int | None:
    """The seat that calls now; None when the auction is over."""
    waiting = _waiting(auction)
    last = auction.order.index(auction.calls[-1].seat) + 1 if auction.calls else 0
    after = (*auction.order[last:], *auction.order[:last])
    return next((seat for seat in after if seat in waiting), None)


def _waiting(auction: Auction) -> frozenset[int]:
    """The seats that still have a call: those whose bid stands get no other."""
    holders = {call.seat for call in standing(auction)}
    return frozenset(auction.order) - passed(auction) - holders


def after(auction: Auction, seat: int, bid: Bid | None) -> Auction:
    """The auction after one more call, which is allowed."""
    return auction._replace(calls=(*auction.calls, Called(seat, bid)))


def refusal(auction: Auction, seat: int, call: str, *, aces: int | None) -> Reason | None:
    """Why `seat` may not call this; None where they may. `aces`: how many they hold, None if that is not
    known.

    >>> auction = Auction(Options(), (2, 3, 4, 1))
    >>> str(refusal(auction, 2, "rik_beter", aces=None))
    'rik beter needs a rik of another player before it'
    >>> refusal(auction, 2, "rik", aces=2) is None
    True
    """
    out = _out_of_turn(auction, seat)
    if out is not None or call == PASS:
        return out or _pass_refused(auction, seat, aces)
    found = named(auction.options).get(call)
    if found is None:
        return reason("this house does not play {bid}", bid=call.replace("_", " "))
    rank, bid = found
    return _height_refused(auction, rank, bid) or _bid_refused(auction, bid, rank=rank, aces=aces)


def _out_of_turn(auction: Auction, seat: int) -> Reason | None:
    if seat in passed(auction):
        return reason("seat {n} has passed and is out of this auction", n=seat)
    now = turn(auction)
    if now is None:
        return reason("the auction is over")
    return None if seat == now else reason("seat {n} calls now", n=now)


def _pass_refused(auction: Auction, seat: int, aces: int | None) -> Reason | None:
    if _must_call_malheur(auction, aces):
        return _malheur_owed()
    others_passed = passed(auction) == frozenset(auction.order) - {seat}
    if auction.options.four_passes == "fourth_must_bid" and others_passed:
        return reason("all others have passed: this house does not let the fourth player pass")
    return None


def _malheur_owed() -> Reason:
    return reason("three aces are called malheur, or a bid above it")


def _must_call_malheur(auction: Auction, aces: int | None) -> bool:
    """Whether three aces bind: it is their turn and nothing above malheur was bid (2.5, 6.2)."""
    if auction.options.malheur != "compulsory" or (aces or 0) < ACES_OF_MALHEUR:
        return False
    return _height(auction) < named(auction.options)["malheur"][0]


def _height_refused(auction: Auction, rank: int, bid: Bid) -> Reason | None:
    height = _height(auction)
    if rank > height or (rank == height and _joins(auction, bid)):
        return None
    held = standing(auction)[0]
    assert held.bid is not None
    return reason("{bid} does not go over {other}", bid=bid.title, other=held.bid.title)


def _joins(auction: Auction, bid: Bid) -> bool:
    """Whether this bid may be called beside the one that stands (ch. 13.1); for piek the book is silent."""
    allowed, held = auction.options.joint_bids, {call.bid for call in standing(auction)}
    if bid.openness or bid.has_trumps:
        return False
    if allowed == "mixed":
        return True
    return held == {bid} and allowed in ("closed", bid.group)


def _bid_refused(auction: Auction, bid: Bid, *, rank: int, aces: int | None) -> Reason | None:
    if bid.group == "malheur" and aces is not None and aces < ACES_OF_MALHEUR:
        return reason("malheur needs three aces, and seat {n} has {m}", n=turn(auction) or 0, m=aces)
    if _must_call_malheur(auction, aces) and rank < named(auction.options)["malheur"][0]:
        return _malheur_owed()
    return _opening_refused(auction, bid)


def _opening_refused(auction: Auction, bid: Bid) -> Reason | None:
    """Beter rikken goes over a rik, and a number alone over any bid (3.3, A1)."""
    earlier = {call.bid.group for call in auction.calls if call.bid}
    if bid.name == "rik_beter" and not earlier:
        return reason("rik beter needs a rik of another player before it")
    if bid.group == "alone" and not earlier:
        return reason("nobody opens with a number alone: say rik first")
    if bid.group == "alone" and auction.options.alone_needs_rik and "rik" not in earlier:
        return reason("this house plays a number alone only after a rik")
    return None


def choices(auction: Auction, *, aces: int | None) -> tuple[str, ...]:
    """What the seat on turn may call, pass first; () when the auction is over."""
    seat = turn(auction)
    if seat is None:
        return ()
    calls = (PASS, *named(auction.options))
    return tuple(call for call in calls if refusal(auction, seat, call, aces=aces) is None)


def owed_malheur(auction: Auction, seat: int) -> bool:
    """Whether a player with three aces called less than malheur although nothing above it was bid (F7)."""
    if auction.options.malheur != "compulsory":
        return False
    malheur = named(auction.options)["malheur"][0]
    for number, call in enumerate(auction.calls):
        height = _height(auction._replace(calls=auction.calls[:number]))
        rank = _rank(auction, call.bid) if call.bid else 0
        if call.seat == seat and height < malheur and rank < malheur:
            return True
    return False
