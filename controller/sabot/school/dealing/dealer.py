"""A dealer who makes no mistake: what is right now at the virtual table, by what the referee says."""

from __future__ import annotations

from sabot.core.observations import SabotOpened, Said
from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot.school.dealing import calling, settling
from sabot.school.dealing.acting import acted
from sabot.school.dealing.judging import allowed, burns
from sabot.school.dealing.moving import advanced, next_ms
from sabot.school.dealing.players import CROUPIER, players
from sabot.school.dealing.state import State, Wish


def next_act(state: State) -> Plain | None:
    """The next act of a dealer who makes no mistake; None while they wait for somebody, until `next_ms`."""
    play = state.table.play
    if state.is_jammed or state.failed:
        return {"act": "free"}
    if play.taille.alerts:
        return {"act": "answer", "what": "seen"}
    if state.hand is not None:
        return _laid(state)
    if state.wishes:
        return _wished(state, state.wishes[0])
    if own := _own_words(state):
        return own
    if play.result is not None:
        return _decided(state)
    return _undecided(state)


def _laid(state: State) -> Plain:
    owed = state.table.play.owed
    if burns(state) or owed is None:
        return {"act": "burn"}
    return {"act": "lay", "to": owed.to or owed.of}


def _wished(state: State, wish: Wish) -> Plain:
    is_right = wish.does is None or allowed(state, wish.does)
    return {"act": "accept" if is_right else "refuse", "wish": wish.id}


def _own_words(state: State) -> Plain | None:
    """What the croupier says or opens before the players go on."""
    first = state.coming[0] if state.coming else None
    if first is None or first.kind != CROUPIER:
        return None
    if isinstance(first.does, SabotOpened):
        return {"act": "new-sabot"}
    sounds = players(state.setup.game).croupier
    return {"act": "call", "word": sounds[first.does.words]} if isinstance(first.does, Said) else None


def _decided(state: State) -> Plain | None:
    play = state.table.play
    if next_ms(state) is not None:
        return None
    if state.setup.options.pockets and not state.is_marked and play.result is not None:
        return {"act": "number", "pocket": str(play.result.result["number"])}
    if words := calling.owed(state):
        return {"act": "call", "word": words[-1]}
    for (bet, seat), due in settling.owing(state).items():
        lot = {"bet": bet, "seat": seat}
        if due.taken:
            return {"act": "take", **lot, "amount": money(due.taken)}
        return {"act": "pay", **lot, "amount": money(due.paid)}
    return {"act": "end"}


def _undecided(state: State) -> Plain | None:
    play = state.table.play
    if play.taille.spent:
        return {"act": "new-sabot"}
    if burns(state):
        return {"act": "draw"}
    if state.setup.options.pockets:
        return _at_the_wheel(state)
    if next_ms(state) is not None:
        return None
    if not play.coup.bets_closed:
        return {"act": "close"}
    if words := calling.owed(state):
        return {"act": "call", "word": words[0]}
    return {"act": "draw"}


def _at_the_wheel(state: State) -> Plain | None:
    if state.spin is not None and state.at_ms >= state.spin.due_ms and not state.table.play.coup.bets_closed:
        return {"act": "close"}
    if state.spin is None and next_ms(state) is None:
        return {"act": "spin"}
    return None


def dealt(state: State, coups: int, *, acts: int = 100_000) -> State:
    """The sitting after these many coups of a dealer who makes no mistake and waits no longer than they must.
    Raises RuntimeError where they find nothing to do."""
    wanted = len(state.coups) + coups
    for _ in range(acts):
        if len(state.coups) >= wanted or state.is_over:
            return state
        act, later_ms = next_act(state), next_ms(state)
        if act is None and later_ms is None:
            raise RuntimeError(f"nothing to do after {state.n} acts")
        state = acted(state, act, state.at_ms) if act else advanced(state, later_ms or 0)
    raise RuntimeError(f"{acts} acts and no end")
