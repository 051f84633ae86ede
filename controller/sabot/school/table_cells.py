"""The cells that a coup at the table went through: what a trainee did right or wrong in it, game by game.

The referee's faults tell what was wrong; whatever else the coup asked of the hand that deals was right. Only
what an instrument or a finger told the table is judged: a call that nobody entered is neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from sabot.games.baccarat.points import GIVEN, NATURALS, VALUE
from sabot.games.baccarat_banque import drills as tirage_banque
from sabot.games.baccarat_banque.tirage import SIDES, mode_for
from sabot.games.punto_banco.drills import BANCO, BANQUE, COLUMNS, PONTE, PUNTO
from sabot.games.roulette import drills as wheel
from sabot.games.trente_et_quarante import drills as trente
from sabot.games.trente_et_quarante.rows import ROW_ENDS
from sabot.games.trente_et_quarante.rules import PLACES
from sabot.games.wheel.layout import POCKETS

View = Mapping[str, Any]


class Dealt(NamedTuple):
    """One thing that a trainee did: in which drill and cell, right or wrong, and how long it took him (0: not
    measured)."""

    drill: str
    cell: str
    right: bool
    seconds: float = 0.0


class Lapse(NamedTuple):
    """A fault of the hand that deals, and the table as it lay before it."""

    fault: Mapping[str, Any]
    before: View


class Heard(NamedTuple):
    """A true announcement: before or after the coup was decided, and so many seconds after what it tells."""

    decided: bool
    seconds: float


class Played(NamedTuple):
    """A coup that is over: how it lay, its lapses, how long each third card took, which calls were made,
    through which phases it went, and whether it was closed by hand."""

    view: View
    lapses: tuple[Lapse, ...]
    took: Mapping[str, float]
    heard: tuple[Heard, ...]
    phases: tuple[str, ...]
    ended: bool

    def hands(self) -> dict[str, list[int]]:
        """What the cards of each place are worth at baccarat."""
        return {place["name"]: [VALUE[card[0]] for card in place["cards"]] for place in self.view["places"]}


# --- what is a fault of the hand that deals ----------------------------------------------------------

OF_HANDS = ("faux-tirage", "misplaced-card", "early-card", "wrong-announcement")
"""A card that nobody could read, or that sabot and camera name differently, is the instruments' business; a
call out of its order is the player's."""


def is_of_the_hand(fault: Mapping[str, Any], before: View) -> bool:
    """Whether the hand that deals made this fault."""
    if fault["kind"] in OF_HANDS:
        return not (fault["kind"] == "faux-tirage" and bool(fault.get("said")))
    return fault["kind"] == "wrong-order" and before.get("game") == "roulette" and _out_of_turn(fault, before)


AMOUNT = re.compile(r".* \d+\.\d\d")


def _out_of_turn(fault: Mapping[str, Any], before: View) -> bool:
    """At roulette: stakes closed twice, a coup ended too early, the ball out of its time, a stake taken too
    late. A bet that the cloth does not have, or a choice that nobody has, is the player's."""
    said, phase = str(fault.get("said") or ""), before["phase"]
    if said in ("rnvp", "end"):
        return bool(phase != "idle")
    if said in POCKETS:
        return bool(phase != "bets-closed")
    return phase in ("bets-closed", "decided") and AMOUNT.fullmatch(said) is not None


# --- the baccarats -----------------------------------------------------------------------------------

TWO_HANDS = {
    "punto-banco": (("punto", PUNTO), ("banco", BANCO)),
    "chemin-de-fer": (("ponte", PONTE), ("banque", BANQUE)),
}
"""The games of two hands: each hand, and the drill that is about it, ponte first."""

Decision = tuple[str, str, str]
"""A place, the drill that is about it, and the cell."""


def _of_two_hands(played: Played) -> list[Dealt]:
    (first, of_first), (last, of_last) = TWO_HANDS[played.view["game"]]
    hands = played.hands()
    two = sum(hands[first][:2]) % 10, sum(hands[last][:2]) % 10
    if min(map(len, hands.values())) < 2 or {*two} & {*NATURALS}:
        return []
    cell = f"{two[1]}/{GIVEN[COLUMNS.index(_third(hands[first]))]}"
    return _judged(played, [(first, of_first, str(two[0])), (last, of_last, cell)])


def _third(hand: list[int]) -> int | None:
    return hand[2] if len(hand) == 3 else None


def _of_three_hands(played: Played) -> list[Dealt]:
    """Baccarat banque: the ponte of each side, and the banker who reads the tableau twice. The games of one
    card, at the end of the sabot, ask nothing of it."""
    hands = played.hands()
    if min(map(len, hands.values())) < 2 or not _as_always(played.view):
        return []
    two = {place: sum(hand[:2]) % 10 for place, hand in hands.items()}
    sides = [place for place in SIDES if two[place] not in NATURALS]
    if two["banque"] in NATURALS or not sides:
        return []
    seen = [_third(hands[side]) if side in sides else tirage_banque.NATURAL for side in SIDES]
    column = tirage_banque.column_of(two["banque"], (seen[0], seen[1]))
    decisions = [(side, tirage_banque.SIDE, str(two[side])) for side in sides]
    return _judged(played, [*decisions, ("banque", tirage_banque.BANKER, f"{two['banque']}/{column}")])


def _as_always(view: View) -> bool:
    """Whether enough cards were left for a coup of two cards a hand (HS p. 16)."""
    sabot, lie = view["sabot"], sum(len(place["cards"]) for place in view["places"])
    return mode_for(sabot["cards"] - sabot["drawn"] + lie + len(view["aside"])) == "normal"


def _judged(played: Played, decisions: list[Decision]) -> list[Dealt]:
    """Each decision: wrong where a faux tirage was made at its place."""
    blamed = {_blamed(lapse.fault, played) for lapse in played.lapses if lapse.fault["kind"] == "faux-tirage"}
    lies = {place: len(hand) for place, hand in played.hands().items()}
    return [
        Dealt(drill, cell, place not in blamed, played.took.get(place, 0.0) if lies[place] == 3 else 0.0)
        for place, drill, cell in decisions
    ]


def _blamed(fault: Mapping[str, Any], played: Played) -> str:
    """The hand at which the tirage was broken; where nobody saw it, the last that may still have drawn."""
    who = fault.get("owed") or fault.get("to")
    if who:
        return str(who)
    first, *others = played.hands().items()
    return others[-1][0] if len(others) == 2 or len(first[1]) == 3 else first[0]


# --- trente et quarante ------------------------------------------------------------------------------

WHICH_ROW = "procedure-trente-et-quarante"
FIRST, SECOND, ROW_CALL = "card 0", "card 1", "call of the deal"

Cell = tuple[str, str]
"""A drill and its cell."""


def _of_rows(played: Played) -> list[Dealt]:
    """Each row by its count, to which row the first card of each went, the call of the first row and that of
    the coup."""
    counts, call = _counts(played.view), (trente.CALLS, _outcome(played.view["result"]))
    broken = {cell for lapse in played.lapses for cell in _broken_at(lapse, counts, call)}
    ended = [str(count) for count in counts.values() if count >= ROW_ENDS]
    asked: list[Cell] = [(trente.ROWS, count) for count in dict.fromkeys(ended)]
    asked += [
        (WHICH_ROW, cell) for cell, count in zip((FIRST, SECOND), counts.values(), strict=True) if count
    ]
    done = [Dealt(*cell, cell not in broken) for cell in asked]
    for decided, cell in ((False, (WHICH_ROW, ROW_CALL)), (True, call)):
        done += _called(played, cell, decided=decided, wrong=cell in broken)
    return done


def _counts(view: View) -> dict[str, int]:
    return {place["name"]: place["points"] or 0 for place in view["places"]}


def _outcome(result: Mapping[str, Any]) -> str:
    """The cell of a decided coup; empty where the cards did not suffice."""
    won = str(result["winner"] or "")
    return f"{won}-{'couleur' if result['couleur'] else 'inverse'}" if won in PLACES else won


def _called(played: Played, cell: Cell, *, decided: bool, wrong: bool) -> Iterator[Dealt]:
    """A call, if anybody made it: wrong, or right after so many seconds."""
    heard = next((each for each in played.heard if each.decided is decided), None)
    if cell[1] and (wrong or heard):
        yield Dealt(*cell, not wrong, heard.seconds if heard else 0.0)


def _broken_at(lapse: Lapse, counts: Mapping[str, int], call: Cell) -> list[Cell]:
    """The cells at which a lapse was made: a row that was not counted to its end or beyond it, the second row
    not begun, a call."""
    now, kind = _counts(lapse.before), lapse.fault["kind"]
    if lapse.before["result"]:
        return [call if kind == "wrong-announcement" else (trente.ROWS, str(counts["rouge"]))]
    between = now["noir"] >= ROW_ENDS and not now["rouge"]
    count = (trente.ROWS, str(counts["noir" if between or now["noir"] < ROW_ENDS else "rouge"]))
    if kind == "wrong-announcement":
        return [count, (WHICH_ROW, ROW_CALL)] if between else [count]
    if between:
        return [count, (WHICH_ROW, SECOND)] if kind == "misplaced-card" else [(WHICH_ROW, SECOND)]
    return [count] if now["noir"] else [(WHICH_ROW, FIRST)]


# --- roulette ----------------------------------------------------------------------------------------

DUE = {
    "bets-open": "rien ne va plus",
    "bets-closed": "the ball",
    "decided": "the end of the coup",
}
"""What comes next at each moment, as the cells of the order of acts are called."""

IN_ORDER = "order-roulette"


def _of_a_spin(played: Played) -> list[Dealt]:
    """The order of acts, and the call of the number."""
    wrong_number = [lapse for lapse in played.lapses if _is_a_wrong_number(lapse)]
    broken = {
        DUE[lapse.before["phase"]]
        for lapse in played.lapses
        if lapse not in wrong_number and lapse.before["phase"] in DUE
    }
    asked = dict.fromkeys([*_in_order(played), *(cell for cell in DUE.values() if cell in broken)])
    done = [Dealt(IN_ORDER, cell, cell not in broken) for cell in asked]
    call = (wheel.CALL, str(played.view["result"]["number"]))
    return [*done, *_called(played, call, decided=True, wrong=bool(wrong_number))]


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


CELLS: dict[str, Callable[[Played], list[Dealt]]] = {
    "punto-banco": _of_two_hands,
    "chemin-de-fer": _of_two_hands,
    "baccarat-banque": _of_three_hands,
    "trente-et-quarante": _of_rows,
    "roulette": _of_a_spin,
}


def cells(played: Played) -> list[Dealt]:
    """What the trainee did in this coup, by drill and cell; nothing where the game has no cells."""
    judge = CELLS.get(played.view["game"])
    return judge(played) if judge else []
