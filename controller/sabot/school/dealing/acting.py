"""What a trainee does at the virtual table: each act makes the next state, and the referee judges it.

An act that is wrong is done and judged. One that cannot be done at all, such as laying a card without one in
the hand, is refused in words and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.observations import (
    Acknowledged,
    BetsClosed,
    CardSeen,
    CoupEnded,
    CutCardSeen,
    SabotOpened,
    Said,
)
from sabot.core.reasons import reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot.games.lessons import Dealt
from sabot.games.register import DESCRIPTORS
from sabot.school.at_table import A_COUP
from sabot.school.dealing import answering, calling, chips, players, settling
from sabot.school.dealing.arranging import arranged
from sabot.school.dealing.judging import (
    RefusedError,
    allowed,
    as_spoken,
    burns,
    found,
    judged,
    noted,
    stepped,
)
from sabot.school.dealing.moving import advanced, heard, shown
from sabot.school.dealing.state import CoupOver, Setup, State, begun, shuffled, with_said


def sat_down(setup: Setup) -> State:
    """The sitting as its first coup begins."""
    return _next_coup(begun(setup))


def acted(state: State, act: Plain, at_ms: int) -> State:
    """The sitting after this act at this time. Raises RefusedError where it cannot be done."""
    now = advanced(state._replace(news=(), learnt=()), at_ms)
    name = act.get("act")
    if not isinstance(name, str) or name not in ACTS:
        raise RefusedError(reason("There is no such act."))
    _refuse_if_stopped(now, name)
    before = answering.unanswered(now)
    after = ACTS[name](now, act)
    if name not in ("accept", "refuse"):
        after = answering.passed_over(now, after, before)
    return shown(after._replace(n=now.n + 1, acted_ms=now.at_ms))


def _refuse_if_stopped(state: State, name: str) -> None:
    if state.is_over:
        raise RefusedError(reason("The sitting is over."))
    if state.table.play.taille.alerts and name not in ("answer", "stop"):
        raise RefusedError(reason("First answer for the fault."))


# --- cards -------------------------------------------------------------------------------------------


def _draw(state: State, act: Plain) -> State:
    if not state.setup.options.decks:
        raise RefusedError(reason("There is no sabot at this table."))
    if state.hand is not None:
        raise RefusedError(reason("First lay the card that is in your hand."))
    if state.is_jammed:
        raise RefusedError(reason("The sabot is jammed: free it first."))
    if not state.cards:
        raise RefusedError(reason("The sabot is empty."))
    if state.drawn == state.jams_at:
        return with_said(state._replace(is_jammed=True, jams_at=-1), reason("The sabot is jammed"))
    return _drawn(_uncalled(state))


def _drawn(state: State) -> State:
    """The card is in the hand; where no hand is owed one, to draw it was the fault, and it counts at once. In
    silence it counts when it is laid, or the empty hand would tell."""
    card, before = state.cards[-1], state.table.play
    state = state._replace(cards=state.cards[:-1], drawn=state.drawn + 1)
    why = found(state.table, CardSeen(card))
    if why is None or burns(state) or state.is_silent:
        return with_said(state._replace(hand=card), reason("{card} is drawn", card=card))
    text = reason("{card} is drawn", card=card)
    return heard(judged(state, CardSeen(card), text), before)


def _uncalled(state: State) -> State:
    """A call that was due before this card and was not made is a mistake where the level wants it."""
    for text in calling.owed(state):
        why = reason("this is called before the next card: {call}", call=f"«\u00a0{text}\u00a0»")
        state = noted(state, reason("Not called"), why)
    return state


def _lay(state: State, act: Plain) -> State:
    place, before = act.get("to"), state.table.play
    if state.hand is None:
        raise RefusedError(reason("There is no card in your hand."))
    if not isinstance(place, str) or place not in before.game.PLACES:
        raise RefusedError(reason("There is no such place on this cloth."))
    text = reason("{card} to {place}", card=state.hand, place=place)
    owed = before.owed.to or before.owed.of if before.owed else None
    truth = reason("{card} belongs to {place}", card=state.hand, place=owed) if owed else None
    seen = CardSeen(state.hand, place)
    state = as_spoken(state, lambda after: allowed(after, seen))
    state, laid = with_said(state, text), (*state.laid, (place, str(state.hand)))
    return heard(judged(state._replace(hand=None, called=(), laid=laid), seen, text, truth=truth), before)


def _burn(state: State, act: Plain) -> State:
    card = state.hand
    if card is None:
        raise RefusedError(reason("There is no card in your hand."))
    text = reason("{card} is burned", card=card)
    if state.table.play.taille.burning:
        return judged(state._replace(hand=None), CardSeen(card), text)
    after = judged(state, Said(f"brule {card}"), text)
    if state.is_silent:
        return after._replace(hand=None)
    return after if after.table.play.sabot == state.table.play.sabot else after._replace(hand=None)


def _free(state: State, act: Plain) -> State:
    if state.failed:
        return noted(state._replace(failed=""), reason("No spin: the ball is taken back"))
    if state.setup.options.pockets:
        raise RefusedError(reason("The spin has not failed."))
    if not state.is_jammed:
        raise RefusedError(reason("The sabot is not jammed."))
    return noted(state._replace(is_jammed=False), reason("The sabot is freed"))


def _new_sabot(state: State, act: Plain) -> State:
    play = state.table.play
    lies = any(play.game.hand(play.coup, place) for place in play.game.PLACES)
    if not state.setup.options.decks or (lies and not play.taille.spent) or play.result is not None:
        raise RefusedError(reason("A new sabot is opened between two coups."))
    sabots, before = state.sabots + 1, play
    state = state._replace(sabots=sabots, cards=shuffled(state.setup, sabots), hand=None, is_jammed=False)
    coming = tuple(each for each in state.coming if not isinstance(each.does, SabotOpened))
    state = judged(state._replace(coming=coming), SabotOpened(), reason("A new sabot is opened"))
    again = not (coming or state.wishes or state.table.play.coup.stakes)
    return players.before_the_cards(state) if again else heard(state, before)


# --- words and stakes --------------------------------------------------------------------------------


def _call(state: State, act: Plain) -> State:
    words = act.get("word")
    if not isinstance(words, str) or words not in calling.choices(state):
        raise RefusedError(reason("There is no such call here."))
    if state.is_silent or not calling.is_true(state, words):
        state = as_spoken(state, lambda after: calling.is_true(after, words))
    return calling.called(state, words)


def _close(state: State, act: Plain) -> State:
    before = state.table.play
    text = reason("{call}", call=DESCRIPTORS[state.setup.game].cloth.bets_closed)
    state = judged(with_said(state._replace(coming=()), text), BetsClosed(), text)
    return heard(players.too_late(state), before)


# --- the end -----------------------------------------------------------------------------------------


def _end(state: State, act: Plain) -> State:
    play = state.table.play
    if state.hand is not None:
        raise RefusedError(reason("First lay the card that is in your hand."))
    if play.result is not None and not play.taille.awaiting:
        state = _left_undone(state)
    after = judged(state, CoupEnded(), reason("The coup is closed"))
    closed = play.result is not None and after.table.play.result is None
    if state.is_silent and play.result is None and state.laid:
        after, closed = _swept(after), True
    return _next_coup(_reviewed(after, play.number)) if closed else after


def _swept(state: State) -> State:
    """A coup that was closed before it was decided: in silence the cards are collected all the same, and it
    is annulled. A table that stays as it is would tell."""
    return stepped(state, Said("annule"))[0]._replace(learnt=(*state.learnt, Dealt(*A_COUP, right=False)))


def _left_undone(state: State) -> State:
    """What the level wants before a coup is closed: its call, and every stake settled."""
    if state.setup.options.pockets and not state.is_marked:
        state = noted(state, reason("Not marked"), reason("the number is marked before the coup is closed"))
    if calling.owed(state):
        state = noted(state, reason("Not called"), reason("the result is called before the coup is closed"))
    for (where, seat), due in settling.owing(state).items():
        if due.taken or due.paid:
            what = players.at_seat(f"Mise : {where} {money(due.staked)}", seat)
            why = reason("every stake is taken or paid before the coup is closed")
            state = noted(state, reason("Not settled: {note}", note=what), why)
    return state


def _reviewed(state: State, number: int, *, closed: bool = True) -> State:
    """The sitting with one more coup that is over."""
    dealt = CoupOver(number, state.steps, closed)
    return state._replace(coups=(*state.coups, dealt), steps=(), coming=(), wishes=(), spin=None)


def _next_coup(state: State) -> State:
    """The sitting as the next coup begins, or its end after the last one."""
    state = state._replace(
        drawn=0,
        called=(),
        done=frozenset(),
        tried=frozenset(),
        jams_at=-1,
        is_marked=False,
        laid=(),
        astray=(),
    )
    if state.has_dealt_all:
        return state._replace(is_over=True)
    rng, play = state.chance("jam"), state.table.play
    if rng.random() < state.level.jams and state.setup.options.decks:
        state = state._replace(jams_at=rng.randrange(4))
    cut_at = players.players(state.setup.game).cut_at
    if cut_at and play.taille.cut is None and play.sabot.left <= cut_at:
        state = with_said(stepped(state, CutCardSeen())[0], reason("The cut card shows"))
    return players.before_the_cards(arranged(state))


def _answer(state: State, act: Plain) -> State:
    if not state.table.play.taille.alerts:
        raise RefusedError(reason("There is no fault to answer for."))
    return stepped(state, Acknowledged(by="school"))[0]


def _stop(state: State, act: Plain) -> State:
    after = _reviewed(state, state.table.play.number, closed=False) if state.steps else state
    return after._replace(is_over=True)


ACTS: dict[str, Callable[[State, Plain], State]] = {
    "draw": _draw,
    "lay": _lay,
    "burn": _burn,
    "free": _free,
    "new-sabot": _new_sabot,
    "call": _call,
    "close": _close,
    "accept": answering.accept,
    "refuse": answering.refuse,
    "spin": chips.spin,
    "number": chips.number,
    "take": chips.take,
    "pay": chips.pay,
    "end": _end,
    "answer": _answer,
    "stop": _stop,
}
"""Every act by its name."""
