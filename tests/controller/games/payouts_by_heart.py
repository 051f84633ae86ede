"""What the house pays at the three games in which it holds the bank, told from the book alone.

Sources: *Hazardspelen* (HS), the treatise on the trente-un (TT), *Casinobank* (CB). Nothing here asks the
rules that it is held against: a stake and a `result` line come in, and what becomes of the stake comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

Line = dict[str, Any]


class Lot(NamedTuple):
    """A stake on the cloth in cents; `level` says how deep it lies in prison."""

    where: str
    amount: int
    seat: int | None = None
    level: int = 0


class Fate(NamedTuple):
    """What comes back of a lot, and what of it stays for the next coup."""

    back: int
    stays: Lot | None = None


class Decided(NamedTuple):
    """A decided coup: its `result` line, what a player chose for a lot, whether the lot is insured, and
    whether the coup was the last of the taille."""

    result: Line
    choice: str = ""
    insured: bool = False
    last: bool = False


# --- punto banco (CB) -----------------------------------------------------------------------------------


def of_punto_banco(house: Any, lot: Lot, now: Decided) -> Fate:
    """CB: even money, banco less five percent, égalité eight to one; on a tie punto and banco stay."""
    winner, cards = now.result["winner"], now.result["cards"]
    if lot.where.startswith("paire-"):
        first, second = cards[lot.where.removeprefix("paire-")][:2]
        return Fate(lot.amount * (1 + house.pair_pays) if first[0] == second[0] else 0)
    if lot.where == winner == "egalite":
        return Fate(lot.amount * (1 + house.egalite_pays))
    if winner == "egalite":
        return Fate(lot.amount, lot)
    if lot.where != winner:
        return Fate(0)
    return Fate(2 * lot.amount - (_kept_of_banco(house, lot, now) if winner == "banco" else 0))


def _kept_of_banco(house: Any, lot: Lot, now: Decided) -> int:
    """What the house keeps of the gain of banco."""
    if house.no_tax:
        on_half = now.result["points"]["banco"] == house.half_pay_total
        return ceil(Fraction(lot.amount, 2)) if on_half else 0
    tax = Fraction(lot.amount * house.tax_percent, 100)
    if house.tax_rounding == "none":
        return ceil(tax)
    units = tax / 100
    return min(lot.amount, 100 * (ceil(units) if house.tax_rounding == "up" else floor(units)))


# --- prison: roulette and trente et quarante --------------------------------------------------------------


def _won(lot: Lot, gain: int) -> Fate:
    """Level n: it must win n times (HS); a stake that lies free wins its gain."""
    if lot.level > 1:
        return Fate(0, lot._replace(level=lot.level - 1))
    return Fate(lot.amount if lot.level else lot.amount + gain)


def _worth(lot: Lot) -> int:
    return floor(Fraction(lot.amount, 2**lot.level))


def _locked(house: Any, lot: Lot, where: str) -> Fate:
    """One level deeper; at the deepest it is as the house has it."""
    if house.prison_levels and lot.level == house.prison_levels:
        full = {"lost": Fate(0), "stays": Fate(0, lot), "half": Fate(_worth(lot))}
        return full[house.prison_full]
    return Fate(0, lot._replace(where=where, level=lot.level + 1))


# --- roulette (HS p. 91-95) -------------------------------------------------------------------------------

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
SIMPLE: dict[str, Callable[[int], bool]] = {
    "rouge": lambda n: n in RED,
    "noir": lambda n: n not in RED,
    "pair": lambda n: n % 2 == 0,
    "impair": lambda n: n % 2 == 1,
    "manque": lambda n: n <= 18,
    "passe": lambda n: n > 18,
}
FIRST = {"quatre-premiers": "0 1 2 3", "cinq-premiers": "0 00 1 2 3"}
SPAN = {"transversale-pleine": 3, "transversale-simple": 6}


def numbers(bet: str) -> set[str]:
    """The pockets of a bet that is no simple chance."""
    name, _, which = bet.partition(":")
    parts = which.split("-")
    if name in FIRST:
        return set(FIRST[name].split())
    if name in ("colonne", "douzaine"):
        return {str(n) for n in range(1, 37) if str(_group(name, n)) in parts}
    if name == "carre":
        low = int(parts[0])
        return {str(low + each) for each in (0, 1, 3, 4)}
    if name in SPAN and len(parts) == 1:
        return {str(int(which) + each) for each in range(SPAN[name])}
    return set(parts)


def _group(name: str, n: int) -> int:
    return (n - 1) % 3 + 1 if name == "colonne" else (n - 1) // 12 + 1


def of_roulette(house: Any, lot: Lot, now: Decided) -> Fate:
    """HS: every bet pays 36 to its numbers, less one; five numbers pay six to one, as everywhere."""
    pocket = str(now.result["number"])
    if lot.where not in SIMPLE:
        covered = numbers(lot.where)
        returned = lot.amount * 36 // len(covered) if len(covered) != 5 else 7 * lot.amount
        return Fate(returned if pocket in covered else 0)
    if not pocket.startswith("0"):
        return _won(lot, lot.amount) if SIMPLE[lot.where](int(pocket)) else Fate(0)
    return _struck_by_zero(house, lot, now.choice)


def _struck_by_zero(house: Any, lot: Lot, choice: str) -> Fate:
    silent = {"half": "moitie", "choice": "moitie", "prison": "prison", "lose": "lose"}[house.zero_rule]
    does = choice or ("prison" if lot.level else silent)
    if does == "prison":
        return _locked(house, lot, lot.where)
    return Fate(0 if does == "lose" else _worth(lot._replace(level=lot.level + 1)))


# --- trente et quarante (HS p. 76-81, TT) -----------------------------------------------------------------


def of_trente(house: Any, lot: Lot, now: Decided) -> Fate:
    """The lower row wins; couleur follows its first card. On the last coup nothing stays: a refait returns
    half (HS)."""
    met = _of_trente(house, lot, now)
    if not now.last or met.stays is None:
        return met
    return Fate(_worth(met.stays) if met.stays.level else met.back)


def _of_trente(house: Any, lot: Lot, now: Decided) -> Fate:
    won = winning(now.result)
    if won:
        return _won(lot, lot.amount) if lot.where in won else Fate(0)
    is_refait = [*now.result["points"].values()] == [31, 31]
    if is_refait and not now.insured:
        return _refait(house, lot, now.choice or ("moitie" if house.refait == "half" else "prison"))
    return Fate(0, lot) if lot.level else Fate(lot.amount, lot)


def winning(result: Line) -> set[str]:
    """The two chances that win; none at an après, a refait, and where the cards gave out."""
    noir, rouge = result["points"]["noir"], result["points"]["rouge"]
    if noir == rouge or min(noir, rouge) < 31:
        return set()
    row = "noir" if noir < rouge else "rouge"
    first = "rouge" if result["cards"]["noir"][0][1] in "DH" else "noir"
    return {row, "couleur" if row == first else "inverse"}


def _refait(house: Any, lot: Lot, choice: str) -> Fate:
    if choice != "moitie":
        is_moved = choice != "prison" and not lot.level
        return _locked(house, lot, choice if is_moved else lot.where)
    half = _worth(lot._replace(level=lot.level + 1))
    if house.half_rest == "play" and not lot.level:
        return Fate(half, lot._replace(amount=lot.amount - half))
    return Fate(half)


def premium_back(house: Any, result: Line, premium: int) -> int:
    """What of a premium comes back: nothing, unless the house says so."""
    noir, rouge = result["points"]["noir"], result["points"]["rouge"]
    met = ("refait" if noir == 31 else "apres") if noir == rouge and noir >= 31 else ""
    return premium if met and house.premium_back in (met, "both") else 0


BOOK: dict[str, Callable[[Any, Lot, Decided], Fate]] = {
    "punto-banco": of_punto_banco,
    "roulette": of_roulette,
    "trente-et-quarante": of_trente,
}
