"""The bank of chemin de fer: who holds it, what it holds, what is put aside, and where it goes.

Source: HS p. 17-23. A bank of B against stakes of S becomes 2S when it wins, and B-S is put aside for the
banker (*bénéfice*, *chocolat*), never at risk; when it loses the banker takes B-S and what was put aside,
and the main goes on.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.reasons import Reason, reason
from sabot.core.terms import Bid, money
from sabot.games.baccarat.selling import Left
from sabot.games.chemin_de_fer.offers import next_seat
from sabot.games.chemin_de_fer.options import Options


class Bank(NamedTuple):
    """A bank, or the wait for one. Sums are minor units.

    `main` is the seat from which precedence is counted: the banker's, or, when the bank was bought, that of
    the seat which passed it. `amount` 0: nobody has opened the bank. `offered` is the sum of a bank that was
    passed and waits for a buyer; `bids` are what was bid, oldest first. `coups` were played under this
    banker; `suivi` called banco and lost, and may call it before all others; `reshuffled`: no coup was played
    since a new sabot was opened. `left` tells how the last banker went.
    """

    main: int = 1
    seat: int = 1
    amount: int = 0
    benefice: int = 0
    coups: int = 0
    suivi: int | None = None
    partner: int | None = None
    offered: int = 0
    first: bool = False
    reshuffled: bool = False
    rake: int = 0
    left: Left | None = None
    bids: tuple[Bid, ...] = ()


def leaving(bank: Bank, *, lost: int) -> Left:
    """What the banker takes when `lost` is paid out of the bank. Partners share alike; a broken cent is the
    banker's."""
    all_of_it = bank.amount - lost + bank.benefice
    half = all_of_it // 2 if bank.partner is not None else 0
    return Left(bank.seat, all_of_it - half, bank.partner, half)


def waiting(options: Options, bank: Bank, *, left: Left | None) -> Bank:
    """No bank: the main is with the seat after the one from which it was counted."""
    seat = next_seat(options, bank.main)
    return Bank(main=seat, seat=seat, left=left)


def after(options: Options, bank: Bank, *, winner: str, staked: int, banco: int | None) -> Bank:
    """The bank when a coup of `staked` money is decided; `banco` is the seat that had called for the whole
    bank.

    A coup against no stake at all moves no money, but a bank that loses it is lost.
    """
    if not bank.amount:
        return bank
    if winner == "ponte":
        return waiting(options, bank, left=leaving(bank, lost=staked))
    suivi = bank.suivi if options.suivi == "kept" or banco == bank.suivi else None
    played = bank._replace(coups=bank.coups + 1, reshuffled=False, rake=0, left=None, suivi=suivi)
    if winner == "en-cartes" or not staked:
        return played
    return played._replace(
        amount=2 * staked,
        benefice=bank.benefice + bank.amount - staked,
        suivi=banco or suivi,
        rake=-(-staked * options.rake_percent // 100),
    )


def line(bank: Bank) -> dict[str, object]:
    """The keys of the `banque` line: the bank after the coup.

    `rake` is the share of the house in this coup; the banker pays it apart, so that the bank is the doubled
    stake to the cent.
    """
    entries: dict[str, object] = {
        "seat": bank.seat,
        "amount": money(bank.amount),
        "benefice": money(bank.benefice),
        "main": bank.main,
        "rake": money(bank.rake),
    }
    if bank.left is not None:
        entries |= {"leaves": bank.left.seat, "takes": money(bank.left.takes)}
        if bank.left.partner is not None:
            entries |= {"partner": bank.left.partner, "partner_takes": money(bank.left.partner_takes)}
    return entries


# --- opening, passing, buying: each gives the bank, or the rule against it --------------------------


def opened(options: Options, bank: Bank, seat: int, amount: int) -> Bank | Reason:
    """A seat puts up a bank."""
    if bank.amount:
        return _said_again(bank, seat, amount)
    if bank.bids:
        return reason("the bank goes to the highest bid (say adjuge)")
    turn = next_seat(options, bank.main) if bank.offered else bank.main
    if seat > options.seats:
        return reason("the main goes from seat to seat and this table has {n} of them", n=options.seats)
    if amount < options.bank_minimum:
        return reason("a bank is opened with at least {amount}", amount=money(options.bank_minimum))
    if seat != turn and not options.may_refuse and not auctioned(options, bank):
        return reason(
            "the main is with seat {n} and may not be refused in this house (option may-refuse)", n=turn
        )
    return Bank(main=seat, seat=seat, amount=amount)


def _said_again(bank: Bank, seat: int, amount: int) -> Bank | Reason:
    """The banker of an open bank may repeat the sum, and halve it when the cards were mixed (HS)."""
    if seat != bank.seat:
        return reason("seat {n} holds the bank until it loses or passes it", n=bank.seat)
    if amount == bank.amount:
        return bank
    if bank.reshuffled and bank.amount in (2 * amount - 1, 2 * amount, 2 * amount + 1):
        kept = bank.benefice + bank.amount - amount
        return bank._replace(amount=amount, benefice=kept, reshuffled=False)
    return reason(
        "the bank is {amount}; the banker changes it only after the cards were mixed, by half",
        amount=money(bank.amount),
    )


def auctioned(options: Options, bank: Bank) -> bool:
    """Whether this is the first bank of the table, and the house sells it to the highest bid."""
    return bank.first and options.first_bank == "auction"


def refused(options: Options, bank: Bank, seat: int) -> Bank | Reason:
    """A seat lets the main go by (CB)."""
    if not options.may_refuse:
        return reason("the main may not be refused in this house (option may-refuse)")
    if bank.amount or bank.offered or seat != bank.main:
        return reason("seat {n} has no main to refuse", n=seat)
    return waiting(options, bank, left=bank.left)._replace(first=bank.first, bids=bank.bids)


def joined(options: Options, bank: Bank, seat: int) -> Bank | Reason:
    """A partner matches the opening stake: the bank is doubled (HS p. 23)."""
    if not bank.amount or bank.coups or bank.partner is not None:
        return reason("a partner joins once, between the opening of a bank and its first coup")
    if seat == bank.seat:
        return reason("seat {n} holds the bank and is not its own partner", n=seat)
    return bank._replace(amount=2 * bank.amount, partner=seat)


def passed(bank: Bank) -> Bank | Reason:
    """*Je passe la main*: the banker takes all, and the bank is offered at its sum."""
    if not bank.amount:
        return reason("nobody holds a bank that could be passed")
    if not bank.coups:
        return reason("the banker passes the main after one coup at least")
    left = leaving(bank, lost=0)
    return Bank(bank.main, bank.seat, suivi=bank.suivi, offered=bank.amount, left=left)
