"""What is paid to the banker who leaves a bank."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.terms import LedgerLine, paid


class Left(NamedTuple):
    """What a banker and their partner took away."""

    seat: int
    takes: int
    partner: int | None = None
    partner_takes: int = 0


def payments(left: Left) -> tuple[LedgerLine, ...]:
    """The lines that tell what is paid; a sum of nothing is not told.

    >>> [keys for _, keys in payments(Left(1, 51, 4, 50))]
    [{'seat': 1, 'amount': '0.51', 'of': 'bank'}, {'seat': 4, 'amount': '0.50', 'of': 'partner'}]
    >>> payments(Left(1, 0))
    ()
    """
    shares = ((left.seat, left.takes, "bank"), (left.partner, left.partner_takes, "partner"))
    return tuple(paid(seat, amount, of=of) for seat, amount, of in shares if amount)
