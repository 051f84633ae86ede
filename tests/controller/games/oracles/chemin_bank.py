"""The bank of chemin de fer from the book (HS p. 17-23): opened, passed, sold in turn, and accounted for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tests.controller.games.oracles.lines import Line, money


@dataclass
class Bank:
    """A bank, or the wait for one; sums in cents. `offered` was passed and is for sale."""

    main: int = 1
    seat: int = 1
    amount: int = 0
    benefice: int = 0
    coups: int = 0
    suivi: int | None = None
    partner: int | None = None
    offered: int = 0
    is_first: bool = False
    is_mixed: bool = False
    rake: int = 0
    bids: list[tuple[int, int]] = field(default_factory=list)

    def shares(self, lost: int) -> list[tuple[int | None, int, str]]:
        """What banker and partner take away: half each, a broken cent is the banker's."""
        takes = self.amount - lost + self.benefice
        half = takes // 2 if self.partner is not None else 0
        return [(self.seat, takes - half, "bank"), (self.partner, half, "partner")]


def steps(house: Any, main: int, seat: int) -> int:
    """How far a seat sits from the main, where the main itself comes last; who stands comes after all."""
    if seat > house.seats:
        return 100 + seat
    way = seat - main if house.direction == "right" else main - seat
    return way % int(house.seats) or int(house.seats)


def after_main(house: Any, main: int) -> int:
    """The seat to which the main goes."""
    seats = range(1, int(house.seats) + 1)
    return min(seats, key=lambda seat: steps(house, main, seat))


def waiting(house: Any, bank: Bank) -> Bank:
    """The main is with the next seat, which has opened nothing yet."""
    seat = after_main(house, bank.main)
    return Bank(seat, seat)


# --- what is called about the bank: the bank after it, or None where it is refused -------------------------


def opened(house: Any, bank: Bank, seat: int, amount: int) -> Bank | None:
    """A seat puts up a bank; a banker repeats the sum, or keeps half of it after a new sabot."""
    if bank.amount:
        if seat == bank.seat and amount == bank.amount:
            return bank
        is_half = abs(bank.amount - 2 * amount) <= 1
        if seat != bank.seat or not (bank.is_mixed and is_half):
            return None
        return replace(bank, amount=amount, benefice=bank.benefice + bank.amount - amount, is_mixed=False)
    turn = after_main(house, bank.main) if bank.offered else bank.main
    is_free = house.may_refuse or (bank.is_first and house.first_bank == "auction")
    if bank.bids or seat > house.seats or amount < house.bank_minimum or (seat != turn and not is_free):
        return None
    return Bank(seat, seat, amount)


def best(house: Any, bank: Bank) -> tuple[int, int] | None:
    """At the full sum the nearest seat, then who stands; else the highest bid, which is the last."""
    full = [bid for bid in bank.bids if bid[1] == bank.offered]
    if full:
        return min(full, key=lambda bid: steps(house, bank.main, bid[0]))
    return bank.bids[-1] if bank.bids else None


def bid(house: Any, bank: Bank, seat: int, amount: int) -> Bank | None:
    """A bid for a bank that was passed, or for the first one where it is auctioned."""
    is_auction = not bank.amount and bank.is_first and house.first_bank == "auction"
    if bank.offered:
        refused = seat == bank.seat or (amount != bank.offered and house.pass_offer == "next")
    else:
        refused = not is_auction or seat > house.seats or amount < house.bank_minimum
    last = best(house, bank)
    if last is not None and amount != bank.offered:
        refused = refused or last[1] == bank.offered or amount <= last[1]
    return None if refused else replace(bank, bids=[*bank.bids, (seat, amount)])


def sold(house: Any, bank: Bank) -> Bank | None:
    """Adjugé. Of a bank that was passed the main stays where it was."""
    last = best(house, bank)
    if last is None:
        return None
    seat, amount = last
    if not bank.offered:
        return Bank(seat, seat, amount)
    return Bank(bank.main, seat, amount, suivi=bank.suivi)


def settled(house: Any, bank: Bank) -> Bank:
    """The play goes on: the best bid has the bank, else the next seat with the minimum."""
    found = sold(house, bank)
    if found is not None:
        return found
    if not bank.offered:
        return bank
    return replace(waiting(house, bank), amount=int(house.bank_minimum))


def let_by(house: Any, bank: Bank, seat: int) -> Bank | None:
    """A seat refuses the main."""
    if not house.may_refuse or bank.amount or bank.offered or seat != bank.main:
        return None
    return replace(waiting(house, bank), is_first=bank.is_first, bids=bank.bids)


def joined(bank: Bank, seat: int) -> Bank | None:
    """A partner matches the opening stake, before the first coup."""
    if not bank.amount or bank.coups or bank.partner is not None or seat == bank.seat:
        return None
    return replace(bank, amount=2 * bank.amount, partner=seat)


# --- accounts ---------------------------------------------------------------------------------------


def reckoned(house: Any, bank: Bank, winner: str, staked: int, banco: int | None) -> Bank:
    """The bank after a coup. It wins: the doubled stake, and what was not covered is put aside."""
    if not bank.amount:
        return bank
    if winner == "ponte":
        return waiting(house, bank)
    suivi = bank.suivi
    if house.suivi == "next" and banco != suivi:
        suivi = None
    then = replace(bank, coups=bank.coups + 1, is_mixed=False, rake=0, suivi=suivi)
    if winner == "en-cartes" or not staked:
        return then
    put_aside = bank.benefice + bank.amount - staked
    rake = -(-staked * int(house.rake_percent) // 100)
    return replace(then, amount=2 * staked, benefice=put_aside, suivi=banco or suivi, rake=rake)


def lines(number: int, before: Bank, after: Bank, lost: int | None) -> list[Line]:
    """The banque line of a coup, and what is paid to those who lost the bank."""
    line: Line = {"event": "banque", "coup": number, "seat": after.seat, "amount": money(after.amount)}
    line |= {"benefice": money(after.benefice), "main": after.main, "rake": money(after.rake)}
    if lost is None:
        return [line]
    (seat, takes, _), (partner, half, _) = shares = before.shares(lost)
    line |= {"leaves": seat, "takes": money(takes)}
    if partner is not None:
        line |= {"partner": partner, "partner_takes": money(half)}
    return [line, *payments(number, shares)]


def payments(number: int, shares: list[tuple[int | None, int, str]]) -> list[Line]:
    """What is paid; nothing is told of nothing."""
    return [
        {"event": "paid", "coup": number, "seat": seat, "amount": money(amount), "of": of}
        for seat, amount, of in shares
        if amount
    ]
