"""Money in the middle: what each seat has paid, what an earlier deal left, and who can win which part.

Money is an integer of minor units. No function makes or loses any: what is divided is the sum of its shares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Stakes(NamedTuple):
    """The stakes in common: `left` from earlier deals, and what each seat paid in this one."""

    left: int = 0
    paid: tuple[tuple[int, int], ...] = ()

    @property
    def total(self) -> int:
        """All that lies in the middle."""
        return self.left + sum(amount for _, amount in self.paid)

    def of(self, seat: int) -> int:
        """What a seat has paid in this deal."""
        return dict(self.paid).get(seat, 0)

    def with_paid(self, seat: int, amount: int) -> Stakes:
        """The stakes when a seat has paid this much more.

        >>> Stakes(100).with_paid(2, 20).with_paid(2, 30).total
        150
        """
        return self._replace(paid=tuple((dict(self.paid) | {seat: self.of(seat) + amount}).items()))


class Pot(NamedTuple):
    """A part of the stakes, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def side_pots(stakes: Stakes, standing: Sequence[int]) -> tuple[Pot, ...]:
    """The main pot and the side pots, the main pot first; `standing` are the seats that have not folded.

    A seat wins from each other one no more than it has paid itself. What earlier deals left belongs to the
    main pot. What only folded seats have paid above all others belongs to the last pot.

    >>> side_pots(Stakes(10, ((1, 20), (2, 50), (3, 50))), [1, 2, 3])
    (Pot(amount=70, seats=(1, 2, 3)), Pot(amount=60, seats=(2, 3)))
    """
    levels = sorted({stakes.of(seat) for seat in standing})
    found: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum(min(paid, level) - min(paid, below) for _, paid in stakes.paid)
        found.append(Pot(amount, tuple(seat for seat in standing if stakes.of(seat) >= level)))
        below = level
    above = sum(paid - min(paid, below) for _, paid in stakes.paid)
    found[0] = found[0]._replace(amount=found[0].amount + stakes.left)
    found[-1] = found[-1]._replace(amount=found[-1].amount + above)
    return tuple(found)


def divided(amount: int, seats: Sequence[int], *, counter: int = 1) -> dict[int, int]:
    """What each seat gets of a pot that these seats share.

    Each gets as many whole counters as all can have. The odd counters go one each to the first seats in the
    order given (the callers count from the dealer's left), and what is less than a counter to the first.
    The book is silent; so we do.

    >>> divided(100, [4, 1, 2])
    {4: 34, 1: 33, 2: 33}
    >>> divided(100, [4, 1, 2], counter=10)
    {4: 40, 1: 30, 2: 30}
    """
    counters, small = divmod(amount, counter)
    each, odd = divmod(counters, len(seats))
    shares = {seat: counter * (each + (place < odd)) for place, seat in enumerate(seats)}
    shares[seats[0]] += small
    return shares


def won(pots: Sequence[Pot], best: Mapping[int, object], order: Sequence[int]) -> dict[int, int]:
    """What each seat wins of these pots; `best` ranks the hand of each seat (the greater wins), and odd
    counters go by `order`. A pot whose seats have no hand in `best` is not won."""
    shares = dict.fromkeys(order, 0)
    for pot in pots:
        for seat, share in _share(pot, best, order).items():
            shares[seat] += share
    return shares


def _share(pot: Pot, best: Mapping[int, object], order: Sequence[int]) -> dict[int, int]:
    hands = {seat: best[seat] for seat in order if seat in pot.seats and seat in best}
    if not hands:
        return {}
    highest = max(hands.values())  # type: ignore[type-var]
    return divided(pot.amount, [seat for seat, hand in hands.items() if hand == highest])
