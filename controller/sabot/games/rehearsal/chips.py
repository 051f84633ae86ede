"""Stakes of whole chips, as a croupier sees them at a table."""

from __future__ import annotations

STAKE_STEPS = ((50_00, 5_00), (250_00, 25_00), (1_000_00, 50_00))
"""Below each sum, in minor units, stakes are laid in steps of the second."""

LARGE_STEP = 100_00


def in_chips(amount: int, *, least: int = 5_00) -> int:
    """The next lower sum that is laid in round chips, and `least` at least.

    >>> [in_chips(each) // 100 for each in (3_00, 17_00, 133_00, 967_00, 4_321_00)]
    [5, 15, 125, 950, 4300]
    """
    step = next((step for below, step in STAKE_STEPS if amount < below), LARGE_STEP)
    return max(least, amount - amount % step)
