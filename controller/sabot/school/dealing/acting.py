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
from sabot.games.register import DESCRIPTORS
from sabot.school.dealing import calling, chips, players, settling
from sabot.school.dealing.arranging import arranged
from sabot.school.dealing.judging import (
    RefusedError,
    allowed,
    as_spoken,
    burns,
    found,
    gone,
    judged,
    noted,
    stepped,
)
from sabot.school.dealing.moving import advanced, heard, shown
from sabot.school.dealing.state import CoupOver, Setup, State, Wish, begun, shuffled, with_said

HEARD_WITHIN_MS = 1000
"""A wish that stands there for less was not yet seen: to pass over it is no mistake."""


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
    before = _unanswered(now)
    after = ACTS[name](now, act)
    if name not in ("accept", "refuse"):
        after = _passed_over(now, after, before)
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
    """The card is in the hand; where no hand is owed one, to draw it was the fault, and it counts at once."""
    card, before = state.cards[-1], state.table.play
    state = state._replace(cards=state.cards[:-1], drawn=state.drawn + 1)
    why = found(state.table, CardSeen(card))
    if why is None or burns(state):
        return state._replace(hand=card)
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
    return heard(judged(state._replace(hand=None, called=()), seen, text, truth=truth), before)


def _burn(state: State, act: Plain) -> State:
    card = state.hand
    if card is None:
        raise RefusedError(reason("There is no card in your hand."))
    text = reason("{card} is burned", card=card)
    if state.table.play.taille.burning:
        return judged(state._replace(hand=None), CardSeen(card), text)
    after = judged(state, Said(f"brule {card}"), text)
    return after if after.table.play.sabot == state.table.play.sabot else after._replace(hand=None)


def _free(state: State, act: Plain) -> State:
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
    if not calling.is_true(state, words):
        state = as_spoken(state, lambda after: calling.is_true(after, words))
    return calling.called(state, words)


def _close(state: State, act: Plain) -> State:
    before = state.table.play
    text = reason("{call}", call=DESCRIPTORS[state.setup.game].cloth.bets_closed)
    state = judged(with_said(state._replace(coming=()), text), BetsClosed(), text)
    return heard(players.too_late(state), before)


def _wish(state: State, act: Plain) -> Wish:
    for wish in state.wishes:
        if type(act.get("wish")) is int and wish.id == act["wish"]:
            return wish
    raise RefusedError(reason("This player no longer wants that."))


def _accept(state: State, act: Plain) -> State:
    wish, before = _wish(state, act), state.table.play
    state = gone(state, wish)
    text = reason("Taken: {note}", note=players.text_of(wish))
    if wish.does is None:
        return noted(state, text)
    state = with_said(state, players.text_of(wish))
    return heard(judged(state._replace(called=()), wish.does, text), before)


def _refuse(state: State, act: Plain) -> State:
    wish = _wish(state, act)
    text = reason("Refused: {note}", note=players.text_of(wish))
    is_wrong = wish.does is not None and wish.weighs and allowed(state, wish.does)
    why = reason("the rules allow this now") if is_wrong else None
    return noted(gone(state, wish), text, why)


def _unanswered(state: State) -> list[Wish]:
    """The wishes that must be answered and that the rules allow."""
    return [each for each in state.wishes if each.weighs and each.does and allowed(state, each.does)]


def _passed_over(before: State, after: State, wishes: list[Wish]) -> State:
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


# --- the end -----------------------------------------------------------------------------------------


def _end(state: State, act: Plain) -> State:
    play = state.table.play
    if state.hand is not None:
        raise RefusedError(reason("First lay the card that is in your hand."))
    if play.result is not None and not play.taille.awaiting:
        state = _left_undone(state)
    after = judged(state, CoupEnded(), reason("The coup is closed"))
    closed = play.result is not None and after.table.play.result is None
    return _next_coup(_reviewed(after, play.number)) if closed else after


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
        drawn=0, called=(), done=frozenset(), tried=frozenset(), jams_at=-1, is_marked=False
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
    "accept": _accept,
    "refuse": _refuse,
    "spin": chips.spin,
    "number": chips.number,
    "take": chips.take,
    "pay": chips.pay,
    "end": _end,
    "answer": _answer,
    "stop": _stop,
}
"""Every act by its name."""
