"""What is learnt of nap: which cards and which calls are allowed, and who takes the trick."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sabot.core.options import House
from sabot.games.auctions.ladder import NO_BID
from sabot.games.evening.drills import allowing, bids, cards, taking
from sabot.games.evening.drills.cards import HELD, PLAIN, TRUMPS, VOID, rows_of
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.household import HouseholdGame
from sabot.games.nap import rules
from sabot.games.nap.calls import ladder
from sabot.games.nap.options import Options
from sabot.games.questions import Drill


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of nap, as this house plays it."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    taught = Taught(HouseholdGame(rules), house)
    calls, columns = ladder(house), (PLAIN, TRUMPS)
    rows = rows_of((HELD, VOID), columns)
    auction = bids.Auction(
        (NO_BID, *calls),
        (bids.FIRST, bids.OVER_LOW, bids.OVER_HIGH),
        partial(bids.height_of, ladder=calls),
    )
    return (
        cards.drill(taught, rows, columns),
        allowing.cards_drill(taught, rows, columns),
        taking.drill(taught, taking.USUAL),
        bids.drill(taught, auction),
    )
