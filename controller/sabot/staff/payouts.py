"""What stakes return, as a help for the croupier: the rules' own settlement gives it; nothing is
calculated twice."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, NamedTuple

from sabot.core.game import Coup
from sabot.core.play.state import Play
from sabot.core.terms import Settlement, Stake, minor_units, money
from sabot.core.words import plain
from sabot.games.wheel.layout import WHEELS

STAKES_MOST = 30
"""Stakes that are worked out at once."""


class PayoutError(ValueError):
    """Why there is no answer, as a sentence with a slot `{what}`."""

    def __init__(self, sentence: str, what: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.what = sentence, what[:60]


class Line(NamedTuple):
    """One stake and what it returns, the stake itself included. All sums are minor units.

    `kept` is what the house keeps of the gain (tax, rake), `rounded` how much of that is rounding; `held`
    says where the stake stays if it does.
    """

    where: str
    stake: int
    returned: int
    kept: int = 0
    rounded: int = 0
    held: str = ""

    @property
    def plain(self) -> dict[str, object]:
        """As JSON values, sums as text."""
        return {
            "where": self.where,
            "held": self.held,
            "won": self.returned > self.stake,
            "gain": money(self.returned - self.stake),
            **{name: money(getattr(self, name)) for name in ("stake", "returned", "kept", "rounded")},
        }


def payouts(play: Play, stakes: Iterable[tuple[str, str]], *, number: str = "") -> dict[str, object]:
    """What each of `stakes` (chance, amount as text) returns in the decided coup, or, at a wheel, if
    `number` fell. Raises PayoutError.
    """
    decided = _decided(play, number)
    laid = [_read(play, where, amount) for where, amount in list(stakes)[:STAKES_MOST]]
    lines = [_line(play, decided, stake) for stake in laid]
    sums = {name: money(sum(getattr(line, name) for line in lines)) for name in ("stake", "returned", "kept")}
    return {"lines": [line.plain for line in lines], "total": sums, "coup": play.number}


def _decided(play: Play, number: str) -> Coup:
    """The coup that decides: the one on the table, or one in which `number` fell."""
    if number:
        if play.game.PLACES or number not in WHEELS[play.options.pockets].pockets:
            raise PayoutError("{what} is no number of this wheel.", number)
        return play.game.landed(play.game.opening(play.options), number)
    if play.result is None:
        raise PayoutError("The coup is not decided yet: what a stake returns shows when it is.")
    return play.coup


def _read(play: Play, where: str, amount: str) -> Stake:
    chance = play.game.chance(play.options, plain(where[:60]))
    if chance is None:
        raise PayoutError("There is no chance {what} at this table.", where)
    units = minor_units(amount.strip().replace(",", ".")[:20])
    if units is None:
        raise PayoutError("{what} is no amount: a number above zero, such as 20 or 12.50.", amount)
    return Stake(chance, units)


def _line(play: Play, decided: Coup, stake: Stake) -> Line:
    settled = _settled(play, decided, stake)
    returned = sum(each.returned for each in settled)
    free, exact = (_returned(play, decided, stake, **given) for given in _HOUSES_WITHOUT_TAX)
    held = next((each.held for each in settled if each.held), "")
    kept = max(0, free - returned)
    rounded = abs(exact - returned) if kept else 0
    return Line(stake.where, sum(each.stake for each in settled), returned, kept, rounded, held or "")


_HOUSES_WITHOUT_TAX: tuple[dict[str, int | str], ...] = (
    {"tax_percent": 0, "rake_percent": 0},
    {"tax_rounding": "none"},
)
"""The options without what the house keeps, and without its rounding: the difference is what it keeps."""


def _returned(play: Play, decided: Any, stake: Stake, **given: int | str) -> int:
    known = {each.name for each in dataclasses.fields(decided.options)}
    chosen = {name: value for name, value in given.items() if name in known}
    other = decided._replace(options=dataclasses.replace(decided.options, **chosen))
    return sum(each.returned for each in _settled(play, other, stake))


def _settled(play: Play, decided: Any, stake: Stake) -> tuple[Settlement, ...]:
    """The settlement of this stake alone; one that is announced stands for several."""
    laid = play.game.staked(play.game.opening(decided.options), stake).stakes or (stake,)
    alone: Coup = decided.staked_alone(tuple(laid))
    return play.game.settlement(alone, last=play.taille.spent)
