"""Tirage: does this hand draw? One cell for each total of a ponte, and one for each cell of the tableau.

The hands are dealt so that they come to the cell; the points are for the trainee to count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any

from sabot.games.baccarat import tableau as chemin_tirage
from sabot.games.baccarat.points import GIVEN, NATURALS, VALUE
from sabot.games.baccarat.tableau import AFTER_A_NATURAL
from sabot.games.chemin_de_fer.options import Options as Chemin
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.questions import (
    DRAW,
    FREE,
    STAND,
    Act,
    Drill,
    Question,
    Verdict,
    cards_of,
    chance_of,
    suited,
)

COLUMNS: tuple[int | None, ...] = (None, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The card given, in the order of the book."""

TOTALS = tuple(map(str, range(10)))
TABLEAU = tuple(tuple(f"{total}/{given}" for given in GIVEN) for total in range(8))
"""The cells of the tableau, as `5/3`, `4/-`, `0/X`, row by row."""

DRAWS, STANDS, LIKES = Act(DRAW, "Draws", "d"), Act(STAND, "Stands", "s"), Act(FREE, "As they like", "f")
BY_LAW = {"D": DRAW, "S": STAND, "F": FREE}

Hands = tuple[list[str], list[str]]
"""The cards of ponte and banker, as text."""


# --- dealing to a cell -------------------------------------------------------------------------------


def two(rng: Random, total: int) -> list[str]:
    """Two cards that count `total`."""
    first = rng.choice(list(VALUE))
    second = rng.choice([rank for rank, value in VALUE.items() if (value + VALUE[first]) % 10 == total])
    return [suited(rng, first), suited(rng, second)]


def third(rng: Random, value: int) -> str:
    """A card that counts `value`."""
    return suited(rng, rng.choice([rank for rank, worth in VALUE.items() if worth == value]))


def of_ponte(rng: Random, cell: str) -> Hands:
    """A ponte of so many points, against a banker without a natural."""
    return two(rng, int(cell)), two(rng, rng.randrange(8))


def of_banker(rng: Random, cell: str, *, stood: tuple[int, ...], drew: tuple[int, ...]) -> Hands:
    """The hands at a cell of the tableau: a ponte who stood or drew on one of these totals."""
    total, _, column = cell.partition("/")
    given = COLUMNS[GIVEN.index(column)]
    ponte = two(rng, rng.choice(stood if given is None else drew))
    return [*ponte, *([] if given is None else [third(rng, given)])], two(rng, int(total))


def asked(
    cell: str,
    seed: int,
    *,
    name: str,
    game: str,
    hand: str,
    deal: Callable[[Random, str], Hands],
    acts: tuple[Act, ...],
) -> Question:
    """Whether `hand` draws, as the cards lie."""
    places = ("punto", "banco") if game == "punto-banco" else ("ponte", "banque")
    hands = deal(chance_of(name, cell, seed), cell)
    shows = {
        "kind": "hands",
        "game": game,
        "places": [
            {"name": place, "cards": cards, "owed": place == hand}
            for place, cards in zip(places, hands, strict=True)
        ],
    }
    return Question(name, cell, seed, "Does {place} draw?", shows, {"place": hand}, acts)


def hands_of(question: Question) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The values that lie before ponte and banker."""
    ponte, banker = (cards_of(place["cards"]) for place in question.shows["places"])
    return tuple(VALUE[card.rank] for card in ponte), tuple(VALUE[card.rank] for card in banker)


def verdict(truth: str, answer: str, why: str) -> Verdict:
    """Right or wrong, with the rule."""
    return Verdict(answer == truth, why, truth)


# --- punto banco -------------------------------------------------------------------------------------


def coup_of(cards: Iterable[Any]) -> Any:
    """The coup of punto banco in which these cards were dealt, in this order."""
    coup = punto_banco.opening(punto_banco.Options())
    for card in cards:
        coup, _ = punto_banco.dealt(coup, card, None)
    return coup


def rule_of(coup: Any, place: str) -> str:
    """The rule that a card to `place` would break now: the sentence of the referee without who broke it."""
    because = punto_banco.faux_tirage(coup, place)
    return because if because.startswith("a ") else because.partition(": ")[2] or because


def judged_punto(question: Question, answer: str) -> Verdict:
    """Punto's own total decides. Where he stands banco may still be owed a card, so the sentence is asked of
    a coup in which banco stands too."""
    punto, banco = (list(cards_of(place["cards"])) for place in question.shows["places"])
    order = [card for pair in zip(punto, banco, strict=True) for card in pair]
    coup = coup_of(order)
    owed = punto_banco.owed(coup)
    if owed is not None and owed.to == "punto":
        return verdict(DRAW, answer, owed.why)
    sure = cards_of([str(punto[0]), "7C", str(punto[1]), "KC"])
    return verdict(STAND, answer, rule_of(coup_of(sure), "punto"))


def judged_banco(question: Question, answer: str) -> Verdict:
    """The tableau decides."""
    punto, banco = (list(cards_of(place["cards"])) for place in question.shows["places"])
    coup = coup_of([punto[0], banco[0], punto[1], banco[1], *punto[2:]])
    owed = punto_banco.owed(coup)
    if owed is not None:
        return verdict(DRAW, answer, owed.why)
    return verdict(STAND, answer, rule_of(coup, "banco"))


# --- chemin de fer -----------------------------------------------------------------------------------


def judged_ponte(question: Question, answer: str, *, five: str) -> Verdict:
    """What the ponte's total says, with the house's rule on five."""
    points = sum(hands_of(question)[0]) % 10
    if points in NATURALS:
        return verdict(STAND, answer, AFTER_A_NATURAL)
    law = chemin_tirage.ponte_rule(points, five)
    return verdict(BY_LAW[law], answer, chemin_tirage.ponte_why(points, law, five))


def judged_banker(question: Question, answer: str) -> Verdict:
    """What the tableau says to the banker, who is free in some cells."""
    ponte, banker = hands_of(question)
    given, points = ponte[2] if len(ponte) == 3 else None, chemin_tirage.two(banker)
    law = chemin_tirage.TABLEAU[points, given]
    return verdict(BY_LAW[law], answer, chemin_tirage.banque_why(points, given))


# --- the drills --------------------------------------------------------------------------------------

PUNTO, BANCO = "tirage-punto", "tirage-banco"
PONTE, BANQUE = "tirage-ponte", "tirage-banque"


def drills(options: dict[str, Any]) -> tuple[Drill, ...]:
    """The tirage of punto banco and of chemin de fer, as this house plays it."""
    five = options.get("chemin-de-fer", Chemin()).ponte_five
    both, free = (DRAWS, STANDS), (DRAWS, STANDS, LIKES)
    banco = partial(of_banker, stood=(6, 7), drew=tuple(range(punto_banco.PUNTO_DRAWS_TO + 1)))
    banque = partial(of_banker, stood=(5, 6, 7) if five == "free" else (6, 7), drew=tuple(range(6)))
    pb, cf = "punto-banco", "chemin-de-fer"
    ask_punto = partial(asked, name=PUNTO, game=pb, hand="punto", deal=of_ponte, acts=both)
    ask_banco = partial(asked, name=BANCO, game=pb, hand="banco", deal=banco, acts=both)
    ask_ponte = partial(asked, name=PONTE, game=cf, hand="ponte", deal=of_ponte, acts=free)
    ask_banque = partial(asked, name=BANQUE, game=cf, hand="banque", deal=banque, acts=free)
    return (
        Drill(PUNTO, "Punto draws or stands", (TOTALS,), ask_punto, judged_punto, 2.0, TOTALS, pb),
        Drill(BANCO, "Banco draws or stands", TABLEAU, ask_banco, judged_banco, 2.5, GIVEN, pb),
        Drill(
            PONTE,
            "The ponte draws, stands, is free",
            (TOTALS,),
            ask_ponte,
            partial(judged_ponte, five=five),
            2.0,
            TOTALS,
            cf,
        ),
        Drill(
            BANQUE,
            "The banker draws, stands, is free",
            TABLEAU,
            ask_banque,
            judged_banker,
            2.5,
            GIVEN,
            cf,
        ),
    )
