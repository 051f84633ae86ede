"""Who takes the trick: its cards as they were played, and the seat that takes them."""

from __future__ import annotations

from functools import partial

from sabot.core.reasons import Reason, reason
from sabot.games.evening.drills.dealing import (
    CellOf,
    Taught,
    after,
    done_with,
    position,
    seat_acts,
    turn_of,
)
from sabot.games.evening.household import Coup
from sabot.games.questions import Drill, Question, Verdict

NO_TRUMP_FELL, ONE_TRUMP, SEVERAL_TRUMPS = (
    *("no trump in the trick", "one trump in the trick"),
    "several trumps in the trick",
)
TRUMPS_LED, WITHOUT_TRUMPS = "trumps were led", "a deal without trumps"
USUAL = (NO_TRUMP_FELL, ONE_TRUMP, SEVERAL_TRUMPS, TRUMPS_LED)
OF_TWO = (NO_TRUMP_FELL, ONE_TRUMP, TRUMPS_LED)
"""The cells where two play: only one of them can trump a card."""

TITLE = "Who takes the trick"
ASK = "Who takes this trick?"
TARGET_S = 3.0
PLAY = "play "

Laid = list[tuple[int, str]]
"""The cards of a trick in their order, each with its seat."""


def whole_trick(coup: Coup) -> Laid:
    """The trick with the card that completes it, the first that is due; empty where more than one lacks."""
    turn, trick = turn_of(coup, PLAY), coup.spread.get("trick")
    players = len(coup.spread.get("tricks", ()))
    if turn is None or not trick or len(trick) != players - 1:
        return []
    return [*((each["seat"], each["card"]) for each in trick), (turn.seat, done_with(turn, PLAY)[0])]


def cell_of(coup: Coup) -> str | None:
    """How many trumps lie in the whole trick; None at other moments."""
    laid, trump = whole_trick(coup), coup.spread.get("trump")
    if not laid:
        return None
    if trump is None:
        return WITHOUT_TRUMPS
    if laid[0][1][-1] == trump:
        return TRUMPS_LED
    trumps = sum(card[-1] == trump for _, card in laid)
    return (NO_TRUMP_FELL, ONE_TRUMP, SEVERAL_TRUMPS)[min(trumps, 2)]


def asked(cell: str, seed: int, *, taught: Taught, cell_of: CellOf, name: str) -> Question:
    """A whole trick."""
    coup = position(taught, cell_of, name, cell, seed)
    laid = whole_trick(coup)
    shows = {
        "kind": "evening",
        "game": taught.name,
        "trump": coup.spread.get("trump"),
        "trick": [{"seat": seat, "card": card} for seat, card in laid],
    }
    return Question(name, cell, seed, ASK, shows, acts=seat_acts([seat for seat, _ in laid]))


def judged(question: Question, answer: str, *, taught: Taught, cell_of: CellOf) -> Verdict:
    """The taker that the rules report when the last card is played."""
    coup = position(taught, cell_of, question.drill, question.cell, question.seed)
    laid = whole_trick(coup)
    seat, card = laid[-1]
    over = after(taught.rules, coup, f"play {seat} {card}")
    taker = next(str(keys["seat"]) for name, keys in reversed(over.deal.lines) if name == "trick")
    return Verdict(answer == taker, _why(dict(laid)[int(taker)], coup.spread.get("trump")), taker)


def _why(card: str, trump: str | None) -> Reason:
    if card[-1] == trump:
        return reason("the highest trump takes the trick")
    return reason("no trump lies in the trick, so the highest card of the suit that was led takes it")


def drill(taught: Taught, cells: tuple[str, ...], *, cell_of: CellOf = cell_of) -> Drill:
    """Who takes a trick at this game."""
    name = f"taking-{taught.name}"
    ask = partial(asked, taught=taught, cell_of=cell_of, name=name)
    judge = partial(judged, taught=taught, cell_of=cell_of)
    return Drill(name, TITLE, (cells,), ask, judge, TARGET_S, (), taught.name)
