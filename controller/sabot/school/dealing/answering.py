"""What a player wants, taken or refused by the trainee, or passed over."""

from __future__ import annotations

from collections.abc import Iterable

from sabot.core.observations import Staked
from sabot.core.reasons import reason
from sabot.core.shapes.json import Plain
from sabot.school.dealing import players
from sabot.school.dealing.judging import RefusedError, allowed, gone, judged, noted
from sabot.school.dealing.moving import heard
from sabot.school.dealing.state import State, Wish, with_said
from sabot.school.taught import lessons

HEARD_WITHIN_MS = 1000
"""A wish that stands there for less was not yet seen: to pass over it is no mistake."""

BANCOS = ("banco", "suivi")
"""The wishes for which chips for the whole bank come."""


def _asked(state: State, act: Plain) -> Wish:
    for wish in state.wishes:
        if type(act.get("wish")) is int and wish.id == act["wish"]:
            return wish
    raise RefusedError(reason("This player no longer wants that."))


def accept(state: State, act: Plain) -> State:
    """What a player wants is taken: chips on the cloth, or a word that holds."""
    wish, before = _asked(state, act), state.table.play
    state = gone(state, wish)
    text = reason("Taken: {note}", note=players.text_of(wish))
    if wish.does is None:
        return noted(state, text)
    state = with_said(state, players.text_of(wish))
    after = heard(judged(state._replace(called=()), wish.does, text), before)
    if after.steps[-1].right:
        return after
    return after._replace(astray=(*after.astray, *_chips(state, wish)))


def _chips(state: State, wish: Wish) -> Iterable[Staked]:
    """What a player lays who has this wish. A call for the bank lays nothing where one has been served: the
    one of lower precedence never does."""
    if isinstance(wish.does, Staked):
        return (wish.does,)
    if wish.kind not in BANCOS or wish.seat is None:
        return ()
    laid = lessons(state.setup.game).covers(state.table, wish.seat)
    lying = {(stake.where, stake.amount) for stake in state.table.play.coup.stakes}
    lying |= {(stake.where, stake.amount) for stake in state.astray}
    return [Staked(*each[:3]) for each in laid if (each.where, each.amount) not in lying]


def refuse(state: State, act: Plain) -> State:
    """What a player wants is refused; that is wrong where the rules allow it."""
    wish = _asked(state, act)
    text = reason("Refused: {note}", note=players.text_of(wish))
    is_wrong = wish.does is not None and wish.weighs and allowed(state, wish.does)
    why = reason("the rules allow this now") if is_wrong else None
    return noted(gone(state, wish), text, why)


def unanswered(state: State) -> list[Wish]:
    """The wishes that must be answered and that the rules allow."""
    return [each for each in state.wishes if each.weighs and each.does and allowed(state, each.does)]


def passed_over(before: State, after: State, wishes: list[Wish]) -> State:
    """The sitting when an act has come before the answer to these wishes, for those for which that is now too
    late."""
    left = {each.id for each in after.wishes}
    for wish in wishes:
        if wish.id not in left or not wish.does or allowed(after, wish.does):
            continue
        if wish.shown_ms <= before.at_ms - HEARD_WITHIN_MS:
            text = reason("Not answered: {note}", note=players.text_of(wish))
            after = gone(noted(after, text, reason("this was to be taken before it was too late")), wish)
    return after
