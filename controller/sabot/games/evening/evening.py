"""An evening: who sits at the table, who deals, and what each of them has. A value.

Money is minor units. A purse may be below zero: it is then what that player owes. A player who sat down with
chips cannot spend more than they have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sabot.games.evening.options import Household


class Evening(NamedTuple):
    """The evening before or during a deal.

    `seats` are those present, clockwise. `purses` is what each seat has now; one that left without chips
    keeps its purse. `bought` is what each seat bought in chips and sits there with. `carried` is what the
    game takes over from deal to deal: its own NamedTuple, or None. `number` is that of the deal, from 1.
    `named`: somebody sat down or a deal was played, so nobody is there only because the house said how many
    play. `joined` are the seats whose players sat down since the last deal: nothing of that deal is theirs.
    """

    options: Any
    seats: tuple[int, ...]
    dealer: int
    purses: Mapping[int, int]
    carried: Any = None
    number: int = 1
    bought: Mapping[int, int] = {}
    named: bool = False
    joined: frozenset[int] = frozenset()

    def left_of(self, seat: int) -> int:
        """The next seat clockwise; the same where nobody sits.

        >>> opened(Household(players=3)).left_of(3)
        1
        """
        after = [each for each in self.seats if each > seat]
        return [*after, *self.seats, seat][0]

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, this one last.

        >>> opened(Household(players=4)).after(2)
        (3, 4, 1, 2)
        """
        later = tuple(each for each in self.seats if each > seat)
        return (*later, *(each for each in self.seats if each <= seat))

    def paid(self, changes: Mapping[int, int]) -> Evening:
        """The evening when each of these seats got this sum (or gave it, below zero).

        >>> opened(Household(players=2)).paid({1: 50, 2: -50}).purses
        {1: 50, 2: -50}
        """
        purses = {**self.purses, **{seat: self.purses[seat] + sum_ for seat, sum_ in changes.items()}}
        return self._replace(purses=purses)

    def can_pay(self, seat: int, amount: int) -> bool:
        """Whether this seat has as much; one that plays without chips always does."""
        return seat not in self.bought or self.purses[seat] >= amount

    def following(self, *, dealer: int | None = None, carried: object = None) -> Evening:
        """The evening of the next deal: the left neighbour deals, unless another is named. Who has played is
        there, also where nobody sat down by name."""
        seat = self.left_of(self.dealer) if dealer is None else dealer
        number = self.number + 1
        return self._replace(dealer=seat, carried=carried, number=number, named=True, joined=frozenset())


def opened(options: Household) -> Evening:
    """The evening before anybody sat down: as many seats as the house said, and the lowest deals."""
    seats = tuple(range(1, options.players + 1))
    return Evening(options, seats, seats[0], dict.fromkeys(seats, 0))
