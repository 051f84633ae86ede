"""What a croupier pays, as an act of a dealt coup: judged by what the rules return to that stake."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from sabot.core.events import StakeSettled
from sabot.core.reasons import Reason, reason
from sabot.core.table import Table
from sabot.core.terms import Settlement, money
from sabot.games.lessons import WRONG_PAYOUT


class Paid(NamedTuple):
    """So much was paid to the stakes of a seat on one chance, beside the stake; `amount` in minor units.

    No instrument sees it, so it is no observation: it stands in the school's coups alone.
    """

    where: str
    amount: int
    seat: int | None = None


class Breach(NamedTuple):
    """A rule of paying that was broken, told as the referee tells a fault."""

    because: Reason
    kind: str = WRONG_PAYOUT


def settled(table: Table) -> list[Settlement]:
    """What each stake of the decided coup returns."""
    return [each.settlement for each in table.play.taille.settled if type(each) is StakeSettled]


def payouts(table: Table) -> list[Paid]:
    """Returns the payments to the winners, in the order of the stakes."""
    return [Paid(each.bet, gain, each.seat) for each in settled(table) if (gain := gain_of(each)) > 0]


def gain_of(each: Settlement) -> int:
    """What a stake gains beside itself."""
    return each.returned - each.stake


def wrong_payout(table: Table, paid: Paid) -> Breach | None:
    """The rule that this payment breaks, if it breaks one."""
    of_it = [each for each in settled(table) if (each.bet, each.seat) == (paid.where, paid.seat)]
    stake, gain = sum(each.stake for each in of_it), sum(map(gain_of, of_it))
    if gain <= 0:
        because = reason("{chance} has not won: nothing is paid to it", chance=paid.where)
    elif gain == paid.amount:
        return None
    else:
        because = reason(
            "{amount} on {chance} gains {n} to 1: {sum}",
            amount=money(stake),
            chance=paid.where,
            n=gain // stake,
            sum=money(gain),
        )
    return Breach(because)


def paid_wrongly(table: Table, rng: Random, *, even: tuple[str, ...]) -> list[Paid]:
    """The payments of the coup with one that is wrong: a stake too much or too little to a winner, or a loser
    paid on one of the chances at `even` money. Empty where nobody staked what can be paid wrongly."""
    true = payouts(table)
    wrong = [(nth, paid) for nth, each in enumerate(true) for paid in _near(table, each)]
    losers = [Paid(each.bet, each.stake, each.seat) for each in settled(table)
              if each.bet in even and each.returned <= each.stake]  # fmt: skip
    if losers and (not wrong or rng.random() < 0.3):
        return [*true, rng.choice(losers)]
    if not wrong:
        return []
    nth, instead = rng.choice(wrong)
    return [*true[:nth], instead, *true[nth + 1 :]]


def _near(table: Table, paid: Paid) -> list[Paid]:
    """What a hand slips to: one stake more, and one less where something is left."""
    stake = next(each.stake for each in settled(table) if (each.bet, each.seat) == (paid.where, paid.seat))
    amounts = [paid.amount + stake, *([paid.amount - stake] if paid.amount > stake else [])]
    return [paid._replace(amount=amount) for amount in amounts]
