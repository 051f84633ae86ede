"""What the referee says of an act at the virtual table, and the step that the review shows of it."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.events import FaultFound, as_dict
from sabot.core.observations import Acknowledged, Observation
from sabot.core.play.state import Play
from sabot.core.reasons import Reason
from sabot.core.table import Table, step
from sabot.core.terms import Fault
from sabot.core.view import view
from sabot.games.register import DESCRIPTORS
from sabot.school.dealing.state import State, Step, Wish


class RefusedError(ValueError):
    """This cannot be done now; the argument is the reason."""


def found(table: Table, does: Observation) -> Reason | None:
    """The rule that this would break now; None where it breaks none."""
    _, events = step(table, does)
    return next((event.fault.because for event in events if type(event) is FaultFound), None)


def allowed(state: State, does: Observation) -> bool:
    """Whether the rules allow this now."""
    return found(state.table, does) is None


def burns(state: State) -> bool:
    """Whether the next card is burned: the first one of a new sabot, and as many as it counts."""
    play = state.table.play
    return play.taille.burning > 0 or (state.setup.options.brule and not play.sabot.drawn)


def stepped(state: State, does: Observation) -> tuple[State, Fault | None]:
    """The sitting after this happened at its table, and the first fault that the referee found in it.

    In a silent sitting nobody stops the game for a fault: it is answered at once.
    """
    table, events = step(state.table, does)
    faults = [event.fault for event in events if type(event) is FaultFound]
    if faults and state.is_silent:
        table, _ = step(table, Acknowledged(by="school"))
    return state._replace(table=table, news=(*state.news, (table, events))), faults[0] if faults else None


def noted(
    state: State,
    text: Reason,
    why: Reason | None = None,
    *,
    truth: Reason | None = None,
    cell: dict[str, object] | None = None,
) -> State:
    """The sitting with one more step: right where there is no `why`."""
    seconds = round((state.at_ms - state.acted_ms) / 1000, 1)
    play = state.table.play
    places = tuple((place, tuple(map(str, play.game.hand(play.coup, place)))) for place in play.game.PLACES)
    step = Step(text, why is None, why, truth, seconds, places, _number(play), cell)
    return state._replace(steps=(*state.steps, step))


def _number(play: Play) -> tuple[str, str] | None:
    result = play.result.result if play.result else {}
    return (str(result["number"]), str(result["colour"] or "zero")) if "number" in result else None


def judged(state: State, does: Observation, text: Reason, *, truth: Reason | None = None) -> State:
    """The sitting after this act of the trainee, with its step; `truth` is what would have been right."""
    after, fault = stepped(state, does)
    if fault is None:
        return noted(after, text)
    return noted(after, text, fault.because, truth=truth, cell=_cell(after, fault))


def _cell(state: State, fault: Fault) -> dict[str, object] | None:
    """The cell of the tableau that a fault is about, as the game's own folder has it."""
    part = DESCRIPTORS[state.setup.game].part("tableau")
    shown = view(state.table)
    found: dict[str, object] | None = (
        part.cell_of(shown, as_dict(FaultFound(shown["coup"], fault))) if part else None
    )
    return found


def gone(state: State, wish: Wish) -> State:
    """The sitting without this wish."""
    return state._replace(wishes=tuple(each for each in state.wishes if each.id != wish.id))


def as_spoken(state: State, fits: Callable[[State], bool]) -> State:
    """A hand has said what it wants, and the trainee goes on as it said without a word: it was heard. At a
    silent table every hand was heard, or a word that stays would tell."""
    for wish in state.wishes:
        if wish.kind == "carte" and wish.does and allowed(state, wish.does):
            after = gone(stepped(state, wish.does)[0], wish)
            state = after if state.is_silent or fits(after) else state
    if state.is_silent:
        return state._replace(wishes=tuple(each for each in state.wishes if each.kind != "carte"))
    return state
