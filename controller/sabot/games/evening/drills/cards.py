"""Which cards may be played: each that the rules allow is touched.

The map has a row for what the hand holds of the suit that was led, and a column for that suit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from sabot.games.evening.drills.dealing import (
    CellOf,
    Taught,
    card_acts,
    done_with,
    position,
    refused,
    sorted_hand,
    turn_of,
)
from sabot.games.evening.household import Coup
from sabot.games.questions import SEVERAL, Drill, Question, Verdict, marks_judged

HELD, VOID = "suit held", "suit void"
PLAIN, TRUMPS, NO_TRUMPS, ON_LEAD = "a plain suit led", "trumps led", "no trumps", "on the lead"

TITLE = "Cards that may be played"
ASK = "Touch every card that seat {n} may play."
TARGET_S = 5.0
PLAY = "play "

Facts = Callable[[Coup], dict[str, object]]
"""What a game shows of a deal besides trumps, trick and hand."""


def no_facts(coup: Coup) -> dict[str, object]:
    """Of a game in which nothing else matters."""
    return {}


def place_of(coup: Coup) -> str | None:
    """The cell of a moment at which a seat follows: what it holds, and what was led. Where there is nothing
    to choose from, and where a void hand has only trumps or none, it is not asked."""
    turn, trick = turn_of(coup, PLAY), coup.spread.get("trick")
    hand = coup.hand_of(turn.seat) if turn else None
    if not trick or not hand:
        return None
    led, trump, suits = trick[0]["card"][-1], coup.spread.get("trump"), {card.suit for card in hand}
    if len(suits) < 2:
        return None
    if led in suits:
        return f"{HELD}/{_column(led, trump)}"
    is_open = trump is None or led == trump or trump in suits
    return f"{VOID}/{_column(led, trump)}" if is_open else None


def _column(led: str, trump: str | None) -> str:
    return NO_TRUMPS if trump is None else TRUMPS if led == trump else PLAIN


def asked(cell: str, seed: int, *, taught: Taught, cell_of: CellOf, facts: Facts, name: str) -> Question:
    """A hand, and the trick on the table."""
    coup = position(taught, cell_of, name, cell, seed)
    turn = turn_of(coup, PLAY)
    assert turn is not None
    hand = sorted_hand(coup.hand_of(turn.seat) or ())
    shows = {
        "kind": "evening",
        "game": taught.name,
        "trump": coup.spread.get("trump"),
        "trick": [*coup.spread.get("trick", ())],
        "hand": [*map(str, hand)],
        **facts(coup),
    }
    return Question(name, cell, seed, ASK, shows, {"n": str(turn.seat)}, card_acts(hand), SEVERAL)


def judged(question: Question, answer: str, *, taught: Taught, cell_of: CellOf) -> Verdict:
    """The cards that are due in that deal are right, all of them and no other; of a wrong one the rule says
    why it is refused."""
    coup = position(taught, cell_of, question.drill, question.cell, question.seed)
    turn = turn_of(coup, PLAY)
    assert turn is not None
    allowed = done_with(turn, PLAY)
    wrong = next(
        (card for card in answer.split(",") if card in question.shows["hand"] and card not in allowed), ""
    )
    why = refused(taught, coup, f"{PLAY}{turn.seat} {wrong}") if wrong else turn.why
    return marks_judged(question, answer, right=allowed, why=why)


def drill(
    taught: Taught,
    rows: Collection[tuple[str, ...]],
    columns: tuple[str, ...],
    *,
    cell_of: CellOf = place_of,
    facts: Facts = no_facts,
) -> Drill:
    """The cards that may be played at this game."""
    name = f"cards-{taught.name}"
    ask = partial(asked, taught=taught, cell_of=cell_of, facts=facts, name=name)
    judge = partial(judged, taught=taught, cell_of=cell_of)
    return Drill(name, TITLE, tuple(rows), ask, judge, TARGET_S, columns, taught.name)


def rows_of(heads: Collection[str], columns: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """A row of cells for each of these heads."""
    return tuple(tuple(f"{head}/{column}" for column in columns) for head in heads)
