"""Wrong PINs: what each costs. They count by name and by place, so that nobody keeps a person out from afar.

Three wrong ones in a row cost nothing; each further one doubles a pause, up to a quarter of an hour: about a
hundred tries a day from one place. The table's own screen counts for itself. A
name that was tried `AFAR_MOST` times from other places is believed at the table's own screen alone, until its
owner has been there. From afar a name that nobody has is answered as one with a wrong PIN is: no answer tells
who works here.
"""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable

from sabot.core.shapes.people import Refused
from sabot.staff.pins import NO_SECRET, is_right

HERE = ""
"""The table's own screen, as a place."""

FREE_ATTEMPTS, PAUSE_S, LONGEST_PAUSE_S = 3, 5.0, 900.0
"""This many wrong PINs in a row cost nothing; each further one doubles the pause."""

AFAR_MOST = 100
"""Wrong PINs in a row for one name from all other places together."""

PIN_DIGITS_AFAR = 6
"""Digits that a PIN has at least where it is given at another place than the table's own screen."""

COUNTS_KEPT = 400
"""Names at single other places whose wrong PINs are counted; the oldest go."""

STRANGE_KEPT = 4_000
"""The same for names that nobody here has."""

NOBODY, NOT_THE_PIN, NOT_BELIEVED = (
    "Nobody of that name may do this.",
    "That is not the PIN.",
    "The name or the PIN is wrong.",
)
"""What is said of a name and of a PIN at the table's own screen, and of both together from afar."""

Wrong = dict[str, int]
"""How many wrong PINs in a row: under a name those at the table's own screen, under `NAME<tab>PLACE` those
from there, and under `NAME<tab>` all from afar."""


class Attempts:
    """What must pass before somebody is believed again. `now_s` is a clock that never steps back; `kept` is
    how many counts from single places there are at most."""

    def __init__(self, now_s: Callable[[], float], *, kept: int = COUNTS_KEPT) -> None:
        self._now_s, self._kept = now_s, kept
        self._free_at_s: dict[str, float] = {}

    def refusal(self, wrong: Wrong, name: str, pin: str, place: str) -> Refused | None:
        """Returns why this PIN is not even looked at; None when it is."""
        if place and len(pin) < PIN_DIGITS_AFAR:
            return Refused("From another device a PIN has six digits or more.")
        if place and wrong.get(_key(name, ""), 0) >= AFAR_MOST:
            return Refused("Too many wrong PINs from other devices. Log in at the table’s own screen first.")
        wait_s = self._free_at_s.get(_door(name, place), 0.0) - self._now_s()
        return Refused("Too many wrong PINs. Wait {n} s.", wait_s) if wait_s > 0 else None

    def missed(self, wrong: Wrong, name: str, place: str) -> Wrong:
        """Returns the counts after one more wrong PIN, after which there is a pause."""
        doors = [_door(name, place), *([_key(name, "")] if place else [])]
        counts = {door: wrong.get(door, 0) + 1 for door in doors}
        now_s = self._now_s()
        self._free_at_s = {door: free_s for door, free_s in self._free_at_s.items() if free_s > now_s}
        self._free_at_s[doors[0]] = now_s + pause_s(counts[doors[0]])
        others = {door: count for door, count in wrong.items() if door not in counts}
        return _bounded(others | counts, self._kept)

    def believed(self, wrong: Wrong, name: str, place: str) -> Wrong:
        """Returns the counts after the right PIN. At the table's own screen it clears all of this name."""
        if not place:
            self.forget(name)
            return {door: count for door, count in wrong.items() if not _is_of(door, name)}
        cleared = (_door(name, place), _key(name, ""))
        return {door: count for door, count in wrong.items() if door not in cleared}

    def forget(self, name: str) -> None:
        """Let go of every pause of this name."""
        self._free_at_s = {door: free_s for door, free_s in self._free_at_s.items() if not _is_of(door, name)}


class Strangers:
    """Names that nobody here has, or nobody who may do what is asked."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._attempts, self._wrong = Attempts(now_s, kept=STRANGE_KEPT), Wrong()

    def refusal(self, name: str, pin: str, place: str) -> Refused:
        """Returns why they are refused. From afar it takes as long as for a name with a wrong PIN, says the
        same and costs the same pauses."""
        if not place:
            return Refused(NOBODY)
        refusal = self._attempts.refusal(self._wrong, name, pin, place)
        if refusal is None:
            is_right(pin, NO_SECRET)
            counts = self._attempts.missed(self._wrong, name, place)
            self._wrong = dict([*counts.items()][-STRANGE_KEPT:])
        return refusal or not_believed(self._wrong, name, place)


def not_believed(wrong: Wrong, name: str, place: str) -> Refused:
    """Returns the refusal of a wrong PIN that is counted already, with the pause that follows."""
    return Refused(NOT_BELIEVED if place else NOT_THE_PIN, pause_s(wrong.get(_door(name, place), 0)))


class AddressPauses:
    """Tries of addresses, where nobody has said a name yet. They cost what wrong PINs cost, after `free` ones
    in a row; an address that is quiet for the longest pause begins again. For one thread at a time."""

    def __init__(self, now_s: Callable[[], float], *, free: int, kept: int) -> None:
        self._now_s, self._free, self._kept = now_s, free, kept
        self._tries: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """For each address how many tries, and when the last one was."""

    def wait_s(self, place: str) -> int:
        """How many seconds this address still waits, rounded up."""
        count, last_s = self._counted(place)
        return max(0, math.ceil(last_s + pause_s(count, free=self._free) - self._now_s()))

    def tried(self, place: str) -> None:
        """This address has tried once more."""
        count, _ = self._counted(place)
        self._tries[_network(place)] = (count + 1, self._now_s())
        self._tries.move_to_end(_network(place))
        while len(self._tries) > self._kept:
            self._tries.popitem(last=False)

    def believed(self, place: str) -> None:
        """Somebody at this address came in."""
        self._tries.pop(_network(place), None)

    def _counted(self, place: str) -> tuple[int, float]:
        count, last_s = self._tries.get(_network(place), (0, 0.0))
        return (0, 0.0) if self._now_s() - last_s > LONGEST_PAUSE_S else (count, last_s)


def pause_s(wrong: int, *, free: int = FREE_ATTEMPTS) -> float:
    """Returns how long to wait after this many wrong PINs in a row, `free` of them for nothing."""
    over = wrong - free
    return 0.0 if over < 0 else min(LONGEST_PAUSE_S, PAUSE_S * 2.0 ** min(over, 16))


def _door(name: str, place: str) -> str:
    return _key(name, _network(place)) if place else name


def _key(name: str, place: str) -> str:
    return f"{name}\t{place}"


def _bounded(wrong: Wrong, kept: int) -> Wrong:
    """The counts without the oldest of single places, where those are too many."""
    places = [door for door in wrong if door.partition("\t")[2]]
    dropped = {*places[:-kept]}
    return {door: count for door, count in wrong.items() if door not in dropped}


def _is_of(door: str, name: str) -> bool:
    return door.partition("\t")[0] == name


def _network(place: str) -> str:
    """The address; of IPv6 the network, for one machine has all its addresses."""
    try:
        address = ipaddress.ip_address(place.partition("%")[0])
    except ValueError:
        return place
    return str(address) if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))
