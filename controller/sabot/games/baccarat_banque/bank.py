"""The bank of baccarat banque: who holds it, what a coup does to it, how the banker leaves it.

Source: HS p. 9-16. What the bank wins stays in it. The main, the seat with first refusal of a banco, goes on
when that seat wins.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.reasons import Reason, reason
from sabot.core.terms import Bid, money
from sabot.games.baccarat.selling import Left
from sabot.games.baccarat_banque.options import Options

EN_CARTES_AT_MOST = 3
"""How many bancos en cartes may follow one another (HS p. 12)."""


class Bank(NamedTuple):
    """A bank, or the wait for one. Sums are minor units.

    `seat` 0 is the banker's place; another number says which seat bought it. `deposit` is the sum paid for
    it, `known` whether anybody ever did: without that the table knows no limit. `suivi` called banco on
    this very bank and lost, or was en cartes; `en_cartes` bancos have ended so, one after the other.
    `lost_both`: the banker lost on both sides, and may deposit the same sum again. `offered` is the sum of
    a *suite*; `bids` are what was bid for a bank that is for sale, oldest first. `burnt`: the cards have to
    be mixed. `guignot` is due since the bank was bought.
    """

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
    left: Left | None = None
    bids: tuple[Bid, ...] = ()

    @property
    def is_missing(self) -> bool:
        """Whether there was a bank and it is gone."""
        return self.known and self.amount <= 0


class Outcome(NamedTuple):
    """What a coup did: `net` to the bank, `both` sides won by pontes, the `banco` caller and whether the
    caller was `en_cartes`, whether anything was `staked`, and what the main's seat gained."""

    net: int = 0
    both: bool = False
    banco: int | None = None
    en_cartes: bool = False
    staked: bool = False
    main_gained: int = 0


def guignot(options: Options, amount: int, *, of: int) -> int:
    """The house's percentage of a sum; `of` tells whether the bank is large. A broken cent is the house's."""
    large = options.guignot_threshold and of >= options.guignot_threshold
    percent = options.guignot_large if large else options.guignot_small
    return -(-amount * percent // 100)


def _at_purchase(options: Options, amount: int) -> int:
    return guignot(options, amount, of=amount) if options.guignot_base == "deposit" else 0


def _in_a_coup(options: Options, bank: Bank, net: int) -> int:
    if options.guignot_base == "deposit" or net <= 0:
        return 0
    return guignot(options, net, of=bank.deposit)


def after(options: Options, bank: Bank, outcome: Outcome) -> Bank:
    """The bank after a coup. A loss beyond it is paid out of the banker's pocket; only the house's own bank
    runs below zero."""
    amount = bank.amount + outcome.net
    if not options.fixed_banker and bank.known:
        amount = max(amount, 0)
    played = bank._replace(guignot=0, left=None)
    if not outcome.staked:
        return played
    return played._replace(
        amount=amount if bank.known or options.fixed_banker else 0,
        main=bank.main % options.seats + 1 if outcome.main_gained > 0 else bank.main,
        suivi=outcome.banco if (outcome.net >= 0 or outcome.en_cartes) and amount else None,
        en_cartes=bank.en_cartes + 1 if outcome.banco and outcome.en_cartes else 0,
        lost_both=outcome.both,
    )


def line(options: Options, before: Bank, outcome: Outcome) -> dict[str, object]:
    """The keys of the `banque` line: the bank after the coup, and what the coup made of it.

    There is nothing put aside at this game: `benefice` is nothing. `guignot` is paid apart from the bank.
    """
    bank = after(options, before, outcome)
    entries: dict[str, object] = {
        "seat": bank.seat,
        "amount": money(bank.amount),
        "benefice": money(0),
        "net": money(outcome.net),
        "main": bank.main,
        "guignot": money(before.guignot + _in_a_coup(options, before, outcome.net)),
        "en_cartes": bank.en_cartes,
    }
    beyond = bank.amount - before.amount - outcome.net
    if beyond:
        entries["added"] = money(beyond)
    if before.left is not None:
        entries |= {"left": before.left.seat, "takes": money(before.left.takes)}
    return entries


# --- opening, leaving, buying: each gives the bank, or the rule against it ---------------------------


def opened(options: Options, bank: Bank, seat: int, amount: int) -> Bank | Reason:
    """Somebody deposits their bid for the bank, or, having lost on both sides, the same sum again."""
    if seat > options.seats:
        return _no_such_seat(options)
    if bank.amount > 0:
        return _said_again(options, bank, seat, amount)
    if bank.bids:
        return reason("the bank goes to the highest bid (say adjuge)")
    due = _at_purchase(options, amount)
    bought = Bank(bank.main, seat, amount, amount, known=True, burnt=bank.burnt, guignot=due, left=bank.left)
    return bought._replace(suivi=bank.suivi) if amount == bank.offered else bought


def _no_such_seat(options: Options) -> Reason:
    return reason("this table has {n} seats, and 0 for the banker's place", n=options.seats)


def _said_again(options: Options, bank: Bank, seat: int, amount: int) -> Bank | Reason:
    if seat == bank.seat and amount == bank.amount:
        return bank
    if seat == bank.seat and bank.lost_both and amount == bank.deposit:
        due = bank.guignot + _at_purchase(options, amount)
        return bank._replace(amount=bank.amount + amount, lost_both=False, suivi=None, guignot=due)
    if seat != bank.seat:
        return _held(bank)
    return reason(
        "the bank is {amount}; the banker adds to it only after losing on both sides, and then the same"
        " {sum} again",
        amount=money(bank.amount),
        sum=money(bank.deposit),
    )


def _held(bank: Bank) -> Reason:
    if bank.seat:
        return reason("the bank is held by seat {n} until it is lost, burned or given up", n=bank.seat)
    return reason("the bank is held by the banker until it is lost, burned or given up")


def burned(options: Options, bank: Bank) -> Bank | Reason:
    """*Je brûle la banque*: the banker takes it away, the cards are mixed and the bank is auctioned again."""
    refusal = _stays(options, bank)
    return refusal or Bank(bank.main, bank.seat, known=True, burnt=True, left=Left(bank.seat, bank.amount))


def given_up(options: Options, bank: Bank) -> Bank | Reason:
    """*Il y a une suite*: the banker takes it away, and anybody may go on with the same sum."""
    refusal = _stays(options, bank)
    if refusal:
        return refusal
    left = Left(bank.seat, bank.amount)
    return Bank(bank.main, bank.seat, known=True, suivi=bank.suivi, offered=bank.amount, left=left)


def _stays(options: Options, bank: Bank) -> Reason | None:
    if options.fixed_banker:
        return reason("the house holds this bank for good and does not leave it (option fixed-banker)")
    return None if bank.amount > 0 else reason("nobody holds a bank that could be left")


def bid(options: Options, bank: Bank, seat: int, amount: int) -> Bank | Reason:
    """Somebody bids for a bank that is for sale, or takes one that was given up at its full sum."""
    if bank.amount > 0 or options.fixed_banker:
        return reason("no bank is for sale")
    if seat > options.seats:
        return _no_such_seat(options)
    last = leading(options, bank)
    if last is not None and amount != bank.offered and not amount > last.amount != bank.offered:
        return _too_low(last, offered=bank.offered)
    return bank._replace(bids=(*bank.bids, Bid(seat, amount)))


def _too_low(last: Bid, *, offered: int) -> Reason:
    if last.amount == offered:
        return reason("seat {n} takes the bank at its full sum: no bid is heard", n=last.seat)
    return reason("a bid is higher than the last one, {amount}", amount=money(last.amount))


def leading(options: Options, bank: Bank) -> Bid | None:
    """The bid that has the bank as things stand: the full sum, the nearest seat to the main before the others
    and before the banker's place; else the highest."""
    full = [each for each in bank.bids if each.amount == bank.offered]
    if full:
        return min(full, key=lambda each: (not each.seat, (each.seat - bank.main) % options.seats))
    return bank.bids[-1] if bank.bids else None


def sold(options: Options, bank: Bank) -> Bank | Reason:
    """*Adjugé*: the leading bidder deposits the bid."""
    last = leading(options, bank)
    if last is None:
        return reason("nobody has bid for a bank")
    return opened(options, bank._replace(bids=()), last.seat, last.amount)


def settled(options: Options, bank: Bank) -> Bank:
    """The bank when the play goes on: the leading bidder has it."""
    then = sold(options, bank) if bank.bids else bank
    return bank if isinstance(then, Reason) else then
