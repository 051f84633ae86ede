"""What is learnt of mieën: which cards may be played, and who takes the trick."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.core.options import House
from sabot.games.evening.drills import allowing, cards, taking
from sabot.games.evening.drills.cards import HELD, ON_LEAD, PLAIN, PLAY, TRUMPS, VOID, place_of, rows_of
from sabot.games.evening.drills.dealing import Taught, turn_of
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.mieen import rules
from sabot.games.mieen.deal import Deal
from sabot.games.mieen.options import Options
from sabot.games.questions import Drill

FIRST_LEAD = "trumps held"
"""The first lead is the highest trump of the hand."""
COLUMNS = (PLAIN, TRUMPS, ON_LEAD)
ROWS = (*((*row, "") for row in rows_of((HELD, VOID), COLUMNS[:2])), ("", "", f"{FIRST_LEAD}/{ON_LEAD}"))


def cell_of(coup: Coup) -> str | None:
    """What the seat holds that plays now; before the first lead, whether it has a trump and other cards."""
    deal, turn = coup.deal, turn_of(coup, PLAY)
    assert isinstance(deal, Deal)
    if turn is None or deal.play is None or deal.play.trick.plays:
        return place_of(coup)
    hand = coup.hand_of(turn.seat) or ()
    trumps = sum(card.suit == deal.play.trump for card in hand)
    return f"{FIRST_LEAD}/{ON_LEAD}" if not deal.play.tricks and trumps > 0 and len(hand) > 1 else None


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of mieën, as this house plays it."""
    given = options.get(rules.NAME)
    taught = Taught(HouseholdGame(rules), given if isinstance(given, Options) else Options())
    return (
        cards.drill(taught, ROWS, COLUMNS, cell_of=cell_of),
        allowing.cards_drill(taught, ROWS, COLUMNS, cell_of=cell_of),
        taking.drill(taught, taking.USUAL),
    )
