"""Tirage at baccarat banque: a ponte of either side, and the banker who reads the tableau twice.

The right act depends on the banker's points and on what the two sides imply together, so the cells are
those pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from random import Random

from sabot.core.options import House
from sabot.games.baccarat import drills as tirage
from sabot.games.baccarat.points import NATURAL_POINTS, VALUE
from sabot.games.baccarat.tableau import GIVEN, TABLEAU
from sabot.games.baccarat.whys import AFTER_A_NATURAL
from sabot.games.baccarat_banque.hands import (
    SIDES,
    Hands,
    Table,
    banker_rule,
    implied,
    is_natural,
    side_rule,
    two,
)
from sabot.games.baccarat_banque.options import Options
from sabot.games.baccarat_banque.rules import NAME, PLACES
from sabot.games.baccarat_banque.whys import banker_why, side_why
from sabot.games.questions import Drill, Question, Tableau, Verdict, cards_of, chance_of

SIDE, BANKER = "tirage-side", "tirage-two-sides"

BOTH_DRAW, BOTH_STAND, APART, FREE, ONE_DONE = CODES = ("DD", "SS", "DS", "F", "N")
COLUMNS = ("both draw", "both stand", "they disagree", "one is free", "one turned up")
"""What the sides imply: the same, the contrary, one of the free cells of the tableau; or one is done."""

NATURAL = "natural"
"""A side that turned up 8 or 9, in place of the card that it was given."""

Given = int | str | None
"""What the banker sees of one side: the value of its card, None: it stood, or `natural`."""


def column_of(total: int, seen: tuple[Given, Given]) -> str | None:
    """The column to which two sides belong, for a banker with `total` points; None: both are done."""
    laws = [TABLEAU[total, each] for each in seen if each != NATURAL]  # type: ignore[index]
    if len(laws) < 2:
        return ONE_DONE if laws else None
    if "F" in laws:
        return FREE
    return APART if laws[0] != laws[1] else BOTH_DRAW if laws[0] == "D" else BOTH_STAND


SEEN: tuple[Given, ...] = (*tirage.COLUMNS, NATURAL)
WAYS: dict[str, list[tuple[Given, Given]]] = {}
"""Every pair of sides that makes a cell, found by asking the tableau."""
for _total, _seen in product(range(8), product(SEEN, SEEN)):
    if _column := column_of(_total, _seen):
        WAYS.setdefault(f"{_total}/{_column}", []).append(_seen)

ROWS = tuple(
    tuple(cell if (cell := f"{total}/{code}") in WAYS else "" for code in CODES) for total in range(8)
)


# --- dealing to a cell -------------------------------------------------------------------------------


def a_side(rng: Random, seen: Given, *, five: str) -> list[str]:
    """The cards of a side that shows the banker this."""
    if seen == NATURAL:
        return tirage.two(rng, rng.choice(NATURAL_POINTS))
    if seen is None:
        return tirage.two(rng, rng.choice((6, 7) if five == "draw" else (5, 6, 7)))
    return [*tirage.two(rng, rng.randrange(6)), tirage.third(rng, int(seen))]


def any_side(rng: Random, *, five: str) -> list[str]:
    """A side that has spoken, with any cards."""
    return a_side(rng, rng.choice(SEEN), five=five)


def asked(cell: str, seed: int, *, five: str) -> Question:
    """Whether the banker draws against both sides."""
    rng = chance_of(BANKER, cell, seed)
    sides = [a_side(rng, seen, five=five) for seen in rng.choice(WAYS[cell])]
    return _question(BANKER, cell, seed, (*sides, tirage.two(rng, int(cell[0]))), of="banque")


def asked_side(cell: str, seed: int, *, five: str) -> Question:
    """Whether the ponte of a side draws, before the other has spoken or after it."""
    rng = chance_of(SIDE, cell, seed)
    mine, banker = tirage.two(rng, int(cell)), tirage.two(rng, rng.randrange(8))
    if rng.random() < 0.5:
        return _question(SIDE, cell, seed, (mine, tirage.two(rng, rng.randrange(8)), banker), of="droite")
    return _question(SIDE, cell, seed, (any_side(rng, five=five), mine, banker), of="gauche")


def _question(name: str, cell: str, seed: int, hands: tuple[list[str], ...], *, of: str) -> Question:
    places = [
        {"name": place, "cards": cards, "owed": place == of}
        for place, cards in zip(PLACES, hands, strict=True)
    ]
    shows = {"kind": "hands", "game": NAME, "places": places}
    acts = (tirage.DRAWS, tirage.STANDS, tirage.LIKES)
    return Question(name, cell, seed, "Does {place} draw?", shows, {"place": of}, acts)


def hands_of(question: Question) -> Hands:
    """The values that lie before droite, gauche and banque."""
    droite, gauche, banque = (
        tuple(VALUE[card.rank] for card in cards_of(place["cards"])) for place in question.shows["places"]
    )
    return droite, gauche, banque


# --- judging -----------------------------------------------------------------------------------------


def judged(question: Question, answer: str) -> Verdict:
    """What both tableaux say to the banker; the cells that apply are marked."""
    hands, table = hands_of(question), Table()
    read = tuple(_cell(hands, side) for side in SIDES if implied(hands, side))
    truth = tirage.BY_LAW[banker_rule(table, hands)]
    return Verdict(answer == truth, banker_why(table, hands), truth, read)


def _cell(hands: Hands, side: str) -> str:
    values = hands[PLACES.index(side)]
    given = values[2] if len(values) == 3 else None
    return f"{two(hands[2])}/{GIVEN[tirage.COLUMNS.index(given)]}"


def judged_side(question: Question, answer: str, *, five: str) -> Verdict:
    """What the total of the side says, with the house's rule on five."""
    hands, side = hands_of(question), question.values["place"]
    values = hands[PLACES.index(side)]
    truth = tirage.BY_LAW[side_rule(Table(five), values)]
    why = AFTER_A_NATURAL if is_natural(values) else side_why(Table(five), hands, side)
    return Verdict(answer == truth, why, truth)


def table(laws: Sequence[str]) -> Tableau:
    """The tableau that the banker reads twice."""
    return tirage.tableau_of(lambda total, given: TABLEAU[total, given], of="two-sides")


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The tirage of baccarat banque, as this house plays it."""
    given = options.get(NAME)
    five = (given if isinstance(given, Options) else Options()).ponte_five
    return (
        Drill(
            SIDE,
            "The ponte of a side draws, stands, is free",
            (tirage.TOTALS,),
            partial(asked_side, five=five),
            partial(judged_side, five=five),
            2.0,
            tirage.TOTALS,
            NAME,
            table=partial(tirage.row_of, of="ponte"),
        ),
        Drill(
            BANKER,
            "The banker against two sides",
            ROWS,
            partial(asked, five=five),
            judged,
            5.0,
            COLUMNS,
            NAME,
            table=table,
        ),
    )
