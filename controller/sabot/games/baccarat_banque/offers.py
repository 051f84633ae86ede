"""The stakes against the bank of baccarat banque: a banco over both sides, or free stakes on each.

Source: HS p. 9-15. The main has first refusal of a banco, then the lower seat counted from the main
(*banco prime*); a player who called banco and lost may follow before all others (*banco suivi*). Free
stakes fill at most half the bank on each side, unless the bank is open (*banque ouverte*).
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.terms import Settlement, Stake
from sabot.games.baccarat_banque.hands import SIDES


class Offer(NamedTuple):
    """A call to cover the whole bank: `kind` is `suivi` or `banco`."""

    kind: str
    seat: int


RANK = {"suivi": 0, "banco": 1}
"""The precedence of a call; the lowest is served."""


class Cloth(NamedTuple):
    """What is settled on the cloth before the cards.

    `free` are the stakes as they were offered. `ouverte`: the limit is lifted for this coup; `egaux`: the
    banker wants both sides equal. `colour` was named for *rouge ou noir*; `left` cards were in the sabot.
    """

    left: int
    offers: tuple[Offer, ...] = ()
    free: tuple[Stake, ...] = ()
    ouverte: bool = False
    egaux: bool = False
    colour: str | None = None


def distance(seat: int, *, main: int, seats: int) -> int:
    """How many seats on from the main; the main itself is 0."""
    return (seat - main) % seats


def served(offers: tuple[Offer, ...], *, main: int, seats: int) -> Offer | None:
    """The call that is served."""
    return min(
        offers,
        key=lambda each: (RANK[each.kind], distance(each.seat, main=main, seats=seats)),
        default=None,
    )


def on(side: str, stakes: tuple[Stake, ...]) -> int:
    """All that lies on one side."""
    return sum(stake.amount for stake in stakes if stake.where == side)


def a_cheval(bank: int, seat: int) -> tuple[Stake, ...]:
    """The whole bank, half on each side; of an odd cent droite has the larger half."""
    halves = (bank - bank // 2, bank // 2)
    laid = zip(SIDES, halves, strict=True)
    return tuple([Stake(side, amount, seat) for side, amount in laid if amount])


def equal(free: tuple[Stake, ...]) -> tuple[Stake, ...]:
    """The free stakes with the larger side reduced to the other: what was laid last goes first. A stake that
    goes wholly is one of nothing."""
    room = dict.fromkeys(SIDES, min(on(side, free) for side in SIDES))
    kept = []
    for stake in free:
        amount = min(stake.amount, room[stake.where])
        room[stake.where] -= amount
        kept.append(stake._replace(amount=amount))
    return tuple(kept)


def less(free: tuple[Stake, ...], kept: tuple[Stake, ...]) -> tuple[Settlement, ...]:
    """What goes back of these stakes where no more than `kept` of each is covered."""
    rest = [(stake, stake.amount - each.amount) for stake, each in zip(free, kept, strict=True)]
    return tuple(
        Settlement(stake.where, amount, amount, stake.seat, uncovered=True)
        for stake, amount in rest
        if amount
    )


def moved(free: tuple[Stake, ...], *, seat: int, to: str) -> tuple[Stake, ...]:
    """The stakes with those of one seat on the other side."""
    return tuple([stake._replace(where=to) if stake.seat == seat else stake for stake in free])


def holder(side: str, laid: tuple[Stake, ...], *, main: int, seats: int) -> int | None:
    """The seat that plays the cards of a side: the largest stake, of equal ones the nearer to the main. None
    where no seat has staked."""
    totals: dict[int, int] = {}
    for stake in laid:
        if stake.where == side and stake.seat is not None:
            totals[stake.seat] = totals.get(stake.seat, 0) + stake.amount
    return min(totals, key=lambda seat: (-totals[seat], distance(seat, main=main, seats=seats)), default=None)
