"""Money from seat to seat, and into and out of a pot. Nothing is made and nothing lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, Self

from sabot.core.terms import LedgerLine, money
from sabot.games.evening.deal import Deal
from sabot.games.evening.evening import Evening

THE_POT = 0
"""Stands for the pot where a seat is named."""

Payment = tuple[int, int, int]
"""Who gives, who gets, and how much: `(2, THE_POT, 50)`."""


def paid(
    evening: Evening, payments: Iterable[Payment], *, pot: int = 0
) -> tuple[Evening, int, tuple[LedgerLine, ...]]:
    """The evening and the pot after these payments, in their order, and the lines that report them.

    A player with chips pays what they have and no more (the books are silent), and so does the pot.
    """
    lines: list[LedgerLine] = []
    for giver, taker, amount in payments:
        sum_ = _payable(evening, giver, amount, pot=pot)
        if sum_ <= 0:
            continue
        pot += sum_ * ((taker == THE_POT) - (giver == THE_POT))
        moves = {giver: -sum_, taker: sum_}
        evening = evening.paid({seat: moved for seat, moved in moves.items() if seat != THE_POT})
        lines.append(_line(giver, taker, sum_, pot=pot))
    return evening, pot, tuple(lines)


def _payable(evening: Evening, giver: int, amount: int, *, pot: int) -> int:
    if giver == THE_POT:
        return min(amount, pot)
    return min(amount, evening.purses[giver]) if giver in evening.bought else amount


def _line(giver: int, taker: int, amount: int, *, pot: int) -> LedgerLine:
    """`paid` to a seat, by another or out of the pot; `pot`: into it."""
    if taker == THE_POT:
        return "pot", {"seat": giver, "amount": money(amount), "pot": money(pot)}
    return "paid", {"seat": taker, "amount": money(amount), "of": "pot" if giver == THE_POT else str(giver)}


class PotDeal(Deal, Protocol):
    """A deal with one pot: a NamedTuple with the fields of every deal and `pot`."""

    __slots__ = ()

    @property
    def pot(self) -> int:
        """The money in the pot, in minor units."""

    @property
    def in_play(self) -> int:
        """The pot."""
        return self.pot

    def with_paid(self, payments: Iterable[Payment]) -> Self:
        """The deal after these payments, which are reported now."""
        evening, pot, lines = paid(self.evening, payments, pot=self.pot)
        whole: Any = self
        after: Self = whole._replace(evening=evening, pot=pot, lines=(*self.lines, *lines))
        return after
