"""What may be staked and called at the table now, from a seat.

The referee is asked: each chance and each call of the game is tried on the table as it stands. A table is a
value, so nothing happens to it. What would be a fault is not offered, or its reason is given.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from sabot.core.events import FaultFound
from sabot.core.game import words_of
from sabot.core.observations import Observation, Said, Staked
from sabot.core.play.state import Play
from sabot.core.reasons import Reason
from sabot.core.script import instruments
from sabot.core.table import Table, step
from sabot.core.terms import money
from sabot.core.words import REST
from sabot.games.wheel.layout import WHEELS

SEATS_USUAL = 9
"""Seats of a table whose rules do not number them."""

CHIPS_CENTS = tuple(100 * chip for chip in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000))
"""The chips that a house may have, smallest first."""

CHIPS_ON_THE_RACK = 7

AMOUNT = "AMOUNT"
"""Stands in a call for the sum that is still to be named."""

AMOUNTS_TRIED_CENTS = (1, *CHIPS_CENTS, 10_000_000, 100_000_000)
"""A call with a sum may be made if one of these may be named in it."""

UNSPOKEN = ("CARD", REST)
"""What a person says of a misdeal; the page has a dialog of its own for that."""


class Offers(NamedTuple):
    """What a seat may do now: the chances on which it may not stake, each with the reason, and the calls
    that would be no fault, in the words of the notation."""

    refused: dict[str, Reason]
    calls: list[str]


def offers(table: Table, seat: int | None = None) -> Offers:
    """What may be staked and called from `seat` (None: by nobody who sits).

    >>> import sabot
    >>> table = sabot.opened(sabot.GAMES["chemin-de-fer"])
    >>> [call for call in offers(table, 1).calls if "banque" in call]
    ['banque 1 AMOUNT']
    >>> str(offers(table, 2).refused["ponte"])
    'nobody holds a bank to play against (say banque SEAT AMOUNT)'
    """
    return Offers(_refused(table, seat), [call for call in _calls(table.play, seat) if _may(table, call)])


def everything(table: Table, seat: int | None = None) -> Offers:
    """All that can be said at the game, allowed or not: while a trainee deals in silent mode, what is left
    out would say what is right."""
    return Offers({}, [*_calls(table.play, seat)])


def seats(play: Play) -> int:
    """How many seats the table has."""
    given = dataclasses.asdict(play.options).get("seats", SEATS_USUAL)
    return int(given)


def chips(play: Play) -> list[int]:
    """The chips for stakes within the limits of the house, in minor units, smallest first.

    >>> import sabot
    >>> game = sabot.GAMES["punto-banco"]
    >>> chips(sabot.opened(game, game.Options(minimum=1000, maximum=50000)).play)
    [1000, 2000, 5000, 10000, 20000, 50000]
    """
    low, high = play.options.minimum, play.options.maximum
    start = max((at for at, chip in enumerate(CHIPS_CENTS) if chip <= max(low, 100)), default=0)
    return [chip for chip in CHIPS_CENTS[start:] if not high or chip <= high][:CHIPS_ON_THE_RACK]


def chances(play: Play) -> list[str]:
    """Every chance on which a chip can lie at this table, and the announced bets that the game names."""
    bets = [] if "sabot" in instruments(play.game) else [*WHEELS[play.options.pockets].bets]
    named = [where for where in play.game.CHANCES if play.game.chance(play.options, where) == where]
    return [*dict.fromkeys((*bets, *named))]


def _refused(table: Table, seat: int | None) -> dict[str, Reason]:
    least = max(table.play.options.minimum, 100)
    tried = {where: _fault(table, Staked(where, least, seat)) for where in chances(table.play)}
    return {where: why for where, why in tried.items() if why is not None}


def _fault(table: Table, observation: Observation) -> Reason | None:
    """Why the referee would refuse this; None where it would not."""
    faults = (each.fault.because for each in step(table, observation)[1] if isinstance(each, FaultFound))
    return next(faults, None)


def _may(table: Table, call: str) -> bool:
    """Whether this call would be no fault; of one with a sum, whether there is such a sum."""
    if AMOUNT not in call:
        return _fault(table, Said(call)) is None
    bid = table.play.coup.bid
    sums = (*AMOUNTS_TRIED_CENTS, bid.amount + 1) if bid else AMOUNTS_TRIED_CENTS
    return any(_fault(table, Said(call.replace(AMOUNT, money(each)))) is None for each in sums)


def _calls(play: Play, seat: int | None) -> Iterator[str]:
    """Every call of the game with this seat in it, and those in which no seat stands."""
    for pattern in words_of(play.game):
        parts = pattern.split()
        if "|" not in parts[0]:
            for words in product(*(_fillings(play, part, seat) for part in parts)):
                yield " ".join(filter(None, words))


def _fillings(play: Play, part: str, seat: int | None) -> Iterable[str]:
    """What may stand in this part of a call; an empty word where it is left out."""
    bare = part.strip("[]")
    if bare in ("SEAT", "NUMBER"):
        return _named(seat, is_needed=bare == part, is_number=bare == "NUMBER")
    if bare == "CHANCE":
        return _staked_on(play, seat)
    return () if bare in UNSPOKEN else bare.split("|")


def _staked_on(play: Play, seat: int | None) -> list[str]:
    """The chances on which this seat has a stake, or one in prison."""
    stakes = {stake.where for stake in play.coup.stakes if stake.seat == seat}
    return sorted(stakes | {lot.where for lot in play.coup.held if lot.seat == seat})


def _named(seat: int | None, *, is_needed: bool, is_number: bool) -> Iterable[str]:
    """The seat in a call; nobody who sits has the number 0, where a number may be called."""
    if seat is not None:
        return (str(seat),)
    return () if is_needed and not is_number else ("0" if is_number else "",)
