"""The wheel: the neighbours of a number, its sector, its call, what an announced bet takes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.games.questions import Drill, Question, Verdict, chance_of, numbered
from sabot.games.roulette.announced import SECTORS, chips
from sabot.games.roulette.rules import NAME, Options
from sabot.games.wheel.layout import POCKETS, WHEELS

ORDER, SECTOR, ANNOUNCED, CALL = "wheel-order", "wheel-sector", "announced", "wheel-call"
CALLED_WITHIN_S = 6.0
FINALES = tuple(f"finale:{digit}" for digit in range(10))
CUTS = ("voisins", "tiers", "orphelins")
"""The three sectors into which the single-zero wheel falls."""


# --- neighbours --------------------------------------------------------------------------------------


def asked_order(cell: str, seed: int, *, pockets: int) -> Question:
    """Which pocket is next to this one, on one side or the other?"""
    clockwise = chance_of(ORDER, cell, seed).random() < 0.5
    ask = f"Which number is next to {{pocket}}, {'clockwise' if clockwise else 'anticlockwise'}?"
    shows = {"kind": "wheel", "pockets": pockets, "pocket": cell, "side": 1 if clockwise else -1}
    return Question(ORDER, cell, seed, ask, shows, {"pocket": cell}, typed="pocket")


def judged_order(question: Question, answer: str) -> Verdict:
    """The order of the wheel."""
    shows = question.shows
    order, pocket = WHEELS[shows["pockets"]].order, shows["pocket"]
    here = order.index(pocket)
    before, after = order[here - 1], order[(here + 1) % len(order)]
    truth = after if shows["side"] > 0 else before
    return Verdict(
        answer.strip() == truth,
        reason("beside {pocket} lie {n} and {m}", pocket=pocket, n=before, m=after),
        truth,
    )


# --- the call of the number --------------------------------------------------------------------------


def asked_call(cell: str, seed: int, *, pockets: int) -> Question:
    """The ball rests here: what is called?"""
    rng = chance_of(CALL, cell, seed)
    number, _, chances = POCKETS[cell].spoken.partition(", ")
    tails = sorted({each.spoken.partition(", ")[2] for each in POCKETS.values() if each.colour} - {chances})
    calls = sorted([POCKETS[cell].spoken, *(f"{number}, {tail}" for tail in rng.sample(tails, 3))])
    shows = {"kind": "wheel", "pockets": pockets, "pocket": cell, "side": 0}
    return Question(
        CALL, cell, seed, "What is called?", shows, acts=numbered(calls), within_s=CALLED_WITHIN_S
    )


def judged_call(question: Question, answer: str) -> Verdict:
    """The number with its three chances, as the rules speak it."""
    call = POCKETS[question.shows["pocket"]].spoken
    return Verdict(answer == call, reason("the call is: {call}", call=call), call)


# --- sectors and announced bets ----------------------------------------------------------------------


def covered(pockets: int, bet: str) -> frozenset[str]:
    """The numbers that the chips of an announced bet cover."""
    bets = WHEELS[pockets].bets
    return frozenset(number for chip in chips(pockets, bet) for number in bets[chip].numbers)


def asked_sector(cell: str, seed: int) -> Question:
    """Which sector covers this number?"""
    shows = {"kind": "wheel", "pockets": 37, "pocket": cell, "side": 0}
    return Question(SECTOR, cell, seed, "Which bet covers {pocket}?", shows, {"pocket": cell}, ACTS)


ACTS = numbered([*CUTS])


def judged_sector(question: Question, answer: str) -> Verdict:
    """The sectors share no number; the chips say which is whose."""
    pocket = question.shows["pocket"]
    truth = next(bet for bet in CUTS if pocket in covered(37, bet))
    return Verdict(answer == truth, reason("{pocket} lies in {chance}", pocket=pocket, chance=truth), truth)


def asked_announced(cell: str, seed: int, *, pockets: int) -> Question:
    """How many chips does this announcement take?"""
    shows = {"kind": "layout", "pockets": pockets, "chips": []}
    return Question(ANNOUNCED, cell, seed, "How many chips does {chance} take?", shows, {"chance": cell},
                    typed="number")  # fmt: skip


def judged_announced(question: Question, answer: str, *, pockets: int) -> Verdict:
    """As many as the rules lay; where they lie is shown with the verdict."""
    laid = chips(pockets, question.values["chance"])
    why = reason(
        "{chance} takes {n} chips: {note}",
        chance=question.values["chance"],
        n=len(laid),
        note=", ".join(laid),
    )
    return Verdict(answer.strip() == str(len(laid)), why, str(len(laid)))


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills for the wheel of this house; sectors are taken at the single zero alone."""
    pockets = options.get(NAME, Options()).pockets
    order = WHEELS[pockets].order
    known = tuple(bet for bet in (*SECTORS, *FINALES) if chips(pockets, bet))
    found = (
        Drill(ORDER, "Neighbours on the wheel", (order,), partial(asked_order, pockets=pockets), judged_order,
              4.0, order, NAME),
        Drill(ANNOUNCED, "Announced bets", (known,), partial(asked_announced, pockets=pockets),
              partial(judged_announced, pockets=pockets), 4.0, (), NAME),
        Drill(CALL, "The call of the number", (order,), partial(asked_call, pockets=pockets), judged_call,
              3.0, order, NAME),
    )  # fmt: skip
    sectors = Drill(SECTOR, "Sectors of the wheel", (order,), asked_sector, judged_sector, 3.0, order, NAME)
    return (*found, sectors) if pockets == 37 else found
