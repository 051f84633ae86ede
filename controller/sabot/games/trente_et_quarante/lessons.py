"""What the school asks of trente et quarante."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sabot.core.observations import Announced, CardSeen, Observation, Said, Staked
from sabot.core.shapes.view import Result, View
from sabot.core.table import Table
from sabot.core.terms import Fault, minor_units
from sabot.games.lessons import (
    FAUX,
    MISPLACED,
    NONE,
    OF_CARDS,
    OF_EVERY_GAME,
    OF_PRISON,
    ORDER,
    PAYOUT,
    WRONG_PAYOUT,
    Cell,
    Dealt,
    Faults,
    Lapse,
    Lessons,
    Order,
    Played,
    Premium,
    Procedure,
    called,
)
from sabot.games.trente_et_quarante import drills
from sabot.games.trente_et_quarante.rehearsal import HOUSE
from sabot.games.trente_et_quarante.rows import ROW_ENDS
from sabot.games.trente_et_quarante.rules import PLACES
from sabot.games.trente_et_quarante.stakes import CHANCES

# --- faults to be spotted ----------------------------------------------------------------------------

OF_ROWS = (
    *("a card past its row", "a card before its row", "a card too many", "a row stopped short"),
    *("the row called wrong", "the result called wrong", "a stake too late", PAYOUT),
)


def fault_of(before: Table, act: Observation, fault: Fault) -> str | None:
    """The cell of a fault: which row, too early or too late, a call or a stake."""
    play = before.play
    match act:
        case Staked():
            return "a stake too late" if play.coup.bets_closed else None
        case Announced():
            between = play.game.points(play.coup, "noir") > 30 and not play.game.hand(play.coup, "rouge")
            return "the result called wrong" if play.result else "the row called wrong" if between else None
        case CardSeen(_, place) if fault.kind == MISPLACED:
            return "a card past its row" if place == "noir" else "a card before its row"
        case CardSeen() if fault.kind == FAUX:
            return "a card too many"
    return "a row stopped short" if fault.kind == FAUX else None


# --- a coup at the table -----------------------------------------------------------------------------

WHICH_ROW = "procedure-trente-et-quarante"
FIRST, SECOND, ROW_CALL = "card 0", "card 1", "call of the deal"


def cells(played: Played) -> list[Dealt]:
    """Each row by its count, to which row the first card of each went, the call of the first row and that of
    the coup."""
    counts, call = _counts(played.view), (drills.CALLS, _outcome(played.view["result"] or {}))
    broken = {cell for lapse in played.lapses for cell in _broken_at(lapse, counts, call)}
    ended = [str(count) for count in counts.values() if count >= ROW_ENDS]
    asked: list[Cell] = [(drills.ROWS, count) for count in dict.fromkeys(ended)]
    asked += [
        (WHICH_ROW, cell) for cell, count in zip((FIRST, SECOND), counts.values(), strict=True) if count
    ]
    done = [Dealt(*cell, cell not in broken) for cell in asked]
    for decided, cell in ((False, (WHICH_ROW, ROW_CALL)), (True, call)):
        done += called(played, cell, decided=decided, wrong=cell in broken)
    return done


def _counts(view: View) -> dict[str, int]:
    return {place["name"]: place["points"] or 0 for place in view["places"]}


def _outcome(result: Result) -> str:
    """The cell of a decided coup; empty where the cards did not suffice."""
    won = str(result["winner"] or "")
    return f"{won}-{'couleur' if result['couleur'] else 'inverse'}" if won in PLACES else won


def _broken_at(lapse: Lapse, counts: Mapping[str, int], call: Cell) -> list[Cell]:
    """The cells at which a lapse was made: a row that was not counted to its end or beyond it, the second row
    not begun, a call."""
    now, kind = _counts(lapse.before), lapse.fault["kind"]
    if lapse.before["result"]:
        return [call if kind == "wrong-announcement" else (drills.ROWS, str(counts["rouge"]))]
    between = now["noir"] >= ROW_ENDS and not now["rouge"]
    count = (drills.ROWS, str(counts["noir" if between or now["noir"] < ROW_ENDS else "rouge"]))
    if kind == "wrong-announcement":
        return [count, (WHICH_ROW, ROW_CALL)] if between else [count]
    if between:
        return [count, (WHICH_ROW, SECOND)] if kind == "misplaced-card" else [(WHICH_ROW, SECOND)]
    return [count] if now["noir"] else [(WHICH_ROW, FIRST)]


SPOKEN = {
    **OF_PRISON,
    **OF_EVERY_GAME,
    r"assurance (?P<chance>\S+)( (?P<n>\d+))?": "The stake on {chance} is insured",
    r"passe (?P<chance>\S+) (?P<side>[a-z]+)( (?P<n>\d+))?": "The stake on {chance} moves to {side}",
}
"""What is said to the table, and the sentence for it."""


def premiums(table: Table) -> tuple[Premium, ...]:
    """The premium of each insured stake, under the name `assurance-` with its chance."""
    lines = [line for _, line in table.play.game.ledger(table.play.coup)]
    return tuple(map(_premium, lines))


def _premium(line: Mapping[str, object]) -> Premium:
    seat = line.get("seat")
    paid, back = (minor_units(str(line[name])) or 0 for name in ("premium", "returned"))
    return Premium(f"assurance-{line['bet']}", seat if isinstance(seat, int) else None, paid, back)


LESSONS = Lessons(
    faults=Faults(
        replace(HOUSE, close="croupier"),
        kinds=(*OF_CARDS, ORDER, WRONG_PAYOUT),
        cells=(NONE, *OF_ROWS),
        cell_of=fault_of,
        even=CHANCES,
        acts=range(3, 21),
        target_s=20.0,
    ),
    order=Order(replace(HOUSE, close="croupier", rnvp="required"), (CardSeen, Said)),
    procedure=Procedure(),
    cells=cells,
    spoken=SPOKEN,
    premiums=premiums,
)
