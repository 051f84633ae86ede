"""What the ball does to a stake at roulette: it wins, loses, or is struck by zero and perhaps goes to prison.

Source: *Hazardspelen* (HS, Dutch, about 1920), p. 91-95: zero is a number like any other for those who staked
on it, and takes half of a simple chance. Prison, single and double, is that of trente et quarante.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sabot.core.options import House, option
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(House):
    """The options of roulette."""

    pockets: int = option(37, "pockets of the wheel: one zero, two, or a third without a number", 37, 38, 39)
    zero_rule: str = option(
        "half",
        "what zero does to a simple chance: half is lost; prison, unless the player takes half (say moitie); "
        "choice, half unless the player says prison; or all is lost",
        "half",
        "prison",
        "choice",
        "lose",
    )
    prison_levels: int = option(0, "how many levels deep a stake can be locked; 0: as deep as zeros come")
    prison_full: str = option(
        "lost",
        "what a zero does to a stake at the deepest level: lost, stays there, or leaves with its worth",
        "lost",
        "stays",
        "half",
    )
    double_dozen: bool = option(False, "stakes à cheval on two dozens or two columns, paid one to two")


class Lot(NamedTuple):
    """A stake as it meets the ball; `level` is how deep it lies in prison, 0 for one that lies free."""

    where: str
    amount: int
    seat: int | None = None
    level: int = 0


class Fate(NamedTuple):
    """What the ball does to a lot: it brings `returned` back, or stays in prison at `level` (0: it does
    not)."""

    returned: int
    level: int = 0


def fate(options: Options, lot: Lot, pocket: str, *, word: str | None = None) -> Fate:
    """What becomes of `lot` when the ball rests in `pocket`; `word` is what the player chose after a zero."""
    bet = WHEELS[options.pockets].bets[lot.where]
    if pocket in bet.numbers:
        return _won(lot, bet.returned(lot.amount))
    if lot.where in SIMPLE_CHANCES and pocket.startswith("0"):
        return _struck_by_zero(options, lot, word or unspoken(options, lot))
    return Fate(0)


def _won(lot: Lot, returned: int) -> Fate:
    if lot.level > 1:
        return Fate(0, lot.level - 1)
    return Fate(lot.amount if lot.level else returned)


def unspoken(options: Options, lot: Lot) -> str:
    """What a zero does where the player says nothing: the house's rule; a stake in prison goes one level
    deeper."""
    if lot.level or options.zero_rule == "prison":
        return "prison"
    return "lose" if options.zero_rule == "lose" else "moitie"


def _struck_by_zero(options: Options, lot: Lot, word: str) -> Fate:
    """Half of what the lot is worth comes back; a broken cent stays with the bank, which has no coin for
    it."""
    if word == "prison":
        return _locked(options, lot)
    return Fate(0 if word == "lose" else lot.amount >> (lot.level + 1))


def _locked(options: Options, lot: Lot) -> Fate:
    if not options.prison_levels or lot.level < options.prison_levels:
        return Fate(0, lot.level + 1)
    if options.prison_full == "stays":
        return Fate(0, lot.level)
    return Fate(worth(lot) if options.prison_full == "half" else 0)


def worth(lot: Lot) -> int:
    """What a lot is worth at its level of prison, when no coup can free it: each level halves it."""
    return lot.amount >> lot.level
