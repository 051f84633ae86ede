"""Tirage at chemin de fer: the ponte by the house's rule on five, the banker by a tableau with two free
cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from sabot.core.options import House
from sabot.games.baccarat import drills as tirage
from sabot.games.baccarat import tableau
from sabot.games.baccarat.drills import BY_LAW, DRAWS, LIKES, STANDS, TABLEAU, TOTALS, hands_of, verdict
from sabot.games.baccarat.points import NATURAL_POINTS
from sabot.games.baccarat.tableau import GIVEN
from sabot.games.baccarat.whys import AFTER_A_NATURAL
from sabot.games.chemin_de_fer import rules
from sabot.games.chemin_de_fer import tirage as chemin_tirage
from sabot.games.questions import STAND, Drill, Question, Tableau, Verdict

PONTE, BANQUE = "tirage-ponte", "tirage-banque"


def judged_ponte(question: Question, answer: str, *, five: str) -> Verdict:
    """What the ponte's total says, with the house's rule on five."""
    points = sum(hands_of(question)[0]) % 10
    if points in NATURAL_POINTS:
        return verdict(STAND, answer, AFTER_A_NATURAL)
    law = chemin_tirage.ponte_rule(points, five)
    return verdict(BY_LAW[law], answer, chemin_tirage.ponte_why(points, law, five))


def judged_banker(question: Question, answer: str) -> Verdict:
    """What the tableau says to the banker, who is free in some cells."""
    ponte, banker = hands_of(question)
    given, points = ponte[2] if len(ponte) == 3 else None, chemin_tirage.two(banker)
    law = tableau.TABLEAU[points, given]
    return verdict(BY_LAW[law], answer, chemin_tirage.banque_why(points, given))


def free_table(laws: Sequence[str], *, of: str) -> Tableau:
    """The banker's tableau, which leaves two cells free."""
    return tirage.tableau_of(lambda total, given: tableau.TABLEAU[total, given], of=of)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The tirage of the ponte and of the banker, as this house plays it."""
    name = rules.NAME
    given = options.get(name)
    five = (given if isinstance(given, rules.Options) else rules.Options()).ponte_five
    asked = partial(tirage.asked, game=name, places=rules.PLACES, acts=(DRAWS, STANDS, LIKES))
    stood = (5, 6, 7) if five == "free" else (6, 7)
    ask_ponte = partial(asked, name=PONTE, hand="ponte", deal=tirage.of_ponte)
    ask_banque = partial(
        asked, name=BANQUE, hand="banque", deal=partial(tirage.of_banker, stood=stood, drew=tuple(range(6)))
    )
    judge_ponte = partial(judged_ponte, five=five)
    row, table = partial(tirage.row_of, of="ponte"), partial(free_table, of="banque")
    return (
        Drill(
            PONTE,
            "The ponte draws, stands, is free",
            (TOTALS,),
            ask_ponte,
            judge_ponte,
            2.0,
            TOTALS,
            name,
            table=row,
        ),
        Drill(
            BANQUE,
            "The banker draws, stands, is free",
            TABLEAU,
            ask_banque,
            judged_banker,
            2.5,
            GIVEN,
            name,
            table=table,
        ),
    )
