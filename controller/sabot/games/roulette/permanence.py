"""The permanence of roulette: the numbers in the order they fell, and the usual counts of them.

Pure functions from pockets (`17`, `0`, `00`, oldest first) to what a screen or a sheet of paper shows.
Counts are counts and foretell nothing, so they always say over how many coups they were taken.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from sabot.games.wheel.layout import POCKETS, WHEELS, Pocket


class Mark(NamedTuple):
    """One line of the permanence: coup `nth` (from 0), the number, and under which heading it is written.

    `under` is `rouge`, `noir` or `zero`; what a zero does not have is None.
    """

    nth: int
    number: str
    under: str
    parity: str | None
    half: str | None
    dozen: int | None
    column: int | None


class Count(NamedTuple):
    """What is counted of one chance over the coups of a window.

    `run` coups of it stand at the end; `ecart` coups have passed since it last came, or all of them if it
    never did: one of the two is 0. `longest_run` and `longest_ecart` are the longest of the window, the
    present ones included.
    """

    came: int
    run: int
    ecart: int
    longest_run: int
    longest_ecart: int


class Counts(NamedTuple):
    """The counts of every chance over the last `over` coups. A zero interrupts the runs of all chances but
    its own."""

    over: int
    numbers: dict[str, Count]
    colour: dict[str, Count]
    parity: dict[str, Count]
    half: dict[str, Count]
    dozen: dict[int, Count]
    column: dict[int, Count]
    zero: Count


HEADINGS: dict[str, tuple[Any, ...]] = {
    "colour": ("rouge", "noir"),
    "parity": ("pair", "impair"),
    "half": ("manque", "passe"),
    "dozen": (1, 2, 3),
    "column": (1, 2, 3),
}
"""The chances that are counted besides the numbers and zero."""


def pockets_of(results: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The pockets of `result` lines, in their order."""
    return tuple(str(result["number"]) for result in results)


def permanence(pockets: Sequence[str]) -> tuple[Mark, ...]:
    """The permanence, coup by coup. Raises KeyError for a pocket that no wheel has.

    >>> [mark.under for mark in permanence(["17", "0", "18"])]
    ['noir', 'zero', 'rouge']
    """
    return tuple(_mark(nth, POCKETS[name]) for nth, name in enumerate(pockets))


def _mark(nth: int, pocket: Pocket) -> Mark:
    colour = pocket.colour or "zero"
    return Mark(nth, pocket.name, colour, pocket.parity, pocket.half, pocket.dozen, pocket.column)


def counts(pockets: Sequence[str], *, wheel: int = 37, over: int | None = None) -> Counts:
    """The counts over the last `over` coups, or over all of them, at a wheel of `pockets` pockets.

    Fewer coups than `over` are counted as they are. Raises KeyError for a pocket that this wheel does not
    have.

    >>> counted = counts(["17", "0", "18", "1"])
    >>> counted.over, counted.colour["rouge"].came, counted.colour["noir"].ecart
    (4, 2, 3)
    """
    seen = [WHEELS[wheel].pockets[name] for name in _window(pockets, over)]
    kept = {
        heading: _counted([getattr(each, heading) for each in seen], of) for heading, of in HEADINGS.items()
    }
    numbers = _counted([each.name for each in seen], WHEELS[wheel].pockets)
    return Counts(len(seen), numbers, **kept, zero=_counted([each.colour for each in seen], [None])[None])


def _window(pockets: Sequence[str], over: int | None) -> Sequence[str]:
    return pockets if over is None else pockets[max(0, len(pockets) - over) :]


Chance = TypeVar("Chance", bound=Hashable)


def _counted(fell: Sequence[Chance], chances: Iterable[Chance]) -> dict[Chance, Count]:
    places: dict[Chance, list[int]] = {chance: [] for chance in chances}
    for nth, chance in enumerate(fell):
        if chance in places:
            places[chance].append(nth)
    return {chance: _count(at, len(fell)) for chance, at in places.items()}


def _count(at: Sequence[int], over: int) -> Count:
    """The count of a chance that came at these places among `over` coups."""
    ecarts = [later - earlier - 1 for earlier, later in pairwise((-1, *at, over))]
    runs = _runs(at)
    run = runs[-1] if ecarts[-1] == 0 else 0
    return Count(len(at), run, ecarts[-1], max(runs), max(ecarts))


def _runs(at: Sequence[int]) -> list[int]:
    """The lengths of the runs at these places, oldest first, after a run of none."""
    runs = [0]
    last = None
    for place in at:
        if last is not None and place == last + 1:
            runs[-1] += 1
        else:
            runs.append(1)
        last = place
    return runs
