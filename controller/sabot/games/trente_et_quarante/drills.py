"""Trente et quarante: counting a row, and the call of a coup against the clock."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from sabot.core.cards import Card
from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.games.questions import Drill, Question, Verdict, any_card, cards_of, chance_of, numbered
from sabot.games.trente_et_quarante import rules as game
from sabot.games.trente_et_quarante.coup import Coup
from sabot.games.trente_et_quarante.rows import ROW_ENDS, ROW_POINTS_MOST, result_call, row_call

ROWS, CALLS = "rows", "calls"
COUNTS = tuple(str(count) for count in range(ROW_ENDS, ROW_POINTS_MOST + 1))
OUTCOMES = ("rouge-couleur", "rouge-inverse", "noir-couleur", "noir-inverse", "apres", "refait")
CALLED_WITHIN_S = 8.0


def dealt(cards: tuple[Card, ...]) -> Coup:
    """The coup after these cards, noir first."""
    coup = game.opening(game.Options())
    for card in cards:
        coup, _ = game.dealt(coup, card, None)
    return coup


def a_coup(rng: Random) -> Coup:
    """A whole coup from a sixain without end."""
    coup = game.opening(game.Options())
    while game.owed(coup) is not None:
        coup, _ = game.dealt(coup, any_card(rng), None)
    return coup


def outcome(coup: Coup) -> str:
    """The cell to which a decided coup belongs."""
    won = str(coup.position.winner)
    return f"{won}-{'couleur' if coup.position.couleur else 'inverse'}" if won in game.PLACES else won


def shown(coup: Coup, *places: str) -> dict[str, Any]:
    """The rows as they lie."""
    return {
        "kind": "rows",
        "game": game.NAME,
        "places": [{"name": place, "cards": [*map(str, game.hand(coup, place))]} for place in places],
    }


# --- counting ----------------------------------------------------------------------------------------


def asked_count(cell: str, seed: int) -> Question:
    """A row that counts `cell`."""
    rng = chance_of(ROWS, cell, seed)
    coup = a_coup(rng)
    while game.points(coup, "noir") != int(cell):
        coup = a_coup(rng)
    return Question(ROWS, cell, seed, "What does the row count?", shown(coup, "noir"), typed="number")


def judged_count(question: Question, answer: str) -> Verdict:
    """The count, with its last digit alone taken as well: `9` is 39, as it is called."""
    count = game.points(dealt(cards_of(question.shows["places"][0]["cards"])), "noir")
    said = answer.strip()
    right = said in (str(count), str(count - 30))
    return Verdict(right, reason("the row counts {n}: {call}", n=count, call=row_call(count)), str(count))


# --- the call ----------------------------------------------------------------------------------------


def asked_call(cell: str, seed: int) -> Question:
    """A coup that ends so; what is called?"""
    rng = chance_of(CALLS, cell, seed)
    coup = a_coup(rng)
    while outcome(coup) != cell:
        coup = a_coup(rng)
    noir = game.points(coup, "noir")
    acts = numbered([*RESULTS, *(result_call((count, count), couleur=False) for count in _near(noir))])
    shows = shown(coup, *game.PLACES)
    return Question(CALLS, cell, seed, "What is called?", shows, acts=acts, within_s=CALLED_WITHIN_S)


RESULTS = tuple(
    result_call(rows, couleur=couleur) for rows in ((35, 33), (33, 35)) for couleur in (True, False)
)
"""The four calls of a coup that one row wins, in the words of the rules."""


def _near(count: int) -> tuple[int, int]:
    """The après of this count, and the refait; of the refait itself, its neighbour."""
    return (ROW_ENDS, count if count > ROW_ENDS else ROW_ENDS + 1)


def judged_call(question: Question, answer: str) -> Verdict:
    """What the rules hear as a true announcement of the coup."""
    noir, rouge = (cards_of(place["cards"]) for place in question.shows["places"])
    coup = dealt((*noir, *rouge))
    call = game.calls(coup)[-1].text
    points = game.points(coup, "noir"), game.points(coup, "rouge")
    why = reason("noir has {n} and rouge {m}: {call}", n=points[0], m=points[1], call=call)
    return Verdict(answer == call, why, call)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """Counting a row, and the call of a coup against the clock."""
    title = "The call of the coup"
    return (
        Drill(ROWS, "Counting rows", (COUNTS,), asked_count, judged_count, 6.0, COUNTS, game.NAME),
        Drill(CALLS, title, (OUTCOMES,), asked_call, judged_call, 5.0, (), game.NAME),
    )
