"""What a trainee does with the ball and with chips at the virtual table."""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import minor_units, money
from sabot.games.lessons import Dealt
from sabot.games.wheel.layout import WHEELS
from sabot.school.dealing import settling
from sabot.school.dealing.judging import RefusedError, noted
from sabot.school.dealing.state import FAILURES, Lot, Spin, State, with_said
from sabot.school.taught import lessons

# --- the ball ----------------------------------------------------------------------------------------


def spin(state: State, act: Plain) -> State:
    """The ball is launched."""
    if not state.setup.options.pockets:
        raise RefusedError(reason("There is no wheel at this table."))
    if state.spin is not None or state.table.play.result is not None:
        raise RefusedError(reason("The ball runs already, or rests."))
    if state.failed:
        raise RefusedError(reason("First take the ball back: the spin has failed."))
    pocket = state.chance("ball").choice([*WHEELS[state.setup.options.pockets].pockets])
    rests_ms = state.at_ms + state.level.spin_ms
    due_ms = state.at_ms + round(state.level.spin_ms * RNVP_PART)
    rng = state.chance("wheel")
    fails = rng.choice([*FAILURES]) if rng.random() < state.level.jams else ""
    launched = state._replace(spin=Spin(pocket, due_ms, rests_ms, fails))
    return noted(launched, reason("The ball is launched"))


RNVP_PART = 0.6
"""The part of a spin after which *rien ne va plus* is due."""


def number(state: State, act: Plain) -> State:
    """The number is marked on the cloth."""
    result = state.table.play.result
    if not state.setup.options.pockets or result is None:
        raise RefusedError(reason("The ball does not rest yet."))
    true, said = str(result.result["number"]), str(act.get("pocket"))[:3]
    why = None if said == true else reason("the ball rests in {pocket}", pocket=true)
    text = reason("{pocket} is marked", pocket=said)
    return noted(with_said(state._replace(is_marked=True), text), text, why)


# --- money -------------------------------------------------------------------------------------------


def _lot(state: State, act: Plain) -> Lot:
    seat, bet = act.get("seat"), act.get("bet")
    lot = (str(bet), seat if type(seat) is int else None)
    if lot not in (settling.on_cloth(state) if state.is_silent else settling.owing(state)):
        raise RefusedError(reason("There is no such stake to be settled now."))
    return lot


def _amount(act: Plain, *, otherwise: int | None) -> int | None:
    text = act.get("amount")
    if text is None:
        return otherwise
    amount = minor_units(text) if isinstance(text, str) else None
    if amount is None and text not in ("0", "0.00"):
        raise RefusedError(reason("An amount is a number such as 20 or 2.50."))
    return amount or 0


def take(state: State, act: Plain) -> State:
    """A stake is taken in, or so much of it."""
    lot, amount = _lot(state, act), _amount(act, otherwise=None)
    why = settling.wrong_taking(state, lot, amount)
    much = settling.on_cloth(state).get(lot, 0) if amount is None else amount
    text = reason("Taken in: {amount} on {chance}", amount=money(much), chance=lot[0])
    return _settled(noted(with_said(state, text), text, why), lot, why)


def pay(state: State, act: Plain) -> State:
    """So much is paid beside a stake; with nothing it is left as it lies."""
    lot, amount = _lot(state, act), _amount(act, otherwise=0) or 0
    why = settling.wrong_paying(state, lot, amount)
    text = reason("Paid: {amount} on {chance}", amount=money(amount), chance=lot[0])
    if not amount:
        text = reason("Left as it lies: {chance}", chance=lot[0])
    after = noted(with_said(state, text), text, why)
    return _settled(_learnt(after, lot, is_right=why is None), lot, why)


def _learnt(state: State, lot: Lot, *, is_right: bool) -> State:
    """The first payment of a stake that won counts for the cell of its chance."""
    cell = lessons(state.setup.game).paid(state.table, lot[0])
    due = settling.dues(state).get(lot)
    if lot in state.tried or cell is None or not cell[1] or not due or not due.paid:
        return state
    done = Dealt(*cell, is_right, (state.at_ms - state.acted_ms) / 1000)
    return state._replace(tried=state.tried | {lot}, learnt=(*state.learnt, done))


def _settled(state: State, lot: Lot, why: Reason | None) -> State:
    """A stake is done with; where somebody coaches, not before it is settled rightly."""
    return state._replace(done=state.done | {lot}) if why is None or state.is_silent else state
