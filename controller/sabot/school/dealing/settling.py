"""Taking and paying at the virtual table: each stake that the trainee has to settle, and what is right."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.events import StakeSettled
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Settlement, money
from sabot.school.dealing.state import Lot, State
from sabot.school.paying import Paid, settled, wrong_payout


class Due(NamedTuple):
    """What the rules want of the stakes of a seat on one chance, in minor units: how much lies there, how
    much of it is taken, and how much is paid beside it."""

    staked: int
    taken: int
    paid: int


def dues(state: State) -> dict[Lot, Due]:
    """Every stake of the decided coup that can be settled, and what is right; what waits for a player's
    choice is left out."""
    waiting = {
        (each.settlement.bet, each.settlement.seat)
        for each in state.table.play.taille.open_settlements
        if type(each) is StakeSettled
    }
    lots: dict[Lot, list[Settlement]] = {}
    for each in settled(state.table):
        if (each.bet, each.seat) not in waiting:
            lots.setdefault((each.bet, each.seat), []).append(each)
    return {lot: _due(lines) for lot, lines in lots.items()}


def _due(lines: list[Settlement]) -> Due:
    taken = sum(each.stake - each.returned for each in lines if each.returned < each.stake and not each.held)
    paid = sum(max(each.returned - each.stake, 0) for each in lines)
    return Due(sum(each.stake for each in lines), taken, paid)


def owing(state: State) -> dict[Lot, Due]:
    """What is still to be settled by the trainee, in the order of the stakes."""
    if not state.level.players or state.table.play.result is None:
        return {}
    return {lot: due for lot, due in dues(state).items() if lot not in state.done}


def wrong_taking(state: State, lot: Lot, amount: int | None) -> Reason | None:
    """The rule that is broken by taking this much of a stake (None: all of it); None where that is right."""
    due = dues(state)[lot]
    if due.taken == (due.staked if amount is None else amount) > 0:
        return None
    return _right(lot[0], due)


def wrong_paying(state: State, lot: Lot, amount: int) -> Reason | None:
    """The rule that is broken by paying this much beside a stake; 0: it is left as it lies."""
    due = dues(state)[lot]
    if amount == due.paid and (amount or not due.taken):
        return None
    is_whole = due.paid > 0 and due.paid % due.staked == 0  # else no "so much to one" says it
    breach = wrong_payout(state.table, Paid(lot[0], amount, lot[1])) if amount and is_whole else None
    return breach.because if breach else _right(lot[0], due)


def _right(where: str, due: Due) -> Reason:
    if due.paid:
        return reason("{chance} has won: {sum} is paid beside the stake", chance=where, sum=money(due.paid))
    if due.taken == due.staked:
        return reason("{chance} has lost: the whole stake is taken", chance=where)
    if due.taken:
        return reason(
            "{sum} of the stake on {chance} is taken, the rest goes back", sum=money(due.taken), chance=where
        )
    return reason("the stake on {chance} stays as it lies: nothing is taken or paid", chance=where)
