"""How fast requests are answered: some at once, and after that at a steady rate, for one address and for all.

Who asks faster waits, on their own connection and without a thread. Who would wait for long is sent away.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

WAIT_MOST_S = 5.0
"""Nobody waits longer."""

KNOWN_MOST = 1000
"""When more addresses than these are known, those that have not asked lately are forgotten."""


class Rate(NamedTuple):
    """Requests a second, and how many may come at once after a pause."""

    a_second: float
    at_once: int


class Pace:
    """One rate, counted for each address."""

    def __init__(self, rate: Rate, *, now_s: Callable[[], float] = time.monotonic) -> None:
        self._each_s, self._ahead_s = 1 / rate.a_second, (rate.at_once - 1) / rate.a_second
        self._now_s = now_s
        self._spent_until_s: dict[str, float] = {}

    def wait_s(self, address: str) -> float | None:
        """Seconds until the next request of this address may be answered, which is then counted; None if that
        is too long."""
        now_s = self._now_s()
        spent_s = max(self._spent_until_s.get(address, now_s), now_s)
        wait_s = max(0.0, spent_s - self._ahead_s - now_s)
        if wait_s > WAIT_MOST_S:
            return None
        self._spent_until_s[address] = spent_s + self._each_s
        if len(self._spent_until_s) > KNOWN_MOST:
            self._forget(now_s)
        return wait_s

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._spent_until_s)

    def _forget(self, now_s: float) -> None:
        self._spent_until_s = {each: until for each, until in self._spent_until_s.items() if until > now_s}


class Paces:
    """The pace of a listener: that of each address, and then that of all together."""

    def __init__(self, *, one: Rate, all_: Rate) -> None:
        self._one, self._all = Pace(one), Pace(all_)

    async def turn(self, address: str) -> bool:
        """Wait for the turn of a request; False if it would take too long."""
        return await _waited(self._one.wait_s(address)) and await _waited(self._all.wait_s(""))


async def _waited(wait_s: float | None) -> bool:
    if wait_s:
        await asyncio.sleep(wait_s)
    return wait_s is not None
