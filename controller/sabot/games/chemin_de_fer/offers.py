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


def called_for(offer: Offer | None, *, bank: int) -> tuple[Stake, ...]:
    """The stake of the call that is served. Half of an odd cent is the table's: *avec la table* is never more
    than half."""
    if offer is None:
        return ()
    amount = bank // 2 if offer.kind == "avec-la-table" else bank
    return (Stake(SIDE, amount, offer.seat),) if amount else ()


def in_turn(
    options: Options, free: tuple[Stake, ...], offer: Offer | None, *, main: int
) -> tuple[Stake, ...]:
    """The free stakes in the order in which the bank covers them: the seats from the main on, then those of
    no seat, then the spectators (HS p. 20-21). Who called *avec la table* tops it up after all others."""

    def turn(stake: Stake) -> tuple[bool, bool, bool, int]:
        seat = stake.seat
        last = offer is not None and seat == offer.seat
        steps = 0 if seat is None else distance(options, main=main, seat=seat)
        return last, stands(options, seat), seat is None, steps

    return tuple(sorted(free, key=turn))


def covered(laid: tuple[Stake, ...], *, bank: int) -> tuple[tuple[Stake, ...], tuple[Stake, ...]]:
    """Of stakes in their order what the bank covers, and what it does not.

    >>> kept, rest = covered((Stake("ponte", 5, 2), Stake("ponte", 5, 3), Stake("ponte", 5, 4)), bank=8)
    >>> [(each.seat, each.amount) for each in kept], [(each.seat, each.amount) for each in rest]
    ([(2, 5), (3, 3)], [(3, 2), (4, 5)])
    """
    kept, rest = [], []
    for stake in laid:
        amount = min(stake.amount, bank)
        bank -= amount
        kept.append(stake._replace(amount=amount))
        rest.append(stake._replace(amount=stake.amount - amount))
    return tuple(each for each in kept if each.amount), tuple(each for each in rest if each.amount)


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
