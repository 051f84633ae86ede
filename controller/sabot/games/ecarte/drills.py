"""What is learnt of écarté: which cards may be played, and who takes the trick."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.core.options import House
from sabot.games.ecarte import rules
from sabot.games.ecarte.options import Options
from sabot.games.evening.drills import allowing, cards, taking
from sabot.games.evening.drills.cards import HELD, PLAIN, TRUMPS, VOID, rows_of
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.questions import Drill

ACE_AND_FIGURE = "an ace and a figure of its suit"
"""The knave, the queen and the king take the ace."""


def cell_of(coup: Coup) -> str | None:
    """The cell of a trick; those with an ace against a figure stand alone."""
    laid = taking.whole_trick(coup)
    ranks = {card[0] for _, card in laid}
    if len({card[-1] for _, card in laid}) == 1 and "A" in ranks and ranks & {*"JQK"}:
        return ACE_AND_FIGURE
    return taking.cell_of(coup)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of écarté, as this house plays it."""
    given = options.get(rules.NAME)
    taught = Taught(HouseholdGame(rules), given if isinstance(given, Options) else Options())
    columns = (PLAIN, TRUMPS)
    rows = rows_of((HELD, VOID), columns)
    return (
        cards.drill(taught, rows, columns),
        allowing.cards_drill(taught, rows, columns),
        taking.drill(taught, (*taking.OF_TWO, ACE_AND_FIGURE), cell_of=cell_of),
    )
