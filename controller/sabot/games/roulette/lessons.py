"""What the school asks of roulette. Stakes are small: what is learnt is what a bet pays, not to multiply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sabot.core.observations import Announced, BallSeen, BetsClosed, Observation, Said, Staked
from sabot.core.shapes.view import View
from sabot.core.table import Table
from sabot.core.terms import Fault
from sabot.games.lessons import (
    NONE,
    OF_PRISON,
    ORDER,
    PAYOUT,
    WRONG_CALL,
    WRONG_PAYOUT,
    Dealt,
    Faults,
    Lapse,
    Lessons,
    Order,
    Played,
    called,
)
from sabot.games.roulette import drills, payouts
from sabot.games.roulette.rehearsal import HOUSE
from sabot.games.wheel.layout import POCKETS, SIMPLE_CHANCES

# --- faults to be spotted ----------------------------------------------------------------------------

OF_SPINS = (
    *("a stake too late", "no such bet", "closed twice", "the ball too early", "a call too early"),
    *("the number called wrong", "a chance called wrong", "ended too early", PAYOUT),
)


def fault_of(before: Table, act: Observation, fault: Fault) -> str | None:
    """The cell of a fault: a stake, a call, the ball or the end at a wrong moment."""
    play = before.play
    match act:
        case Staked(where):
            named = play.game.chance(play.options, where)
            return "a stake too late" if play.coup.bets_closed else None if named else "no such bet"
        case Announced(words):
            return _miscalled(before, words) if play.result else "a call too early"
        case BetsClosed():
            return "closed twice"
        case BallSeen():
            return "the ball too early" if not play.coup.bets_closed else None
    return "ended too early"


def _miscalled(before: Table, words: str) -> str:
    """Whether the number was called wrong, or a chance of it."""
    said = words.replace(",", " ").split()
    number = " ".join(word for word in said if word not in SIMPLE_CHANCES)
    wrong = number and not before.play.game.announces(before.play.coup, number)
    return "the number called wrong" if wrong else "a chance called wrong"


# --- a coup at the table -----------------------------------------------------------------------------

AMOUNT = re.compile(r".* \d+\.\d\d")


def out_of_turn(fault: Mapping[str, object], before: View) -> bool:
    """At roulette: stakes closed twice, a coup ended too early, the ball out of its time, a stake taken too
    late. A bet that the cloth does not have, or a choice that nobody has, is the player's."""
    said, phase = str(fault.get("said") or ""), before["phase"]
    if said in ("rnvp", "end"):
        return bool(phase != "idle")
    if said in POCKETS:
        return bool(phase != "bets-closed")
    return phase in ("bets-closed", "decided") and AMOUNT.fullmatch(said) is not None


DUE = {
    "bets-open": "rien ne va plus",
    "bets-closed": "the ball",
    "decided": "the end of the coup",
}
"""What comes next at each moment, as the cells of the order of acts are called."""

IN_ORDER = "order-roulette"


def cells(played: Played) -> list[Dealt]:
    """The order of acts, and the call of the number."""
    wrong_number = [lapse for lapse in played.lapses if _is_a_wrong_number(lapse)]
    broken = {
        DUE[lapse.before["phase"]]
        for lapse in played.lapses
        if lapse not in wrong_number and lapse.before["phase"] in DUE
    }
    asked = dict.fromkeys([*_in_order(played), *(cell for cell in DUE.values() if cell in broken)])
    done = [Dealt(IN_ORDER, cell, cell not in broken) for cell in asked]
    call = (drills.CALL, str((played.view["result"] or {})["number"]))
    return [*done, *called(played, call, decided=True, wrong=bool(wrong_number))]


def _in_order(played: Played) -> Iterator[str]:
    """The acts of this coup, each as it came."""
    if played.view["stakes"]:
        yield "a stake"
    if "bets-closed" in played.phases:
        yield from ("rien ne va plus", "the ball")
    if played.ended:
        yield "the end of the coup"


def _is_a_wrong_number(lapse: Lapse) -> bool:
    return lapse.fault["kind"] == "wrong-announcement" and bool(lapse.before["result"])


LESSONS = Lessons(
    faults=Faults(
        replace(HOUSE, close="croupier", rnvp="required", double_dozen=False, maximum=25_00),
        kinds=(WRONG_CALL, ORDER, WRONG_PAYOUT),
        cells=(NONE, *OF_SPINS),
        cell_of=fault_of,
        even=SIMPLE_CHANCES,
        acts=range(3, 21),
    ),
    order=Order(replace(HOUSE, close="croupier", rnvp="required"), (BallSeen, Said)),
    cells=cells,
    out_of_turn=out_of_turn,
    paid=payouts.paid,
    spoken=OF_PRISON,
)
