"""Taking and paying at the virtual table: each stake that the trainee has to settle, and what is right."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.events import StakeSettled
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Settlement, money
from sabot.games.lessons import Premium
from sabot.school.dealing.state import Lot, State
from sabot.school.paying import Paid, settled, wrong_payout
from sabot.school.taught import lessons


class Due(NamedTuple):
    """What the rules want of the stakes of a seat on one chance, or of a premium, in minor units: how much
    lies there, how much of it is taken, and how much is paid beside it."""

    staked: int
    taken: int
    paid: int
    is_premium: bool = False


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
    insured = lessons(state.setup.game).premiums(state.table)
    premiums = {(each.where, each.seat): _premium(each) for each in insured}
    return {lot: _due(lines) for lot, lines in lots.items()} | premiums


def _premium(each: Premium) -> Due:
    return Due(each.amount, each.amount - each.returned, 0, is_premium=True)


def _due(lines: list[Settlement]) -> Due:
    taken = sum(each.stake - each.returned for each in lines if each.returned < each.stake and not each.held)
    paid = sum(max(each.returned - each.stake, 0) for each in lines)
    return Due(sum(each.stake for each in lines), taken, paid)


def owing(state: State) -> dict[Lot, Due]:
    """What is still to be settled by the trainee, in the order of the stakes."""
    if not state.level.players or state.table.play.result is None:
        return {}
    return {lot: due for lot, due in dues(state).items() if lot not in state.done}


def on_cloth(state: State) -> dict[Lot, int]:
    """All that lies on the cloth once bets are closed, the coup decided or not: stakes, those in prison,
    premiums, and what was taken against the rules; without what was settled."""
    coup, lots = state.table.play.coup, dict[Lot, int]()
    if not state.level.players or not coup.bets_closed:
        return lots
    insured = lessons(state.setup.game).premiums(state.table)
    lying = [((each.where, each.seat), each.amount) for each in coup.stakes]
    lying += [((each.where, each.seat), each.amount) for each in coup.held]
    lying += [((each.where, each.seat), each.amount) for each in state.astray]
    lying += [((each.where, each.seat), each.amount) for each in insured]
    for lot, amount in lying:
        lots[lot] = lots.get(lot, 0) + amount
    return {lot: amount for lot, amount in lots.items() if lot not in state.done}


def _due_now(state: State, lot: Lot) -> Due | None:
    return dues(state).get(lot) if state.table.play.result is not None else None


NOT_NOW = reason("this is not to be settled now")
"""Before the coup is decided, while a player still chooses, and of a stake that the rules do not allow."""


def wrong_taking(state: State, lot: Lot, amount: int | None) -> Reason | None:
    """The rule that is broken by taking this much of a stake (None: all of it); None where that is right."""
    due = _due_now(state, lot)
    if due is None:
        return NOT_NOW
    if due.taken == (due.staked if amount is None else amount) > 0:
        return None
    return _right(lot[0], due)


def wrong_paying(state: State, lot: Lot, amount: int) -> Reason | None:
    """The rule that is broken by paying this much beside a stake; 0: it is left as it lies."""
    due = _due_now(state, lot)
    if due is None:
        return NOT_NOW
    if amount == due.paid and (amount or not due.taken):
        return None
    is_whole = due.paid > 0 and due.paid % due.staked == 0  # else no "so much to one" says it
    breach = wrong_payout(state.table, Paid(lot[0], amount, lot[1])) if amount and is_whole else None
    return breach.because if breach else _right(lot[0], due)


def _right(where: str, due: Due) -> Reason:
    if due.is_premium:
        back = reason("the premium of an insurance comes back in this coup: nothing is taken or paid")
        return (
            reason("the premium of an insurance is taken: {sum}", sum=money(due.taken)) if due.taken else back
        )
    if due.paid:
        return reason("{chance} has won: {sum} is paid beside the stake", chance=where, sum=money(due.paid))
    if due.taken == due.staked:
        return reason("{chance} has lost: the whole stake is taken", chance=where)
    if due.taken:
        return reason(
            "{sum} of the stake on {chance} is taken, the rest goes back", sum=money(due.taken), chance=where
        )
    return reason("the stake on {chance} stays as it lies: nothing is taken or paid", chance=where)
