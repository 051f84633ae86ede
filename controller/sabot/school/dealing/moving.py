"""What happens at a sitting without the trainee: wishes show when they are due, the ball comes to rest."""

from __future__ import annotations

from sabot.core.observations import BallSeen
from sabot.core.play.state import Play
from sabot.core.reasons import reason
from sabot.school.dealing import players
from sabot.school.dealing.judging import allowed, noted, stepped
from sabot.school.dealing.players import CROUPIER
from sabot.school.dealing.state import FAILURES, Spin, State, Wish, with_said


def advanced(state: State, at_ms: int) -> State:
    """The sitting at this later time, if nobody acts."""
    while (due := next_ms(state)) is not None and due <= at_ms:
        state = _moved(state._replace(at_ms=due))
    return state._replace(at_ms=max(at_ms, state.at_ms))


def next_ms(state: State) -> int | None:
    """When something happens next by itself; None: never."""
    due = [each.due_ms for each in state.coming if each.kind != CROUPIER and each.due_ms > state.at_ms]
    if state.spin is not None:
        due += [at for at in (state.spin.due_ms, state.spin.rests_ms) if at > state.at_ms]
    return None if state.is_over else min(due, default=None)


def _moved(state: State) -> State:
    if state.spin is not None and state.at_ms >= state.spin.rests_ms:
        state = _failed(state, state.spin) if state.spin.fails else _rested(state, state.spin.pocket)
    return shown(state)


def _failed(state: State, spin: Spin) -> State:
    """The spin gives no number: the ball is taken back and launched once more."""
    return with_said(state._replace(spin=None, failed=spin.fails), FAILURES[spin.fails])


def _rested(state: State, pocket: str) -> State:
    """The ball rests; one that rests while stakes may still be laid is the fault of the trainee."""
    before = state.table.play
    state, fault = stepped(state._replace(spin=None), BallSeen(pocket))
    if fault:
        state = noted(state, reason("The ball rests in {pocket}", pocket=pocket), fault.because)
    return heard(state, before)


def heard(state: State, before: Play) -> State:
    """The sitting with what the players say to all that is new since `before`."""
    play = state.table.play
    if play.result is not None:
        return players.answered(state) if before.result is None else state
    lies = any(play.game.hand(play.coup, place) for place in play.game.PLACES)
    return players.spoken(state) if lies and play.owed != before.owed else state


def shown(state: State) -> State:
    """The sitting with every wish that shows by now. One that nobody can have any more is dropped."""
    coming: list[Wish] = []
    for wish in state.coming:
        if _waits(state, wish, is_first=not coming):
            coming.append(wish)
        elif _shows(state, wish):
            others = tuple(each for each in state.wishes if each.id != wish.instead_of)
            state = state._replace(wishes=(*others, wish._replace(shown_ms=state.at_ms)))
    return state._replace(coming=tuple(coming))


def _waits(state: State, wish: Wish, *, is_first: bool) -> bool:
    """Whether this wish comes later: it is not due, is the croupier's to say, or needs one before it."""
    if wish.due_ms > state.at_ms and wish.kind != CROUPIER:
        return True
    is_alone = is_first and not any(each.weighs for each in state.wishes)
    if wish.kind != CROUPIER and (not wish.sound or wish.instead_of):
        return False
    is_allowed = wish.does is None or allowed(state, wish.does)
    return not is_alone if not is_allowed else wish.kind == CROUPIER


def _shows(state: State, wish: Wish) -> bool:
    if wish.kind == CROUPIER:
        return False
    if wish.instead_of:
        return any(each.id == wish.instead_of for each in state.wishes)
    return not wish.sound or wish.does is None or allowed(state, wish.does)
