"""Chips are neither made nor lost: what each act moves is counted between two tables.

What the players bring in an act is the money on the table after it and not before, what goes back to them,
and what the house has. Summed over a script: deposits = returns + the money on the table + the house.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from sabot.core.events import CoupDecided, Event, FaultFound, LedgerChanged, StakeSettled
from sabot.core.game import Coup
from sabot.core.observations import (
    Acknowledged,
    BetsClosed,
    CoupEnded,
    Observation,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.core.play.state import Play
from sabot.core.shapes.json import Plain
from sabot.core.table import Table, step
from sabot.core.view import view


class Moved(NamedTuple):
    """What the lines of an act say, in minor units: what goes back before a result, what settled stakes
    return, what is paid to bankers, and what a banker adds to an open bank."""

    back: int = 0
    returned: int = 0
    paid: int = 0
    added: int = 0


def moved(events: Iterable[Event]) -> Moved:
    """What these events tell of money."""
    events = list(events)
    lines = [each.settlement for each in events if isinstance(each, StakeSettled)]
    back = sum(each.returned for each in lines if each.uncovered or each.void)
    settled = [each for each in lines if not (each.uncovered or each.void or each.held)]
    entries = [each.entries for each in events if isinstance(each, LedgerChanged)]
    paid, added = (
        sum(_minor(each[key]) for each in entries if key in each and _of(each, key)) for key in KEYS
    )
    return Moved(back, sum(each.returned for each in settled), paid, added)


KEYS = ("amount", "added")


def _of(entries: Plain, key: str) -> bool:
    """Whether this is an amount that is paid, and not that of a bank."""
    return key != "amount" or "of" in entries


def _minor(text: object) -> int:
    return round(100 * float(str(text)))


def on_the_cloth(coup: Coup) -> int:
    """All stakes, those in prison too."""
    return sum(each.amount for each in (*coup.stakes, *coup.held))


def after_it(play: Play) -> Coup:
    """The coup under way, or the one that follows a decided one."""
    return play.coup if play.result is None else play.game.following(play.coup, play.sabot)


class Till(NamedTuple):
    """How a game of bankers holds its money: what is in its bank, and the stakes for a call."""

    bank: Callable[[Coup], int]
    called: Callable[[Coup], int]


LEAVING = ("passe", "brule", "suite")


def count(table: Table, act: Observation, after: Table, events: Iterable[Event], *, till: Till) -> None:
    """Assert that an act at a game of bankers makes no chip and loses none."""
    old, new = table.play, after.play
    word = str(act.words).split()[0] if isinstance(act, Said) and str(act.words).strip() else ""
    if (
        isinstance(act, Undone | Acknowledged)
        or word == "retire"
        or (old.result is not None and old.number == new.number)
    ):
        return
    before, then, money = after_it(old), after_it(new), moved(events)
    cloth = on_the_cloth(then) + money.back - on_the_cloth(before)
    bank = till.bank(then) + money.paid - till.bank(before)
    if any(isinstance(each, CoupDecided) for each in events):
        if till.bank(before) or not money.returned:
            assert cloth + bank + money.returned == money.added
        return
    bet = (
        act.amount
        if isinstance(act, Staked) and not any(isinstance(each, FaultFound) for each in events)
        else 0
    )
    is_call = word not in ("", "annule")
    assert cloth == bet + (till.called(then) - till.called(before) if is_call else 0)
    assert bank >= 0
    if word in LEAVING:
        assert bank == 0


def with_stray(
    rng: Random, acts: Iterable[tuple[Observation, str | None]], words: Sequence[str]
) -> Iterator[Observation]:
    """The acts of a rehearsal, with words between them that nobody expects, corrections and new sabots."""
    stray: list[Observation] = [*map(Said, words), Undone(), SabotOpened(), BetsClosed(), CoupEnded()]
    for act, _ in acts:
        yield act
        while rng.random() < 0.08:
            yield rng.choice(stray)


ALSO_CHOSEN = {"close": ("auto", "croupier"), "faux_tirage": ("burn", "next", "stand")}
"""Options of every bankers' game that an evening chooses. A payout that is held is told later than it is
made, so `hold` is not among them."""


def chosen(rng: Random, choices: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """One value for each of these options, and for those that every bankers' game has."""
    return {name: rng.choice(values) for name, values in (choices | ALSO_CHOSEN).items()}


def count_all(table: Table, acts: Iterable[Observation], *, till: Till) -> None:
    """Assert that none of these acts makes a chip or loses one, and that each leaves a table to be shown."""
    for act in acts:
        after, events = step(table, act)
        count(table, act, after, events, till=till)
        table = after
        view(table)
