"""Stakes against one banker, in minor units. What one loses another gets: the sum of all purses and stakes
stays the same."""

from __future__ import annotations

from typing import Any

from sabot.core.reasons import Reason, reason
from sabot.core.terms import LedgerLine, money
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import paid

MOST_STAKE = 1_000_000
"""The largest stake where the house sets none, in minor units. The books set none; so we do."""

OWN_STAKE = reason("a stake names its seat: every player but the banker stakes")
ALREADY = reason("this stake is laid, and stands")


def limits(evening: Evening, seat: int) -> tuple[int, int]:
    """The least and the most that this seat may stake. A player with chips may stake all they have."""
    house: Any = evening.options
    least, most = max(house.minimum, 1), house.maximum or MOST_STAKE
    if seat in evening.bought:
        most = min(most, evening.purses[seat])
    return min(least, most), most


def refusal(amount: int, within: tuple[int, int]) -> Reason | None:
    """Why this sum is refused; None where it may be staked."""
    least, most = within
    if least <= amount <= most:
        return None
    return reason("between {least} and {most} may be staked", least=money(least), most=money(most))


def players(evening: Evening) -> tuple[int, ...]:
    """The seats that play against the banker, from the banker's left; one without chips left does not."""
    return tuple(seat for seat in evening.after(evening.dealer)[:-1] if evening.can_pay(seat, 1))


def won(evening: Evening, seat: int, stake: int, *, times: int = 1) -> tuple[Evening, tuple[LedgerLine, ...]]:
    """The evening when a stake goes back and the banker pays its multiple, and the line that says so."""
    return _moved(evening, (evening.dealer, seat), seat, stake, times=times)


def lost(
    evening: Evening, seat: int, stake: int, *, times: int = 1
) -> tuple[Evening, tuple[LedgerLine, ...]]:
    """The evening when the player pays the multiple of their stake to the banker."""
    return _moved(evening, (seat, evening.dealer), seat, stake, times=times)


def _moved(
    evening: Evening, ways: tuple[int, int], seat: int, stake: int, *, times: int
) -> tuple[Evening, tuple[LedgerLine, ...]]:
    """The evening when the stake went back to its seat and then the first of `ways` has paid the second."""
    giver, taker = ways
    after, _, lines = paid(evening.paid({seat: stake}), [(giver, taker, times * stake)])
    return after, lines
