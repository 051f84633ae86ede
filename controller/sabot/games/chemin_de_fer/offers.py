"""Who may cover the bank of chemin de fer: banco suivi, banco prime, a spectator's banco, avec la table, free
stakes.

Source: HS p. 18-22. The stake of a banco is the whole bank and leaves no room for another; avec la table is
half of it; free stakes fill what is left. All of them lie on the ponte's side and are called `ponte`.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.terms import Stake
from sabot.games.chemin_de_fer.options import Options

SIDE = "ponte"


class Offer(NamedTuple):
    """A call to cover the bank: `kind` is `suivi`, `banco` or `avec-la-table`."""

    kind: str
    seat: int


RANK = {"suivi": (0, 0), "banco": (1, 2), "avec-la-table": (3, 4)}
"""The precedence of a call, of a seat and of a spectator; the lowest is served."""


def distance(options: Options, *, main: int, seat: int) -> int:
    """How many seats on from the main: 1 is the forehand; players behind the table come after all seats."""
    if seat > options.seats:
        return seat
    steps = seat - main if options.direction == "right" else main - seat
    return (steps - 1) % options.seats + 1


def next_seat(options: Options, main: int) -> int:
    """The seat to which the main goes from `main`."""
    on = main if options.direction == "right" else main - 2
    return on % options.seats + 1


def precedence(options: Options, offer: Offer, *, main: int) -> tuple[int, int]:
    """The lower goes first (HS: suivi beats everyone; then the first seat from the main)."""
    return RANK[offer.kind][offer.seat > options.seats], distance(options, main=main, seat=offer.seat)


def served(options: Options, offers: tuple[Offer, ...], *, main: int) -> Offer | None:
    """The call that is served; of equals the first."""
    return min(offers, key=lambda each: precedence(options, each, main=main), default=None)


def stakes(offer: Offer | None, free: tuple[Stake, ...], *, bank: int) -> tuple[Stake, ...]:
    """What lies against the bank when this call is served and these free stakes were laid.

    Half of an odd cent is the table's: the caller never stakes more than half.
    """
    if offer is None:
        return fitted(free, room=bank)
    if offer.kind != "avec-la-table":
        return (Stake(SIDE, bank, offer.seat),)
    half = Stake(SIDE, bank // 2, offer.seat)
    laid = (half,) if half.amount else ()
    return (*laid, *fitted(free, room=bank - half.amount))


def fitted(free: tuple[Stake, ...], *, room: int) -> tuple[Stake, ...]:
    """The stakes as far as there is room, the last ones cut first."""
    kept = []
    for stake in free:
        if room > 0:
            kept.append(stake._replace(amount=min(stake.amount, room)))
        room -= stake.amount
    return tuple(kept)


def with_stake(options: Options, free: tuple[Stake, ...], stake: Stake) -> tuple[Stake, ...]:
    """The free stakes with one more. Spectators fill the gap that the seats leave: they come last."""
    behind = tuple(each for each in free if stands(options, each.seat))
    if stands(options, stake.seat):
        return (*free, stake)
    return (*(each for each in free if not stands(options, each.seat)), stake, *behind)


def stands(options: Options, seat: int | None) -> bool:
    """Whether this is a spectator who stands behind the seats."""
    return seat is not None and seat > options.seats


def holder(options: Options, offer: Offer | None, laid: tuple[Stake, ...], *, main: int) -> int | None:
    """The seat that receives the ponte's cards: the caller, else the largest stake, of equal ones the nearer
    to the forehand (CB)."""
    if offer is not None:
        return offer.seat
    seated = [(stake.seat, stake.amount) for stake in laid if stake.seat is not None]
    largest = max((amount for _, amount in seated), default=0)
    equal = (seat for seat, amount in seated if amount == largest)
    return min(equal, key=lambda seat: distance(options, main=main, seat=seat), default=None)
