"""Tirage at punto banco: by the table alone, for punto's totals and for each cell of banco's tableau."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import product

from sabot.core.cards import Card
from sabot.core.options import House
from sabot.games.baccarat import drills as tirage
from sabot.games.baccarat.drills import COLUMNS, DRAWS, STANDS, TABLEAU, TOTALS, verdict
from sabot.games.baccarat.points import VALUE
from sabot.games.baccarat.tableau import GIVEN
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco import tirage as punto_tirage
from sabot.games.punto_banco.coup import Coup
from sabot.games.punto_banco.whys import PUNTO_DRAWS_TO
from sabot.games.questions import DRAW, STAND, Drill, Question, Tableau, Verdict, cards_of

PUNTO, BANCO = "tirage-punto", "tirage-banco"


def coup_of(cards: Iterable[Card]) -> Coup:
    """The coup of punto banco in which these cards were dealt, in this order."""
    coup = punto_banco.opening(punto_banco.Options())
    for card in cards:
        coup, _ = punto_banco.dealt(coup, card, None)
    return coup


def judged_punto(question: Question, answer: str) -> Verdict:
    """Punto's own total decides. If punto stands banco may still get a card, so the rule is that of a coup
    in which banco stands too."""
    punto, banco = (list(cards_of(place["cards"])) for place in question.shows["places"])
    order = [card for pair in zip(punto, banco, strict=True) for card in pair]
    coup = coup_of(order)
    owed = punto_banco.owed(coup)
    if owed is not None and owed.to == "punto":
        return verdict(DRAW, answer, owed.why)
    sure = cards_of([str(punto[0]), "7C", str(punto[1]), "KC"])
    return verdict(STAND, answer, punto_banco.stands(coup_of(sure), "punto"))


def judged_banco(question: Question, answer: str) -> Verdict:
    """The tableau decides."""
    punto, banco = (list(cards_of(place["cards"])) for place in question.shows["places"])
    coup = coup_of([punto[0], banco[0], punto[1], banco[1], *punto[2:]])
    owed = punto_banco.owed(coup)
    if owed is not None:
        return verdict(DRAW, answer, owed.why)
    return verdict(STAND, answer, punto_banco.stands(coup, "banco"))


def often() -> dict[str, float]:
    """How often a coup asks each cell of the tableau, from a sabot without end."""
    single = [list(VALUE.values()).count(value) / 13 for value in range(10)]
    two = [0.0] * 10
    for one, other in product(range(10), repeat=2):
        two[(one + other) % 10] += single[one] * single[other]
    stands = sum(two[PUNTO_DRAWS_TO + 1 : 8])
    draws = sum(two[: PUNTO_DRAWS_TO + 1])
    return {
        f"{total}/{name}": two[total] * (stands if given is None else draws * single[given])
        for total in range(8)
        for name, given in zip(GIVEN, COLUMNS, strict=True)
    }


def table(laws: Sequence[str]) -> Tableau:
    """Banco's tableau, as the rules have it."""
    return tirage.tableau_of(lambda total, given: punto_tirage.TABLEAU[total, given], of="banco")


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The tirage of punto and of banco."""
    name, both = punto_banco.NAME, (DRAWS, STANDS)
    drew = tuple(range(PUNTO_DRAWS_TO + 1))
    asked = partial(tirage.asked, game=name, places=punto_banco.PLACES, acts=both)
    ask_punto = partial(asked, name=PUNTO, hand="punto", deal=tirage.of_ponte)
    ask_banco = partial(
        asked, name=BANCO, hand="banco", deal=partial(tirage.of_banker, stood=(6, 7), drew=drew)
    )
    row = partial(tirage.row_of, of="punto")
    return (
        Drill(
            PUNTO, "Punto draws or stands", (TOTALS,), ask_punto, judged_punto, 2.0, TOTALS, name, table=row
        ),
        Drill(
            BANCO, "Banco draws or stands", TABLEAU, ask_banco, judged_banco, 2.5, GIVEN, name, often, table
        ),
    )
