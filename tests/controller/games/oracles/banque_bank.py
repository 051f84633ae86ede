"""The bank of baccarat banque from the book (HS p. 9-16): bought, left, sold, and what a coup makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tests.controller.games.oracles.lines import Line, money


@dataclass
class Bank:
    """A bank, or the wait for one; sums in cents. `known`: somebody has put one up. `left` tells who went
    with how much."""

    main: int = 1
    seat: int = 0
    amount: int = 0
    deposit: int = 0
    known: bool = False
    suivi: int | None = None
    en_cartes: int = 0
    lost_both: bool = False
    offered: int = 0
    burnt: bool = False
    guignot: int = 0
    left: tuple[int, int] | None = None
    bids: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Coup:
    """What a coup did: to the bank, to both sides, to the caller of a banco, to the main."""

    net: int
    lost_both: bool
    banco: int | None
    en_cartes: bool
    staked: bool
    main_gained: int


def guignot(house: Any, amount: int, bank: int) -> int:
    """The house's percentage, less for a large bank; a broken cent is the house's."""
    is_large = 0 < house.guignot_threshold <= bank
    percent = house.guignot_large if is_large else house.guignot_small
    return -(-amount * int(percent) // 100)


def at_purchase(house: Any, amount: int) -> int:
    """The guignot of a deposit."""
    return guignot(house, amount, amount) if house.guignot_base == "deposit" else 0


def opened(house: Any, bank: Bank, seat: int, amount: int) -> Bank | None:
    """Somebody puts up a bank; who lost on both sides may deposit the same again."""
    if seat > house.seats or (bank.amount <= 0 and bank.bids):
        return None
    if bank.amount > 0:
        if seat == bank.seat and amount == bank.amount:
            return bank
        if seat == bank.seat and bank.lost_both and amount == bank.deposit:
            due = bank.guignot + at_purchase(house, amount)
            return replace(bank, amount=bank.amount + amount, lost_both=False, suivi=None, guignot=due)
        return None
    suivi = bank.suivi if amount == bank.offered else None
    bought = Bank(bank.main, seat, amount, amount, True, suivi, burnt=bank.burnt, left=bank.left)
    bought.guignot = at_purchase(house, amount)
    return bought


def best(house: Any, bank: Bank) -> tuple[int, int] | None:
    """After a suite the full sum goes first: the nearest seat from the main, then the banker's place; else
    the last bid, which is the highest."""
    full = [bid for bid in bank.bids if bid[1] == bank.offered]
    if full:
        return min(full, key=lambda bid: (bid[0] == 0, (bid[0] - bank.main) % int(house.seats)))
    return bank.bids[-1] if bank.bids else None


def bid(house: Any, bank: Bank, seat: int, amount: int) -> Bank | None:
    """A bid for a bank that is for sale."""
    if bank.amount > 0 or house.fixed_banker or seat > house.seats:
        return None
    last = best(house, bank)
    if last is not None and amount != bank.offered and (last[1] == bank.offered or amount <= last[1]):
        return None
    return replace(bank, bids=[*bank.bids, (seat, amount)])


def sold(house: Any, bank: Bank) -> Bank | None:
    """Adjugé."""
    last = best(house, bank)
    return None if last is None else opened(house, replace(bank, bids=[]), *last)


def left(house: Any, bank: Bank, *, burnt: bool) -> Bank | None:
    """The banker goes: the bank is burned, or there is a suite."""
    if house.fixed_banker or bank.amount <= 0:
        return None
    gone = (bank.seat, bank.amount)
    if burnt:
        return Bank(bank.main, bank.seat, known=True, burnt=True, left=gone)
    return Bank(bank.main, bank.seat, known=True, suivi=bank.suivi, offered=bank.amount, left=gone)


def reckoned(house: Any, bank: Bank, coup: Coup) -> Bank:
    """The bank after a coup; what it wins stays in it."""
    then = replace(bank, guignot=0, left=None)
    if not coup.staked:
        return then
    amount = bank.amount + coup.net
    if not house.fixed_banker:
        amount = max(amount, 0) if bank.known else 0
    is_followed = (coup.net >= 0 or coup.en_cartes) and amount
    return replace(
        then,
        amount=amount,
        main=bank.main % int(house.seats) + 1 if coup.main_gained > 0 else bank.main,
        suivi=coup.banco if is_followed else None,
        en_cartes=bank.en_cartes + 1 if coup.banco and coup.en_cartes else 0,
        lost_both=coup.lost_both,
    )


def line(house: Any, number: int, bank: Bank, coup: Coup) -> Line:
    """The banque line of a coup."""
    then, due = reckoned(house, bank, coup), bank.guignot
    if house.guignot_base == "winnings" and coup.net > 0:
        due += guignot(house, coup.net, bank.deposit)
    told: Line = {"event": "banque", "coup": number, "seat": then.seat, "amount": money(then.amount)}
    told |= {"benefice": "0.00", "net": money(coup.net), "main": then.main, "guignot": money(due)}
    told["en_cartes"] = then.en_cartes
    added = then.amount - bank.amount - coup.net
    if added:
        told["added"] = money(added)
    if bank.left is not None:
        told |= {"left": bank.left[0], "takes": money(bank.left[1])}
    return told
